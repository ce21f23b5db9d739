#include "server/live/feed.h"

#include "server/web/game_summary.h"

enum {
    /* An event has the time of its cause as its number and is sent when the cause is stored, so
     * a later event may overtake it. */
    OVERLAP_MS = 60 * 1000,
    TURNS_MAX = 500, /* of games, and of finished games, sent when a stream begins */
    ENDS_MAX = 200
};

/* --- what is sent -------------------------------------------------------- */

static void start_event(apo_buffer *out, apo_http_event *event, uint64_t id, const char *name)
{
    apo_json_close(out, '}');
    apo_http_event_init(event, id, name, apo_buffer_span(out));
}

static void write_game(apo_buffer *out, const apo_store_game *row,
                       const apo_game_summary *summary)
{
    apo_buffer_init(out, NULL);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "game", row->id);
    apo_json_add_string(out, "variant", row->variant);
    apo_json_add_number(out, "at", row->changed_ms);
    apo_json_add_number(out, "ply", summary->ply_count);
}

static void write_turn(apo_buffer *out, const apo_store_game *row,
                       const apo_game_summary *summary)
{
    write_game(out, row, summary);
    if (summary->due_ms > 0)
        apo_json_add_number(out, "due", summary->due_ms);
    else
        apo_json_add_null(out, "due");
}

static void write_end(apo_buffer *out, const apo_store_game *row,
                      const apo_game_summary *summary)
{
    write_game(out, row, summary);
    if (row->state == APO_STORE_FINISHED)
        apo_json_add_number(out, "white_quarters", summary->white_quarters);
    else
        apo_json_add_null(out, "white_quarters");
}

static void write_invitation(apo_buffer *out, const apo_store_invitation *row)
{
    apo_buffer_init(out, NULL);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "invitation", row->id);
    apo_json_add_number(out, "at", row->changed_ms);
}

/* --- as it happens ------------------------------------------------------- */

/* Sends the text to the person, and clears it. */
static void tell(apo_app *app, const char *person, int64_t at_ms, const char *name,
                 apo_buffer *data)
{
    apo_http_event event;
    start_event(data, &event, (uint64_t)at_ms, name);
    apo_audience_tell(app->feeds, apo_span_of(person), &event);
    apo_http_event_clear(&event);
    apo_buffer_clear(data);
}

static bool is_heard(const apo_app *app, const char *person)
{
    return person[0] != '\0' && apo_audience_has(app->feeds, apo_span_of(person));
}

/* True if the position or the side to move has changed. */
static bool has_moved(const apo_round *round, enum apo_round_state before)
{
    switch (round->last_kind) {
    case APO_EVENT_MOVE:
    case APO_EVENT_TAKEBACK:
    case APO_EVENT_MERGE: return true;
    case APO_EVENT_CREATE:
    case APO_EVENT_JOIN:
    case APO_EVENT_OFFER:
    case APO_EVENT_WITHDRAW:
    case APO_EVENT_DECLINE:
    case APO_EVENT_END:
    case APO_EVENT_CANCEL:
    case APO_EVENT_REMATCH:
    case APO_EVENT_GIFT:
    case APO_EVENT_VACATION:
    case APO_EVENT_KINDS: break;
    }
    return round->state != before;
}

static void tell_end(apo_app *app, const apo_store_game *row, const apo_game_summary *summary)
{
    for (unsigned side = 0; side < APO_STORE_SEATS; side++) {
        apo_buffer data;
        if (!is_heard(app, row->seats[side]))
            continue;
        write_end(&data, row, summary);
        tell(app, row->seats[side], row->changed_ms, "over", &data);
    }
}

