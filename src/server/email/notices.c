#include "server/email/notices.h"

#include "base/text.h"
#include "server/email/mailing.h"
#include "server/jobs/jobs.h"
#include "server/live/live.h"
#include "server/notice/notice.h"
#include "store/invitations.h"
#include "store/tournaments.h"

enum {
    AGAIN_MS = 3 * 60 * 1000 /* wait while the player is looking at the game */
};

static void poke(apo_app *app)
{
    apo_mailer_tick(app->mailer);
}

/* The live game of a job, if it is somebody's turn after `ply` moves; otherwise ends the
 * job. */
static const apo_live_game *find_turn(apo_app *app, apo_job *job, apo_span ply, unsigned *side)
{
    apo_live_game *game;
    uint32_t count;
    apo_status status = apo_live_find(app->live, &game, apo_span_of(apo_job_row(job)->subject));
    if (apo_job_is_transient(status)) {
        apo_job_end(job, status);
        return NULL;
    }
    if (status == APO_OK && apo_span_number(ply, UINT32_MAX, &count)) {
        const apo_round *round = apo_live_game_round(game);
        *side = apo_round_turn(round);
        if (*side != APO_NOBODY && round->ply_count == count)
            return game;
    }
    apo_job_done(job, NULL);
    return NULL;
}

/* "GAME MOVES": the data of the email. */
static void write_data(char *out, size_t size, const apo_round *round)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add(&text, round->id);
    apo_text_add_char(&text, ' ');
    apo_text_add_number(&text, (int64_t)round->ply_count);
}

/* One notice for each turn: a turn is identified by the time of the move before it. */
static void write_cause(char out[APO_STORE_KEY_MAX], const apo_round *round)
{
    apo_text text = apo_text_start(out, APO_STORE_KEY_MAX);
    apo_text_add(&text, "turn/");
    apo_text_add(&text, round->id);
    apo_text_add_char(&text, '/');
    apo_text_add_number(&text,
                        round->ply_count > 0 ? round->plies[round->ply_count - 1].at_ms : 0);
}

static void notice_turn(void *context, apo_job *job)
{
    apo_app *app = context;
    unsigned side;
    apo_store_mailbox box;
    apo_store_mail sent;
    char cause[APO_STORE_KEY_MAX], data[APO_STORE_MAIL_DATA_MAX];
    const apo_live_game *game = find_turn(app, job, apo_span_of(apo_job_row(job)->data), &side);
    if (game == NULL)
        return;
    const apo_round *round = apo_live_game_round(game);
    write_cause(cause, round);
    if (!apo_email_may(app, &box, apo_span_of(round->seats[side].person), APO_EMAIL_TURN) ||
        apo_store_find_mail_cause(app->store, &sent, apo_span_of(cause)) == APO_OK) {
        apo_job_done(job, NULL);
        return;
    }
    if (apo_live_game_players(game)[side].is_online) {
        apo_job_delay(job, AGAIN_MS);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    write_data(data, sizeof data, round);
    apo_outbox_add(batch, &box, APO_EMAIL_TURN, data, cause, NULL);
    apo_job_done(job, batch);
    poke(app);
}

static void do_notice(void *context, apo_job *job)
{
    apo_live_for_job(context, job, apo_span_of(apo_job_row(job)->subject), notice_turn);
}

static void remind(void *context, apo_job *job)
{
    apo_app *app = context;
    unsigned side;
    apo_store_mailbox box;
    char data[APO_STORE_MAIL_DATA_MAX];
    apo_span rest = apo_span_of(apo_job_row(job)->data);
    apo_span person = apo_span_word(&rest), ply = apo_span_word(&rest);
    const apo_live_game *game = find_turn(app, job, ply, &side);
    if (game == NULL)
        return;
    if (!apo_span_is(person, apo_live_game_round(game)->seats[side].person) ||
        !apo_email_may(app, &box, person, APO_EMAIL_REMINDER)) {
        apo_job_done(job, NULL);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    write_data(data, sizeof data, apo_live_game_round(game));
    apo_outbox_add(batch, &box, APO_EMAIL_REMINDER, data, NULL, NULL);
    apo_job_done(job, batch);
    poke(app);
}

static void do_reminder(void *context, apo_job *job)
{
    apo_live_for_job(context, job, apo_span_of(apo_job_row(job)->subject), remind);
}

/* The inviter, the path of the page, and the tournament's name. */
static void write_call(char *out, size_t size, const char *by, const apo_store_tournament *row)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add(&text, by);
    apo_text_add(&text, "\n/tournaments/");
    apo_text_add(&text, row->id);
    apo_text_add_char(&text, '\n');
    apo_text_add(&text, row->name);
}

/* One email for each person and tournament, however often they are invited. */
static apo_store_batch *call_guest(apo_app *app, const apo_store_tournament *row,
                                   apo_span person)
{
    apo_store_mailbox box;
    apo_store_mail sent;
    apo_store_person by;
    char cause[APO_STORE_KEY_MAX], data[APO_STORE_MAIL_DATA_MAX];
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, "tournament/");
    apo_text_add(&text, row->id);
    apo_text_add_char(&text, '/');
    apo_text_add_span(&text, person);
    if (row->state != APO_STORE_TOURNAMENT_OPEN ||
        !apo_email_may(app, &box, person, APO_EMAIL_INVITATION) ||
        apo_store_find_mail_cause(app->store, &sent, apo_text_span(&text)) == APO_OK ||
        apo_store_is_blocked(app->store, person, apo_span_of(row->organiser)) ||
        apo_store_find_person(app->store, &by, apo_span_of(row->organiser)) != APO_OK)
        return NULL;
    apo_store_batch *batch = apo_store_batch_new();
    write_call(data, sizeof data, by.name, row);
    apo_outbox_add(batch, &box, APO_EMAIL_INVITATION, data, cause, NULL);
    return batch;
}

