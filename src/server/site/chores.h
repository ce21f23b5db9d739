/* Who does the tasks that the store keeps (store/tasks.h). Each kind of task has one doer; tasks of a
 * kind are done one after another, each when it is due. A doer puts its effect into the batch that also
 * drops the task, so that no crash can lose or double it. Loop's thread. */
#ifndef APO_SERVER_SITE_CHORES_H
#define APO_SERVER_SITE_CHORES_H

#include "server/site/app.h"
#include "store/tasks.h"

typedef struct apo_chores apo_chores;
typedef struct apo_chore apo_chore;

enum {
    APO_CHORES_MAX = 24 /* kinds */
};

/* Does a task, now or later. Must end it by exactly one of apo_chore_done, apo_chore_later, or
 * apo_chore_drop and apo_chore_end; until then no other task of the kind is begun. `context` is the
 * apo_app. */
typedef void apo_chore_doer(void *context, apo_chore *chore);

/* Gives (free with apo_chores_free, when the store is closed). NULL when out of memory. */
apo_chores *apo_chores_new(apo_app *app);
void apo_chores_free(apo_chores *chores); /* NULL is allowed */

/* Registers the doer of a kind (a literal), before the server runs. */
void apo_chores_add(apo_chores *chores, const char *kind, apo_chore_doer *doer);

/* True if a kind has a doer: tasks of other kinds need not be stored. NULL chores know none. */
bool apo_chores_know(const apo_chores *chores, const char *kind);

/* Begins what is due. Called once a second; call it too when a task has been stored that should not
 * wait. */
void apo_chores_tick(apo_chores *chores);

/* Begins nothing more: the server stops. */
void apo_chores_stop(apo_chores *chores); /* NULL is allowed */

/* The task; borrowed until the chore ends. */
const apo_store_task *apo_chore_task(const apo_chore *chore);

/* Ends it: adds the drop of the task to `batch` (taken; NULL: the task has no effect any more) and
 * stores it. If it cannot be stored, the task stays and is tried again later. */
void apo_chore_done(apo_chore *chore, apo_store_batch *batch);

/* Puts it off, at least by a second. */
void apo_chore_later(apo_chore *chore, int64_t wait_ms);

/* True for what may pass, as a want of memory or space: the task is no task without an effect then, but is
 * to be tried again, by apo_chore_end with this status. */
bool apo_chore_may_pass(apo_status status);

/* For an effect whose batch somebody else submits (a move, a new game): adds the drop of the task to
 * the batch; apo_chore_end is called with what has come of the batch. */
void apo_chore_drop(const apo_chore *chore, apo_store_batch *batch);
void apo_chore_end(apo_chore *chore, apo_status status);

#endif
