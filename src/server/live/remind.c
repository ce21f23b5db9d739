#include "server/live/remind.h"

#include "base/text.h"
#include "server/live/email_kind.h"
#include "store/jobs.h"
#include "store/reminders.h"

enum {
    USUAL_HOURS = 24
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

void apo_reminders_place(apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                         int64_t now_ms, const apo_reminders *reminders)
{
    apo_store_drop_jobs(batch, kind, row->id);
    for (unsigned i = 0; i < reminders->count; i++) {
        int64_t due_ms = row->due_ms - reminders->hours[i] * hour_ms;
        if (due_ms > now_ms)
            add_job(batch, row, ply, due_ms);
    }
}

void apo_remind(apo_app *app, apo_store_batch *batch, const apo_store_game *row, unsigned ply,
                int64_t now_ms)
{
    apo_reminders reminders = {.count = 0};
    apo_store_mailbox box;
    if (row->turn[0] != '\0' && row->due_ms != 0 && app->mailer != NULL &&
        apo_email_may(app, &box, apo_span_of(row->turn), APO_EMAIL_REMINDER))
        apo_reminders_find(&reminders, app, apo_span_of(row->turn));
    apo_reminders_place(batch, row, ply, now_ms, &reminders);
}
