/* The computer as a player: requests its moves from workers or the engine pool, and plays them
 * when they arrive. */
#ifndef APO_SERVER_APP_SERVER_COMPUTER_H
#define APO_SERVER_APP_SERVER_COMPUTER_H

#include "server/live/live.h"
#include "server/web/app.h"

/* Starts the engine processes of the options. Errors: those of apo_engine_pool_new. */
apo_status apo_server_computer_open(apo_app *app);

/* Asks for a move of a game in which the computer has the turn; without engines, or with too
 * many waiting, does nothing. `context` is the app. */
void apo_server_computer_ask(void *context, apo_live_game *game);

/* True if no move need be requested for the game now: one is under way, or none is possible. */
bool apo_server_computer_has(void *context, apo_span game);

#endif