/* Everybody gets the page's notice (the bell), even if no mail is sent. */
static void tell_guest(apo_app *app, const apo_store_tournament *row, const apo_store_job *job,
                       apo_store_batch *batch)
{
    char cause[APO_STORE_KEY_MAX];
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, "tournament/");
    apo_text_add(&text, row->id);
    const apo_notice notice = {.kind = APO_NOTICE_TOURNAMENT_INVITATION,
                               .person = job->data,
                               .other = row->organiser,
                               .subject = row->id,
                               .text = row->name,
                               .cause = cause,
                               .at_ms = job->due_ms};
    if (!apo_store_is_blocked(app->store, apo_span_of(job->data), apo_span_of(row->organiser)))
        apo_notice_add(app, batch, &notice);
}

static void do_tournament_guest(void *context, apo_job *job)
{
    apo_app *app = context;
    const apo_store_job *stored = apo_job_row(job);
    apo_store_tournament row;
    apo_status status =
        apo_store_find_tournament(app->store, &row, apo_span_of(stored->subject));
    if (apo_job_is_transient(status)) {
        apo_job_end(job, status);
        return;
    }
    apo_store_batch *batch =
        status == APO_OK ? call_guest(app, &row, apo_span_of(stored->data)) : NULL;
    if (status == APO_OK && row.state == APO_STORE_TOURNAMENT_OPEN) {
        batch = batch != NULL ? batch : apo_store_batch_new();
        tell_guest(app, &row, stored, batch);
    }
    apo_job_done(job, batch);
    poke(app);
}

/* Mails a notice, unless it has been read. */
static void do_event(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_mailbox box;
    apo_store_notice notice;
    const apo_store_job *row = apo_job_row(job);
    apo_span person = apo_span_of(row->subject);
    apo_status status =
        apo_store_find_notice(app->store, &notice, person, apo_span_of(row->data));
    if (apo_job_is_transient(status)) {
        apo_job_end(job, status);
        return;
    }
    if (status != APO_OK || notice.read_ms > 0 ||
        !apo_email_may(app, &box, person, APO_EMAIL_EVENT)) {
        apo_job_done(job, NULL);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_outbox_add(batch, &box, APO_EMAIL_EVENT, row->data, NULL, NULL);
    apo_job_done(job, batch);
    poke(app);
}

/* The next digest is stored with this one. Writing it decides whether there is anything to
 * report. */
static void do_digest(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_mailbox box;
    apo_store_person person;
    const apo_store_job *row = apo_job_row(job);
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_find(&box, app, apo_span_of(row->subject));
    if (box.address[0] == '\0' || (box.wanted >> APO_EMAIL_DIGEST & 1U) == 0) {
        apo_job_done(job, batch);
        return;
    }
    if (app->mailer != NULL && box.confirmed_ms > 0)
        apo_outbox_add(batch, &box, APO_EMAIL_DIGEST, "", NULL, NULL);
    if (apo_store_find_person(app->store, &person, apo_span_of(box.person)) == APO_OK)
        apo_mailing_add_digest(batch, box.person, person.zone, box.digest_hour,
                               apo_http_wall_clock_ms());
    apo_job_done(job, batch);
    poke(app);
}

void apo_notices_add(struct apo_jobs *jobs)
{
    apo_jobs_add(jobs, "notice", do_notice);
    apo_jobs_add(jobs, "reminder", do_reminder);
    apo_jobs_add(jobs, "tournament-guest", do_tournament_guest);
    apo_jobs_add(jobs, "digest", do_digest);
    apo_jobs_add(jobs, APO_NOTICE_JOB, do_event);
}
