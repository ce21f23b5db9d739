/* Engines with the system's clock and threads, for most programs. */
#include "search/engine.h"

#include "api/host.h"
#include "game/game.h"
#include "search/bench.h"
#include "search/level.h"

apo_status apo_engine_open(apo_engine **out, size_t hash_mb)
{
    const apo_engine_options options = {
        .hash_mb = hash_mb, .now = apo_engine_now, .threads = apo_posix_threads()};
    return apo_engine_new(out, &options);
}

apo_status apo_engine_set_game(apo_engine *engine, const apo_game *game)
{
    const apo_position *start = apo_game_info_of(game).start;
    const apo_position *old = apo_engine_position(engine);
    apo_status status = APO_OK;
    if (old == NULL || apo_position_variant(old) != apo_position_variant(start))
        status = apo_engine_new_game(engine, apo_position_variant(start));
    if (status == APO_OK)
        status = apo_engine_set_position(engine, start);
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        status = apo_engine_play(engine, &mv);
    }
    return status;
}

apo_status apo_engine_go_at_level(apo_decision *out, apo_engine *engine, unsigned level,
                                  const apo_limits *limits, uint64_t seed)
{
    apo_random random;
    if (apo_level_get(level) == NULL)
        return APO_E_RANGE;
    apo_random_seed(&random, seed);
    return apo_level_go(out, engine, apo_level_get(level), limits, &random);
}

apo_status apo_engine_bench(uint64_t *out_nodes, uint64_t *out_signature, apo_engine *engine,
                            const apo_variant *var, uint64_t nodes)
{
    static const apo_time_manager no_clock = {.now = NULL};
    const apo_limits limits = {.nodes = nodes};
    apo_bench sum = {.nodes = 0};
    if (nodes == 0)
        return APO_E_RANGE;
    apo_status status = apo_bench_run(&sum, engine, var, &limits, &no_clock);
    if (status != APO_OK)
        return status;
    *out_nodes = sum.nodes;
    *out_signature = sum.signature;
    return APO_OK;
}
