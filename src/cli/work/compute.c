#include "cli/work/compute.h"

#include <apothecary/apothecary.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/nets/nets_source.h"
#include "cli/work/parts.h"
#include "cli/work/proof.h"
#include "definition/file/bundle.h"
#include "net/json_in.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "rules/rules/program_view.h"
#include "search/engine.h"

enum {
    PLIES_MAX = 1000, /* as in reviews that people send */
    MOVES_MAX = 5000, /* before the computer's: no game of a server has more */
    TRIAL_NODES = 4000,
    TRIAL_POSITIONS = 3
};

static const int64_t nodes_max = 1000000000;

/* A piece of work, read; the spans are borrowed from its documents. */
typedef struct task {
    apo_json_in *document, *input;
    apo_span kind;
    apo_variant *var; /* owned */
    apo_position start;
    int64_t nodes;
} task;

static apo_status fail(apo_error *err, apo_status status, const char *sentence)
{
    return apo_fail(err, status, 0, sentence, apo_span_of(""));
}

/* --- reading ------------------------------------------------------------- */

static bool read_text(const apo_json_value *object, const char *name, apo_span *out)
{
    return apo_json_in_text(apo_json_in_member(object, name), out);
}

static apo_status read_rules(task *one, apo_span id, apo_span rules, apo_error *err)
{
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_bundle_compile(&one->var, id, rules, NULL, &faults);
    return status == APO_OK ? APO_OK : fail(err, status, "the rules cannot be read");
}

static apo_status read_task(task *out, apo_span text, apo_error *err)
{
    apo_span id, rules, input;
    apo_status status = apo_json_in_read(&out->document, text, err);
    if (status != APO_OK)
        return status;
    const apo_json_value *root = apo_json_in_root(out->document);
    if (!read_text(root, "kind", &out->kind) || !read_text(root, "variant", &id) ||
        !read_text(root, "rules", &rules) || !read_text(root, "input", &input) ||
        apo_json_in_read(&out->input, input, err) != APO_OK)
        return fail(err, APO_E_SYNTAX, "kind, variant, rules and input are texts");
    return read_rules(out, id, rules, err);
}

/* What a search of a position begins with. */
static apo_status read_position(task *out, apo_error *err)
{
    apo_span fen;
    const apo_json_value *inner = apo_json_in_root(out->input);
    if (!read_text(inner, "fen", &fen) ||
        !apo_json_in_number(apo_json_in_member(inner, "nodes"), 1, nodes_max, &out->nodes))
        return fail(err, APO_E_SYNTAX, "the input lacks fen or nodes");
    return apo_fen_read(&out->start, out->var, fen, err);
}

static void free_task(task *one)
{
    apo_variant_free(one->var);
    apo_json_in_free(one->input);
    apo_json_in_free(one->document);
}

/* --- reviews ------------------------------------------------------------- */

/* The engine evaluates with this program's net, if it has one for these rules. */
static apo_status open_engine(apo_engine **out, const apo_variant *var)
{
    const apo_engine_options options = {.hash_mb = 0, .network_source = apo_nets_find};
    apo_status status = apo_engine_new(out, &options);
    if (status != APO_OK)
        return status;
    status = apo_engine_new_game(*out, var);
    if (status != APO_OK)
        apo_engine_free(*out);
    return status;
}

/* "31 e2e4", "#-3 d8h4": for White. */
static void write_line(apo_text *out, const apo_position *pos, const apo_decision *made)
{
    int sign = apo_position_side(pos) == APO_WHITE ? 1 : -1;
    bool is_mate = apo_score_is_mate(made->score);
    if (is_mate)
        apo_text_add_char(out, '#');
    apo_text_add_number(out,
                        sign * (is_mate ? apo_score_mate_moves(made->score) : made->score));
    apo_text_add_char(out, ' ');
    apo_coordinate_write(out, pos, &made->best);
}

/* The lines of a review, searched from the last position to the first, because results from
 * later positions help with earlier ones. */
typedef struct review {
    apo_position positions[PLIES_MAX + 1];
    char lines[PLIES_MAX + 1][APO_COORDINATE_MAX + 16];
    size_t count;
} review;

