/* Finds the game of a request. */
#ifndef APO_SERVER_LIVE_ENTER_H
#define APO_SERVER_LIVE_ENTER_H

#include "server/live/live.h"
#include "server/web/app.h"

/* Finds and enters game `id`. NULL in `*out`: the game is busy; the request is deferred, and
 * `handler` called again with `app` once the game is free. Errors, unanswered: those of
 * apo_live_find; APO_E_MEMORY. Loop's thread. */
apo_status apo_enter_table(apo_live_game **out, apo_app *app, apo_http_request *req,
                           apo_http_handler *handler, apo_span id);

/* The same for the parameter "id" of a request of the JSON interface. NULL: the request is
 * answered with the error, or `handler` will be called again. */
apo_live_game *apo_enter_asked(apo_app *app, apo_http_request *req, apo_http_handler *handler);

/* Which side of the game the visitor plays; APO_NOBODY: none. */
unsigned apo_enter_side(apo_app *app, apo_http_request *req, const apo_round *round);

/* True if two people play, `side` is one of them, and one has blocked the other. */
bool apo_enter_is_blocked(const apo_app *app, const apo_round *round, unsigned side);

#endif
