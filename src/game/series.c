#include "game/series.h"

#include <stdlib.h>

/* The end of the results from `from` on that share an event and a place. */
static size_t group_end(const apo_series_result *results, size_t count, size_t from)
{
    size_t end = from + 1;
    while (end < count && results[end].event == results[from].event &&
           results[end].place == results[from].place)
        end++;
    return end;
}

void apo_series_share(apo_series_result *results, size_t count, const unsigned *points,
                      unsigned point_count)
{
    for (size_t from = 0, end; from < count; from = end) {
        end = group_end(results, count, from);
        unsigned sum = 0;
        for (size_t i = 0; i < end - from; i++) {
            const size_t place = results[from].place - 1 + i;
            sum += place < point_count ? points[place] : 0;
        }
        for (size_t i = from; i < end; i++)
            results[i].hundredths = sum * APO_SERIES_HUNDREDTHS / (unsigned)(end - from);
    }
}

/* Orders by person, then most points first, then best place, then earliest event. */
static int compare_results(const void *a, const void *b)
{
    const apo_series_result *one = a, *other = b;
    if (one->person != other->person)
        return one->person < other->person ? -1 : 1;
    if (one->hundredths != other->hundredths)
        return one->hundredths > other->hundredths ? -1 : 1;
    if (one->place != other->place)
        return one->place < other->place ? -1 : 1;
    return one->event < other->event ? -1 : one->event > other->event;
}

/* Negative if `a` ranks before `b`; 0: they share the place. */
static int compare(const apo_series_line *a, const apo_series_line *b)
{
    if (a->hundredths != b->hundredths)
        return a->hundredths > b->hundredths ? -1 : 1;
    if (a->wins != b->wins)
        return a->wins > b->wins ? -1 : 1;
    return 0;
}

static int compare_lines(const void *a, const void *b)
{
    const apo_series_line *one = a, *other = b;
    const int order = compare(one, other);
    if (order != 0)
        return order;
    return one->person < other->person ? -1 : one->person > other->person;
}

size_t apo_series_table(apo_series_line *out, apo_series_result *results, size_t count,
                        unsigned best)
{
    size_t lines = 0;
    if (count > 0)
        qsort(results, count, sizeof *results, compare_results);
    for (size_t i = 0; i < count; i++) {
        apo_series_result *result = &results[i];
        if (i == 0 || result->person != results[i - 1].person)
            out[lines++] = (apo_series_line){.person = result->person, .first = i};
        apo_series_line *line = &out[lines - 1];
        result->counts = best == 0 || line->events < best;
        line->events++;
        line->wins += result->place == 1;
        line->hundredths += result->counts ? result->hundredths : 0;
    }
    if (lines > 0)
        qsort(out, lines, sizeof *out, compare_lines);
    for (size_t i = 0; i < lines; i++)
        out[i].place =
            i > 0 && compare(&out[i - 1], &out[i]) == 0 ? out[i - 1].place : (unsigned)i + 1;
    return lines;
}
