/* Limits on password guessing that a stranger cannot use to lock somebody out. A browser keeps
 * a cookie once somebody has logged in with it. Attempts from such a browser, or from a running
 * session, are counted separately from those of strangers. */
#ifndef APO_SERVER_WEB_DEVICE_H
#define APO_SERVER_WEB_DEVICE_H

#include "server/web/app.h"
#include "server/web/visitor.h"

/* Counts an attempt to log in as `person`, "" if there is no such name. False: too many;
 * answered. A known browser has ten attempts, then one a minute. All others share the same
 * limit for each name, and 20 attempts, then 6 a minute, for each address. */
bool apo_device_may_log_in(apo_app *app, apo_http_request *req, const char *person,
                           apo_span name_key);

/* Counts an attempt to confirm something with the password, in a running session. False: too
 * many; answered. */
bool apo_device_may_confirm(apo_app *app, apo_http_request *req, const apo_visitor *visitor);

/* Remembers that somebody has logged in with this browser: adds the cookie to the answer. */
void apo_device_remember(apo_app *app, apo_http_request *req, const char *person);

#endif
