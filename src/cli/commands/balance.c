#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/interrupt.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/estimate.h"
#include "cli/lab/lab.h"

enum {
    GAMES_USUAL = 200, /* default: at least this many, and four from each start */
    GAMES_START = 4,
    GAMES_MAX = 10000000,
    NODES_MAX = 1000000,
    LINE_MAX = 256,
    OUTCOMES = APO_QUARTERS_WIN + 1
};

/* The games from one start, or from all. */
typedef struct counts {
    uint32_t number; /* of the start */
    uint32_t games;
    uint32_t results[OUTCOMES]; /* by White's quarters */
    uint64_t plies, legal_moves;
} counts;

typedef struct balance {
    const apo_source *source;
    uint64_t seed;
    uint32_t first_start, start_count; /* measured */
    uint32_t game_total, game_count;
    counts *by_start; /* owned; by start */
    counts sum;
    apo_lab lab;
} balance;

/* --- results ------------------------------------------------------------- */

static void count_into(counts *out, const apo_lab_result *result)
{
    out->games++;
    out->results[result->white_quarters]++;
    out->plies += result->plies;
    out->legal_moves += result->legal_moves;
}

static void count_game(balance *all, const apo_lab_result *result)
{
    count_into(&all->by_start[all->game_count % all->start_count], result);
    count_into(&all->sum, result);
    all->game_count++;
}

/* game 17 start 3 white 4 plies 93 moves 5120 */
static bool read_game(void *context, apo_span line)
{
    balance *all = context;
    static const char *const words[] = {"game", "start", "white", "plies", "moves"};
    uint32_t numbers[sizeof words / sizeof *words];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!apo_span_is(apo_span_word(&line), words[i]) ||
            !apo_span_number(apo_span_word(&line), UINT32_MAX, &numbers[i]))
            return false;
    const apo_lab_result result = {(int)numbers[2], numbers[3], numbers[4]};
    if (all->game_count == all->game_total)
        return true; /* fewer are wanted now */
    if (numbers[0] != all->game_count || numbers[2] > APO_QUARTERS_WIN)
        return false;
    count_game(all, &result);
    return true;
}

static double score_of(const counts *t)
{
    double sum = 0;
    for (int i = 0; i < OUTCOMES; i++)
        sum += (double)i * t->results[i];
    return t->games > 0 ? sum / APO_QUARTERS_WIN / t->games : 0.5;
}

/* The variance of a game's result; from all games, since a start has few. */
static double scatter_of(const balance *all)
{
    const counts *t = &all->sum;
    double mean = score_of(t), sum = 0;
    for (int i = 0; i < OUTCOMES; i++)
        sum += t->results[i] * pow((double)i / APO_QUARTERS_WIN - mean, 2);
    return apo_lab_scatter(sum, t->games);
}

/* Half of the score's confidence interval. */
static double margin_of(const balance *all, const counts *t)
{
    return apo_lab_mean_margin(scatter_of(all), all->sum.games, t->games);
}

/* --- playing ------------------------------------------------------------- */

static enum apo_exit play_next(balance *all)
{
    apo_position start;
    apo_lab_result result;
    uint32_t number = all->by_start[all->game_count % all->start_count].number;
    uint64_t seed = apo_mix(all->seed + all->game_count);
    char line[LINE_MAX];
    apo_status status =
        apo_position_start(&start, all->source->var, all->source->name_index, number);
    apo_lab_sample_seed(&all->lab.sample, seed);
    if (status == APO_OK)
        status = apo_lab_play(&result, &all->lab.table, &start, seed);
    if (!apo_lab_sample_end(&all->lab.sample, status == APO_OK ? result.white_quarters : -1))
        return APO_EXIT_NO;
    if (status == APO_E_FINISHED)
        return APO_EXIT_INTERRUPTED;
    if (status != APO_OK)
        return apo_report_failure("balance: %s", apo_status_message(status));
    snprintf(line, sizeof line, "game %u start %u white %d plies %u moves %llu",
             (unsigned)all->game_count, (unsigned)number, result.white_quarters, result.plies,
             (unsigned long long)result.legal_moves);
    if (!apo_lab_log_add(&all->lab.log, line))
        return APO_EXIT_NO;
    count_game(all, &result);
    return APO_EXIT_OK;
}

static enum apo_exit play_games(balance *all, bool has_progress)
{
    enum apo_exit result = APO_EXIT_OK;
    apo_lab_progress_start(&all->lab.progress, all->game_count, has_progress);
    while (result == APO_EXIT_OK && all->game_count < all->game_total) {
        result = play_next(all);
        apo_lab_progress_show(&all->lab.progress, all->game_count, all->game_total, "games");
    }
    apo_lab_progress_end(&all->lab.progress);
    return result;
}

