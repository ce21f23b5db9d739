/* The play server: net, store and games joined. */
#ifndef APO_SERVER_APP_SERVER_H
#define APO_SERVER_APP_SERVER_H

#include "server/web/options.h"

typedef struct apo_server apo_server;

/* Opens the data, listens. Gives (free with apo_server_free). Errors, with a sentence in
 * `err`. */
apo_status apo_server_new(apo_server **out, const apo_server_options *options, apo_error *err);

/* What people type: "http://127.0.0.1:8080". Borrowed. */
const char *apo_server_url(const apo_server *server);

/* Adds what is missing for people to play (templates), a line each; nothing if all is there. */
void apo_server_missing(const apo_server *server, apo_buffer *out);

/* Serves until SIGTERM or SIGINT. */
apo_status apo_server_run(apo_server *server);

/* Stores what is under way, and closes. NULL is allowed. */
void apo_server_free(apo_server *server);

#endif
