/* The engine for JavaScript: text passes through an input and an output buffer in the module's
 * memory, everything else is numbers. The module imports nothing and has no clock, so a search
 * runs in slices of a number of nodes; between slices the page's worker can handle its
 * messages.
 *
 *   const a = apo_analyst_new(64);                       // MB for the TT; 0: no memory
 *   const at = apo_analyst_input(a, bytes.length);       // write UTF-8 there
 *   apo_analyst_open(a, bytes.length)                    // 0, or the status of a failure
 *   apo_analyst_position(a, bytes.length)                // "FEN\nmove move ..."
 *   apo_analyst_begin(a, 3)                              // three best lines
 *   while (apo_analyst_slice(a, 50000) === 1) ...        // more can be found
 *   apo_analyst_output(a), apo_analyst_length(a)         // one JSON object a line, or a reason
 *
 * docs/wasm.md has a whole worker. */
#include "base/json.h"
#include "definition/file/bundle.h"
#include "neural/network_file.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "notation/san.h"
#include "search/bench.h"
#include "search/level.h"
#ifdef APO_WASM_THREADS
#    include "wasm/threads.h"
#endif

#define EXPORT(name) __attribute__((export_name(#name)))

typedef struct apo_analyst {
    apo_engine *engine; /* owned */
    apo_variant *var;   /* owned; NULL until one is open */
    char *input;        /* owned */
    size_t input_size;  /* bytes */
    apo_buffer output;
    apo_buffer net; /* the net file for the evaluation; empty: none */

    /* The current analysis. */
    apo_limits limits;
    uint64_t nodes;    /* of the earlier slices */
    unsigned depth;    /* last reported, */
    unsigned index;    /* ... and its last line: a slice first repeats known iterations */
    apo_decision made; /* of the slices so far */
} apo_analyst;

/* A new engine with a TT of `hash_mb` megabytes, or NULL when out of memory. The caller frees
 * it with apo_analyst_free. */
apo_analyst *apo_analyst_new(unsigned hash_mb);
void apo_analyst_free(apo_analyst *a);

/* Lets the next searches use this many threads, from 1. Fails with APO_E_RANGE if the module
 * has no threads (wasm/threads.h). */
int apo_analyst_threads(apo_analyst *a, unsigned count);

/* A buffer of `size` bytes for input; NULL when out of memory. Borrowed until the next call. */
char *apo_analyst_input(apo_analyst *a, size_t size);

/* The last answer, or the reason for a failure. */
const char *apo_analyst_output(const apo_analyst *a);
size_t apo_analyst_length(const apo_analyst *a);

/* Opens the built-in game whose id is in the input, at its first start. Returns a status. */
int apo_analyst_open(apo_analyst *a, size_t length);

/* Evaluates with the net file in the input, until another game is opened; empty: without a net.
 * On failure answers a sentence, and the evaluation is without one. */
int apo_analyst_net(apo_analyst *a, size_t length);

/* Compiles the definition in the input. On failure answers one fault per line. */
int apo_analyst_define(apo_analyst *a, size_t length);

/* Sets up the position in the input: a line with a FEN or "start N" (empty: start 1), followed
 * by the moves made since, in coordinates or SAN. On failure the old position is kept. */
int apo_analyst_position(apo_analyst *a, size_t length);

/* Starts an analysis of the position with this many best lines. */
int apo_analyst_begin(apo_analyst *a, unsigned lines);

/* The same for an analysis that ends at a depth in half-moves, or with a mate in `mate` moves;
 * 0 is no limit. */
int apo_analyst_begin_limited(apo_analyst *a, unsigned lines, unsigned depth, unsigned mate);

/* Searches about `nodes` more nodes. Returns 1 if the search can go on, 0 if it is complete, or
 * minus a status. Answers new results, one object per line:
 *   {"depth":9,"line":1,"score_cp":31,"nodes":123456,"pv":["e2e4",...],"san":["e4",...]}
 * "line" counts from 1; "mate_moves" replaces "score_cp" for a mate, negative for being mated;
 * scores are for the side to move. */
int apo_analyst_slice(apo_analyst *a, unsigned nodes);

/* Answers the best move so far, {"move":"e2e4","san":"e4","answer":"e7e5","score_cp":31}, or {}
 * if there is none. */
int apo_analyst_best(apo_analyst *a);

/* Answers the move of a player of the level (1 to 8), like apo_analyst_best. The same seed
 * chooses the same move. `nodes` limits the search further (0: level 8 takes a million). */
int apo_analyst_choose(apo_analyst *a, unsigned level, unsigned seed, unsigned nodes);

/* Answers "NODES SIGNATURE" like the command `bench VARIANT --nodes N`; changes the
 * position. */
