/* Another program that reads a text, writes an answer to its standard output and exits. It runs
 * with the lowest priority and limits on time and memory. Loop's thread. */
#ifndef APO_SERVER_WORK_CHILD_H
#define APO_SERVER_WORK_CHILD_H

#include "net/http.h"

typedef struct apo_work_child apo_work_child;

/* Called once with its output; empty if it could not be run, has died, or wrote too much. */
typedef void apo_work_child_done(void *context, apo_span answer);

/* Runs `arguments` (ended by NULL; the first is the program's path) with a copy of `input`.
 * Gives (frees itself after `done`, or free with apo_work_child_stop). Errors: APO_E_IO,
 * APO_E_MEMORY. */
apo_status apo_work_child_run(apo_work_child **out, apo_http *http,
                              const char *const *arguments, apo_span input,
                              apo_work_child_done *done, void *context);

/* Stops it; `done` is not called. NULL is allowed. */
void apo_work_child_stop(apo_work_child *child);

#endif
