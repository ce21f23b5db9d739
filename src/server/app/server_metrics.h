/* The gauges of the server, read whenever its metrics are requested. */
#ifndef APO_SERVER_APP_SERVER_METRICS_H
#define APO_SERVER_APP_SERVER_METRICS_H

#include "server/web/app.h"

/* Call once, when all parts exist. */
void apo_server_add_metrics(apo_app *app);

#endif
