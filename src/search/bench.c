#include "search/bench.h"

#include "base/random.h"
#include "rules/rules/engine_view.h"
#include "search/tt.h"

enum {
    PLIES = 36,
    EVERY = 12
};

static void add_decision(apo_bench *sum, const apo_decision *made)
{
    uint64_t move = made->has_move ? apo_move_signature(&made->best) : 0;
    sum->nodes += made->nodes;
    sum->signature =
        apo_mix(sum->signature ^ made->nodes ^ move << 32) ^ (uint64_t)(unsigned)made->score;
    sum->positions++;
}

static apo_status search_here(apo_bench *sum, apo_engine *engine, const apo_limits *limits,
                              const apo_time_manager *time)
{
    apo_decision made;
    apo_engine_clear_hash(engine);
    int64_t before = apo_time_manager_elapsed(time);
    apo_status status = apo_engine_go(&made, engine, limits, NULL, NULL);
    if (status != APO_OK)
        return status;
    sum->time_ms += apo_time_manager_elapsed(time) - before;
    add_decision(sum, &made);
    return APO_OK;
}

apo_status apo_bench_run(apo_bench *sum, apo_engine *engine, const apo_variant *var,
                         const apo_limits *limits, const apo_time_manager *time)
{
    apo_moves moves;
    apo_random random;
    apo_random_seed(&random, 7);
    apo_status status = apo_engine_new_game(engine, var);
    for (unsigned ply = 0; status == APO_OK && ply <= PLIES; ply++) {
        if (ply % EVERY == 0)
            status = search_here(sum, engine, limits, time);
        if (status != APO_OK)
            return status;
        apo_move_list *list = apo_moves_start(&moves);
        status = apo_moves_legal(list, apo_engine_position(engine));
        if (status != APO_OK || list->count == 0)
            return status;
        size_t choice = apo_random_below(&random, (uint32_t)list->count);
        status = apo_engine_play(engine, &list->moves[choice]);
    }
    return status;
}