static apo_status read_moves(review *out, const task *one, apo_error *err)
{
    apo_span moves = {"", 0};
    if (!read_text(apo_json_in_root(one->input), "moves", &moves))
        return fail(err, APO_E_SYNTAX, "a review needs moves");
    out->positions[0] = one->start;
    out->count = 1;
    for (apo_span word; (word = apo_span_word(&moves)).length > 0; out->count++) {
        apo_move mv;
        if (out->count > PLIES_MAX)
            return fail(err, APO_E_SYNTAX, "there are too many moves");
        apo_position *pos = &out->positions[out->count];
        *pos = out->positions[out->count - 1];
        apo_status status = apo_coordinate_read(&mv, pos, word, err);
        if (status == APO_OK)
            status = apo_play(pos, &mv);
        if (status != APO_OK)
            return fail(err, APO_E_ILLEGAL, "one of the moves is not legal");
    }
    return APO_OK;
}

static apo_status search_all(review *all, apo_engine *engine, int64_t nodes)
{
    const apo_limits limits = {.nodes = (uint64_t)nodes};
    apo_status status = APO_OK;
    for (size_t i = all->count; status == APO_OK && i-- > 0;) {
        apo_decision made;
        apo_text text = apo_text_start(all->lines[i], sizeof all->lines[i]);
        status = apo_engine_set_position(engine, &all->positions[i]);
        if (status == APO_OK)
            status = apo_engine_go(&made, engine, &limits, NULL, NULL);
        if (status == APO_OK && made.has_move)
            write_line(&text, &all->positions[i], &made);
    }
    return status;
}

static apo_status compute_review(apo_buffer *out, const task *one, apo_error *err)
{
    apo_engine *engine = NULL;
    review *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return fail(err, APO_E_MEMORY, "out of memory");
    apo_status status = read_moves(all, one, err);
    if (status == APO_OK)
        status = open_engine(&engine, one->var);
    if (status == APO_OK)
        status = search_all(all, engine, one->nodes);
    if (status == APO_OK) {
        apo_json_open(out, NULL, '{');
        apo_json_open(out, "positions", '[');
        for (size_t i = 0; i < all->count; i++)
            apo_json_add_string(out, NULL, all->lines[i]);
        apo_json_close(out, ']');
        apo_json_close(out, '}');
    }
    apo_engine_free(engine);
    apo_free(NULL, all);
    return status;
}

/* --- the computer's moves ------------------------------------------------ */

/* Plays the moves of the input in the engine, which learns of repetitions that way. */
static apo_status play_all(apo_engine *engine, const task *one, apo_error *err)
{
    apo_span moves = {"", 0};
    if (!read_text(apo_json_in_root(one->input), "moves", &moves))
        return fail(err, APO_E_SYNTAX, "a move needs the moves before it");
    apo_status status = apo_engine_set_position(engine, &one->start);
    apo_span word;
    for (size_t i = 0; status == APO_OK && (word = apo_span_word(&moves)).length > 0; i++) {
        apo_move mv;
        if (i == MOVES_MAX)
            return fail(err, APO_E_SYNTAX, "there are too many moves");
        status = apo_coordinate_read(&mv, apo_engine_position(engine), word, err);
        if (status == APO_OK)
            status = apo_engine_play(engine, &mv);
        if (status != APO_OK && status != APO_E_MEMORY)
            return fail(err, APO_E_ILLEGAL, "one of the moves is not legal");
    }
    return status;
}

static apo_status compute_move(apo_buffer *out, const task *one, apo_error *err)
{
    apo_engine *engine = NULL;
    apo_decision made;
    const apo_limits limits = {.nodes = (uint64_t)one->nodes};
    char move[APO_COORDINATE_MAX] = "";
    apo_text text = apo_text_start(move, sizeof move);
    apo_status status = open_engine(&engine, one->var);
    if (status != APO_OK)
        return status;
    status = play_all(engine, one, err);
    if (status == APO_OK)
        status = apo_engine_go(&made, engine, &limits, NULL, NULL);
    if (status == APO_OK && !made.has_move)
        status = fail(err, APO_E_POSITION, "there is no move");
    if (status == APO_OK) {
        apo_coordinate_write(&text, apo_engine_position(engine), &made.best);
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "move", move);
        apo_json_close(out, '}');
    }
    apo_engine_free(engine);
    return status;
}

