#include "search/engine.h"

#include "base/mem.h"
#include "search/search_priv.h"

enum {
    KEYS_FIRST = 1024
};

struct apo_engine {
    const apo_alloc *alloc;
    const apo_variant *var;     /* borrowed; NULL: no game */
    apo_evaluation *evaluation; /* owned */
    apo_searcher *searcher;     /* owned */
    apo_table table;
    apo_clock clock;
    apo_position pos;
    apo_key_path path; /* owned; room for a line of play more than the game */
    atomic_bool stop;
};

/* --- life ------------------------------------------------------------------------------------------ */

apo_status apo_engine_new(apo_engine **out, const apo_engine_options *options)
{
    apo_engine *engine = apo_allocate_zero(options->alloc, sizeof *engine);
    if (engine == NULL)
        return APO_E_MEMORY;
    engine->alloc = options->alloc;
    engine->clock.now = options->now;
    engine->clock.context = options->now_context;
    atomic_init(&engine->stop, false);
    apo_status status = apo_engine_set_hash(engine, options->hash_mb > 0 ? options->hash_mb
                                                                         : APO_HASH_DEFAULT_MB);
    engine->searcher = apo_allocate_zero(options->alloc, sizeof *engine->searcher);
    if (status == APO_OK && engine->searcher == NULL)
        status = APO_E_MEMORY;
    if (status != APO_OK) {
        apo_engine_free(engine);
        return status;
    }
    *out = engine;
    return APO_OK;
}

static void end_game(apo_engine *engine)
{
    apo_evaluation_free(engine->evaluation);
    engine->evaluation = NULL;
    engine->var = NULL;
    engine->path.count = 0;
}

void apo_engine_free(apo_engine *engine)
{
    if (engine == NULL)
        return;
    end_game(engine);
    apo_table_free(&engine->table);
    if (engine->searcher != NULL)
        apo_searcher_clear(engine->searcher);
    apo_free(engine->alloc, engine->searcher);
    apo_free(engine->alloc, engine->path.keys);
    apo_free(engine->alloc, engine);
}

apo_status apo_engine_set_hash(apo_engine *engine, size_t hash_mb)
{
    if (hash_mb < 1 || hash_mb > APO_HASH_MAX_MB || hash_mb > SIZE_MAX >> 20)
        return APO_E_RANGE;
    return apo_table_resize(&engine->table, engine->alloc, hash_mb << 20);
}

void apo_engine_clear_hash(apo_engine *engine)
{
    apo_table_clear(&engine->table);
}

/* --- the game -------------------------------------------------------------------------------------- */

/* Room for the keys of `count` positions and a line of play. */
static apo_status reserve_keys(apo_engine *engine, size_t count)
{
    apo_key_path *path = &engine->path;
    size_t needed = count + APO_PLIES_MAX + 2;
    if (needed <= path->capacity)
        return APO_OK;
    size_t capacity = needed < KEYS_FIRST ? KEYS_FIRST : 2 * needed;
    uint64_t *keys = apo_reallocate(engine->alloc, path->keys, capacity * sizeof *keys);
    if (keys == NULL)
        return APO_E_MEMORY;
    path->keys = keys;
    path->capacity = capacity;
    return APO_OK;
}

static apo_status make_evaluation(apo_engine *engine, const apo_variant *var)
{
    apo_weights weights;
    apo_worth *worth = apo_allocate(engine->alloc, sizeof *worth);
    if (worth == NULL)
        return APO_E_MEMORY;
    apo_status status = apo_worth_derive(worth, var, engine->alloc);
    if (status == APO_OK) {
        apo_weights_derive(&weights, var, worth);
        status = apo_evaluation_new(&engine->evaluation, var, &weights, worth, engine->alloc);
    }
    apo_free(engine->alloc, worth);
    return status;
}

apo_status apo_engine_new_game(apo_engine *engine, const apo_variant *var)
{
    apo_position start;
    end_game(engine);
    apo_table_clear(&engine->table);
    apo_status status = apo_position_start(&start, var, 0, 1);
    if (status == APO_OK)
        status = apo_searcher_new_game(engine->searcher, var, engine->alloc);
    if (status == APO_OK)
        status = make_evaluation(engine, var);
    if (status != APO_OK)
        return status;
    engine->var = var;
    status = apo_engine_set_position(engine, &start);
    if (status != APO_OK)
        end_game(engine);
    return status;
}

apo_status apo_engine_set_position(apo_engine *engine, const apo_position *pos)
{
    if (engine->var == NULL || apo_position_variant(pos) != engine->var)
        return APO_E_UNSUPPORTED;
    apo_status status = reserve_keys(engine, 1);
    if (status != APO_OK)
        return status;
    memcpy(&engine->pos, pos, sizeof engine->pos);
    engine->path.keys[0] = apo_position_key(pos);
    engine->path.count = 1;
    return APO_OK;
}

apo_status apo_engine_play(apo_engine *engine, const apo_move *mv)
{
    if (engine->var == NULL)
        return APO_E_UNSUPPORTED;
    apo_status status = reserve_keys(engine, engine->path.count + 1);
    if (status == APO_OK)
        status = apo_play(&engine->pos, mv);
    if (status == APO_OK)
        engine->path.keys[engine->path.count++] = apo_position_key(&engine->pos);
    return status;
}

const apo_position *apo_engine_position(const apo_engine *engine)
{
    return engine->var != NULL ? &engine->pos : NULL;
}

unsigned apo_engine_occurrences(const apo_engine *engine)
{
    const apo_key_path *path = &engine->path;
    unsigned count = 0;
    for (size_t i = 0; i < path->count; i++)
        count += path->keys[i] == path->keys[path->count - 1];
    return count;
}

int apo_engine_evaluation(const apo_engine *engine)
{
    apo_balance balance;
    if (engine->var == NULL)
        return 0;
    apo_balance_count(&balance, engine->evaluation, &engine->pos);
    return apo_evaluate(engine->evaluation, &engine->searcher->pawns, &engine->pos, &balance);
}

/* --- searching ------------------------------------------------------------------------------------- */

static void tell_decision(apo_decision *out, const apo_searcher *s)
{
    const apo_line_of_play *line = &s->root_lines[0];
    out->has_move = true;
    out->has_answer = line->count > 1;
    out->best = s->roots[0].mv;
    if (out->has_answer)
        out->answer = line->moves[1];
    out->score = s->roots[0].score;
}

apo_status apo_engine_go(apo_decision *out, apo_engine *engine, const apo_limits *limits,
                         apo_report_sink *sink, void *sink_context)
{
    apo_searcher *s = engine->searcher;
    if (engine->var == NULL)
        return APO_E_UNSUPPORTED;
    apo_clock_start(&engine->clock, limits);
    apo_table_next_search(&engine->table);
    s->evaluation = engine->evaluation;
    s->table = &engine->table;
    s->stop = &engine->stop;
    s->limits = limits;
    s->clock = &engine->clock;
    s->sink = sink;
    s->sink_context = sink_context;
    memcpy(&s->pos, &engine->pos, sizeof s->pos);
    s->path = engine->path;
    *out = (apo_decision){.has_move = false};
    if (apo_searcher_run(s))
        tell_decision(out, s);
    out->depth = s->depth;
    out->nodes = s->nodes;
    return APO_OK;
}

void apo_engine_stop(apo_engine *engine)
{
    atomic_store_explicit(&engine->stop, true, memory_order_relaxed);
}

void apo_engine_arm(apo_engine *engine)
{
    atomic_store_explicit(&engine->stop, false, memory_order_relaxed);
}
