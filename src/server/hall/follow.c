#include "server/hall/follow.h"

#include "base/text.h"
#include "server/hall/line_kind.h"
#include "server/hall/mail_kind.h"
#include "server/hall/remind.h"
#include "server/site/chores.h"
#include "store/desk.h"

/* Kinds of tasks about a game that has ended. */
static const char *const at_end[] = {"rating", "archive"};
static const char *const at_contest_end[] = {"contest"};

/* And one that has begun: a player may be on vacation. A moment later, so that a vacation that is being
 * stored just now is seen. */
static const char *const at_begin[] = {"rest"};

enum {
    NOTICE_MS = 3 * 60 * 1000, /* who answers at once needs no mail */
    BEGIN_WAIT_MS = 5 * 1000
};

static void add_tasks(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                      int64_t due_ms, const char *const *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (apo_chores_know(app->chores, kinds[i]))
            apo_store_add_task(batch, kinds[i], row->id, "", due_ms);
    }
}

static void follow_begin(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                         const apo_room *room)
{
    if (apo_room_may_rest(room, APO_WHITE) || apo_room_may_rest(room, APO_BLACK))
        add_tasks(app, batch, row, row->changed_ms + BEGIN_WAIT_MS, at_begin, 1);
}

/* A move has been made; whoever is to move now may have planned an answer. */
static void follow_move(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                        const apo_room *room)
{
    apo_store_sheet sheet;
    const char *kind = apo_line_kind(apo_span_of(row->id));
    if (room->last_kind == APO_EVENT_MOVE && apo_room_may_answer(room) &&
        apo_store_find_sheet(app->store, &sheet, NULL, apo_span_of(row->id),
                             apo_room_turn(room), "lines") == APO_OK)
        add_tasks(app, batch, row, row->changed_ms, &kind, 1);
}

static void follow_end(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                       const apo_room *room)
{
    if (row->state == APO_STORE_FINISHED)
        add_tasks(app, batch, row, row->changed_ms, at_end, sizeof at_end / sizeof at_end[0]);
    if (room->start.contest[0] != '\0')
        add_tasks(app, batch, row, row->changed_ms, at_contest_end, 1);
}

/* Whoever is to move may want a mail, to be thought about in some minutes. */
static void follow_turn(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                        const apo_room *room)
{
    apo_store_mailbox box;
    static const char kind[] = "notice";
    char ply[APO_STORE_TASK_DATA_MAX];
    unsigned side = apo_room_turn(room);
    if (app->post == NULL || side == APO_NOBODY || apo_room_is_live(room) ||
        !apo_letter_may(app, &box, apo_span_of(room->seats[side].person), APO_LETTER_TURN))
        return;
    apo_text data = apo_text_start(ply, sizeof ply);
    apo_text_add_number(&data, (int64_t)room->ply_count);
    apo_store_drop_tasks(batch, kind, row->id);
    apo_store_add_task(batch, kind, row->id, ply, row->changed_ms + NOTICE_MS);
}

void apo_follow_game(apo_app *app, apo_store_batch *batch, enum apo_store_state before,
                     const apo_store_game *row, const apo_room *room)
{
    bool was_played = before == APO_STORE_PLAYING, is_played = row->state == APO_STORE_PLAYING;
    if (is_played)
        follow_turn(app, batch, row, room);
    if ((was_played || is_played) && !apo_room_is_live(room))
        apo_remind(app, batch, row, (unsigned)room->ply_count, row->changed_ms);
    if (!was_played && is_played)
        follow_begin(app, batch, row, room);
    if (was_played && is_played)
        follow_move(app, batch, row, room);
    /* Whoever has the seat now may be on vacation, or not. */
    if (was_played && is_played && room->last_kind == APO_EVENT_HEIR)
        follow_begin(app, batch, row, room);
    if (was_played && !is_played)
        follow_end(app, batch, row, room);
}