/* --- the table ----------------------------------------------------------- */

/* White's best starts first. */
static int compare_starts(const void *a, const void *b)
{
    const counts *one = a, *other = b;
    double difference = score_of(other) - score_of(one);
    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return (one->number > other->number) - (one->number < other->number);
}

static double share(const counts *t, uint64_t count)
{
    return t->games > 0 ? (double)count / t->games : 0;
}

static void print_row(const char *name, const balance *all, const counts *t)
{
    printf("%-6s %7u %6.1f %5.1f ", name, (unsigned)t->games, 100 * score_of(t),
           100 * margin_of(all, t));
    for (int i = APO_QUARTERS_WIN; i >= 0; i--)
        printf(" %5.1f", 100 * share(t, t->results[i]));
    printf(" %6.1f %6.1f\n", share(t, t->plies) / 2,
           t->plies > 0 ? (double)t->legal_moves / (double)t->plies : 0);
}

/* How much the starts' scores differ. */
typedef struct spread {
    double deviation; /* their standard deviation beyond random noise */
    double chance;    /* the probability that equal starts would differ as much */
} spread;

static spread spread_of(const balance *all)
{
    double mean = score_of(&all->sum), scatter = scatter_of(all);
    double between = 0, within = 0, squares = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->start_count; i++) {
        const counts *t = &all->by_start[i];
        if (t->games == 0)
            continue;
        double square = pow(score_of(t) - mean, 2);
        between += square;
        within += scatter / t->games;
        squares += square * t->games / scatter;
        count++;
    }
    if (count < 2)
        return (spread){0, 1};
    /* The mean of all starts takes part in the noise. */
    double beyond = between - within * (count - 1) / count;
    return (spread){beyond > 0 ? sqrt(beyond / (count - 1)) : 0,
                    apo_lab_chance(squares, count - 1)};
}

static void print_spread(const balance *all)
{
    spread found = spread_of(all);
    printf(
        "The starts differ by %.1f %% beyond random noise (standard deviation); equal starts "
        "would differ as much in %.1f %% of all measurements.\n",
        100 * found.deviation, 100 * found.chance);
}

static void print_table(const balance *all)
{
    printf("start    games  White    +-    win   3/4  draw   1/4  loss  moves choice\n");
    for (uint32_t i = 0; i < all->start_count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", (unsigned)all->by_start[i].number);
        if (all->by_start[i].games > 0)
            print_row(name, all, &all->by_start[i]);
    }
    print_row("all", all, &all->sum);
    if (all->start_count > 1)
        print_spread(all);
    printf("White's score and the results in percent, length in moves of both sides, legal "
           "moves per position.\n"
           "%u games of %u, %u nodes per move.\n",
           (unsigned)all->game_count, (unsigned)all->game_total,
           (unsigned)all->lab.table.rules.nodes);
}

static void add_counts(apo_buffer *out, const char *name, const balance *all, const counts *t)
{
    apo_json_open(out, name, '{');
    if (t->number > 0)
        apo_json_add_number(out, "start", t->number);
    apo_json_add_number(out, "games", t->games);
    apo_json_add_number(out, "white_permyriad", (int64_t)lround(10000 * score_of(t)));
    apo_json_add_number(out, "margin_permyriad", (int64_t)lround(10000 * margin_of(all, t)));
    apo_json_open(out, "results", '[');
    for (int i = 0; i < OUTCOMES; i++)
        apo_json_add_number(out, NULL, t->results[i]);
    apo_json_close(out, ']');
    apo_json_add_number(out, "plies", (int64_t)t->plies);
    apo_json_add_number(out, "legal_moves", (int64_t)t->legal_moves);
    apo_json_close(out, '}');
}

static enum apo_exit print_json(const balance *all)
{
    apo_buffer out;
    spread found = spread_of(all);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "variant", apo_variant_info_of(all->source->var)->id);
    apo_json_add_number(&out, "nodes", all->lab.table.rules.nodes);
    add_counts(&out, "all", all, &all->sum);
    apo_json_add_number(&out, "spread_permyriad", (int64_t)lround(10000 * found.deviation));
    apo_json_add_number(&out, "chance_permyriad", (int64_t)lround(10000 * found.chance));
    apo_json_open(&out, "starts", '[');
    for (uint32_t i = 0; i < all->start_count; i++)
        if (all->by_start[i].games > 0)
            add_counts(&out, NULL, all, &all->by_start[i]);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    return apo_buffer_print_line(&out);
}

