/* Servers that work on one database at the same time (store/peers.h): who has which partition
 * of the work, and requests for those of others. Loop's thread.
 * docs/decisions/0021-several-servers.md says how. */
#ifndef APO_SERVER_APP_SERVER_PEERS_H
#define APO_SERVER_APP_SERVER_PEERS_H

#include "server/web/app.h"

/* Call when the store is open; from then on app->shards is not NULL. Errors: APO_E_MEMORY;
 * APO_E_IO.
 */
apo_status apo_server_peers_open(apo_app *app);

/* Call when everything else is open: joins the others, and takes partitions that nobody has.
 * `gain_commons` is called when this server gets the commons. `gap_ms`: how long the server was
 * away, if there was never a peer. */
apo_status apo_server_peers_begin(apo_app *app, apo_http_call *gain_commons, void *context,
                                  int64_t gap_ms);

/* Gives everything back. NULL in app->shards is allowed, here and below. */
void apo_server_peers_leave(apo_app *app);
void apo_server_peers_free(apo_app *app); /* after the loop */

/* The hook of apo_http_options. */
bool apo_server_peers_forward(apo_http_request *req, void *context);

#endif
