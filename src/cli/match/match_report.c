#include "cli/match/match_report.h"

#include <math.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/print_buffer.h"

enum {
    WORD_SIZE = 32
};

static double percent(double share)
{
    return 100 * share;
}

static const char *elo_text(char *buf, double elo)
{
    if (isinf(elo))
        snprintf(buf, WORD_SIZE, elo > 0 ? "+inf" : "-inf");
    else
        snprintf(buf, WORD_SIZE, "%+.0f", elo);
    return buf;
}

/* --- while it runs ------------------------------------------------------- */

static void add_time_left(char *buf, size_t size, const apo_match_record *record,
                          int64_t elapsed_ms)
{
    uint32_t played = record->game_count - record->known_count;
    uint32_t open = record->plan->games - record->game_count;
    if (played == 0 || open == 0) {
        buf[0] = '\0';
        return;
    }
    apo_time_left_write(buf, size, elapsed_ms / 1000 * open / played);
}

void apo_match_report_progress(const apo_match_record *record, int64_t elapsed_ms)
{
    const apo_match_plan *plan = record->plan;
    const uint32_t *results = record->stats.results;
    char left[48], elo[WORD_SIZE], ratio[64] = "";
    double ends[2];
    apo_match_stats_interval(&record->stats, ends);
    double half = (apo_elo_of_score(ends[1]) - apo_elo_of_score(ends[0])) / 2;
    add_time_left(left, sizeof left, record, elapsed_ms);
    if (plan->has_sprt)
        snprintf(ratio, sizeof ratio, ", ratio %.2f (+-%.2f)",
                 apo_sprt_ratio(&plan->sprt, &record->stats), apo_sprt_bound(&plan->sprt));
    fprintf(stderr, "\r%u/%u games, %s +%u =%u -%u", (unsigned)record->game_count,
            (unsigned)plan->games, plan->players[0].name, (unsigned)(results[3] + results[4]),
            (unsigned)results[2], (unsigned)(results[0] + results[1]));
    fprintf(stderr, ", %.1f %%, Elo %s +-%.0f%s%s  ",
            percent(apo_match_stats_score(&record->stats)),
            elo_text(elo, apo_elo_of_score(apo_match_stats_score(&record->stats))), half, ratio,
            left);
    fflush(stderr);
}

void apo_match_report_forfeit(const apo_match_record *record, uint32_t index,
                              const apo_match_result *result)
{
    fprintf(stderr, "%sgame %u: %s\n", record->plan->has_progress ? "\n" : "",
            (unsigned)index + 1, result->detail);
}

/* --- at the end ---------------------------------------------------------- */

static const char *const quarter_words[APO_MATCH_STATS_RESULTS] = {"0", "1/4", "1/2", "3/4",
                                                                   "1"};

static void print_results(const apo_match_record *record)
{
    printf("results   ");
    for (unsigned i = APO_MATCH_STATS_RESULTS; i-- > 0;)
        printf("  %s: %u", quarter_words[i], (unsigned)record->stats.results[i]);
    printf("\npairs     ");
    for (unsigned i = APO_MATCH_STATS_PAIRS; i-- > 0;)
        if (record->stats.pairs[i] > 0)
            printf("  %g: %u", i / 4.0, (unsigned)record->stats.pairs[i]);
    printf("\nended by  ");
    const char *gap = "  ";
    for (int end = 0; end < APO_MATCH_ENDS; end++)
        if (record->ends[end] > 0) {
            printf("%s%s: %u", gap, apo_match_end_word((enum apo_match_end)end),
                   (unsigned)record->ends[end]);
            gap = ", ";
        }
    printf("\n");
}

static void print_forfeits(const apo_match_record *record)
{
    const apo_match_plan *plan = record->plan;
    for (unsigned i = 0; i < APO_MATCH_PLAYERS; i++)
        if (record->forfeits[i] > 0)
            printf("forfeits    %s: %u\n", plan->players[i].name,
                   (unsigned)record->forfeits[i]);
}