int apo_analyst_bench(apo_analyst *a, unsigned nodes);

enum {
    FULL_NODES = 1000000 /* apo_analyst_choose without a limit */
};

/* --- creation and texts -------------------------------------------------- */

/* Called by the engine with every new game: the net given by the page. */
static apo_network *find_net(void *context, const apo_variant *var, const apo_alloc *alloc)
{
    const apo_analyst *a = context;
    apo_network *network = NULL;
    if (a->net.length > 0)
        (void)apo_network_read(&network, var, apo_buffer_span(&a->net), alloc, NULL);
    return network;
}

EXPORT(apo_analyst_new) apo_analyst *apo_analyst_new(unsigned hash_mb)
{
    apo_analyst *a = apo_allocate_zero(NULL, sizeof *a);
    if (a == NULL)
        return NULL;
    const apo_engine_options options = {
        .hash_mb = hash_mb,
#ifdef APO_WASM_THREADS
        .threads = apo_helper_threads(),
#endif
        .network_source = find_net,
        .network_context = a,
    };
    apo_buffer_init(&a->output, NULL);
    apo_buffer_init(&a->net, NULL);
    if (apo_engine_new(&a->engine, &options) == APO_OK)
        return a;
    apo_free(NULL, a);
    return NULL;
}

EXPORT(apo_analyst_free) void apo_analyst_free(apo_analyst *a)
{
    if (a == NULL)
        return;
    apo_engine_free(a->engine);
    apo_variant_free(a->var);
    apo_free(NULL, a->input);
    apo_buffer_clear(&a->output);
    apo_buffer_clear(&a->net);
    apo_free(NULL, a);
}

EXPORT(apo_analyst_input) char *apo_analyst_input(apo_analyst *a, size_t size)
{
    char *input = apo_reallocate(NULL, a->input, size + 1);
    if (input != NULL) {
        a->input = input;
        a->input_size = size;
    }
    return input;
}

EXPORT(apo_analyst_output) const char *apo_analyst_output(const apo_analyst *a)
{
    return apo_buffer_span(&a->output).text;
}

EXPORT(apo_analyst_length) size_t apo_analyst_length(const apo_analyst *a)
{
    return apo_buffer_span(&a->output).length;
}

static apo_span input_of(const apo_analyst *a, size_t length)
{
    return (apo_span){a->input, length < a->input_size ? length : a->input_size};
}

static int refuse(apo_analyst *a, apo_status status, const apo_error *err)
{
    bool has_reason = err != NULL && err->detail[0] != 0;
    apo_buffer_clear(&a->output);
    apo_buffer_add(&a->output, has_reason ? err->detail : apo_status_message(status));
    return (int)status;
}

EXPORT(apo_analyst_threads) int apo_analyst_threads(apo_analyst *a, unsigned count)
{
    apo_status status = apo_engine_set_threads(a->engine, count);
    return status == APO_OK ? APO_OK : refuse(a, status, NULL);
}

/* --- games and positions ------------------------------------------------- */

static void answer_faults(apo_analyst *a, const apo_fault_list *faults)
{
    apo_buffer_clear(&a->output);
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_buffer_add_number(&a->output, fault->line);
        apo_buffer_add_char(&a->output, ':');
        apo_buffer_add_number(&a->output, fault->column);
        apo_buffer_add(&a->output, ": ");
        apo_buffer_add(&a->output, fault->key);
        apo_buffer_add(&a->output, ": ");
        apo_buffer_add(&a->output, fault->detail);
        apo_buffer_add_char(&a->output, '\n');
    }
}

/* Replaces the game by a newly compiled one. */
static int take_variant(apo_analyst *a, apo_status status, apo_variant *var,
                        const apo_fault_list *faults)
{
    if (status != APO_OK && faults->count > 0) {
        answer_faults(a, faults);
        return (int)status;
    }
    if (status != APO_OK)
        return refuse(a, status, NULL);
    apo_buffer_clear(&a->net);
    status = apo_engine_new_game(a->engine, var);
    apo_variant_free(a->var);
    a->var = status == APO_OK ? var : NULL;
    a->limits.lines = 0;
    if (status == APO_OK)
        return APO_OK;
    apo_variant_free(var);
    return refuse(a, status, NULL);
}

EXPORT(apo_analyst_open) int apo_analyst_open(apo_analyst *a, size_t length)
{
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_open(&var, input_of(a, length), NULL, &faults);
    return take_variant(a, status, var, &faults);
}

