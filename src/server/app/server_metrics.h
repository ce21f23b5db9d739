/* The gauges of the server, read whenever somebody asks for its metrics. */
#ifndef APO_SERVER_APP_SERVER_METRICS_H
#define APO_SERVER_APP_SERVER_METRICS_H

#include "server/web/app.h"

/* Call once, when all parts are there. */
void apo_server_add_metrics(apo_app *app);

#endif
