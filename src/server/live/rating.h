/* Updates the ratings and records of a finished game's players. */
#ifndef APO_SERVER_LIVE_RATING_H
#define APO_SERVER_LIVE_RATING_H

#include "game/glicko.h"
#include "server/web/app.h"
#include "server/web/game_summary.h"
#include "store/ratings.h"

/* Registers the handler of "rating" jobs: one for each finished game. Ratings and the drop of
 * the job are stored together, so that a game is counted exactly once. */
void apo_rating_start(apo_app *app);

/* The rating at a given time: its deviation grows. */
apo_glicko apo_rating_at(const apo_store_rating *rating, int64_t now_ms);

/* Adds a player's rating as shown beside the name: "1612", "1612?" if provisional; for a rated
 * game also the change: "1612 +14". Nothing if there is none. */
void apo_rating_write(apo_buffer *out, apo_store *store, const apo_round *round, unsigned side,
                      int64_t now_ms);

#endif
