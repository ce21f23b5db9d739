/* Asks for the password again before actions that must be safe from passers-by at an unattended
 * browser. */
#ifndef APO_SERVER_WEB_REAUTH_H
#define APO_SERVER_WEB_REAUTH_H

#include "server/web/app.h"
#include "server/web/hasher.h"

/* Checks the password against the person's; the request is deferred and `fn` is called with the
 * result. Attempts are counted by session. Errors, in all of which `fn` is not called:
 * APO_E_FINISHED: too many tries; already answered; APO_E_OVERFLOW: too many are waiting
 * (APO_REAUTH_BUSY is the message); the store's. */
apo_status apo_reauth_ask(apo_app *app, apo_http_request *req, const char *person,
                          apo_span password, apo_hasher_checked *fn, void *context);

#define APO_REAUTH_BUSY "Too many people are logging in just now; please try again in a moment."

#endif