/* --- problems ------------------------------------------------------------ */

static apo_status compute_problem(apo_buffer *out, const task *one, apo_error *err)
{
    apo_span aim;
    int64_t moves;
    apo_proof proof;
    const apo_json_value *inner = apo_json_in_root(one->input);
    enum apo_forced_aim which = APO_FORCED_MATE;
    if (!read_text(inner, "aim", &aim) ||
        !apo_json_in_number(apo_json_in_member(inner, "moves"), 1, APO_FORCED_MOVES_MAX,
                            &moves))
        return fail(err, APO_E_SYNTAX, "a problem needs aim and moves");
    while (which < APO_FORCED_AIMS && !apo_span_is(aim, apo_forced_aim_word(which)))
        which++;
    if (which == APO_FORCED_AIMS)
        return fail(err, APO_E_SYNTAX, "there is no such aim");
    apo_status status =
        apo_prove(&proof, &one->start, which, (unsigned)moves, (uint64_t)one->nodes);
    if (status == APO_OK)
        apo_proof_write(out, &proof, &one->start);
    return status;
}

/* --- all kinds ----------------------------------------------------------- */

static const struct {
    const char *name;
    apo_status (*compute)(apo_buffer *out, const task *one, apo_error *err);
} kinds[] = {{"move", compute_move}, {"review", compute_review}, {"problem", compute_problem}};

/* Work about a position, or a part of a project. */
static apo_status compute(apo_buffer *out, task *one, apo_error *err)
{
    const apo_part part = {one->kind, one->var, apo_json_in_root(one->input)};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!apo_span_is(one->kind, kinds[i].name))
            continue;
        apo_status status = read_position(one, err);
        return status == APO_OK ? kinds[i].compute(out, one, err) : status;
    }
    return apo_part_compute(out, &part, err);
}

apo_status apo_compute(apo_buffer *out, apo_span input, apo_error *err)
{
    task one = {.document = NULL};
    apo_status status = read_task(&one, input, err);
    if (status == APO_OK)
        status = compute(out, &one, err);
    if (status == APO_OK && out->is_failed)
        status = fail(err, APO_E_MEMORY, "out of memory");
    free_task(&one);
    return status;
}

/* --- which program ------------------------------------------------------- */

/* FNV-1a. */
static uint64_t mix(uint64_t hash, apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static apo_status try_game(uint64_t *hash, const char *id)
{
    apo_variant *var;
    apo_engine *engine = NULL;
    const apo_limits limits = {.nodes = TRIAL_NODES};
    apo_status status = apo_definition_open(&var, apo_span_of(id), NULL, NULL);
    if (status != APO_OK)
        return status;
    status = open_engine(&engine, var);
    for (unsigned i = 0; status == APO_OK && i < TRIAL_POSITIONS; i++) {
        char line[APO_COORDINATE_MAX + 16];
        apo_decision made;
        apo_text text = apo_text_start(line, sizeof line);
        status = apo_engine_go(&made, engine, &limits, NULL, NULL);
        if (status != APO_OK || !made.has_move)
            break;
        write_line(&text, apo_engine_position(engine), &made);
        *hash = mix(*hash, apo_text_span(&text));
        status = apo_engine_play(engine, &made.best);
    }
    apo_engine_free(engine);
    apo_variant_free(var);
    return status;
}

apo_status apo_compute_program(apo_buffer *out)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    apo_status status = try_game(&hash, "chess");
    if (status == APO_OK)
        status = try_game(&hash, "alert");
    if (status != APO_OK)
        return status;
    apo_buffer_add(out, apo_version());
    apo_buffer_add_char(out, '-');
    for (int shift = 60; shift >= 0; shift -= 4)
        apo_buffer_add_char(out, digits[hash >> (unsigned)shift & 15]);
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
