/* Runs another program that writes an answer to its standard output and exits: the checker of
 * problems. It runs with low priority and a limit on its time. Loop's thread. */
#ifndef APO_SERVER_PROBLEM_SOLVER_H
#define APO_SERVER_PROBLEM_SOLVER_H

#include "net/http.h"

typedef struct apo_solver apo_solver;

/* Called once with its output; empty if it could not be run, or was stopped. */
typedef void apo_solver_done(void *context, apo_span answer);

/* Runs `arguments` (ended by NULL; the first is the program's path). Gives (frees itself after
 * `done`, or free with apo_solver_stop). Errors: APO_E_IO, APO_E_MEMORY. */
apo_status apo_solver_run(apo_solver **out, apo_http *http, const char *const *arguments,
                          apo_solver_done *done, void *context);

/* Stops it; `done` is not called. NULL is allowed. */
void apo_solver_stop(apo_solver *solver);

#endif
