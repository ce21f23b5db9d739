/* The play server: joins net, store and games. */
#ifndef APO_SERVER_APP_SERVER_H
#define APO_SERVER_APP_SERVER_H

#include "server/web/options.h"

typedef struct apo_server apo_server;

/* Opens the data, listens. The caller frees it with apo_server_free. Errors, with a sentence in
 * `err`; APO_E_EXISTS: another server has the database. */
apo_status apo_server_new(apo_server **out, const apo_server_options *options, apo_error *err);

/* The server's URL: "http://127.0.0.1:8080". Borrowed. */
const char *apo_server_url(const apo_server *server);

/* Adds the missing page files, a line each; nothing if all are there. */
void apo_server_missing(const apo_server *server, apo_buffer *out);

/* Adds a line for each message catalogue that cannot be used: file, line, fault. */
void apo_server_faulty_languages(const apo_server *server, apo_buffer *out);

/* Serves until SIGTERM or SIGINT. Errors: APO_E_EXISTS: another server has taken over the
 * database. */
apo_status apo_server_run(apo_server *server);

/* Stores pending changes and closes. NULL is allowed. */
void apo_server_free(apo_server *server);

#endif
