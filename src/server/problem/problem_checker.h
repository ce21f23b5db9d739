/* Checks problems before they are published: a worker proves each (server/work/work.h). Also
 * stores the collection shipped with the server. */
#ifndef APO_SERVER_PROBLEM_PROBLEM_CHECKER_H
#define APO_SERVER_PROBLEM_PROBLEM_CHECKER_H

#include "server/problem/aim.h"
#include "server/web/app.h"
#include "store/problems.h"

#define APO_PROBLEM_JOB "problem" /* subject: a problem waiting to be checked */

/* Registers the job and the kind of work. */
void apo_problem_checker_start(apo_app *app);

/* Stores the collection, unless it is there already. */
void apo_problem_stock(apo_app *app);

/* "waiting", "public", "refused"; static. */
const char *apo_problem_state_word(enum apo_store_problem_state state);

#endif
