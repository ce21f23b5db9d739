#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/estimate.h"
#include "cli/lab/fit.h"
#include "cli/lab/imbalance.h"
#include "cli/lab/interval.h"
#include "cli/lab/lab.h"
#include "cli/lab/plot.h"
#include "search/weights.h"

enum {
    GAMES_USUAL = 1000,
    GAMES_MAX = 10000000,
    NODES_MAX = 1000000,
    LINE_MAX = 512,
    PAIRS_PER_NUMBER = 20, /* from this number on the intervals are reliable */
    COLOUR = 0 /* index of White's advantage in the fit; types use their own numbers */
};

typedef struct values {
    const apo_source *source;
    int16_t piece_values[APO_TYPES_MAX]; /* the evaluation's own */
    unsigned pawn;                       /* the type that is the unit */
    uint64_t seed;
    uint32_t pair_total, pair_count; /* wanted; played, each of two games */
    apo_fit_case *cases;             /* owned; two for each pair */
    uint32_t games[APO_TYPES_MAX];   /* in which the type is unbalanced */
    apo_lab lab;
} values;

/* --- results ------------------------------------------------------------- */

static void add_case(values *all, uint32_t pair, unsigned game, const int8_t *surplus,
                     int white_quarters)
{
    apo_fit_case *one = &all->cases[2 * pair + game];
    *one = (apo_fit_case){.score = (float)white_quarters / APO_QUARTERS_WIN, .group = pair};
    one->differences[COLOUR] = 1;
    for (unsigned type = 1; type < APO_TYPES_MAX; type++) {
        one->differences[type] = (int8_t)(game == 0 ? surplus[type] : -surplus[type]);
        all->games[type] += surplus[type] != 0;
    }
}

static void add_pair(values *all, const int8_t *surplus, const int quarters[2])
{
    for (unsigned game = 0; game < 2; game++)
        add_case(all, all->pair_count, game, surplus, quarters[game]);
    all->pair_count++;
}

/* "R-1", "P+2", "+R+1". */
static bool read_surplus(const values *all, apo_span word, int8_t *surplus)
{
    uint32_t number;
    size_t sign = word.length;
    while (sign > 0 && word.text[sign - 1] != '+' && word.text[sign - 1] != '-')
        sign--;
    if (sign < 2 || !apo_span_number(apo_span_part(word, sign, word.length), 99, &number))
        return false;
    unsigned type = apo_type_of_text(all->source->var, apo_span_part(word, 0, sign - 1));
    if (type == APO_TYPE_NONE)
        return false;
    surplus[type] = (int8_t)(word.text[sign - 1] == '+' ? (int)number : -(int)number);
    return true;
}

/* pair 12 start 3 white 4 1 plies 93 120 surplus R-1 N+1 P+2 */
static bool read_pair(void *context, apo_span line)
{
    values *all = context;
    static const char *const words[] = {"pair",  "start", "white",  NULL,
                                        "plies", NULL,    "surplus"};
    uint32_t numbers[6];
    int8_t surplus[APO_TYPES_MAX] = {0};
    for (unsigned i = 0, k = 0; i < sizeof words / sizeof *words; i++) {
        if (words[i] != NULL && !apo_span_is(apo_span_word(&line), words[i]))
            return false;
        if (k < 6 && !apo_span_number(apo_span_word(&line), UINT32_MAX, &numbers[k++]))
            return false;
    }
    for (apo_span word; (word = apo_span_word(&line)).length > 0;)
        if (!read_surplus(all, word, surplus))
            return false;
    const int quarters[2] = {(int)numbers[2], (int)numbers[3]};
    if (all->pair_count == all->pair_total)
        return true; /* fewer are wanted now */
    if (numbers[0] != all->pair_count || numbers[2] > APO_QUARTERS_WIN ||
        numbers[3] > APO_QUARTERS_WIN)
        return false;
    add_pair(all, surplus, quarters);
    return true;
}

