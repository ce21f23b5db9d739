/* Asking for the password once more: before what somebody who sits down at another's open
 * browser must not do. */
#ifndef APO_SERVER_WEB_REAUTH_H
#define APO_SERVER_WEB_REAUTH_H

#include "server/web/app.h"
#include "server/web/hasher.h"

/* Has the password compared with that of the person; the request is put off and `fn` is called
 * with the result. Tries count as log-ins do. Errors, in all of which `fn` is not called:
 * APO_E_FINISHED: there were too many tries, which has been answered; APO_E_OVERFLOW: too many
 * wait for theirs (APO_REAUTH_BUSY says so); what the store says. */
apo_status apo_reauth_ask(apo_app *app, apo_http_request *req, const char *person,
                          apo_span password, apo_hasher_checked *fn, void *context);

#define APO_REAUTH_BUSY "Too many people log in just now; please try again in a moment."

#endif
