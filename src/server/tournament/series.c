#include "server/tournament/series.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "server/tournament/plan.h"

enum {
    RESULTS_FIRST = 256
};

/* A place with the id of its person, until people have numbers. */
typedef struct named {
    char person[APO_STORE_TEAM_NAME_MAX];
    char captain[APO_STORE_ID_MAX]; /* of a team */
    size_t at;                      /* of its result */
} named;

typedef struct loading {
    apo_series *series;
    named *names; /* owned */
    size_t count, capacity, name_capacity, event_capacity;
    bool is_failed;
} loading;

static bool take_event(void *context, const apo_store_tournament *row)
{
    loading *all = context;
    apo_series *series = all->series;
    if (series->event_count == all->event_capacity) {
        apo_store_tournament *events =
            apo_grow(NULL, series->events, &all->event_capacity, 8, sizeof *events);
        if (events == NULL) {
            all->is_failed = true;
            return false;
        }
        series->events = events;
    }
    series->events[series->event_count++] = *row;
    return true;
}

/* Makes room for one more result. */
static bool reserve_result(loading *all)
{
    if (all->count < all->capacity)
        return true;
    apo_series_result *results =
        apo_grow(NULL, all->series->results, &all->capacity, RESULTS_FIRST, sizeof *results);
    if (results != NULL)
        all->series->results = results;
    named *names =
        apo_grow(NULL, all->names, &all->name_capacity, RESULTS_FIRST, sizeof *names);
    if (names != NULL)
        all->names = names;
    return results != NULL && names != NULL;
}

static bool take_place(loading *all, const char *tournament, const char *name,
                       const char *captain, unsigned place)
{
    const apo_series *series = all->series;
    unsigned event = 0;
    while (event < series->event_count && strcmp(series->events[event].id, tournament) != 0)
        event++;
    if (event == series->event_count)
        return true; /* belongs to a tournament added since the tournaments were read */
    if (!reserve_result(all)) {
        all->is_failed = true;
        return false;
    }
    all->series->results[all->count] = (apo_series_result){.event = event, .place = place};
    apo_text_copy(all->names[all->count].person, sizeof all->names->person, name);
    apo_text_copy(all->names[all->count].captain, sizeof all->names->captain, captain);
    all->names[all->count].at = all->count;
    all->count++;
    return true;
}

static bool take_placing(void *context, const apo_store_placing *row)
{
    return take_place(context, row->tournament, row->person, "", row->place);
}

static bool take_team(void *context, const apo_store_team_placing *row)
{
    return take_place(context, row->tournament, row->name, row->captain, row->place);
}

static bool is_of_teams(const apo_store_tournament *row)
{
    apo_tournament_plan plan;
    return apo_tournament_plan_read(&plan, apo_span_of(row->options)) == APO_OK &&
           plan.system == APO_TOURNAMENT_TEAMS;
}

static bool look_at_first(void *context, const apo_store_tournament *row)
{
    *(bool *)context = is_of_teams(row);
    return false;
}

bool apo_series_is_of_teams(apo_store *store, apo_span id)
{
    bool are_teams = false;
    (void)apo_store_list_series_tournaments(store, id, 1, look_at_first, &are_teams);
    return are_teams;
}

static int compare_names(const void *a, const void *b)
{
    const named *one = a, *other = b;
    return strcmp(one->person, other->person);
}

/* Numbers the people of the results. */
static bool number_people(loading *all)
{
    apo_series *series = all->series;
    unsigned people = 0;
    series->people = apo_allocate_zero(NULL, (all->count + 1) * sizeof *series->people);
    series->lines = apo_allocate_zero(NULL, (all->count + 1) * sizeof *series->lines);
    series->captains = apo_allocate_zero(NULL, (all->count + 1) * sizeof *series->captains);
    if (series->people == NULL || series->lines == NULL || series->captains == NULL)
        return false;
    if (all->count > 0)
        qsort(all->names, all->count, sizeof *all->names, compare_names);
    for (size_t i = 0; i < all->count; i++) {
        if (i == 0 || strcmp(all->names[i].person, all->names[i - 1].person) != 0)
            memcpy(series->people[people++], all->names[i].person, sizeof all->names[i].person);
        series->results[all->names[i].at].person = people - 1;
        if (series->is_of_teams) {
            apo_series_captain *captain = &series->captains[series->captain_count++];
            captain->person = people - 1;
            memcpy(captain->id, all->names[i].captain, sizeof captain->id);
        }
    }
    return true;
}

static apo_status read_all(loading *all, apo_store *store)
{
    apo_series *series = all->series;
    const apo_span id = apo_span_of(series->row.id);
    apo_status status =
        apo_store_list_series_tournaments(store, id, APO_SERIES_EVENTS_MAX, take_event, all);
    series->is_of_teams = series->event_count > 0 && is_of_teams(&series->events[0]);
    if (status == APO_OK)
        status = series->is_of_teams
                     ? apo_store_list_series_teams(store, id, take_team, all)
                     : apo_store_list_series_placings(store, id, take_placing, all);
    if (status == APO_OK && (all->is_failed || !number_people(all)))
        status = APO_E_MEMORY;
    if (status != APO_OK)
        return status;
    series->point_count =
        apo_series_read_points(series->points, apo_span_of(series->row.points));
    if (all->count > 0) {
        apo_series_share(series->results, all->count, series->points, series->point_count);
        series->line_count =
            apo_series_table(series->lines, series->results, all->count, series->row.best);
    }
    return APO_OK;
}

apo_status apo_series_load(apo_series **out, apo_store *store, apo_span id)
{
    apo_series *series = apo_allocate_zero(NULL, sizeof *series);
    if (series == NULL)
        return APO_E_MEMORY;
    loading all = {.series = series};
    apo_status status = apo_store_find_series(store, &series->row, id);
    if (status == APO_OK)
        status = read_all(&all, store);
    apo_free(NULL, all.names);
    if (status == APO_OK)
        *out = series;
    else
        apo_series_free(series);
    return status;
}

void apo_series_free(apo_series *series)
{
    if (series == NULL)
        return;
    apo_free(NULL, series->events);
    apo_free(NULL, series->lines);
    apo_free(NULL, series->results);
    apo_free(NULL, series->people);
    apo_free(NULL, series->captains);
    apo_free(NULL, series);
}

const apo_series_result *apo_series_result_of(const apo_series *series,
                                              const apo_series_line *line, unsigned event)
{
    for (unsigned i = 0; i < line->events; i++) {
        const apo_series_result *result = &series->results[line->first + i];
        if (result->event == event)
            return result;
    }
    return NULL;
}

unsigned apo_series_read_points(unsigned out[APO_SERIES_POINTS_MAX], apo_span text)
{
    unsigned count = 0;
    uint32_t number, last = APO_SERIES_POINT_MAX;
    for (apo_span word; (word = apo_span_word(&text)).length > 0;) {
        if (count == APO_SERIES_POINTS_MAX || !apo_span_number(word, last, &number) ||
            (count == 0 && number == 0))
            return 0;
        out[count++] = last = number;
    }
    return count;
}

void apo_series_points_write(apo_text *out, unsigned hundredths)
{
    const unsigned rest = hundredths % APO_SERIES_HUNDREDTHS;
    apo_text_add_number(out, hundredths / APO_SERIES_HUNDREDTHS);
    if (rest == 0)
        return;
    apo_text_add_char(out, '.');
    apo_text_add_number(out, rest / 10);
    if (rest % 10 > 0)
        apo_text_add_number(out, rest % 10);
}
