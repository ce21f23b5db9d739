/* Requests of programs: a personal token in the header Authorization. */
#ifndef APO_SERVER_WEB_PROGRAM_H
#define APO_SERVER_WEB_PROGRAM_H

#include "server/web/app.h"

/* True if the token of the request is known, may do what the route does, and has not asked too
 * often. Otherwise the request is answered: 401, 403 or 429. Loop's thread. */
bool apo_program_admit(apo_app *app, apo_http_request *req);

#endif
