#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "cli/lab/lab_log.h"
#include "cli/lab/positions.h"
#include "cli/lab/rows.h"
#include "rules/rules/program_view.h"

enum {
    CHUNK = 1000, /* positions in memory at once, some 5 MB */
    READING = 65, /* percent of the time; the rest is for the fit */
    SECONDS_MAX = 1000000,
    DELTA = 64, /* step of a weight, either way, to measure its effect */
    GAMES_LEAST = 10,
    POSITIONS_LEAST = 1000,
    NAME_MAX = 64,
    WORTH_MOST = 9999,
    /* Expected change of a weight. */
    SPREAD_PIECE = 80,
    SPREAD_REACH = 24,
    SPREAD_SQUARE = 12,
    SPREAD_TERM = 12, /* plus a third of its value */
    ALIKE = 20,       /* positions of one game share its result and count as one */
    ALIKE_MAX = 1000
};

enum kind {
    KIND_TERM,
    KIND_PIECE,
    KIND_REACH,
    KIND_RANK,
    KIND_FILE
};

/* A weight by its name: "piece Q opening", "rank P 7", "hanging ending". */
typedef struct weight {
    enum kind kind;
    unsigned type;
    unsigned number; /* rank or file from 1; 0 opening, 1 ending */
    double spread;   /* 0: not tuned */
} weight;

typedef struct tuning {
    const apo_source *source;
    int64_t began;    /* on the engine's clock */
    uint32_t seconds; /* 0: no limit */
    apo_lab_positions positions;
    apo_piece_values values;
    apo_weights weights;
    size_t count; /* of all weights */
    weight *list; /* owned; by weight, as are the next two */
    double *spread, *change;
    apo_lab_rows rows;
    apo_lab_progress progress;
    apo_pawn_table pawns;
    apo_attack_cache attack_cache;

    apo_position *chunk; /* owned */
    float *scores;       /* owned; by position of the chunk */
    bool *is_held_out;   /* owned; likewise */
    float *slopes;       /* owned; by position and weight */
    size_t chunk_count, position_count;
    uint32_t alike;
} tuning;

/* The time when `percent` of the whole has passed, on the engine's clock; 0: never. */
static int64_t time_after(const tuning *all, unsigned percent)
{
    return all->seconds > 0 ? all->began + (int64_t)all->seconds * 10 * percent : 0;
}

/* Whether no more positions are to be read. Without any, nothing could be learnt. */
static bool is_enough(const tuning *all)
{
    if (apo_interrupt_is_set())
        return true;
    return all->seconds > 0 && all->rows.row_count >= POSITIONS_LEAST &&
           apo_engine_now(NULL) >= time_after(all, READING);
}

/* --- weights ------------------------------------------------------------- */

static weight describe(const tuning *all, size_t index, int weight_now, bool has_terms)
{
    static const char *const words[] = {"piece", "reach", "rank", "file"};
    static const double spreads[] = {SPREAD_PIECE, SPREAD_REACH, SPREAD_SQUARE, SPREAD_SQUARE};
    char buf[NAME_MAX];
    uint32_t number = 0;
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_weight_name(&text, all->source->var, index);
    apo_span rest = apo_text_span(&text), word = apo_span_word(&rest);
    unsigned kind = apo_span_index(word, words, sizeof words / sizeof *words);
    if (kind < sizeof words / sizeof *words) {
        unsigned type = apo_type_of_text(all->source->var, apo_span_word(&rest));
        apo_span last = apo_span_word(&rest);
        if (!apo_span_number(last, UINT16_MAX, &number))
            number = apo_span_is(last, "ending");
        return (weight){KIND_PIECE + kind, type, number, spreads[kind]};
    }
    return (weight){KIND_TERM, 0, 0, has_terms ? SPREAD_TERM + abs(weight_now) / 3.0 : 0};
}

static int16_t *weight_at(tuning *all, size_t index)
{
    return apo_weight_at(&all->weights, all->source->var, index);
}

/* --- effects of weights -------------------------------------------------- */

static bool evaluate_chunk(tuning *all, float *out, size_t stride)
{
    apo_evaluation *evaluation = NULL;
    if (apo_evaluation_new(&evaluation, all->source->var, &all->weights, &all->values, NULL) !=
        APO_OK)
        return false;
    apo_pawns_clear(&all->pawns);
    for (size_t i = 0; i < all->chunk_count; i++) {
        apo_psq psq;
        const apo_position *pos = &all->chunk[i];
        apo_psq_count(&psq, evaluation, pos);
        int score = apo_evaluate(evaluation, &all->pawns, &all->attack_cache, pos, &psq);
        out[i * stride] = (float)(apo_position_side(pos) == APO_WHITE ? score : -score);
    }
    apo_evaluation_free(evaluation);
    return true;
}