static bool write_pair(values *all, const apo_imbalance *imbalance,
                       const apo_lab_result results[2])
{
    char line[LINE_MAX], text[APO_TYPE_TEXT_MAX];
    int length =
        snprintf(line, sizeof line, "pair %u start %u white %d %d plies %u %u surplus",
                 (unsigned)all->pair_count, imbalance->start_number, results[0].white_quarters,
                 results[1].white_quarters, results[0].plies, results[1].plies);
    for (unsigned type = 1; type < APO_TYPES_MAX; type++)
        if (imbalance->surplus[type] != 0)
            length += snprintf(line + length, sizeof line - (size_t)length, " %s%+d",
                               apo_type_text(text, all->source->var, APO_WHITE, type),
                               imbalance->surplus[type]);
    return apo_lab_log_add(&all->lab.log, line);
}

/* --- playing ------------------------------------------------------------- */

static enum apo_exit fail(apo_status status)
{
    return apo_report_failure("values: %s", apo_status_message(status));
}

/* Plays both games of the next pair. */
static enum apo_exit play_pair(values *all)
{
    apo_imbalance imbalance;
    apo_lab_result results[2];
    uint64_t seed = apo_mix(all->seed + all->pair_count);
    apo_status status = apo_imbalance_make(&imbalance, all->source->var, all->piece_values,
                                           all->seed, all->pair_count);
    for (unsigned game = 0; status == APO_OK && game < 2; game++) {
        apo_lab_sample_seed(&all->lab.sample, seed + game);
        status =
            apo_lab_play(&results[game], &all->lab.table, &imbalance.positions[game], seed);
        if (!apo_lab_sample_end(&all->lab.sample,
                                status == APO_OK ? results[game].white_quarters : -1))
            return APO_EXIT_NO;
    }
    if (status == APO_E_FINISHED)
        return APO_EXIT_INTERRUPTED;
    if (status != APO_OK)
        return fail(status);
    if (!write_pair(all, &imbalance, results))
        return APO_EXIT_NO;
    const int quarters[2] = {results[0].white_quarters, results[1].white_quarters};
    add_pair(all, imbalance.surplus, quarters);
    return APO_EXIT_OK;
}

static enum apo_exit play_pairs(values *all, bool has_progress)
{
    enum apo_exit result = APO_EXIT_OK;
    apo_lab_progress_start(&all->lab.progress, 2 * all->pair_count, has_progress);
    while (result == APO_EXIT_OK && all->pair_count < all->pair_total) {
        result = play_pair(all);
        apo_lab_progress_show(&all->lab.progress, 2 * all->pair_count, 2 * all->pair_total,
                              "games");
    }
    apo_lab_progress_end(&all->lab.progress);
    return result;
}

/* --- the table ----------------------------------------------------------- */

typedef struct row {
    unsigned type;
    double value, margin; /* in pawns of the evaluation */
    double own;           /* value in the evaluation */
    double pawns;         /* in measured pawns */
} row;

/* The unit: all pieces except pawns together have the total value of the evaluation. The pawn
 * itself is measured too imprecisely and would widen all intervals. `share` is set to the share
 * of each number of the fit. */
static void find_unit(const values *all, const apo_fit *fit, double *share)
{
    const apo_variant *var = all->source->var;
    double own = 0;
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++) {
        share[type] = fit->is_known[type] && !apo_type_info_of(var, type)->is_pawn;
        own += share[type] * all->piece_values[type] / all->piece_values[all->pawn];
    }
    for (unsigned type = 1; own > 0 && type <= apo_variant_info_of(var)->type_count; type++)
        share[type] /= own;
}

static double find_factor(const values *all, const apo_fit *fit)
{
    return apo_lab_interval_factor(all->pair_count, apo_lab_known(fit));
}

/* A piece's value and its interval, with the uncertainty of the unit. */
static row make_row(const values *all, const apo_fit *fit, unsigned type)
{
    double share[APO_FIT_MAX] = {0};
    find_unit(all, fit, share);
    apo_lab_estimate found = apo_lab_estimate_value(fit, type, share, all->pair_count);
    return (row){type, found.value, found.margin,
                 (double)all->piece_values[type] / all->piece_values[all->pawn],
                 fit->value[type] / fit->value[all->pawn]};
}

