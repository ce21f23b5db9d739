/* A socket in the data folder, through which the command talks to a running server. Only users
 * who may write to the folder can connect. A connection carries one line of moderation
 * (server/account/moderate.h) and one line back: "ok" when it is stored, or a sentence. */
#ifndef APO_SERVER_ACCOUNT_CONTROL_H
#define APO_SERVER_ACCOUNT_CONTROL_H

#include "server/web/app.h"

typedef struct apo_control apo_control;

#define APO_CONTROL_NAME "control"

/* Listens at `path`. The caller frees it with apo_control_free. Errors, with a sentence:
 * APO_E_IO, APO_E_TOO_LARGE: the path is too long for a socket; APO_E_MEMORY. */
apo_status apo_control_new(apo_control **out, apo_app *app, const char *path, apo_error *err);
void apo_control_free(apo_control *control); /* NULL is allowed */

/* For the command: asks the server that listens at `path`, and adds its answer to `out`.
 * Blocks. Errors: APO_E_UNKNOWN: no server listens there; APO_E_IO. */
apo_status apo_control_ask(apo_buffer *out, const char *path, apo_span line);

#endif