EXPORT(apo_analyst_net) int apo_analyst_net(apo_analyst *a, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_span bytes = input_of(a, length);
    a->limits.lines = 0;
    apo_buffer_clear(&a->net);
    apo_status status = apo_engine_use_network(a->engine, bytes, &err);
    if (status != APO_OK)
        return refuse(a, status, &err);
    apo_buffer_add_span(&a->net, bytes);
    return APO_OK;
}

EXPORT(apo_analyst_define) int apo_analyst_define(apo_analyst *a, size_t length)
{
    apo_fault_list faults;
    apo_variant *var = NULL;
    apo_fault_list_init(&faults);
    apo_status status =
        apo_bundle_compile(&var, apo_span_of("own"), input_of(a, length), NULL, &faults);
    return take_variant(a, status, var, &faults);
}

static apo_status read_start(apo_position *out, const apo_variant *var, apo_span line,
                             apo_error *err)
{
    apo_span rest = line;
    uint32_t number = 1;
    apo_span word = apo_span_word(&rest);
    if (word.length > 0 && !apo_span_is(word, "start"))
        return apo_fen_read(out, var, apo_span_trim(line), err);
    rest = apo_span_trim(rest);
    if (rest.length > 0 && !apo_span_number(rest, UINT32_MAX, &number))
        return APO_E_SYNTAX;
    return apo_position_start(out, var, 0, number);
}

/* Plays the moves on the board, and in the engine if `engine` is given. */
static apo_status play_moves(apo_engine *engine, apo_position pos, apo_span moves,
                             apo_error *err)
{
    apo_status status = APO_OK;
    for (apo_span word; status == APO_OK && (word = apo_span_word(&moves)).length > 0;) {
        apo_move mv;
        status = apo_move_read_any(&mv, &pos, word, err);
        if (status == APO_OK && engine != NULL)
            status = apo_engine_play(engine, &mv);
        if (status == APO_OK)
            status = apo_play(&pos, &mv);
    }
    return status;
}

EXPORT(apo_analyst_position) int apo_analyst_position(apo_analyst *a, size_t length)
{
    apo_error err = {.status = APO_OK};
    apo_position start;
    apo_span line = input_of(a, length);
    size_t end = 0;
    if (a->var == NULL)
        return refuse(a, APO_E_UNSUPPORTED, NULL);
    while (end < line.length && line.text[end] != '\n')
        end++;
    apo_span moves = apo_span_part(line, end, line.length);
    apo_status status = read_start(&start, a->var, apo_span_part(line, 0, end), &err);
    if (status == APO_OK)
        status = play_moves(NULL, start, moves, &err);
    if (status == APO_OK)
        status = apo_engine_set_position(a->engine, &start);
    if (status == APO_OK)
        status = play_moves(a->engine, start, moves, &err);
    a->limits.lines = 0;
    return status == APO_OK ? APO_OK : refuse(a, status, &err);
}

/* --- analysis ------------------------------------------------------------ */

static void add_coordinate(apo_buffer *out, const char *name, const apo_position *pos,
                           const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    apo_json_add_text(out, name, apo_text_span(&text));
}

static void add_san(apo_buffer *out, const char *name, const apo_position *pos,
                    const apo_move *mv)
{
    char buf[APO_SAN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_san_write(&text, pos, mv);
    apo_json_add_text(out, name, apo_text_span(&text));
}

static void
add_line(apo_buffer *out, const char *name, const apo_position *from, const apo_pv *line,
         void (*add)(apo_buffer *, const char *, const apo_position *, const apo_move *))
{
    apo_position pos = *from;
    apo_undo undo;
    apo_json_open(out, name, '[');
    for (unsigned i = 0; i < line->count; i++) {
        add(out, NULL, &pos, &line->moves[i]);
        apo_make(&pos, &line->moves[i], &undo);
    }
    apo_json_close(out, ']');
}

static void add_score(apo_buffer *out, int score)
{
    if (apo_score_is_mate(score))
        apo_json_add_number(out, "mate_moves", apo_score_mate_moves(score));
    else
        apo_json_add_number(out, "score_cp", score);
}

static void report(void *context, const apo_search_report *report)
{
    apo_analyst *a = context;
    apo_buffer *out = &a->output;
    const apo_position *pos = apo_engine_position(a->engine);
    if (report->is_partial || report->depth < a->depth ||
        (report->depth == a->depth && report->index <= a->index))
        return; /* reported in an earlier slice */
    a->depth = report->depth;
    a->index = report->index;
    if (report->index == 0)
        a->made = (apo_decision){.has_move = true,
                                 .has_ponder = report->line->count > 1,
                                 .best = report->line->moves[0],
                                 .ponder = report->line->moves[report->line->count > 1],
                                 .score = report->score};
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "depth", report->depth);
    apo_json_add_number(out, "line", report->index + 1);
    add_score(out, report->score);
    apo_json_add_number(out, "nodes", (int64_t)(a->nodes + report->nodes));
    add_line(out, "pv", pos, report->line, add_coordinate);
    add_line(out, "san", pos, report->line, add_san);
    apo_json_close(out, '}');
    apo_buffer_add_char(out, '\n');
}

