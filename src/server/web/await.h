/* Has a game's definition compiled by another thread before a handler needs it: compiling in
 * the loop would hold everybody up. Loop's thread. */
#ifndef APO_SERVER_WEB_AWAIT_H
#define APO_SERVER_WEB_AWAIT_H

#include "server/web/app.h"

/* True if the game `id` on offer, or the newest version of the published one, is being
 * compiled: the loop will call the route's handler again, or answer that it is too busy. Return
 * at once then. False if there is nothing to wait for, whether the game exists or not. */
bool apo_await_game(apo_app *app, apo_http_request *req, apo_span id);

/* The same for the version with this definition. */
bool apo_await_definition(apo_app *app, apo_http_request *req, const char *id,
                          const char *digest);

/* The same for a job. True: it is being compiled, and the job has been postponed. */
bool apo_await_for_job(apo_app *app, const char *id, const char *digest);

#endif
