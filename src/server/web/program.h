/* Requests from programs: a personal token in the Authorization header. */
#ifndef APO_SERVER_WEB_PROGRAM_H
#define APO_SERVER_WEB_PROGRAM_H

#include "server/web/app.h"

/* True if the token of the request is known, has the route's scope, and is within its rate
 * limit. Otherwise the request is answered: 401, 403 or 429. Loop's thread. */
bool apo_program_admit(apo_app *app, apo_http_request *req);

#endif