static enum apo_exit print_balance(balance *all, bool is_json)
{
    if (all->game_count == 0)
        return apo_report_failure("balance: no game was finished");
    qsort(all->by_start, all->start_count, sizeof *all->by_start, compare_starts);
    if (is_json)
        return print_json(all);
    print_table(all);
    return APO_EXIT_OK;
}

/* --- setting up ---------------------------------------------------------- */

static enum apo_exit prepare(balance *all, const apo_call *call)
{
    char title[LINE_MAX];
    const apo_variant *var = all->source->var;
    all->by_start = calloc(all->start_count, sizeof *all->by_start);
    if (all->by_start == NULL)
        return apo_report_failure("balance: %s", apo_status_message(APO_E_MEMORY));
    for (uint32_t i = 0; i < all->start_count; i++)
        all->by_start[i].number = all->first_start + i;
    snprintf(title, sizeof title,
             "apothecary balance 1 | %s %s starts %u+%u nodes %u seed %llu",
             apo_variant_info_of(var)->id, apo_variant_start_name(var, all->source->name_index),
             (unsigned)all->first_start, (unsigned)all->start_count,
             (unsigned)all->lab.table.rules.nodes, (unsigned long long)all->seed);
    enum apo_exit result = apo_lab_open(&all->lab, call, var, title, read_game, all);
    return result == APO_EXIT_OK ? apo_lab_sample_games(&all->lab, call, var) : result;
}

static enum apo_exit measure(balance *all, const apo_call *call)
{
    enum apo_exit result = prepare(all, call);
    (void)apo_interrupt_install();
    if (result == APO_EXIT_OK)
        result = play_games(all, apo_call_has(call, "progress"));
    if (result == APO_EXIT_OK || result == APO_EXIT_INTERRUPTED) {
        enum apo_exit printed = print_balance(all, apo_call_has(call, "json"));
        if (result == APO_EXIT_OK)
            result = printed;
    }
    apo_lab_close(&all->lab);
    free(all->by_start);
    return result;
}

/* Reads which starts to play, and how many games. */
static enum apo_exit choose_starts(balance *all, const apo_call *call)
{
    uint32_t count = apo_variant_info_of(all->source->var)->start_count, only = 0, games = 0;
    enum apo_exit result = apo_call_number(call, "start", 1, count, &only);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "games", 1, GAMES_MAX, &games);
    all->first_start = only > 0 ? only : 1;
    all->start_count = only > 0 ? 1 : count;
    all->game_total = games > 0 ? games
                      : GAMES_START * all->start_count > GAMES_USUAL
                          ? GAMES_START * all->start_count
                          : GAMES_USUAL;
    return result;
}

static enum apo_exit run_balance(const apo_call *call)
{
    apo_source source;
    balance all = {.source = &source};
    uint32_t seed = 1;
    all.lab.table.rules = apo_lab_rules_usual;
    enum apo_exit result =
        apo_call_number(call, "nodes", 1, NODES_MAX, &all.lab.table.rules.nodes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "seed", 0, UINT32_MAX, &seed);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    all.seed = seed;
    result = choose_starts(&all, call);
    if (result == APO_EXIT_OK)
        result = measure(&all, call);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"games", "N", NULL,
     "Play N games, from all starts in turn; default 200, or 4 from each start."},
    {"start", "N", NULL, "Look at start N alone."},
    {"nodes", "N", NULL, "Search N positions per move; default 200."},
    {"seed", "N", NULL, "Seed for the games; default 1."},
    {"state", "FILE", NULL,
     "Write the results to FILE; if it exists, resume that measurement."},
    APO_NETS_OPTION,
    {"positions", "FILE", NULL, "Append quiet positions of the games to FILE, for tune."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a "
     "terminal."},
    {"json", NULL, NULL, "The table as an object; shares in hundredths of a percent."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"balance modern --games 24 --nodes 20", "A short trial; far too few games for a table."},
    {"balance modern --games 9600 --state modern.balance",
     "Find starts of the 24 that favour a side; can be killed and resumed."},
    {"balance my-game.variant --start 1", "Score, length and draws of your own game."},
    {NULL, NULL},
};

const apo_command apo_command_balance = {
    .name = "balance",
    .operands = "VARIANT",
    .summary = "Measure how fair a game and its starts are",
    .about =
        "The engine plays fast games against itself from all numbered starts. Its first "
        "moves are chosen at random among the better ones, so that no two games are alike. "
        "Prints for each start, sorted by White's score: the score with a 95 % interval, "
        "the frequency of the five results, the length of the games, and the number of "
        "legal moves per position. Below the table it says whether the starts differ more "
        "than chance explains: the best and the worst of many equal starts look lopsided "
        "after a few games.\n\n"
        "Ctrl-C ends the measurement and prints the results so far.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .has_variant = true,
    .run = run_balance,
};
