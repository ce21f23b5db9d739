/* Reminders: how many hours before their time runs out people want an email, and the "reminder"
 * jobs that send it (server/email/notices.h). The jobs are scheduled when a turn begins or its
 * time changes, and dropped when it ends. */
#ifndef APO_SERVER_LIVE_REMIND_H
#define APO_SERVER_LIVE_REMIND_H

#include "server/web/app.h"
#include "store/games.h"

enum {
    APO_REMINDERS_MAX = 8,
    APO_REMINDER_HOURS_MAX = 720 /* a month */
};

typedef struct apo_reminders {
    unsigned count;
    unsigned hours[APO_REMINDERS_MAX]; /* before the end, the longest first */
} apo_reminders;

/* A person's choice; the default is one day before. */
void apo_reminders_find(apo_reminders *out, apo_app *app, apo_span person);

/* Adds to the batch the reminder jobs of a game: for the player to move after `ply` moves,
 * before row->due_ms, where their times are after `now_ms`. Earlier jobs are dropped. */
void apo_remind(apo_app *app, apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                int64_t now_ms);

/* The same with the `reminders` of the player to move, which may be none. */
void apo_reminders_place(apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                         int64_t now_ms, const apo_reminders *reminders);

#endif