/* Evaluates the positions itself, so that no second copy of the evaluation can go stale. */
static bool measure_weight(tuning *all, size_t index, float *buf)
{
    int16_t *at = weight_at(all, index), old = *at;
    *at = (int16_t)(old + DELTA);
    bool is_done = evaluate_chunk(all, buf, 1);
    *at = (int16_t)(old - DELTA);
    is_done = is_done && evaluate_chunk(all, buf + CHUNK, 1);
    *at = old;
    for (size_t i = 0; is_done && i < all->chunk_count; i++)
        all->slopes[i * all->count + index] = (buf[i] - buf[CHUNK + i]) / (2 * DELTA);
    return is_done;
}

static bool is_on_square(const tuning *all, const weight *of, apo_side side, unsigned sq)
{
    const apo_geometry *geo = apo_variant_geometry(all->source->var);
    unsigned file = sq % geo->files;
    unsigned edge = file < geo->files - 1U - file ? file : geo->files - 1U - file;
    if (of->kind == KIND_RANK)
        return apo_geometry_own_rank(geo, side, (apo_square)sq) == of->number;
    return edge + 1 == of->number;
}

/* Weights by rank or file are added for every piece there; no need to evaluate. */
static void count_squares(tuning *all, size_t index)
{
    const weight *of = &all->list[index];
    unsigned squares = apo_geometry_squares(apo_variant_geometry(all->source->var));
    for (size_t i = 0; i < all->chunk_count; i++) {
        int sum = 0;
        for (unsigned sq = 0; sq < squares; sq++) {
            apo_piece piece = apo_position_piece(&all->chunk[i], (apo_square)sq);
            if (!apo_piece_is_real(piece) || apo_piece_type(piece) != of->type)
                continue;
            apo_side side = apo_piece_side(piece);
            if (is_on_square(all, of, side, sq))
                sum += side == APO_WHITE ? 1 : -1;
        }
        all->slopes[i * all->count + index] = (float)sum;
    }
}

static bool add_row(tuning *all, size_t at, float base)
{
    apo_lab_row *row = apo_lab_rows_add(&all->rows);
    if (row == NULL)
        return false;
    row->score = all->scores[at];
    row->base = base;
    row->is_held_out = all->is_held_out[at];
    for (size_t w = 0; w < all->count; w++) {
        float slope = all->slopes[at * all->count + w];
        if (slope != 0 && !apo_lab_rows_enter(&all->rows, (unsigned)w, slope))
            return false;
    }
    return true;
}

/* Turns the positions of the chunk into rows; leaves them out if the time ends or the user
 * stops it meanwhile, as some of their slopes are missing then. */
static bool finish_chunk(tuning *all)
{
    float *buf = calloc(3 * CHUNK, sizeof *buf);
    bool is_done = buf != NULL && evaluate_chunk(all, buf + 2 * CHUNK, 1);
    memset(all->slopes, 0, CHUNK * all->count * sizeof *all->slopes);
    bool is_whole = true;
    for (size_t w = 0; is_done && is_whole && w < all->count; w++) {
        is_whole = !is_enough(all);
        if (!is_whole || all->spread[w] <= 0)
            continue;
        if (all->list[w].kind == KIND_RANK || all->list[w].kind == KIND_FILE)
            count_squares(all, w);
        else
            is_done = measure_weight(all, w, buf);
    }
    if (!is_whole)
        all->chunk_count = 0;
    for (size_t i = 0; is_done && i < all->chunk_count; i++)
        is_done = add_row(all, i, buf[2 * CHUNK + i]);
    free(buf);
    all->position_count += all->chunk_count;
    all->chunk_count = 0;
    apo_lab_progress_show(&all->progress, (uint32_t)all->position_count,
                          (uint32_t)all->positions.line_count, "positions");
    return is_done;
}

/* --- the positions ------------------------------------------------------- */

/* False when out of memory. */
static bool use_position(tuning *all, const apo_lab_line *line)
{
    apo_error err;
    size_t at = all->chunk_count;
    if (apo_fen_read(&all->chunk[at], all->source->var, line->fen, &err) != APO_OK)
        return false; /* it was read before */
    all->scores[at] = line->score;
    all->is_held_out[at] = line->is_held_out;
    return ++all->chunk_count < CHUNK || finish_chunk(all);
}

/* Uses all positions, or as many as there is time for, from all parts of the files: the
 * positions of one game say much the same. False when out of memory. */
static bool use_positions(tuning *all)
{
    bool is_done = true, is_last = false;
    for (size_t i = 0; is_done && !is_last; i++) {
        const apo_lab_line *line = apo_lab_positions_at(&all->positions, i, &is_last);
        if (line != NULL)
            is_done = use_position(all, line);
        if (all->chunk_count == 0 && is_enough(all))
            break;
    }
    return is_done && finish_chunk(all);
}

