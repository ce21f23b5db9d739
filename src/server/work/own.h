/* The server as one of its own workers: it leases work like others and runs it in a child
 * process, `apothecary work --input -`. If a child dies there is no result, which counts as a
 * try. Loop's thread. */
#ifndef APO_SERVER_WORK_OWN_H
#define APO_SERVER_WORK_OWN_H

#include "server/web/app.h"

/* Begins with waiting work at the next tick of app->work. Without a program
 * (app->options.engine) it does nothing. Errors: APO_E_MEMORY. */
apo_status apo_work_own_open(apo_app *app);
void apo_work_own_free(struct apo_work_own *own); /* ends its children; NULL is allowed */

#endif
