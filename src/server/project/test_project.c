/* Sequential tests of the engine against itself with other constants of its search, as
 * apothecary match plays them. A part's result has the quarters of the new side, a digit for
 * each game ('-': it could not be played). */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "game/match_stats.h"
#include "server/project/kind.h"

enum {
    PAIR = 2,
    PART_GAMES_MAX = 16,
    CONSTANTS_LETTERS = 300,
    ELO_TENTHS_MAX = 10000,
    PLIES_MAX = 2000, /* of a game */
    NAME_SIZE = APO_STORE_COUNT_MAX
};

static const double error_share = 0.05; /* as in apothecary match */

/* --- orders -------------------------------------------------------------- */

static bool read_constants(apo_project_order *order, const char *name)
{
    apo_span text = apo_span_trim(apo_ask_text(order->ask, name));
    bool (*knows)(apo_span) = order->app->options.knows_constants;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '=' ||
              c == ','))
            return false;
    }
    apo_project_add_text(order, name, text);
    return text.length <= CONSTANTS_LETTERS &&
           (text.length == 0 || (knows != NULL && knows(text)));
}

static const char *read_bounds(apo_project_order *order)
{
    static const char sentence[] =
        "\"low\" and \"high\" are tenths of an Elo point, from -10,000 to 10,000.";
    static const apo_project_number low = {"low", -ELO_TENTHS_MAX, ELO_TENTHS_MAX, 0, sentence},
                                    high = {"high", -ELO_TENTHS_MAX, ELO_TENTHS_MAX, 50,
                                            sentence};
    int64_t ends[2];
    const char *fault = apo_project_read_number(order, &low, &ends[0]);
    if (fault == NULL)
        fault = apo_project_read_number(order, &high, &ends[1]);
    if (fault == NULL && ends[0] > ends[1])
        fault = "\"low\" must not be more than \"high\".";
    return fault;
}

static const char *read_order(apo_project_order *order)
{
    if (order->project->games % PAIR != 0)
        return "A test has an even number of games: each opening is played twice.";
    if (!read_constants(order, "new") || !read_constants(order, "old"))
        return "\"new\" and \"old\" are constants of the search with their values, like "
               "futility_base=140,loss_quiet=30.";
    const char *fault = read_bounds(order);
    return fault != NULL ? fault : apo_project_read_play(order, PAIR, PART_GAMES_MAX);
}

/* --- results ------------------------------------------------------------- */

/* A result, read; the span is borrowed from its document. */
typedef struct reading {
    apo_json_in *document;
    apo_span results;
    int64_t plies;
} reading;

/* End it with apo_json_in_free. */
static apo_status read_result(reading *out, const apo_project_part *part, apo_span result)
{
    apo_status status = apo_json_in_read(&out->document, result, NULL);
    if (status != APO_OK)
        return status == APO_E_MEMORY ? status : APO_E_SYNTAX;
    const apo_json_value *root = apo_json_in_root(out->document);
    apo_span unknown;
    bool is_good = apo_json_in_only(root, "results plies", &unknown) &&
                   apo_json_in_text(apo_json_in_member(root, "results"), &out->results) &&
                   apo_json_in_number(apo_json_in_member(root, "plies"), 0,
                                      part->count * PLIES_MAX, &out->plies) &&
                   (int64_t)out->results.length == part->count;
    for (size_t i = 0; is_good && i < out->results.length; i++) {
        char c = out->results.text[i];
        is_good = (c >= '0' && c < '0' + APO_MATCH_STATS_RESULTS) || c == '-';
        /* Both games of a pair have the same opening, or none. */
        if (is_good && i % PAIR == 1)
            is_good = (c == '-') == (out->results.text[i - 1] == '-');
    }
    return is_good ? APO_OK : APO_E_SYNTAX;
}

static apo_status check(apo_app *app, const apo_project_part *part, apo_span result)
{
    reading read = {.document = NULL};
    (void)app;
    apo_status status = read_result(&read, part, result);
    apo_json_in_free(read.document);
    return status;
}

static void count_stats(apo_match_stats *out, apo_span results)
{
    for (size_t i = 0; i < results.length; i++) {
        if (results.text[i] == '-')
            continue;
        int partner = i % PAIR == 1 ? results.text[i - 1] - '0' : -1;
        apo_match_stats_add(out, (unsigned)(results.text[i] - '0'), partner);
    }
}

static void name_count(char out[NAME_SIZE], const char *word, unsigned number)
{
    apo_text text = apo_text_start(out, NAME_SIZE);
    apo_text_add(&text, word);
    apo_text_add_number(&text, number);
}

