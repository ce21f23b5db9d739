/* A server that shares its database with others that stand by (store/turn.h). Loop's thread. */
#ifndef APO_SERVER_APP_SERVER_TURN_H
#define APO_SERVER_APP_SERVER_TURN_H

#include "server/web/app.h"

/* When the server begins. */
void apo_server_turn_begin(apo_app *app);

/* Once a second. False: another server has taken over, and this one is being stopped. */
bool apo_server_turn_tick(apo_app *app);

/* True if another server may have taken over, because this one has not renewed its turn for a
 * while: its machine was asleep, or the database does not answer. Memory may then be out of
 * date and must not be used for answers. */
bool apo_server_turn_is_doubtful(const apo_app *app);

#endif
