/* The tasks of tournaments, done when they are due: see APO_CONTEST_TASK in server/contest/run.h. */
#ifndef APO_SERVER_CONTEST_CHORE_H
#define APO_SERVER_CONTEST_CHORE_H

#include "server/site/chores.h"

/* Does a task of the kind APO_CONTEST_TASK. */
apo_chore_doer apo_contest_do_task;

#endif