static void add_counts(apo_store_batch *batch, const char *project, const char *word,
                       const uint32_t *counts, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char name[NAME_SIZE];
        name_count(name, word, i);
        if (counts[i] > 0)
            apo_store_count_project(batch, project, name, counts[i]);
    }
}

static apo_status add(const apo_project_part *part, apo_span result, apo_store_batch *batch)
{
    reading read = {.document = NULL};
    apo_match_stats stats = {.results = {0}};
    const char *id = part->project.id;
    apo_status status = read_result(&read, part, result);
    if (status == APO_OK) {
        count_stats(&stats, read.results);
        add_counts(batch, id, "result", stats.results, APO_MATCH_STATS_RESULTS);
        add_counts(batch, id, "pair", stats.pairs, APO_MATCH_STATS_PAIRS);
        apo_store_count_project(batch, id, "games", apo_match_stats_games(&stats));
        apo_store_count_project(batch, id, "plies", read.plies);
    }
    apo_json_in_free(read.document);
    return status;
}

/* --- totals -------------------------------------------------------------- */

static void take_count(uint32_t *counts, unsigned count, const char *word,
                       const apo_store_project_count *row)
{
    for (unsigned i = 0; i < count; i++) {
        char name[NAME_SIZE];
        name_count(name, word, i);
        if (strcmp(name, row->name) == 0)
            counts[i] = (uint32_t)row->number;
    }
}

static bool take_row(void *context, const apo_store_project_count *row)
{
    apo_match_stats *out = context;
    take_count(out->results, APO_MATCH_STATS_RESULTS, "result", row);
    take_count(out->pairs, APO_MATCH_STATS_PAIRS, "pair", row);
    return true;
}

static apo_match_stats stats_of(apo_store *store, const apo_store_project *project)
{
    apo_match_stats stats = {.results = {0}};
    (void)apo_store_list_project_counts(store, apo_span_of(project->id), take_row, &stats);
    return stats;
}

/* False: no test was ordered, all games are played. */
static bool read_sprt(apo_sprt *out, const apo_store_project *project)
{
    out->error_share = error_share;
    out->elo[0] = (double)apo_project_number_of(project, "low") / 10;
    out->elo[1] = (double)apo_project_number_of(project, "high") / 10;
    return out->elo[0] < out->elo[1];
}

static bool is_decided(apo_store *store, const apo_store_project *project)
{
    apo_sprt sprt;
    apo_match_stats stats = stats_of(store, project);
    return read_sprt(&sprt, project) && apo_sprt_decide(&sprt, &stats) != APO_SPRT_OPEN;
}

static void add_elo(apo_buffer *out, const char *name, double score)
{
    double elo = apo_elo_of_score(score);
    if (isfinite(elo))
        apo_json_add_number(out, name, lround(10 * elo));
    else
        apo_json_add_null(out, name);
}

static void write_view(apo_buffer *out, apo_store *store, const apo_store_project *project)
{
    static const char *const verdicts[APO_SPRT_VERDICTS] = {"open", "low", "high"};
    apo_sprt sprt;
    double ends[2];
    apo_match_stats stats = stats_of(store, project);
    double score = apo_match_stats_score(&stats);
    bool has_sprt = read_sprt(&sprt, project);
    apo_match_stats_interval(&stats, ends);
    apo_json_open(out, "test", '{');
    apo_json_add_number(out, "score_millionths", lround(1e6 * score));
    apo_json_add_number(out, "low_millionths", lround(1e6 * ends[0]));
    apo_json_add_number(out, "high_millionths", lround(1e6 * ends[1]));
    add_elo(out, "elo_tenths", score);
    add_elo(out, "elo_low_tenths", ends[0]);
    add_elo(out, "elo_high_tenths", ends[1]);
    apo_json_add_number(out, "ratio_hundredths",
                        has_sprt ? lround(100 * apo_sprt_ratio(&sprt, &stats)) : 0);
    apo_json_add_number(out, "bound_hundredths", lround(100 * apo_sprt_bound(&sprt)));
    apo_json_add_string(out, "verdict",
                        has_sprt ? verdicts[apo_sprt_decide(&sprt, &stats)] : "none");
    apo_json_close(out, '}');
}

const apo_project_kind apo_project_test = {
    .name = "test",
    .words = APO_T("Test of constants of the engine"),
    .is_built_in = true,
    .read = read_order,
    .check = check,
    .add = add,
    .is_decided = is_decided,
    .write_view = write_view,
};
