#include "cli/lab/lab_page.h"

#include <math.h>
#include <stdio.h>

#include "cli/lab/plot.h"
#include "net/template.h"

enum {
    ROWS_MAX = 40, /* of a plot; more starts than that are not drawn */
    LENGTH_BARS = 24,
    OUTCOMES = 5
};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    ":root { color-scheme: light dark; }\n"
    "body { font: 1rem/1.5 sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }\n"
    "svg { width: 100%; height: auto; }\n"
    "table { border-collapse: collapse; }\ntd, th { padding: .1rem .8rem .1rem 0; "
    "text-align: right; }\n"
    "td:first-child, th:first-child { text-align: left; }\npre { overflow: auto; }\n";

/* --- what the documents say ---------------------------------------------- */

static const apo_json_value *root_of(const apo_json_in *document)
{
    return document != NULL ? apo_json_in_root(document) : NULL;
}

/* A number in a unit, NAN if there is none. */
static double number_of(const apo_json_value *object, const char *name, double unit)
{
    int64_t number;
    if (!apo_json_in_number(apo_json_in_member(object, name), INT32_MIN, INT64_MAX, &number))
        return (double)NAN;
    return (double)number / unit;
}

static apo_span text_of(const apo_json_value *object, const char *name)
{
    apo_span text = {NULL, 0};
    (void)apo_json_in_text(apo_json_in_member(object, name), &text);
    return text;
}

/* --- balance ------------------------------------------------------------- */

static apo_plot_row score_row(const apo_json_value *counts)
{
    double score = number_of(counts, "white_permyriad", 100);
    double margin = number_of(counts, "margin_permyriad", 100);
    apo_plot_row one = {
        .value = score, .low = fmax(0, score - margin), .high = fmin(100, score + margin)};
    one.other = (double)NAN;
    snprintf(one.label, sizeof one.label, "start %.0f", number_of(counts, "start", 1));
    return one;
}

static void plot_starts(apo_buffer *out, const apo_json_value *starts)
{
    apo_plot_row rows[ROWS_MAX];
    unsigned count = (unsigned)apo_json_in_count(starts);
    if (count < 2 || count > ROWS_MAX)
        return;
    for (unsigned i = 0; i < count; i++)
        rows[i] = score_row(apo_json_in_element(starts, i));
    apo_buffer_add(out, "<h3>White's score by start, in percent</h3>\n");
    apo_plot_rows(out, "White's score by start", rows, count, (apo_plot_axis){0, 100});
}

/* game 17 start 3 white 4 plies 93 moves 5120 */
static bool read_plies(apo_span line, uint32_t *out)
{
    apo_span word = {NULL, 0};
    for (unsigned i = 0; i < 8; i++)
        word = apo_span_word(&line);
    return apo_span_number(word, UINT32_MAX, out);
}

static void plot_lengths(apo_buffer *out, apo_span games)
{
    uint32_t counts[LENGTH_BARS] = {0}, longest = 1, plies;
    char texts[LENGTH_BARS][16];
    const char *labels[LENGTH_BARS];
    apo_span rest = games, line;
    while (apo_span_line(&rest, &line))
        if (read_plies(line, &plies) && plies > longest)
            longest = plies;
    uint32_t width = (longest / 2 + LENGTH_BARS) / LENGTH_BARS;
    for (rest = games; apo_span_line(&rest, &line);)
        if (read_plies(line, &plies) && plies / 2 / width < LENGTH_BARS)
            counts[plies / 2 / width]++;
    for (unsigned i = 0; i < LENGTH_BARS; i++) {
        texts[i][0] = '\0';
        if (i % 4 == 0)
            snprintf(texts[i], sizeof texts[i], "%u", (unsigned)(i * width));
        labels[i] = texts[i];
    }
    apo_buffer_add(out, "<h3>Length of the games, in moves of both sides</h3>\n");
    apo_plot_bars(out, "Length of the games", counts, LENGTH_BARS, labels);
}

static void write_balance(apo_buffer *out, const apo_lab_findings *found)
{
    static const char *const labels[OUTCOMES] = {"lost", "1/4", "drawn", "3/4", "won"};
    const apo_json_value *all = apo_json_in_member(root_of(found->balance), "all");
    const apo_json_value *results = apo_json_in_member(all, "results");
    uint32_t counts[OUTCOMES] = {0};
    double games = number_of(all, "games", 1), plies = number_of(all, "plies", 1);
    apo_plot_row score = score_row(all);
    for (unsigned i = 0; i < OUTCOMES; i++) {
        int64_t number = 0;
        (void)apo_json_in_number(apo_json_in_element(results, i), 0, UINT32_MAX, &number);
        counts[i] = (uint32_t)number;
    }
    apo_plot_format(
        out,
        "<h2>Balance</h2>\n<p>White scores <b>%.1f %%</b> (%.1f to %.1f) in %.0f games "
        "of the engine with itself, %.0f positions a move. %.1f %% are drawn. A game "
        "lasts %.1f moves of both sides, with %.1f legal moves to choose from. The "
        "first move is %s.</p>\n",
        score.value, score.low, score.high, games,
        number_of(root_of(found->balance), "nodes", 1), 100 * counts[2] / games,
        plies / 2 / games, number_of(all, "legal_moves", 1) / plies,
        score.low > 50    ? "an advantage"
        : score.high < 50 ? "a disadvantage"
                          : "not shown to matter");
    apo_buffer_add(out, "<h3>How the games ended for White</h3>\n");
    apo_plot_bars(out, "Results for White", counts, OUTCOMES, labels);
    plot_starts(out, apo_json_in_member(root_of(found->balance), "starts"));
    plot_lengths(out, found->games);
}

