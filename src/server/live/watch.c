/* Watchers of a game: their event streams, and the players' presence. */
#include "base/text.h"
#include "net/wall_clock.h"
#include "server/live/live_priv.h"
#include "server/web/visitor.h"

enum {
    CROWD_MS = 1000 /* shortest interval between reports of the number of spectators */
};

static bool is_watching(const apo_live_game *game, unsigned side)
{
    for (const apo_watcher *w = game->watchers; w != NULL; w = w->next) {
        if (w->side == side)
            return true;
    }
    return false;
}

void apo_live_game_send(apo_live_game *game, uint64_t id, const char *name, apo_span data)
{
    apo_http_event event;
    apo_http_event_init(&event, id, name, data);
    for (apo_watcher *w = game->watchers; w != NULL; w = w->next)
        apo_http_stream_send_event(w->stream, &event);
    apo_http_event_clear(&event);
}

void apo_live_game_tell(apo_live_game *game, const char *name, apo_span data,
                        apo_live_audience *may, void *context)
{
    apo_http_event event;
    apo_http_event_init(&event, 0, name, data);
    for (apo_watcher *w = game->watchers; w != NULL; w = w->next) {
        if (may(context, w->side, w->person))
            apo_http_stream_send_event(w->stream, &event);
    }
    apo_http_event_clear(&event);
}

int64_t apo_live_game_away_ms(const apo_live_game *game, unsigned side)
{
    const char *person = game->round->seats[side].person;
    if (is_watching(game, side) ||
        (person[0] != '\0' && apo_audience_has(game->live->app->feeds, apo_span_of(person))))
        return 0;
    return (apo_http_ticks_ms() - game->left_ms[side]) * apo_wall_clock_rate();
}

/* --- spectators ---------------------------------------------------------- */

static unsigned count_spectators(const apo_live_game *game)
{
    unsigned count = 0;
    for (const apo_watcher *w = game->watchers; w != NULL; w = w->next)
        count += w->side == APO_NOBODY;
    return count;
}

static void tell_crowd(void *context)
{
    apo_live_game *game = context;
    apo_buffer data;
    game->spectators = count_spectators(game);
    game->is_crowd_due = false;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_number(&data, "spectators", game->spectators);
    apo_json_add_number(&data, "now", apo_http_wall_clock_ms());
    apo_json_close(&data, '}');
    apo_live_game_send(game, 0, "crowd", apo_buffer_span(&data));
    apo_buffer_clear(&data);
}

/* Call when somebody has come or gone. Limits the reports: none for a game without spectators,
 * one a second for a large crowd. */
static void note_crowd(apo_live_game *game)
{
    if (game->is_crowd_due || (game->spectators == 0 && count_spectators(game) == 0))
        return;
    if (game->crowd == NULL &&
        apo_http_timer_new(&game->crowd, game->live->app->http, tell_crowd, game) != APO_OK)
        return;
    game->is_crowd_due = true;
    apo_http_timer_set(game->crowd, CROWD_MS);
}

/* --- presence ------------------------------------------------------------ */

/* Sends the players' presence when it changes. */
static void tell_presence(apo_live_game *game)
{
    bool is_changed = false;
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    for (unsigned side = 0; side < APO_SIDES; side++) {
        bool is_online = is_watching(game, side);
        is_changed = is_changed || is_online != game->players[side].is_online;
        if (!is_online && game->players[side].is_online)
            game->left_ms[side] = apo_http_ticks_ms();
        game->players[side].is_online = is_online;
        apo_json_add_flag(&data, apo_view_side(side),
                          is_online || game->round->seats[side].kind == APO_SEAT_COMPUTER);
    }
    apo_json_close(&data, '}');
    if (is_changed)
        apo_live_game_send(game, 0, "presence", apo_buffer_span(&data));
    apo_buffer_clear(&data);
}

static void drop_watcher(void *context)
{
    apo_watcher *gone = context;
    apo_live_game *game = gone->game;
    apo_watcher **at = &game->watchers;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    apo_free(NULL, gone);
    tell_presence(game);
    note_crowd(game);
}

/* Replays the game up to the last event that the client has seen, and sends the rest. */
typedef struct catching_up {
    apo_live_game *game;
    apo_http_stream *stream;
    apo_round *round;
    uint64_t after;
} catching_up;

static bool send_row(void *context, const apo_store_event *row)
{
    catching_up *all = context;
    apo_buffer data;
    apo_event event = apo_live_event_of_row(row);
    if (row->seq > all->game->round->seq || apo_round_apply(all->round, &event) != APO_OK)
        return false;
    if (row->seq <= all->after)
        return true;
    apo_buffer_init(&data, NULL);
    const char *name =
        apo_view_event(&data, all->round, &event, all->game->players, apo_http_wall_clock_ms());
    if (name != NULL)
        apo_http_stream_send(all->stream, row->seq, name, apo_buffer_span(&data));
    apo_buffer_clear(&data);
    return true;
}

static void catch_up(apo_live_game *game, apo_http_stream *stream, uint64_t after)
{
    catching_up all = {game, stream, NULL, after};
    if (after >= game->round->seq)
        return;
    all.round = apo_round_new(apo_span_of(game->row.id), game->round->var);
    if (all.round == NULL)
        return;
    apo_store_list_events(game->live->app->store, apo_span_of(game->row.id), 0, send_row, &all);
    apo_round_free(all.round);
}

void apo_live_game_watch(apo_live_game *game, apo_http_request *req, unsigned side,
                         uint64_t after)
{
    const apo_visitor *visitor = apo_visitor_of(game->live->app, req);
    apo_watcher *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
        return;
    }
    one->game = game;
    one->side = side;
    if (visitor != NULL)
        apo_text_copy_span(one->person, sizeof one->person, apo_visitor_id(visitor));
    one->stream = apo_http_stream_open(req, drop_watcher, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return;
    }
    catch_up(game, one->stream, after);
    one->next = game->watchers;
    game->watchers = one;
    tell_presence(game);
    note_crowd(game);
}
