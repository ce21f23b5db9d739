#include "search/engine.h"

#include "base/mem.h"
#include "neural/network_file.h"
#include "search/search_priv.h"

enum {
    KEYS_FIRST = 1024
};

struct apo_engine {
    const apo_alloc *alloc;
    const apo_variant *var;     /* borrowed; NULL: no game */
    apo_evaluation *evaluation; /* owned */
    apo_network *network;       /* owned; NULL: none */
    apo_network_source *network_source;
    void *network_context;
    const apo_search_constants *constants; /* borrowed */
    apo_searcher *searcher;                /* owned; reports and enforces the limits */
    apo_helper *helpers;                   /* owned; helper_count of them */
    unsigned helper_count;
    const apo_threads *threads; /* NULL: no threads */
    atomic_bool halt;           /* tells the helpers to stop */
    apo_tt tt;
    apo_time_manager time;
    apo_position pos;
    apo_key_path path; /* owned; has room for a line of play after the game */
    atomic_bool stop;
};

/* --- creation ------------------------------------------------------------ */

apo_status apo_engine_new(apo_engine **out, const apo_engine_options *options)
{
    apo_engine *engine = apo_allocate_zero(options->alloc, sizeof *engine);
    if (engine == NULL)
        return APO_E_MEMORY;
    engine->alloc = options->alloc;
    engine->time.now = options->now;
    engine->time.context = options->now_context;
    engine->threads = options->threads;
    engine->network_source = options->network_source;
    engine->network_context = options->network_context;
    engine->constants =
        options->constants != NULL ? options->constants : &apo_search_constants_usual;
    atomic_init(&engine->stop, false);
    atomic_init(&engine->halt, false);
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

/* Gives all searchers a net, or none. The old one may be freed afterwards. */
static apo_status share_network(apo_engine *engine, const apo_network *network)
{
    apo_status status = apo_searcher_set_network(engine->searcher, network, engine->alloc);
    for (unsigned i = 0; i < engine->helper_count; i++) {
        apo_status other =
            apo_searcher_set_network(engine->helpers[i].searcher, network, engine->alloc);
        status = status == APO_OK ? other : status;
    }
    return status;
}

static void drop_network(apo_engine *engine)
{
    if (engine->searcher != NULL)
        (void)share_network(engine, NULL);
    apo_network_free(engine->network);
    engine->network = NULL;
}

void apo_engine_end_game(apo_engine *engine)
{
    drop_network(engine);
    apo_evaluation_free(engine->evaluation);
    engine->evaluation = NULL;
    engine->var = NULL;
    engine->path.count = 0;
}

static void free_helpers(apo_engine *engine)
{
    for (unsigned i = 0; i < engine->helper_count; i++) {
        apo_searcher_clear(engine->helpers[i].searcher);
        apo_free(engine->alloc, engine->helpers[i].searcher);
        apo_free(engine->alloc, engine->helpers[i].path.keys);
    }
    apo_free(engine->alloc, engine->helpers);
    engine->helpers = NULL;
    engine->helper_count = 0;
}

static apo_status make_helpers(apo_engine *engine, unsigned count)
{
    if (count == 0)
        return APO_OK;
    engine->helpers = apo_allocate_zero(engine->alloc, count * sizeof *engine->helpers);
    if (engine->helpers == NULL)
        return APO_E_MEMORY;
    while (engine->helper_count < count) {
        apo_searcher *searcher = apo_allocate_zero(engine->alloc, sizeof *searcher);
        if (searcher == NULL)
            return APO_E_MEMORY;
        engine->helpers[engine->helper_count++].searcher = searcher;
        if (engine->var != NULL &&
            (apo_searcher_new_game(searcher, engine->var, engine->alloc) != APO_OK ||
             apo_searcher_set_network(searcher, engine->network, engine->alloc) != APO_OK))
            return APO_E_MEMORY;
    }
    return APO_OK;
}

apo_status apo_engine_set_threads(apo_engine *engine, unsigned count)
{
    if (count < 1 || count > APO_ENGINE_THREADS_MAX || (count > 1 && engine->threads == NULL))
        return APO_E_RANGE;
    free_helpers(engine);
    apo_status status = make_helpers(engine, count - 1);
    if (status != APO_OK)
        free_helpers(engine);
    return status;
}

void apo_engine_free(apo_engine *engine)
{
    if (engine == NULL)
        return;
    apo_engine_end_game(engine);
    free_helpers(engine);
    apo_tt_free(&engine->tt);
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
    return apo_tt_resize(&engine->tt, engine->alloc, hash_mb << 20);
}

void apo_engine_clear_hash(apo_engine *engine)
{
    apo_tt_clear(&engine->tt);
}

static apo_status renew(const apo_engine *engine, apo_searcher *searcher)
{
    apo_status status = apo_searcher_new_game(searcher, engine->var, engine->alloc);
    return status == APO_OK ? apo_searcher_set_network(searcher, engine->network, engine->alloc)
                            : status;
}

apo_status apo_engine_forget(apo_engine *engine)
{
    apo_status status = APO_OK;
    apo_tt_clear(&engine->tt);
    if (engine->var == NULL)
        return APO_OK;
    status = renew(engine, engine->searcher);
    for (unsigned i = 0; status == APO_OK && i < engine->helper_count; i++)
        status = renew(engine, engine->helpers[i].searcher);
    return status;
}

/* --- the game ------------------------------------------------------------ */

/* Makes room for the keys of `count` positions and a line of play. */
static apo_status reserve_keys(const apo_engine *engine, apo_key_path *path, size_t count)
{
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
    apo_piece_values *values = apo_allocate(engine->alloc, sizeof *values);
    if (values == NULL)
        return APO_E_MEMORY;
    apo_status status = apo_piece_values_derive(values, var, engine->alloc);
    if (status == APO_OK) {
        apo_weights_derive(&weights, var, values);
        status = apo_evaluation_new(&engine->evaluation, var, &weights, values, engine->alloc);
    }
    apo_free(engine->alloc, values);
    return status;
}

apo_status apo_engine_new_game(apo_engine *engine, const apo_variant *var)
{
    apo_engine_end_game(engine);
    apo_status status = make_evaluation(engine, var);
    if (status != APO_OK)
        return status;
    engine->var = var;
    status = apo_engine_restart(engine);
    if (status != APO_OK || engine->network_source == NULL)
        return status;
    apo_network *network = engine->network_source(engine->network_context, var, engine->alloc);
    /* Without memory for a net the hand-written evaluation remains. */
    if (network != NULL && apo_engine_set_network(engine, network) != APO_OK)
        apo_network_free(network);
    return APO_OK;
}

apo_status apo_engine_set_network(apo_engine *engine, apo_network *network)
{
    if (engine->var == NULL || (network != NULL && network->features.var != engine->var))
        return APO_E_UNSUPPORTED;
    drop_network(engine);
    apo_tt_clear(&engine->tt);
    apo_status status = share_network(engine, network);
    if (status == APO_OK)
        engine->network = network;
    else
        (void)share_network(engine, NULL);
    return status;
}

apo_status apo_engine_use_network(apo_engine *engine, apo_span bytes, apo_error *err)
{
    apo_network *network = NULL;
    if (engine->var == NULL)
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "there is no game", bytes);
    (void)apo_engine_set_network(engine, NULL);
    if (bytes.length == 0)
        return APO_OK;
    apo_status status = apo_network_read(&network, engine->var, bytes, engine->alloc, err);
    if (status != APO_OK)
        return status;
    status = apo_engine_set_network(engine, network);
    if (status != APO_OK) {
        apo_network_free(network);
        (void)apo_fail(err, status, 0, "out of memory", bytes);
    }
    return status;
}

