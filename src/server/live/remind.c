#include "server/live/remind.h"

#include "base/text.h"
#include "server/live/email_kind.h"
#include "server/live/live.h"
#include "server/web/game_summary.h"
#include "store/jobs.h"
#include "store/reminders.h"

enum {
    USUAL_HOURS = 24,
    GAMES_MAX = 1000 /* whose reminders are placed anew when others are chosen */
};

static const int64_t hour_ms = INT64_C(3600000);
static const char kind[] = "reminder";

void apo_reminders_find(apo_reminders *out, apo_app *app, apo_span person)
{
    char text[APO_STORE_REMINDERS_MAX];
    *out = (apo_reminders){.count = 1, .hours = {USUAL_HOURS}};
    if (apo_store_find_reminders(app->store, text, person) != APO_OK)
        return;
    apo_span rest = apo_span_of(text), word;
    out->count = 0;
    while (out->count < APO_REMINDERS_MAX && (word = apo_span_word(&rest)).length > 0) {
        uint32_t hours;
        if (apo_span_number(word, APO_REMINDER_HOURS_MAX, &hours))
            out->hours[out->count++] = hours;
    }
}

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

static void add_job(apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                    int64_t due_ms)
{
    char turn[APO_STORE_JOB_DATA_MAX];
    apo_text data = apo_text_start(turn, sizeof turn);
    apo_text_add(&data, row->turn);
    apo_text_add_char(&data, ' ');
    apo_text_add_number(&data, ply);
    apo_store_add_job(batch, kind, row->id, turn, due_ms);
}

/* The jobs of a turn; `reminders` are those of who is to move. */
static void place(apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                  int64_t now_ms, const apo_reminders *reminders)
{
    for (unsigned i = 0; i < reminders->count; i++) {
        int64_t due_ms = row->due_ms - reminders->hours[i] * hour_ms;
        if (due_ms > now_ms)
            add_job(batch, row, ply, due_ms);
    }
}

void apo_remind(apo_app *app, apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                int64_t now_ms)
{
    apo_reminders reminders;
    apo_store_mailbox box;
    apo_store_drop_jobs(batch, kind, row->id);
    if (row->turn[0] == '\0' || row->due_ms == 0 || app->mailer == NULL ||
        !apo_email_may(app, &box, apo_span_of(row->turn), APO_EMAIL_REMINDER))
        return;
    apo_reminders_find(&reminders, app, apo_span_of(row->turn));
    place(batch, row, ply, now_ms, &reminders);
}

/* --- choosing ------------------------------------------------------------ */

typedef struct replacing {
    apo_app *app;
    apo_store_batch *batch;
    const apo_reminders *reminders;
    int64_t now_ms;
} replacing;

/* A game of which something is being stored just now gets its jobs from that. */
static bool replace(void *context, const apo_store_game *row)
{
    const replacing *all = context;
    apo_game_summary summary;
    if (row->due_ms == 0 || apo_live_is_busy(all->app->live, apo_span_of(row->id)) ||
        apo_game_summary_read(&summary, row) != APO_OK ||
        apo_round_start_is_live(&summary.start))
        return true;
    apo_store_drop_jobs(all->batch, kind, row->id);
    place(all->batch, row, summary.ply_count, all->now_ms, all->reminders);
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