/* "0.41", or "?" where the games say nothing. */
static const char *margin_text(char out[16], double margin, int places)
{
    if (!isfinite(margin) || margin >= 1000)
        return "?";
    snprintf(out, 16, "%.*f", places, margin);
    return out;
}

/* Intervals rest on the law of large numbers. */
static void warn_of_few(const values *all, const apo_fit *fit, const row *rows, unsigned count)
{
    unsigned known = apo_lab_known(fit), least = 2 * PAIRS_PER_NUMBER * known;
    bool is_bounded = true;
    for (unsigned i = 0; i < count; i++)
        is_bounded = is_bounded && isfinite(rows[i].margin);
    if (2 * all->pair_count >= least && is_bounded)
        return;
    fflush(stdout);
    apo_report_error("warning: %u games are too few for %u values: intervals mean little below "
                     "%u games%s",
                     (unsigned)(2 * all->pair_count), known, least,
                     is_bounded ? "" : ", and some (?) have no end");
}

static int compare_rows(const void *a, const void *b)
{
    const row *one = a, *other = b;
    return (one->value < other->value) - (one->value > other->value);
}

static unsigned make_rows(const values *all, const apo_fit *fit, row *out)
{
    unsigned count = 0;
    for (unsigned type = 1; type <= apo_variant_info_of(all->source->var)->type_count; type++)
        if (fit->is_known[type])
            out[count++] = make_row(all, fit, type);
    qsort(out, count, sizeof *out, compare_rows);
    return count;
}

static double percent_of(double log_odds)
{
    return 100 / (1 + exp(-log_odds));
}

static void print_table(const values *all, const apo_fit *fit, const row *rows, unsigned count)
{
    const apo_variant *var = all->source->var;
    char text[16], worth[16], pawns[16], sign[APO_TYPE_TEXT_MAX];
    printf("%-22s %8s %6s %10s %8s %7s\n", "piece", "worth", "+-", "evaluation", "in pawns",
           "games");
    for (unsigned i = 0; i < count; i++)
        printf("%-2s%-20s %8s %6s %10.2f %8s %7u\n",
               apo_type_text(sign, var, APO_WHITE, rows[i].type),
               apo_type_info_of(var, rows[i].type)->name, margin_text(worth, rows[i].value, 2),
               margin_text(text, rows[i].margin, 2), rows[i].own,
               margin_text(pawns, rows[i].pawns, 2), (unsigned)all->games[rows[i].type]);
    double colour = fit->value[COLOUR];
    double margin = find_factor(all, fit) * sqrt(fit->covariance[COLOUR][COLOUR]);
    printf("White scores %.1f %% (+- %s) with equal pieces; a pawn more, as Black and White by "
           "turns, %.1f %%.\n",
           percent_of(colour),
           margin_text(
               text,
               isfinite(margin) ? percent_of(colour + margin) - percent_of(colour) : margin, 1),
           percent_of(fit->value[all->pawn]));
    printf("%u games of %u, %u nodes a move.\n", (unsigned)(2 * all->pair_count),
           (unsigned)(2 * all->pair_total), (unsigned)all->lab.table.rules.nodes);
}

static void add_hundredths(apo_buffer *out, const char *name, double value)
{
    if (isfinite(value)) /* without it the games say nothing */
        apo_json_add_number(out, name, (int64_t)lround(100 * value));
}