static void print_sprt(const apo_match_record *record)
{
    static const char *const words[APO_SPRT_VERDICTS] = {"open", "the first is right",
                                                         "the second is right"};
    const apo_sprt *sprt = &record->plan->sprt;
    if (!record->plan->has_sprt)
        return;
    printf("test        Elo %g or %g: ratio %.2f (-%.2f to %.2f), %s\n", sprt->elo[0],
           sprt->elo[1], apo_sprt_ratio(sprt, &record->stats), apo_sprt_bound(sprt),
           apo_sprt_bound(sprt), words[apo_sprt_decide(sprt, &record->stats)]);
}

static void print_table(const apo_match_record *record)
{
    const apo_match_plan *plan = record->plan;
    const apo_match_stats *stats = &record->stats;
    double ends[2], score = apo_match_stats_score(stats);
    char middle[WORD_SIZE], low[WORD_SIZE], high[WORD_SIZE];
    apo_match_stats_interval(stats, ends);
    printf("%s, %u games: %s against %s\n", plan->variant, (unsigned)record->game_count,
           plan->players[0].name, plan->players[1].name);
    if (record->game_count == 0)
        return;
    printf("score       %.2f of %u, %.1f %% (95 %%: %.1f to %.1f)\n",
           score * record->game_count, (unsigned)record->game_count, percent(score),
           percent(ends[0]), percent(ends[1]));
    printf("Elo         %s (95 %%: %s to %s)\n", elo_text(middle, apo_elo_of_score(score)),
           elo_text(low, apo_elo_of_score(ends[0])), elo_text(high, apo_elo_of_score(ends[1])));
    print_results(record);
    printf("length      %.1f moves\n", (double)record->plies / record->game_count / 2);
    print_forfeits(record);
    print_sprt(record);
}

static void add_counts(apo_buffer *out, const char *name, const uint32_t *counts,
                       unsigned count)
{
    apo_json_open(out, name, '[');
    for (unsigned i = 0; i < count; i++)
        apo_json_add_number(out, NULL, counts[i]);
    apo_json_close(out, ']');
}

/* Shares in millionths, so that the JSON has only integers. */
static void add_json(apo_buffer *out, const apo_match_record *record)
{
    const apo_match_stats *stats = &record->stats;
    double ends[2];
    apo_match_stats_interval(stats, ends);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "variant", record->plan->variant);
    apo_json_add_string(out, "first", record->plan->players[0].name);
    apo_json_add_string(out, "second", record->plan->players[1].name);
    apo_json_add_number(out, "games", record->game_count);
    apo_json_add_number(out, "score_millionths", lround(1e6 * apo_match_stats_score(stats)));
    apo_json_add_number(out, "low_millionths", lround(1e6 * ends[0]));
    apo_json_add_number(out, "high_millionths", lround(1e6 * ends[1]));
    add_counts(out, "results", stats->results, APO_MATCH_STATS_RESULTS);
    add_counts(out, "pairs", stats->pairs, APO_MATCH_STATS_PAIRS);
    add_counts(out, "forfeits", record->forfeits, APO_MATCH_PLAYERS);
    apo_json_open(out, "ends", '{');
    for (int end = 0; end < APO_MATCH_ENDS; end++)
        if (record->ends[end] > 0)
            apo_json_add_number(out, apo_match_end_word((enum apo_match_end)end),
                                record->ends[end]);
    apo_json_close(out, '}');
    apo_json_add_number(out, "plies", (int64_t)record->plies);
    apo_json_close(out, '}');
}

enum apo_exit apo_match_report_end(const apo_match_record *record, bool is_interrupted)
{
    apo_buffer out;
    if (record->plan->has_progress)
        fputc('\n', stderr);
    if (record->plan->is_json) {
        apo_buffer_init(&out, NULL);
        add_json(&out, record);
        (void)apo_buffer_print_line(&out);
    } else {
        print_table(record);
    }
    fflush(stdout);
    if (is_interrupted && record->plan->state_path != NULL)
        apo_report_error("run the same command again to continue the match");
    return is_interrupted ? APO_EXIT_INTERRUPTED : APO_EXIT_OK;
}
