#include "server/live/remind_choice.h"

#include "base/text.h"
#include "server/live/email_kind.h"
#include "server/live/live.h"
#include "server/web/game_summary.h"
#include "store/reminders.h"

enum {
    GAMES_MAX = 1000 /* whose reminders are replaced when the choice changes */
};

/* The longest first, each once. */
static void put_in_order(apo_reminders *all)
{
    apo_reminders sorted = {.count = 0};
    unsigned below = APO_REMINDER_HOURS_MAX + 1;
    for (;;) {
        unsigned longest = 0;
        for (unsigned i = 0; i < all->count; i++) {
            if (all->hours[i] < below && all->hours[i] > longest)
                longest = all->hours[i];
        }
        if (longest == 0)
            break;
        sorted.hours[sorted.count++] = below = longest;
    }
    *all = sorted;
}

static void write_reminders(apo_store_batch *batch, const char *person,
                            apo_reminders *reminders)
{
    char buf[APO_STORE_REMINDERS_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    put_in_order(reminders);
    for (unsigned i = 0; i < reminders->count; i++) {
        if (i > 0)
            apo_text_add_char(&text, ' ');
        apo_text_add_number(&text, reminders->hours[i]);
    }
    apo_store_set_reminders(batch, person, apo_text_span(&text));
}

typedef struct replacing {
    apo_app *app;
    apo_store_batch *batch;
    const apo_reminders *reminders;
    int64_t now_ms;
} replacing;

/* Skips a game with a change being stored, which adds the jobs itself. */
static bool replace(void *context, const apo_store_game *row)
{
    const replacing *all = context;
    apo_game_summary summary;
    if (row->due_ms == 0 || apo_live_is_busy(all->app->live, apo_span_of(row->id)) ||
        apo_game_summary_read(&summary, row) != APO_OK ||
        apo_round_start_is_live(&summary.start))
        return true;
    apo_reminders_place(all->batch, row, summary.ply_count, all->now_ms, all->reminders);
    return true;
}

void apo_reminders_set(apo_app *app, apo_store_batch *batch, const char *person,
                       apo_reminders *reminders, int64_t now_ms)
{
    apo_store_mailbox box;
    replacing all = {app, batch, reminders, now_ms};
    write_reminders(batch, person, reminders);
    if (app->mailer != NULL &&
        apo_email_may(app, &box, apo_span_of(person), APO_EMAIL_REMINDER))
        apo_store_list_turn(app->store, apo_span_of(person), apo_span_of(""), GAMES_MAX,
                            replace, &all);
}
