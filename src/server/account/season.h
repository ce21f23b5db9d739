/* Seasons of the leaderboards: the quarters of a year, in UTC. When one ends, a job keeps its
 * final tables. */
#ifndef APO_SERVER_ACCOUNT_SEASON_H
#define APO_SERVER_ACCOUNT_SEASON_H

#include "server/web/app.h"
#include "store/seasons.h"

typedef struct apo_season {
    char id[APO_STORE_SEASON_MAX]; /* "2026-4" */
    unsigned year, quarter;        /* 1 to 4 */
    int64_t begin_ms, end_ms;      /* milliseconds since 1970; the end is excluded */
} apo_season;

/* The season of a moment, from 1970 to 9999. */
void apo_season_at(apo_season *out, int64_t now_ms);

/* Reads "2026-4". False: there is no such season. */
bool apo_season_read(apo_season *out, apo_span id);

/* Registers the job that closes seasons. Loop's thread, before the server runs. */
void apo_season_start(apo_app *app);

/* Stores the job that closes the current season. Call it when the server begins to write. If a
 * season ends while no server runs, the job stored earlier closes it. Loop's thread. */
void apo_season_wait(apo_app *app);

#endif
