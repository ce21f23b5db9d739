/* The tasks of tournaments, done when they are due: see APO_TOURNAMENT_TASK in server/tournament/run.h. */
#ifndef APO_SERVER_TOURNAMENT_CHORE_H
#define APO_SERVER_TOURNAMENT_CHORE_H

#include "server/site/chores.h"

/* Does a task of the kind APO_TOURNAMENT_TASK. */
apo_chore_doer apo_tournament_do_task;

#endif
