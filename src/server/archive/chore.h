/* Files games that end. */
#ifndef APO_SERVER_ARCHIVE_CHORE_H
#define APO_SERVER_ARCHIVE_CHORE_H

#include "server/site/chores.h"

/* The doer of the tasks "archive"; their subject is a game. */
apo_chore_doer apo_archive_chore;

#endif
