/* Choosing reminders. */
#ifndef APO_SERVER_LIVE_REMIND_CHOICE_H
#define APO_SERVER_LIVE_REMIND_CHOICE_H

#include "server/live/remind.h"

/* Sorts the choice, without duplicates, and adds the change to the batch, with the jobs of all
 * games in which it is the person's turn: it takes effect at once. */
void apo_reminders_set(apo_app *app, apo_store_batch *batch, const char *person,
                       apo_reminders *reminders, int64_t now_ms);

#endif