EXPORT(apo_analyst_begin) int apo_analyst_begin(apo_analyst *a, unsigned lines)
{
    return apo_analyst_begin_limited(a, lines, 0, 0);
}

EXPORT(apo_analyst_begin_limited)

int apo_analyst_begin_limited(apo_analyst *a, unsigned lines, unsigned depth, unsigned mate)
{
    if (a->var == NULL)
        return refuse(a, APO_E_UNSUPPORTED, NULL);
    if (lines < 1 || lines > APO_MULTIPV_MAX)
        return refuse(a, APO_E_RANGE, NULL);
    a->limits = (apo_limits){.lines = lines, .depth = depth, .mate = mate};
    a->nodes = 0;
    a->depth = a->index = 0;
    a->made = (apo_decision){.has_move = false};
    return APO_OK;
}

EXPORT(apo_analyst_slice) int apo_analyst_slice(apo_analyst *a, unsigned nodes)
{
    if (a->limits.lines == 0)
        return -refuse(a, APO_E_UNSUPPORTED, NULL);
    apo_buffer_clear(&a->output);
    a->limits.nodes = nodes > 0 ? nodes : 1;
    a->limits.depth_first = a->depth; /* the TT still has its results */
    apo_decision made;
    apo_status status = apo_engine_go(&made, a->engine, &a->limits, report, a);
    if (status != APO_OK)
        return -refuse(a, status, NULL);
    a->nodes += made.nodes;
    if (a->depth == 0)
        a->made = made; /* too few nodes for an iteration: at least a legal move */
    return made.has_move && made.nodes >= a->limits.nodes;
}

static void answer_move(apo_analyst *a)
{
    const apo_position *pos = apo_engine_position(a->engine);
    const apo_decision *made = &a->made;
    apo_buffer *out = &a->output;
    apo_buffer_clear(out);
    apo_json_open(out, NULL, '{');
    if (made->has_move) {
        apo_position after = *pos;
        apo_undo undo;
        add_coordinate(out, "move", pos, &made->best);
        add_san(out, "san", pos, &made->best);
        apo_make(&after, &made->best, &undo);
        if (made->has_ponder)
            add_coordinate(out, "answer", &after, &made->ponder);
        add_score(out, made->score);
    }
    apo_json_close(out, '}');
}

EXPORT(apo_analyst_best) int apo_analyst_best(apo_analyst *a)
{
    if (a->limits.lines == 0)
        return refuse(a, APO_E_UNSUPPORTED, NULL);
    answer_move(a);
    return APO_OK;
}

EXPORT(apo_analyst_choose)

int apo_analyst_choose(apo_analyst *a, unsigned level, unsigned seed, unsigned nodes)
{
    const apo_level *chosen = apo_level_get(level);
    const apo_limits limits = {.nodes = nodes > 0 ? nodes : FULL_NODES};
    apo_random random;
    if (chosen == NULL)
        return refuse(a, APO_E_RANGE, NULL);
    apo_random_seed(&random, seed);
    a->limits.lines = 0;
    apo_status status = apo_level_go(&a->made, a->engine, chosen, &limits, &random);
    if (status != APO_OK)
        return refuse(a, status, NULL);
    answer_move(a);
    return APO_OK;
}

static void add_hexadecimal(apo_buffer *out, uint64_t word)
{
    for (unsigned shift = 64; shift > 0; shift -= 4)
        apo_buffer_add_char(out, "0123456789abcdef"[word >> (shift - 4) & 15]);
}

EXPORT(apo_analyst_bench) int apo_analyst_bench(apo_analyst *a, unsigned nodes)
{
    static const apo_time_manager no_clock = {.now = NULL};
    const apo_limits limits = {.nodes = nodes};
    apo_bench sum = {.nodes = 0};
    if (a->var == NULL || nodes == 0)
        return refuse(a, APO_E_UNSUPPORTED, NULL);
    a->limits.lines = 0;
    apo_status status = apo_bench_run(&sum, a->engine, a->var, &limits, &no_clock);
    if (status != APO_OK)
        return refuse(a, status, NULL);
    apo_buffer_clear(&a->output);
    apo_buffer_add_number(&a->output, (int64_t)sum.nodes);
    apo_buffer_add_char(&a->output, ' ');
    add_hexadecimal(&a->output, sum.signature);
    return APO_OK;
}