/* --- the result ---------------------------------------------------------- */

static int tuned(tuning *all, size_t index)
{
    int value = (int)lround(*weight_at(all, index) + all->change[index]);
    return value > WORTH_MOST ? WORTH_MOST : value < -WORTH_MOST ? -WORTH_MOST : value;
}

/* Prints the weights of one kind and type on a line, if one has changed or the line must be
 * repeated. */
static void print_line(tuning *all, const char *key, enum kind kind, unsigned type)
{
    bool has_any = false;
    for (size_t w = 0; w < all->count; w++)
        has_any = has_any || (all->list[w].kind == kind && all->list[w].type == type &&
                              (tuned(all, w) != *weight_at(all, w) ||
                               (kind >= KIND_RANK && tuned(all, w) != 0)));
    if (!has_any)
        return;
    char text[APO_TYPE_TEXT_MAX];
    printf("%s = %s", key, apo_type_text(text, all->source->var, APO_WHITE, type));
    for (size_t w = 0; w < all->count; w++)
        if (all->list[w].kind == kind && all->list[w].type == type)
            printf(" %d", tuned(all, w));
    putchar('\n');
}

/* True if a definition can give this type values: not a king, and not a promoted piece that
 * becomes a pawn again when it is captured, which no file can name. */
static bool can_be_given(const tuning *all, unsigned type)
{
    const apo_type_info *info = apo_type_info_of(all->source->var, type);
    return !info->is_royal && info->mark != APO_MARK_TURNS_BACK;
}

static void print_section(tuning *all)
{
    static const struct {
        const char *key;
        enum kind kind;
    } lines[] = {{"piece", KIND_PIECE},
                 {"reach", KIND_REACH},
                 {"ranks", KIND_RANK},
                 {"files", KIND_FILE}};

    printf("[values]\n# Tuned by \"apothecary tune\" on %zu positions.\n", all->rows.row_count);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (unsigned type = 1; type <= apo_variant_info_of(all->source->var)->type_count;
             type++)
            if (can_be_given(all, type))
                print_line(all, lines[i].key, lines[i].kind, type);
}

static bool is_as_everywhere(tuning *all, size_t w)
{
    apo_weight everywhere = apo_weight_of_term((enum apo_term)(w / 2));
    return tuned(all, w) == (w % 2 == 0 ? everywhere.opening : everywhere.ending);
}

/* Terms come in pairs, "hanging opening" before "hanging ending". The tempo is fitted, so as
 * not to distort the others, but not printed: it is worth more before a search than in the
 * evaluation at its leaves. */
