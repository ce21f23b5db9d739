/* The server's replica: a folder on another disk from which its data can be restored. */
#ifndef APO_SERVER_APP_SERVER_REPLICA_H
#define APO_SERVER_APP_SERVER_REPLICA_H

#include "base/error.h"
#include "server/web/app.h"

/* Begins to replicate into the folder of the options, if there is one, and copies the server's
 * key there. After apo_server_key_open; apo_replica_stop ends it. Errors, with a sentence in
 * `err`: APO_E_IO; APO_E_MEMORY. */
apo_status apo_server_replica_open(apo_app *app, apo_error *err);

/* Writes to the log when the replica begins or ceases to fail. */
void apo_server_replica_tick(apo_app *app);

void apo_server_replica_add_metrics(apo_app *app);

#endif
