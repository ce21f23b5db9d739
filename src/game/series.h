/* Series: tournaments whose places give points. Pure functions. Any thread. */
#ifndef APO_GAME_SERIES_H
#define APO_GAME_SERIES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    APO_SERIES_POINTS_MAX = 32,  /* places that can give points */
    APO_SERIES_POINT_MAX = 1000, /* the most for one place */
    APO_SERIES_HUNDREDTHS = 100  /* of a point: shared places share their points */
};

/* A person's place in one tournament. */
typedef struct apo_series_result {
    unsigned event, person; /* numbers of the caller's */
    unsigned place;         /* from 1 */
    unsigned hundredths;    /* of points; set by apo_series_share */
    bool counts;            /* among the best; set by apo_series_table */
} apo_series_result;

/* Sets the points of each result. People with equal places share the points of all places they
 * occupy, rounded down to hundredths. `results` are ordered by event, then by place; `points`
 * are those of the first places. */
void apo_series_share(apo_series_result *results, size_t count, const unsigned *points,
                      unsigned point_count);

typedef struct apo_series_line {
    unsigned person;
    unsigned place;      /* from 1; shared */
    unsigned hundredths; /* of points */
    unsigned wins;       /* first places; decide between equal points */
    unsigned events;     /* tournaments played */
    size_t first;        /* the person's results: `events` from here on, the best first */
} apo_series_line;

/* The table, best first; puts the results in the order of the persons, the best of each first.
 * Only the best `best` results of a person count; 0: all. `out` has room for `count` lines.
 * Returns how many there are. */
size_t apo_series_table(apo_series_line *out, apo_series_result *results, size_t count,
                        unsigned best);

#endif
