/* Passes news of a game on: to the lobby, the players' feeds, lichess's accounts, the computer
 * players, and the other servers. Loop's thread. */
#ifndef APO_SERVER_APP_SERVER_NEWS_H
#define APO_SERVER_APP_SERVER_NEWS_H

#include "server/live/live.h"
#include "server/web/app.h"

/* Hooks of apo_live_new(); `context` is the apo_app. The first announces a change of the game,
 * which was in the state `before`; the second is true if the person would be told of one
 * now. */
void apo_server_hear_change(void *context, apo_live_game *game, enum apo_round_state before);
bool apo_server_is_heard(void *context, apo_span person);

#endif