static void print_terms(tuning *all)
{
    for (size_t w = 2 * (APO_TERM_TEMPO + 1);
         w + 1 < all->count && all->list[w].kind == KIND_TERM; w += 2) {
        char buf[NAME_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        if (is_as_everywhere(all, w) && is_as_everywhere(all, w + 1))
            continue;
        apo_weight_name(&text, all->source->var, w);
        apo_span rest = apo_text_span(&text), name = apo_span_word(&rest);
        printf("%.*s = %d %d\n", (int)name.length, name.text, tuned(all, w), tuned(all, w + 1));
    }
}

static enum apo_exit learn(tuning *all)
{
    apo_lab_learning learning = {.rows = &all->rows,
                                 .count = all->count,
                                 .spread = all->spread,
                                 .change = all->change,
                                 .alike = all->alike,
                                 .until = time_after(all, 100)};
    if (all->rows.row_count < POSITIONS_LEAST)
        return apo_report_failure("tune: %zu positions are too few; at least %d are needed",
                                  all->rows.row_count, POSITIONS_LEAST);
    if (all->positions.games.game_count < GAMES_LEAST)
        return apo_report_failure("tune: positions of %u games are too few; at least %d are "
                                  "needed",
                                  (unsigned)all->positions.games.game_count, GAMES_LEAST);
    learning.scale = apo_lab_find_scale(&all->rows);
    double before[2] = {apo_lab_loss(&learning, false), apo_lab_loss(&learning, true)};
    if (!apo_lab_learn(&learning))
        return apo_report_failure("tune: %s", apo_status_message(APO_E_MEMORY));
    fprintf(stderr,
            "%zu of %zu positions of %u games; a pawn ahead scores %.1f %%.\n"
            "Loss of the training positions:     %.5f, was %.5f.\n"
            "Loss of every tenth game, held out: %.5f, was %.5f.\n",
            all->rows.row_count, all->positions.line_count,
            (unsigned)all->positions.games.game_count, 100 / (1 + exp(-100 * learning.scale)),
            apo_lab_loss(&learning, false), before[0], apo_lab_loss(&learning, true),
            before[1]);
    print_section(all);
    print_terms(all);
    return APO_EXIT_OK;
}

/* --- setting up ---------------------------------------------------------- */

static bool allocate(tuning *all, bool has_terms)
{
    all->count = apo_weight_count(all->source->var);
    all->list = calloc(all->count, sizeof *all->list);
    all->spread = calloc(all->count, sizeof *all->spread);
    all->change = calloc(all->count, sizeof *all->change);
    all->chunk = calloc(CHUNK, sizeof *all->chunk);
    all->scores = calloc(CHUNK, sizeof *all->scores);
    all->is_held_out = calloc(CHUNK, sizeof *all->is_held_out);
    all->slopes = calloc(CHUNK * all->count, sizeof *all->slopes);
    if (all->list == NULL || all->spread == NULL || all->change == NULL || all->chunk == NULL ||
        all->scores == NULL || all->is_held_out == NULL || all->slopes == NULL ||
        apo_attack_cache_start(&all->attack_cache, all->source->var, NULL) != APO_OK ||
        apo_pawns_start(&all->pawns, all->source->var, NULL) != APO_OK)
        return false;
    for (size_t w = 0; w < all->count; w++) {
        all->list[w] = describe(all, w, *weight_at(all, w), has_terms);
        all->spread[w] = all->list[w].spread;
    }
    return true;
}

static void release(tuning *all)
{
    apo_lab_rows_clear(&all->rows);
    apo_lab_positions_clear(&all->positions);
    free(all->list);
    free(all->spread);
    free(all->change);
    free(all->chunk);
    free(all->scores);
    free(all->is_held_out);
    free(all->slopes);
    apo_attack_cache_free(&all->attack_cache);
    apo_pawns_free(&all->pawns);
    free(all);
}

static enum apo_exit tune(tuning *all, const apo_call *call)
{
    bool has_terms = apo_call_has(call, "terms");
    all->alike = ALIKE;
    all->began = apo_engine_now(NULL);
    enum apo_exit result = apo_call_number(call, "alike", 1, ALIKE_MAX, &all->alike);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "seconds", 1, SECONDS_MAX, &all->seconds);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = apo_piece_values_derive(&all->values, all->source->var, NULL);
    if (status == APO_OK)
        apo_weights_derive(&all->weights, all->source->var, &all->values);
    if (status == APO_OK && !allocate(all, has_terms))
        status = APO_E_MEMORY;
    if (status != APO_OK)
        return apo_report_failure("tune: %s", apo_status_message(status));
    (void)apo_interrupt_install();
    apo_lab_progress_start(&all->progress, 0, apo_call_has(call, "progress"));
    result = apo_lab_positions_read(&all->positions, all->source->var,
                                    (const char *const *)&call->operands[1],
                                    call->operand_count - 1);
    if (result == APO_EXIT_OK && !use_positions(all))
        result = apo_report_failure("tune: %s", apo_status_message(APO_E_MEMORY));
    apo_lab_progress_end(&all->progress);
    if (result == APO_EXIT_OK && !apo_interrupt_is_set())
        return learn(all);
    if (result == APO_EXIT_OK && all->position_count == 0)
        return APO_EXIT_INTERRUPTED;
    if (result != APO_EXIT_OK)
        return result;
    apo_report_error("tune: stopped after %zu positions; the others are not used",
                     all->position_count);
    apo_interrupt_clear();
    result = learn(all);
    return result == APO_EXIT_OK ? APO_EXIT_INTERRUPTED : result;
}

static enum apo_exit run_tune(const apo_call *call)
{
    apo_source source;
    enum apo_exit result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    tuning *all = calloc(1, sizeof *all);
    if (all != NULL) {
        all->source = &source;
        result = tune(all, call);
        release(all);
    } else {
        result = apo_report_failure("tune: %s", apo_status_message(APO_E_MEMORY));
    }
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"terms", NULL, NULL, "Also tune the other terms: threats, pawns, king safety."},
    {"alike", "N", NULL,
     "Count N positions as one, because they share the result of a game; default 20, use 1 "
     "if each has a result of its own."},
    {"seconds", "N", NULL,
     "Take about N seconds: use as many positions as there is time for, evenly chosen; default "
     "all."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"tune modern modern.positions",
     "Print a section [values] for modern.variant, from positions that values or balance "
     "kept."},
    {NULL, NULL},
};

const apo_command apo_command_tune = {
    .name = "tune",
    .operands = "VARIANT FILE...",
    .summary = "Fit the engine's evaluation of a game to the results of games",
    .about = "Reads quiet positions with the results of their games (written by the option "
             "--positions of values and balance) and adjusts the values of pieces, of their "
             "mobility and of their squares until the evaluation predicts the results best, by "
             "logistic regression. The effect of each weight is measured with the evaluation "
             "itself. Prints the section [values] of the definition file. Every tenth game is "
             "held out for validation; use \"match\" to test whether the engine plays better.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .run = run_tune,
};
