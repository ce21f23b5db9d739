/* Limits per person on things that grow with use, so that nobody can fill the server, or the
 * lists that others read, however slowly. docs/serving.md lists them together with the limits
 * set elsewhere (passkeys, tokens, drafts, studies). */
#ifndef APO_SERVER_WEB_HOLDING_H
#define APO_SERVER_WEB_HOLDING_H

#include "server/web/app.h"
#include "store/holdings.h"

/* True if the person may have one more; otherwise the request is answered 409, with what to do
 * about it. Always true without limits. */
bool apo_holding_may_grow(apo_app *app, apo_http_request *req, enum apo_holding what,
                          apo_span person);

#endif
