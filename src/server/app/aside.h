/* Handlers that only read (APO_HTTP_ASIDE) run in the readers' threads, each with a copy of the
 * app that has its own store and nothing that belongs to the loop. Loop's thread. */
#ifndef APO_SERVER_APP_ASIDE_H
#define APO_SERVER_APP_ASIDE_H

#include "server/web/app.h"

typedef struct apo_aside apo_aside;

/* Starts the readers. Call it when all other parts exist; from then on requests may be set
 * aside. Errors: APO_E_MEMORY, and those of apo_store_open, with a sentence in `err`. */
apo_status apo_aside_open(apo_app *app, const char *database, apo_error *err);

/* Ends the threads; waiting requests are answered. */
void apo_aside_stop(apo_app *app);
void apo_aside_close(apo_app *app);

/* For apo_http_options. */
bool apo_aside_take(apo_http_request *req, void *context);

#endif
