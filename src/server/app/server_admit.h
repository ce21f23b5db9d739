/* Decides which requests the server answers: none beyond the limits of an address, no costly
 * ones while the threads are overloaded, no changes that would wait long for the disk, and few
 * of accounts that must get a second factor first. Loop's thread. */
#ifndef APO_SERVER_APP_SERVER_ADMIT_H
#define APO_SERVER_APP_SERVER_ADMIT_H

#include "server/web/app.h"

/* Creates `app->limits`, unless the options switch them off; false when out of memory. */
bool apo_server_limits_open(apo_app *app);

/* Frees them; does nothing where there are none. */
void apo_server_limits_free(apo_app *app);

/* True if the request goes on to its handler, else it has been answered; `context` is the
 * apo_app. */
bool apo_server_admit(apo_http_request *req, void *context);

#endif
