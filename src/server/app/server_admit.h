/* Which requests the server answers: none beyond the limits of an address, no costly one while
 * the threads have too much to do, no change while too many wait for the disk. In the loop's
 * thread. */
#ifndef APO_SERVER_APP_SERVER_ADMIT_H
#define APO_SERVER_APP_SERVER_ADMIT_H

#include "server/web/app.h"

/* Makes `app->limits`, unless the options want none; false if memory is short. */
bool apo_server_limits_open(apo_app *app);

/* Frees them; does nothing where there are none. */
void apo_server_limits_free(apo_app *app);

/* True if the request goes on to its handler, else it has been answered; `context` is the
 * apo_app. */
bool apo_server_admit(apo_http_request *req, void *context);

#endif