static enum apo_exit print_json(const values *all, const apo_fit *fit, const row *rows,
                                unsigned count)
{
    const apo_variant *var = all->source->var;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", apo_variant_info_of(var)->id);
    apo_json_add_number(&out, "games", 2 * (int64_t)all->pair_count);
    apo_json_add_number(&out, "nodes", all->lab.table.rules.nodes);
    add_hundredths(&out, "white_score_permyriad", percent_of(fit->value[COLOUR]));
    apo_json_open(&out, "men", '[');
    for (unsigned i = 0; i < count; i++) {
        char text[APO_TYPE_TEXT_MAX];
        apo_json_open(&out, NULL, '{');
        apo_json_add_string(&out, "letter", apo_type_text(text, var, APO_WHITE, rows[i].type));
        apo_json_add_string(&out, "name", apo_type_info_of(var, rows[i].type)->name);
        add_hundredths(&out, "worth_cp", rows[i].value);
        add_hundredths(&out, "margin_cp", rows[i].margin);
        add_hundredths(&out, "evaluation_cp", rows[i].own);
        add_hundredths(&out, "pawns_hundredths", rows[i].pawns);
        apo_json_add_number(&out, "games", all->games[rows[i].type]);
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

/* Writes the table as a picture. */
static enum apo_exit draw(const values *all, const row *rows, unsigned count, const char *path)
{
    apo_plot_row drawn[APO_TYPES_MAX];
    apo_buffer out;
    for (unsigned i = 0; i < count; i++) {
        const apo_type_info *type = apo_type_info_of(all->source->var, rows[i].type);
        drawn[i] = (apo_plot_row){.value = rows[i].value,
                                  .low = rows[i].value - rows[i].margin,
                                  .high = rows[i].value + rows[i].margin,
                                  .other = rows[i].own};
        snprintf(drawn[i].label, sizeof drawn[i].label, "%c %s", type->letter, type->name);
    }
    apo_buffer_init(&out, NULL);
    apo_plot_rows_file(&out, "Values of the pieces", drawn, count,
                       apo_plot_axis_for(drawn, count));
    apo_status status =
        out.is_failed ? APO_E_MEMORY : apo_file_write(path, apo_buffer_span(&out), true);
    apo_buffer_clear(&out);
    return status == APO_OK
               ? APO_EXIT_OK
               : apo_report_failure("%s: %s", path,
                                    status == APO_E_IO ? strerror(errno)
                                                       : apo_status_message(status));
}

static enum apo_exit print_values(const values *all, const apo_call *call)
{
    apo_fit fit;
    row rows[APO_TYPES_MAX];
    size_t count = apo_variant_info_of(all->source->var)->type_count + 1U;
    if (all->pair_count == 0 ||
        apo_fit_logistic(&fit, count, all->cases, 2 * (size_t)all->pair_count) != APO_OK)
        return apo_report_failure("values: no game was finished");
    if (!fit.is_known[all->pawn] || fit.value[all->pawn] <= 0)
        return apo_report_failure("values: too few games to measure the value of a pawn");
    unsigned row_count = make_rows(all, &fit, rows);
    warn_of_few(all, &fit, rows, row_count);
    const char *picture = apo_call_value(call, "svg");
    if (picture != NULL && draw(all, rows, row_count, picture) != APO_EXIT_OK)
        return APO_EXIT_NO;
    if (apo_call_has(call, "json"))
        return print_json(all, &fit, rows, row_count);
    print_table(all, &fit, rows, row_count);
    return APO_EXIT_OK;
}

/* --- setting up ---------------------------------------------------------- */

/* The most frequent pawn type is the unit. */
static void choose_pawn(values *all)
{
    apo_setup setup;
    unsigned counts[APO_TYPES_MAX] = {0};
    const apo_variant *var = all->source->var;
    if (apo_setup_start(&setup, var, 0, 1) != APO_OK)
        return;
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(var)); sq++)
        if (apo_piece_is_real(setup.pieces[sq]))
            counts[apo_piece_type(setup.pieces[sq])]++;
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (apo_type_info_of(var, type)->is_pawn && counts[type] > counts[all->pawn])
            all->pawn = type;
}

static apo_status weigh(values *all)
{
    const apo_variant *var = all->source->var;
    apo_piece_values *piece_values = malloc(sizeof *piece_values);
    apo_weights *weights = malloc(sizeof *weights);
    apo_status status = piece_values != NULL && weights != NULL
                            ? apo_piece_values_derive(piece_values, var, NULL)
                            : APO_E_MEMORY;
    if (status == APO_OK)
        apo_weights_derive(weights, var, piece_values);
    for (unsigned type = 1; status == APO_OK && type <= apo_variant_info_of(var)->type_count;
         type++)
        all->piece_values[type] =
            (int16_t)((weights->piece[type].opening + weights->piece[type].ending) / 2);
    free(piece_values);
    free(weights);
    return status;
}

