/* Series of tournaments, and people's final places, in the store. */
#ifndef APO_STORE_SERIES_H
#define APO_STORE_SERIES_H

#include "store/tournaments.h"

enum {
    APO_STORE_SERIES_POINTS_MAX = 192 /* with the terminator: 32 numbers */
};

typedef struct apo_store_series {
    char id[APO_STORE_ID_MAX];
    char organiser[APO_STORE_ID_MAX];
    char key[APO_STORE_KEY_MAX]; /* of the creating request */
    char name[APO_STORE_TOURNAMENT_NAME_MAX];
    char points[APO_STORE_SERIES_POINTS_MAX]; /* of the places; the caller's */
    unsigned best;                            /* how many results count; 0: all */
    int64_t created_ms;
} apo_store_series;

/* A person's place in a finished tournament. */
typedef struct apo_store_placing {
    char tournament[APO_STORE_ID_MAX];
    char person[APO_STORE_ID_MAX];
    unsigned place;   /* from 1 */
    unsigned players; /* how many there were */
    int64_t at_ms;    /* when it ended */
} apo_store_placing;

/* The same for a team, identified by its name. */
typedef struct apo_store_team_placing {
    char tournament[APO_STORE_ID_MAX];
    char name[APO_STORE_TEAM_NAME_MAX];
    char captain[APO_STORE_ID_MAX]; /* who has given the name */
    unsigned place;
} apo_store_team_placing;

/* --- writing ------------------------------------------------------------- */

/* APO_E_EXISTS: the organiser's request has made one already. */
void apo_store_add_series(apo_store_batch *batch, const apo_store_series *series);
void apo_store_join_series(apo_store_batch *batch, const char *tournament, const char *series);
void apo_store_add_placing(apo_store_batch *batch, const apo_store_placing *placing);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_series(apo_store *store, apo_store_series *out, apo_span id);
apo_status apo_store_find_series_key(apo_store *store, apo_store_series *out,
                                     apo_span organiser, apo_span key);

/* The series that a tournament belongs to; APO_E_UNKNOWN: none. */
apo_status apo_store_find_series_of(apo_store *store, apo_store_series *out,
                                    apo_span tournament);

/* Lists call `row` for each row; if it returns false, the list ends. */
typedef bool apo_store_series_row(void *context, const apo_store_series *series);
typedef bool apo_store_placing_row(void *context, const apo_store_placing *placing);
typedef bool apo_store_team_placing_row(void *context, const apo_store_team_placing *placing);

/* The newest first: all, or an organiser's ("": all). */
apo_status apo_store_list_series(apo_store *store, apo_span organiser, unsigned limit,
                                 apo_store_series_row *row, void *context);

/* How many tournaments a series has. */
unsigned apo_store_count_series(apo_store *store, apo_span series);

/* The places in all tournaments of a series: by the beginning of the tournament, then by
 * place. */
apo_status apo_store_list_series_placings(apo_store *store, apo_span series,
                                          apo_store_placing_row *row, void *context);

/* The same for a series of team matches. */
apo_status apo_store_list_series_teams(apo_store *store, apo_span series,
                                       apo_store_team_placing_row *row, void *context);

/* The best places of a person, the latest of equal ones first. */
apo_status apo_store_list_placings(apo_store *store, apo_span person, unsigned limit,
                                   apo_store_placing_row *row, void *context);

/* How often a person has been first in a tournament of at least `players` people. */
unsigned apo_store_count_wins(apo_store *store, apo_span person, unsigned players);

#endif
