#include "server/live/follow.h"

#include "base/text.h"
#include "server/jobs/jobs.h"
#include "server/live/email_kind.h"
#include "server/live/line_kind.h"
#include "server/live/remind.h"
#include "store/game_notes.h"

/* Kinds of jobs about a game that has ended. */
static const char *const at_end[] = {"rating", "archive"};
static const char *const at_tournament_end[] = {"tournament"};

/* The job of a game that has begun: a player may be on vacation. It is delayed a little, so
 * that it sees a vacation that is just being stored. */
static const char *const at_begin[] = {"rest"};

enum {
    NOTICE_MS = 3 * 60 * 1000, /* a player who answers at once needs no email */
    BEGIN_WAIT_MS = 5 * 1000
};

static void add_jobs(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                     int64_t due_ms, const char *const *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (apo_jobs_know(app->jobs, kinds[i]))
            apo_store_add_job(batch, kinds[i], row->id, "", due_ms);
    }
}

static void follow_begin(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                         const apo_round *round)
{
    if (apo_round_may_rest(round, APO_WHITE) || apo_round_may_rest(round, APO_BLACK))
        add_jobs(app, batch, row, row->changed_ms + BEGIN_WAIT_MS, at_begin, 1);
}

/* After a move: the side to move may have conditional lines. */
static void follow_move(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                        const apo_round *round)
{
    apo_store_sheet sheet;
    const char *kind = apo_line_kind(apo_span_of(row->id));
    if (round->last_kind == APO_EVENT_MOVE && apo_round_may_answer(round) &&
        apo_store_find_sheet(app->store, &sheet, NULL, apo_span_of(row->id),
                             apo_round_turn(round), "lines") == APO_OK)
        add_jobs(app, batch, row, row->changed_ms, &kind, 1);
}

static void follow_end(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                       const apo_round *round)
{
    if (row->state == APO_STORE_FINISHED)
        add_jobs(app, batch, row, row->changed_ms, at_end, sizeof at_end / sizeof at_end[0]);
    if (round->start.tournament[0] != '\0')
        add_jobs(app, batch, row, row->changed_ms, at_tournament_end, 1);
}

/* The side to move may want an email; checked again in a few minutes. */
static void follow_turn(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                        const apo_round *round)
{
    apo_store_mailbox box;
    static const char kind[] = "notice";
    char ply[APO_STORE_JOB_DATA_MAX];
    unsigned side = apo_round_turn(round);
    if (app->mailer == NULL || side == APO_NOBODY || apo_round_is_live(round) ||
        !apo_email_may(app, &box, apo_span_of(round->seats[side].person), APO_EMAIL_TURN))
        return;
    apo_text data = apo_text_start(ply, sizeof ply);
    apo_text_add_number(&data, (int64_t)round->ply_count);
    apo_store_drop_jobs(batch, kind, row->id);
    apo_store_add_job(batch, kind, row->id, ply, row->changed_ms + NOTICE_MS);
}

void apo_follow_game(apo_app *app, apo_store_batch *batch, enum apo_store_state before,
                     const apo_store_game *row, const apo_round *round)
{
    bool was_played = before == APO_STORE_PLAYING, is_played = row->state == APO_STORE_PLAYING;
    if (is_played)
        follow_turn(app, batch, row, round);
    if ((was_played || is_played) && !apo_round_is_live(round))
        apo_remind(app, batch, row, (unsigned)round->ply_count, row->changed_ms);
    if (!was_played && is_played)
        follow_begin(app, batch, row, round);
    if (was_played && is_played)
        follow_move(app, batch, row, round);
    /* The new player of the seat may be on vacation, or not. */
    if (was_played && is_played && round->last_kind == APO_EVENT_MERGE)
        follow_begin(app, batch, row, round);
    if (was_played && !is_played)
        follow_end(app, batch, row, round);
}