static enum apo_exit prepare(values *all, const apo_call *call)
{
    char title[LINE_MAX];
    const char *id = apo_variant_info_of(all->source->var)->id;
    choose_pawn(all);
    if (all->pawn == APO_TYPE_NONE)
        return apo_report_failure("values: %s has no pawns to measure by", id);
    all->cases = calloc(2 * (size_t)all->pair_total, sizeof *all->cases);
    apo_status status = all->cases != NULL ? weigh(all) : APO_E_MEMORY;
    if (status != APO_OK)
        return fail(status);
    snprintf(title, sizeof title, "apothecary values 2 | %s nodes %u seed %llu", id,
             (unsigned)all->lab.table.rules.nodes, (unsigned long long)all->seed);
    enum apo_exit result =
        apo_lab_open(&all->lab, call, all->source->var, title, read_pair, all);
    return result == APO_EXIT_OK ? apo_lab_sample_games(&all->lab, call, all->source->var)
                                 : result;
}

static enum apo_exit measure(values *all, const apo_call *call)
{
    enum apo_exit result = prepare(all, call);
    (void)apo_interrupt_install();
    if (result == APO_EXIT_OK)
        result = play_pairs(all, apo_call_has(call, "progress"));
    if (result == APO_EXIT_OK || result == APO_EXIT_INTERRUPTED) {
        enum apo_exit printed = print_values(all, call);
        if (result == APO_EXIT_OK)
            result = printed;
    }
    apo_lab_close(&all->lab);
    free(all->cases);
    return result;
}

static enum apo_exit run_values(const apo_call *call)
{
    apo_source source;
    values all = {.source = &source};
    uint32_t games = GAMES_USUAL, seed = 1;
    all.lab.table.rules = apo_lab_rules_usual;
    enum apo_exit result = apo_call_number(call, "games", 2, GAMES_MAX, &games);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "nodes", 1, NODES_MAX, &all.lab.table.rules.nodes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "seed", 0, UINT32_MAX, &seed);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    all.pair_total = (games + 1) / 2;
    all.seed = seed;
    result = measure(&all, call);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"games", "N", NULL,
     "Play N games; default 1000. 4000 give a rough table of a large game."},
    {"nodes", "N", NULL, "Search N positions per move; default 200."},
    {"seed", "N", NULL, "Seed for armies and starts; default 1."},
    {"state", "FILE", NULL,
     "Write the results to FILE; if it exists, resume that measurement."},
    APO_NETS_OPTION,
    {"positions", "FILE", NULL, "Append quiet positions of the games to FILE, for tune."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal."},
    {"svg", "FILE", NULL, "Write the table as a picture, too."},
    {"json", NULL, NULL, "The table as an object; values in hundredths of a pawn."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"values modern --games 200 --nodes 100", "A short trial; far too few games for a table."},
    {"values alert --games 20000 --state alert.values",
     "A good table, in some hours; can be killed and resumed."},
    {NULL, NULL},
};

const apo_command apo_command_values = {
    .name = "values",
    .operands = "VARIANT",
    .summary = "Measure the values of the pieces in games",
    .about =
        "The engine plays fast games against itself from starts where each side lacks "
        "other pieces, of about equal value in its own evaluation: one a rook and a bishop, "
        "for example, the other two knights and two pawns. About half of all types are "
        "unequal in each game. Each start is played twice, with the armies exchanged. "
        "Logistic regression then finds the values that explain all results best. They are "
        "printed beside those of the evaluation, with 95 % intervals. The unit is the "
        "evaluation's pawn: the total value of all pieces except pawns is that of the "
        "evaluation. A second column has the same in measured pawns.\n\n"
        "The engine's play influences the result: a piece that it does not use well is "
        "valued too low. Ctrl-C ends the measurement and prints the results so far.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .has_variant = true,
    .run = run_values,
};
