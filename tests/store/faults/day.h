/* A day of a server, as the batches that it submits: people, games, moves, mail, tournaments,
 * invitations, the archive, and accounts deleted. The same every time. */
#ifndef APO_TESTS_STORE_FAULTS_DAY_H
#define APO_TESTS_STORE_FAULTS_DAY_H

#include "store/store.h"

/* How many steps the day has. */
unsigned day_length(void);

/* Fills the batch of a step, from 0. Each begins with the number "step", set to `step` + 1. */
void day_fill(apo_store_batch *batch, unsigned step);

#endif