void apo_feed_tell_game(apo_app *app, const apo_live_game *game, enum apo_round_state before)
{
    const apo_store_game *row = apo_live_game_row(game);
    const apo_round *round = apo_live_game_round(game);
    apo_game_summary summary;
    apo_buffer data;
    if (apo_audience_count(app->feeds) == 0)
        return;
    apo_game_summary_of_round(&summary, round);
    if (before == APO_ROUND_PLAYING && round->state != APO_ROUND_PLAYING)
        tell_end(app, row, &summary);
    if (row->state != APO_STORE_PLAYING || !is_heard(app, row->turn) ||
        !has_moved(round, before))
        return;
    write_turn(&data, row, &summary);
    tell(app, row->turn, row->changed_ms, "turn", &data);
}

void apo_feed_tell_invitation(apo_app *app, const apo_store_invitation *row)
{
    apo_buffer data;
    app->hear_invitation(app, row);
    if (row->fate != APO_FATE_OPEN || !is_heard(app, row->asked))
        return;
    write_invitation(&data, row);
    tell(app, row->asked, row->changed_ms, "invitation", &data);
}

void apo_feed_tell_message(apo_app *app, const char *person, const char *from, int64_t at_ms)
{
    apo_buffer data;
    if (!is_heard(app, person))
        return;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_string(&data, "from", from);
    apo_json_add_number(&data, "at", at_ms);
    tell(app, person, at_ms, "message", &data);
}

/* --- what waits ---------------------------------------------------------- */

typedef struct beginning {
    apo_http_stream *stream;
    int64_t since_ms;
} beginning;

/* These events are not numbered: a stream that breaks off during them starts over with all of
 * them. */
static void send(const beginning *all, const char *name, apo_buffer *data)
{
    apo_http_event event;
    start_event(data, &event, 0, name);
    apo_http_stream_send_event(all->stream, &event);
    apo_http_event_clear(&event);
    apo_buffer_clear(data);
}

static bool send_turn(void *context, const apo_store_game *row)
{
    const beginning *all = context;
    apo_game_summary summary;
    apo_buffer data;
    if (row->changed_ms < all->since_ms || apo_game_summary_read(&summary, row) != APO_OK)
        return true;
    write_turn(&data, row, &summary);
    send(all, "turn", &data);
    return true;
}

/* Newest first. */
static bool send_end(void *context, const apo_store_game *row)
{
    const beginning *all = context;
    apo_game_summary summary;
    apo_buffer data;
    if (row->changed_ms < all->since_ms)
        return false;
    if (apo_game_summary_read(&summary, row) != APO_OK)
        return true;
    write_end(&data, row, &summary);
    send(all, "over", &data);
    return true;
}

static bool send_invitation(void *context, const apo_store_invitation *row)
{
    const beginning *all = context;
    apo_buffer data;
    if (row->changed_ms < all->since_ms)
        return true;
    write_invitation(&data, row);
    send(all, "invitation", &data);
    return true;
}

/* Reports that everything waiting has been sent, with the number from which the stream can be
 * resumed. */
static void send_ready(const beginning *all, int64_t now_ms)
{
    apo_buffer data;
    apo_http_event event;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_number(&data, "at", now_ms);
    start_event(&data, &event, (uint64_t)now_ms, "ready");
    apo_http_stream_send_event(all->stream, &event);
    apo_http_event_clear(&event);
    apo_buffer_clear(&data);
}

void apo_feed_open(apo_app *app, apo_http_request *req, apo_span person, int64_t after_ms)
{
    apo_store *store = app->store;
    beginning all = {apo_audience_join(app->feeds, req, person),
                     after_ms > OVERLAP_MS ? after_ms - OVERLAP_MS : 0};
    if (all.stream == NULL)
        return;
    apo_store_list_turn(store, person, apo_span_of(""), TURNS_MAX, send_turn, &all);
    apo_store_list_invitations(store, person, true, send_invitation, &all);
    if (after_ms > 0)
        apo_store_list_finished(store, person, INT64_MAX, ENDS_MAX, send_end, &all);
    send_ready(&all, apo_http_wall_clock_ms());
}
