/* Final tables of seasons: the places in each game, at each kind of clock. */
#ifndef APO_STORE_SEASONS_H
#define APO_STORE_SEASONS_H

#include "store/ratings.h"

enum {
    APO_STORE_SEASON_MAX = 8, /* "2026-4", with the terminator */
    APO_STORE_SEASON_PLACES = 100
};

/* A season, and which ratings count in it. */
typedef struct apo_store_season {
    char id[APO_STORE_SEASON_MAX];
    int64_t begin_ms;     /* those of players with a rated game since then */
    double deviation_max; /* and at most this deviation */
} apo_store_season;

typedef struct apo_store_season_place {
    char season[APO_STORE_SEASON_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char clock[APO_STORE_CLOCK_MAX];
    bool is_bot; /* programs have tables of their own */
    unsigned place;
    char person[APO_STORE_ID_MAX];
    double rating, deviation;
    unsigned games; /* rated ones, of all time */
} apo_store_season_place;

/* Stores the first 100 of each game and clock as they are now. Repeating it has no effect.
 * Reads all ratings, in the writer's thread. */
void apo_store_close_season(apo_store_batch *batch, const apo_store_season *season);

typedef bool apo_store_season_place_row(void *context, const apo_store_season_place *place);

/* A table, the first place first. */
apo_status apo_store_list_season(apo_store *store, const apo_store_season_place *which,
                                 apo_store_season_place_row *row, void *context);

/* The seasons that have a table for a game and clock, the latest first: only `season` is set.
 */
apo_status apo_store_list_seasons(apo_store *store, apo_span variant, apo_span clock,
                                  apo_store_season_place_row *row, void *context);

/* A person's places among the first `place_max`, latest season first. */
apo_status apo_store_list_season_places(apo_store *store, apo_span person, unsigned place_max,
                                        apo_store_season_place_row *row, void *context);

#endif
