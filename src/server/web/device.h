/* Limits on guessed passwords that a stranger cannot use to lock somebody out. A browser in
 * which somebody has logged in keeps a cookie that says so, and a session that is running says
 * so too: their tries are counted for themselves, and not with those of strangers. */
#ifndef APO_SERVER_WEB_DEVICE_H
#define APO_SERVER_WEB_DEVICE_H

#include "server/web/app.h"
#include "server/web/visitor.h"

/* Counts a try to log in as `person`, "" if there is no such name. False: too many; answered. A
 * known browser has ten tries, then one a minute; everybody else shares as many for each name,
 * and 20, then 6 a minute, for each address. */
bool apo_device_may_log_in(apo_app *app, apo_http_request *req, const char *person,
                           apo_span name_key);

/* Counts a try to confirm something by the password, in a running session. False: too many;
 * answered. */
bool apo_device_may_confirm(apo_app *app, apo_http_request *req, const apo_visitor *visitor);

/* Remembers that somebody has logged in with this browser: adds the cookie to the answer. */
void apo_device_remember(apo_app *app, apo_http_request *req, const char *person);

#endif
