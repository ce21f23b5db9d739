/* The jobs that a change of a game causes in other parts of the server. Only this file decides
 * which; apo_jobs_add registers their handlers. */
#ifndef APO_SERVER_LIVE_FOLLOW_H
#define APO_SERVER_LIVE_FOLLOW_H

#include "server/round/round.h"
#include "server/web/app.h"
#include "store/games.h"

/* Adds the jobs to the batch that stores the change. `before` is the game's former state
 * (APO_STORE_CANCELLED for a new one), `row` and `round` are the new ones. */
void apo_follow_game(apo_app *app, apo_store_batch *batch, enum apo_store_state before,
                     const apo_store_game *row, const apo_round *round);

#endif