/* --- values -------------------------------------------------------------- */

static apo_plot_row value_row(const apo_json_value *piece)
{
    double value = number_of(piece, "worth_cp", 100);
    double margin = number_of(piece, "margin_cp", 100);
    apo_plot_row one = {.value = value, .low = value - margin, .high = value + margin};
    one.other = number_of(piece, "evaluation_cp", 100);
    apo_span letter = text_of(piece, "letter"), name = text_of(piece, "name");
    snprintf(one.label, sizeof one.label, "%.*s %.*s", (int)letter.length, letter.text,
             (int)name.length, name.text);
    return one;
}

static void add_value_line(apo_buffer *out, const apo_plot_row *one)
{
    apo_buffer_add(out, "<tr><td>");
    apo_html_add(out, apo_span_of(one->label));
    if (isfinite(one->low))
        apo_plot_format(out, "</td><td>%.2f</td><td>%.2f to %.2f</td><td>%.2f</td></tr>\n",
                        one->value, one->low, one->high, one->other);
    else
        apo_plot_format(out, "</td><td>%.2f</td><td>too few games</td><td>%.2f</td></tr>\n",
                        one->value, one->other);
}

static void write_values(apo_buffer *out, const apo_lab_findings *found)
{
    apo_plot_row rows[ROWS_MAX];
    const apo_json_value *pieces = apo_json_in_member(root_of(found->values), "men");
    unsigned count = (unsigned)apo_json_in_count(pieces);
    apo_buffer_add(out, "<h2>What the pieces are worth</h2>\n");
    if (count == 0) {
        apo_buffer_add(out, "<p>Too few games to measure it.</p>\n");
        return;
    }
    count = count < ROWS_MAX ? count : ROWS_MAX;
    for (unsigned i = 0; i < count; i++)
        rows[i] = value_row(apo_json_in_element(pieces, i));
    apo_plot_format(
        out,
        "<p>In pawns of the evaluation, from %.0f games that began with unequal armies: "
        "the measured value with the interval that holds the truth in 95 of 100 "
        "measurements, and as an upright line the engine's own value, derived from the "
        "moves alone.</p>\n",
        number_of(root_of(found->values), "games", 1));
    apo_plot_rows(out, "Values of the pieces", rows, count, apo_plot_axis_for(rows, count));
    apo_buffer_add(out, "<table>\n<tr><th>piece</th><th>worth</th><th>95 %</th>"
                        "<th>engine</th></tr>\n");
    for (unsigned i = 0; i < count; i++)
        add_value_line(out, &rows[i]);
    apo_buffer_add(out, "</table>\n");
}

/* --- tuning -------------------------------------------------------------- */

static void write_tuning(apo_buffer *out, const apo_lab_findings *found)
{
    apo_buffer_add(out, "<h2>Tuned evaluation</h2>\n<pre>");
    apo_html_add(out, found->notes);
    apo_buffer_add(out, "</pre>\n");
    if (found->tuned.length == 0) {
        if (found->notes.length == 0)
            apo_buffer_add(out,
                           "<p>There was not enough time to tune the evaluation: allow more "
                           "minutes.</p>\n");
        return;
    }
    apo_buffer_add(out, "<p>These lines of the definition make the engine play by what the "
                        "games have shown:</p>\n<pre>");
    apo_html_add(out, found->tuned);
    apo_buffer_add(out, "</pre>\n");
}

static apo_plot_row match_row(const apo_json_value *match)
{
    apo_plot_row one = {.label = "tuned", .other = 50};
    one.value = number_of(match, "score_millionths", 10000);
    one.low = number_of(match, "low_millionths", 10000);
    one.high = number_of(match, "high_millionths", 10000);
    return one;
}

void apo_lab_match_verdict(apo_buffer *out, const apo_json_in *match)
{
    apo_plot_row one = match_row(root_of(match));
    apo_plot_format(
        out,
        "Against the engine without it, the tuned one scored %.1f %% (%.1f to %.1f) "
        "in %.0f games: %s.",
        one.value, one.low, one.high, number_of(root_of(match), "games", 1),
        one.low > 50    ? "it plays better"
        : one.high < 50 ? "it plays worse; do not use it"
                        : "these games do not show a difference");
}

static void write_match(apo_buffer *out, const apo_lab_findings *found)
{
    if (found->match == NULL)
        return;
    apo_plot_row one = match_row(root_of(found->match));
    apo_buffer_add(out, "<h2>Does the tuning help?</h2>\n<p>");
    apo_lab_match_verdict(out, found->match);
    apo_buffer_add(out, " The interval holds the true score in 95 of 100 matches.</p>\n");
    apo_plot_rows(out, "Score of the tuned engine", &one, 1, (apo_plot_axis){0, 100});
}

void apo_lab_page_write(apo_buffer *out, const apo_lab_findings *found)
{
    apo_buffer_add(out, head);
    apo_buffer_add(out, apo_plot_style);
    apo_buffer_add(out, "</style>\n");
    apo_buffer_add(out, "<title>");
    apo_html_add(out, apo_span_of(found->name));
    apo_buffer_add(out, ": laboratory</title>\n</head>\n<body>\n<h1>");
    apo_html_add(out, apo_span_of(found->name));
    apo_buffer_add(out, "</h1>\n");
    if (found->balance != NULL)
        write_balance(out, found);
    write_values(out, found);
    write_tuning(out, found);
    write_match(out, found);
    apo_buffer_add(out, "</body>\n</html>\n");
}
