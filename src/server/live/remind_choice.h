/* Choosing reminders. */
#ifndef APO_SERVER_LIVE_REMIND_CHOICE_H
#define APO_SERVER_LIVE_REMIND_CHOICE_H

#include "server/live/remind.h"

/* Puts them in order, each once, and adds the change to the batch, with the jobs of all games
 * in which it is the person's turn: what is chosen counts from now on. */
void apo_reminders_set(apo_app *app, apo_store_batch *batch, const char *person,
                       apo_reminders *reminders, int64_t now_ms);

#endif
