/* A series with its tournaments and standings, read whole from the store. */
#ifndef APO_SERVER_TOURNAMENT_SERIES_H
#define APO_SERVER_TOURNAMENT_SERIES_H

#include "game/series.h"
#include "net/json_in.h"
#include "store/series.h"
#include "store/tournaments.h"

enum {
    APO_SERIES_EVENTS_MAX = 60 /* tournaments of a series */
};

/* Who has given a team its name for one tournament. */
typedef struct apo_series_captain {
    unsigned person; /* number of the team */
    char id[APO_STORE_ID_MAX];
} apo_series_captain;

typedef struct apo_series {
    apo_store_series row;
    unsigned points[APO_SERIES_POINTS_MAX];
    unsigned point_count;
    apo_store_tournament *events; /* owned; in order, the oldest first */
    unsigned event_count;
    apo_series_line *lines; /* owned; the table, the best first */
    size_t line_count;
    apo_series_result *results; /* owned; see apo_series_table */
    bool is_of_teams;           /* its tournaments are team matches; then people are teams */
    /* Owned; by the numbers of people: their ids, or the names of teams. */
    char (*people)[APO_STORE_TEAM_NAME_MAX];
    apo_series_captain *captains; /* owned; one for each result of teams */
    size_t captain_count;
} apo_series;

/* Gives a series; free with apo_series_free. Not for the loop: it reads the places of all
 * tournaments. Errors: APO_E_UNKNOWN: there is none; APO_E_IO, APO_E_MEMORY. */
apo_status apo_series_load(apo_series **out, apo_store *store, apo_span id);
void apo_series_free(apo_series *series); /* NULL is allowed */

/* Whether the tournaments of a series are team matches; false if it has none. */
bool apo_series_is_of_teams(apo_store *store, apo_span id);

/* The result of a line in a tournament; NULL: none. */
const apo_series_result *apo_series_result_of(const apo_series *series,
                                              const apo_series_line *line, unsigned event);

/* Reads points of places: numbers up to 1,000, separated by blanks, none larger than the one
 * before, the first more than 0. Returns how many; 0: they are not such numbers. */
unsigned apo_series_read_points(unsigned out[APO_SERIES_POINTS_MAX], apo_span text);

/* "12.5": hundredths as a number. */
void apo_series_points_write(apo_text *out, unsigned hundredths);

#endif