apo_status apo_engine_restart(apo_engine *engine)
{
    apo_position start;
    if (engine->var == NULL)
        return APO_E_UNSUPPORTED;
    apo_tt_clear(&engine->tt);
    apo_time_manager_forget(&engine->time);
    apo_status status = apo_position_start(&start, engine->var, 0, 1);
    if (status == APO_OK)
        status = apo_searcher_new_game(engine->searcher, engine->var, engine->alloc);
    for (unsigned i = 0; status == APO_OK && i < engine->helper_count; i++)
        status = apo_searcher_new_game(engine->helpers[i].searcher, engine->var, engine->alloc);
    if (status == APO_OK)
        status = apo_engine_set_position(engine, &start);
    if (status != APO_OK)
        apo_engine_end_game(engine);
    return status;
}

apo_status apo_engine_set_position(apo_engine *engine, const apo_position *pos)
{
    if (engine->var == NULL || apo_position_variant(pos) != engine->var)
        return APO_E_UNSUPPORTED;
    apo_status status = reserve_keys(engine, &engine->path, 1);
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
    apo_status status = reserve_keys(engine, &engine->path, engine->path.count + 1);
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

int apo_engine_evaluation(const apo_engine *engine)
{
    apo_psq psq;
    if (engine->var == NULL)
        return 0;
    apo_psq_count(&psq, engine->evaluation, &engine->pos);
    int net = engine->network != NULL ? apo_network_value(engine->network, &engine->pos) : 0;
    if (engine->network != NULL && engine->network->is_alone)
        return apo_evaluation_finish(engine->evaluation, &engine->pos, &psq, net);
    apo_weight dynamic =
        apo_evaluation_dynamic(engine->evaluation, &engine->searcher->pawns,
                               &engine->searcher->attack_cache, &engine->pos, &psq);
    return apo_evaluation_score(engine->evaluation, &engine->pos, &psq, dynamic, net);
}

/* --- searching ----------------------------------------------------------- */

/* Sets the state that all searchers of a search share. */
static void set_up_searcher(apo_engine *engine, apo_searcher *s, const apo_limits *limits)
{
    s->evaluation = engine->evaluation;
    s->tt = &engine->tt;
    s->limits = limits;
    s->constants = engine->constants;
    s->time = &engine->time;
    s->sink = NULL;
    s->helpers = NULL;
    s->helper_count = 0;
    s->depth_done = 0;
    atomic_store_explicit(&s->nodes_shown, 0, memory_order_relaxed);
    memcpy(&s->pos, &engine->pos, sizeof s->pos);
}

static void help(void *argument)
{
    (void)apo_searcher_run(argument);
}

/* Lazy SMP: helpers search the same position and share the TT, each with its own histories,
 * half of them one ply ahead. What one has found the others need not search. */
static void start_helpers(apo_engine *engine, const apo_limits *limits)
{
    atomic_store_explicit(&engine->halt, false, memory_order_relaxed);
    for (unsigned i = 0; i < engine->helper_count; i++) {
        apo_helper *helper = &engine->helpers[i];
        apo_searcher *s = helper->searcher;
        set_up_searcher(engine, s, limits);
        s->stop = &engine->halt;
        s->is_helper = true;
        s->number = i + 1;
        if (reserve_keys(engine, &helper->path, engine->path.count) != APO_OK)
            continue;
        helper->path.count = engine->path.count;
        memcpy(helper->path.keys, engine->path.keys,
               engine->path.count * sizeof *engine->path.keys);
        s->path = helper->path;
        helper->thread = engine->threads->start(help, s);
    }
}

static void join_helpers(apo_engine *engine)
{
    atomic_store_explicit(&engine->halt, true, memory_order_relaxed);
    for (unsigned i = 0; i < engine->helper_count; i++)
        if (engine->helpers[i].thread != NULL) {
            engine->threads->join(engine->helpers[i].thread);
            engine->helpers[i].thread = NULL;
        }
}

/* The searcher with the deepest result, if its score is no worse. */
static const apo_searcher *find_best(const apo_engine *engine)
{
    const apo_searcher *best = engine->searcher;
    for (unsigned i = 0; i < engine->helper_count; i++) {
        const apo_searcher *s = engine->helpers[i].searcher;
        if (s->depth_done > best->depth_done && s->score_done >= best->roots[0].score)
            best = s;
    }
    return best;
}

static void write_decision(apo_decision *out, const apo_searcher *s)
{
    const apo_pv *line = &s->root_lines[0];
    out->has_move = true;
    out->has_ponder = line->count > 1;
    out->best = s->roots[0].mv;
    if (out->has_ponder)
        out->ponder = line->moves[1];
    out->score = s->roots[0].score;
}

/* Reports the line of a helper that got deeper than the reporting searcher. */
static void report_helper(const apo_engine *engine, const apo_searcher *helper)
{
    const apo_searcher *s = engine->searcher;
    apo_search_report text = {.depth = helper->depth_done,
                              .seldepth = helper->seldepth,
                              .score = helper->roots[0].score,
                              .nodes = apo_searcher_nodes(s),
                              .time_ms = apo_time_manager_elapsed(&engine->time),
                              .hashfull = apo_tt_hashfull(&engine->tt),
                              .is_partial = true,
                              .line = &helper->root_lines[0]};
    if (s->sink != NULL)
        s->sink(s->sink_context, &text);
}

enum {
    MOVES_TO_GO_MAX = 100000
};

static int64_t bound_ms(int64_t ms)
{
    static const int64_t most = INT64_C(1000000000000); /* 31 years */
    return ms > most ? most : ms < -most ? -most : ms;
}

/* Clamps the limits: times whose sums cannot overflow, a depth that fits into a line. */
static apo_limits bound(apo_limits limits)
{
    limits.move_ms = bound_ms(limits.move_ms);
    limits.clock_ms = bound_ms(limits.clock_ms);
    limits.increment_ms = bound_ms(limits.increment_ms);
    limits.overhead_ms = bound_ms(limits.overhead_ms);
    limits.asked_ms = bound_ms(limits.asked_ms);
    if (limits.moves_to_go > MOVES_TO_GO_MAX)
        limits.moves_to_go = MOVES_TO_GO_MAX;
    if (limits.depth_first >= APO_PLIES_MAX)
        limits.depth_first = APO_PLIES_MAX - 1;
    if (limits.mate > APO_PLIES_MAX)
        limits.mate = APO_PLIES_MAX;
    return limits;
}

apo_status apo_engine_go(apo_decision *out, apo_engine *engine, const apo_limits *asked,
                         apo_search_report_sink *sink, void *sink_context)
{
    apo_searcher *s = engine->searcher;
    const apo_limits bounded = bound(*asked), *limits = &bounded;
    if (engine->var == NULL)
        return APO_E_UNSUPPORTED;
    apo_time_manager_start(&engine->time, limits);
    apo_tt_new_search(&engine->tt);
    set_up_searcher(engine, s, limits);
    s->stop = &engine->stop;
    s->sink = sink;
    s->sink_context = sink_context;
    s->path = engine->path;
    s->helpers = engine->helpers;
    s->helper_count = engine->helper_count;
    *out = (apo_decision){.has_move = false};
    start_helpers(engine, limits);
    bool has_move = apo_searcher_run(s);
    join_helpers(engine);
    apo_time_manager_end(&engine->time);
    if (has_move) {
        const apo_searcher *best =
            limits->lines > 1 || limits->depth > 0 ? s : find_best(engine);
        write_decision(out, best);
        if (best != s)
            report_helper(engine, best);
    }
    out->depth = s->depth;
    out->nodes = apo_searcher_nodes(s);
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
