#include "server/lichess/lichess.h"

#include <string.h>

#include "base/text.h"
#include "server/lichess/view.h"
#include "server/web/await.h"
#include "server/web/shards.h"

enum {
    BEAT_TICKS = 6,           /* seconds; clients give up after 15 */
    WAITING_MAX = 256 * 1024, /* bytes not yet read by a slow client */
    GAMES_MAX = 50            /* of one person in each list */
};

/* An open stream, of a person or of a game. */
typedef struct listener {
    struct listener *next, **link;
    apo_http_stream *stream;
    bool is_game;
    char id[APO_STORE_ID_MAX];
} listener;

struct apo_lichess {
    listener *first;
    unsigned ticks;
};

apo_lichess *apo_lichess_new(void)
{
    return apo_allocate_zero(NULL, sizeof(apo_lichess));
}

static void remove_listener(listener *one)
{
    *one->link = one->next;
    if (one->next != NULL)
        one->next->link = one->link;
    apo_free(NULL, one);
}

void apo_lichess_free(apo_lichess *all)
{
    if (all == NULL)
        return;
    while (all->first != NULL)
        remove_listener(all->first);
    apo_free(NULL, all);
}

static void drop_listener(void *context)
{
    remove_listener(context);
}

/* NULL: the request has been answered with an error. */
static listener *open_listener(apo_app *app, apo_http_request *req, bool is_game, apo_span id)
{
    listener *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    one->is_game = is_game;
    apo_text_copy_span(one->id, sizeof one->id, id);
    one->stream = apo_http_download_open(req, "application/x-ndjson", drop_listener, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return NULL;
    }
    one->next = app->lichess->first;
    one->link = &app->lichess->first;
    if (one->next != NULL)
        one->next->link = &one->next;
    app->lichess->first = one;
    return one;
}

/* False: the client is too slow, and the listener is gone. */
static bool send_text(listener *one, apo_span text)
{
    if (apo_http_download_waiting(one->stream) <= WAITING_MAX) {
        apo_http_download_send(one->stream, text);
        return true;
    }
    apo_http_download_break(one->stream);
    remove_listener(one);
    return false;
}

/* --- what happens -------------------------------------------------------- */

static void tell(apo_lichess *all, bool is_game, const char *id, const apo_buffer *line)
{
    for (listener *one = all->first, *next; one != NULL; one = next) {
        next = one->next;
        if (!line->is_failed && one->is_game == is_game && strcmp(one->id, id) == 0)
            send_text(one, apo_buffer_span(line));
    }
}

static bool has_listener(const apo_lichess *all, bool is_game, const char *id)
{
    for (const listener *one = all->first; one != NULL; one = one->next) {
        if (one->is_game == is_game && strcmp(one->id, id) == 0)
            return true;
    }
    return false;
}

static bool is_over(const apo_round *round)
{
    return round->state == APO_ROUND_FINISHED || round->state == APO_ROUND_CANCELLED;
}

static void end_game_streams(apo_lichess *all, const char *id)
{
    for (listener *one = all->first, *next; one != NULL; one = next) {
        next = one->next;
        if (!one->is_game || strcmp(one->id, id) != 0)
            continue;
        apo_http_stream_close(one->stream);
        remove_listener(one);
    }
}

static void tell_players(apo_app *app, const apo_live_game *game, const char *type)
{
    const apo_round *round = apo_live_game_round(game);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_buffer line;
        const char *person = round->seats[side].person;
        if (person[0] == '\0' || !has_listener(app->lichess, false, person))
            continue;
        apo_buffer_init(&line, NULL);
        apo_lichess_view_event(&line, type, game, side, apo_http_wall_clock_ms());
        tell(app->lichess, false, person, &line);
        apo_buffer_clear(&line);
    }
}

static void tell_watchers(apo_app *app, const apo_live_game *game)
{
    apo_buffer line;
    const apo_round *round = apo_live_game_round(game);
    if (!has_listener(app->lichess, true, round->id))
        return;
    apo_buffer_init(&line, NULL);
    apo_lichess_view_state(&line, game, apo_http_wall_clock_ms());
    tell(app->lichess, true, round->id, &line);
    apo_buffer_clear(&line);
    if (is_over(round))
        end_game_streams(app->lichess, round->id);
}

void apo_lichess_yield(apo_app *app)
{
    for (listener *one = app->lichess->first, *next; one != NULL; one = next) {
        next = one->next;
        if (!one->is_game || apo_shards_has_game(app, apo_span_of(one->id)))
            continue;
        apo_http_stream_close(one->stream);
        remove_listener(one);
    }
}

void apo_lichess_hear_game(apo_app *app, const apo_live_game *game, enum apo_round_state before)
{
    const apo_round *round = apo_live_game_round(game);
    if (app->lichess->first == NULL || !apo_lichess_knows(round->start.variant))
        return;
    if (round->state == APO_ROUND_PLAYING && before != APO_ROUND_PLAYING)
        tell_players(app, game, "gameStart");
    tell_watchers(app, game);
    if (is_over(round) && before == APO_ROUND_PLAYING)
        tell_players(app, game, "gameFinish");
}

void apo_lichess_hear_invitation(apo_app *app, const apo_store_invitation *row)
{
    const char *type = row->fate == APO_FATE_OPEN        ? "challenge"
                       : row->fate == APO_FATE_WITHDRAWN ? "challengeCanceled"
                       : row->fate == APO_FATE_DECLINED  ? "challengeDeclined"
                                                         : NULL;
    const char *person = row->fate == APO_FATE_DECLINED ? row->asker : row->asked;
    apo_buffer line;
    if (type == NULL || !has_listener(app->lichess, false, person))
        return;
    apo_buffer_init(&line, NULL);
    if (apo_lichess_view_challenge(&line, app, type, row))
        tell(app->lichess, false, person, &line);
    apo_buffer_clear(&line);
}

bool apo_lichess_is_listening(const apo_app *app, const char *person)
{
    return has_listener(app->lichess, false, person);
}

/* A person with two streams is listed once, for the stream opened last. */
void apo_lichess_each_bot(apo_app *app, apo_lichess_bot *fn, void *context)
{
    for (const listener *one = app->lichess->first; one != NULL; one = one->next) {
        const listener *other = app->lichess->first;
        while (other->is_game || strcmp(other->id, one->id) != 0)
            other = other->next;
        if (other == one)
            fn(context, apo_span_of(one->id));
    }
}

void apo_lichess_tick(apo_app *app)
{
    apo_lichess *all = app->lichess;
    if (++all->ticks % BEAT_TICKS != 0)
        return;
    for (listener *one = all->first, *next; one != NULL; one = next) {
        next = one->next;
        send_text(one, apo_span_of("\n"));
    }
}

/* --- what waits ---------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_span person;
    apo_lichess_game *fn;
    void *context;
} listing;

static bool is_listed(const apo_store_game *row)
{
    return row->state == APO_STORE_PLAYING && apo_lichess_knows(row->variant);
}

static bool visit_game(void *context, const apo_store_game *row)
{
    const listing *all = context;
    apo_live_game *game;
    if (!is_listed(row) || apo_live_find(all->app->live, &game, apo_span_of(row->id)) != APO_OK)
        return true;
    const apo_round *round = apo_live_game_round(game);
    unsigned side = apo_round_side_of(round, all->person);
    if (side < APO_SIDES && round->state == APO_ROUND_PLAYING)
        all->fn(all->context, game, side);
    return true;
}

static void list_games(apo_app *app, apo_span person, apo_store_game_row *fn, void *context)
{
    apo_span first = apo_span_of("");
    apo_store_list_turn(app->store, person, first, GAMES_MAX, fn, context);
    apo_store_list_others(app->store, person, first, GAMES_MAX, fn, context);
}

void apo_lichess_each_game(apo_app *app, apo_span person, apo_lichess_game *fn, void *context)
{
    listing all = {app, person, fn, context};
    list_games(app, person, visit_game, &all);
}

static bool add_id(void *context, const apo_store_game *row)
{
    apo_buffer *ids = context;
    if (is_listed(row)) {
        apo_buffer_add(ids, row->id);
        apo_buffer_add_char(ids, ' ');
    }
    return true;
}

bool apo_lichess_await_games(apo_app *app, apo_http_request *req, apo_span person)
{
    apo_buffer ids;
    /* Challenges too are checked by its rules. */
    if (apo_await_game(app, req, apo_span_of(APO_LICHESS_VARIANT)))
        return true;
    apo_buffer_init(&ids, NULL);
    list_games(app, person, add_id, &ids);
    bool is_awaiting =
        apo_live_await(app->live, req, apo_http_route_of(req)->handler, apo_buffer_span(&ids));
    apo_buffer_clear(&ids);
    return is_awaiting;
}

typedef struct beginning {
    apo_app *app;
    listener *one; /* NULL: it is gone */
} beginning;

static void send_line(beginning *all, apo_buffer *line)
{
    if (all->one != NULL && !line->is_failed && !send_text(all->one, apo_buffer_span(line)))
        all->one = NULL;
    apo_buffer_clear(line);
}

static void send_start(void *context, const apo_live_game *game, unsigned side)
{
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_lichess_view_event(&line, "gameStart", game, side, apo_http_wall_clock_ms());
    send_line(context, &line);
}

static bool send_challenge(void *context, const apo_store_invitation *row)
{
    beginning *all = context;
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_lichess_view_challenge(&line, all->app, "challenge", row);
    send_line(all, &line);
    return true;
}

void apo_lichess_open_events(apo_app *app, apo_http_request *req, apo_span person)
{
    beginning all = {app, NULL};
    char id[APO_STORE_ID_MAX]; /* the request ends when the stream begins */
    apo_text_copy_span(id, sizeof id, person);
    all.one = open_listener(app, req, false, apo_span_of(id));
    if (all.one == NULL || !send_text(all.one, apo_span_of("\n")))
        return;
    apo_lichess_each_game(app, apo_span_of(id), send_start, &all);
    apo_store_list_invitations(app->store, apo_span_of(id), true, send_challenge, &all);
}

void apo_lichess_open_game(apo_app *app, apo_http_request *req, const apo_live_game *game)
{
    const apo_round *round = apo_live_game_round(game);
    beginning all = {app, open_listener(app, req, true, apo_span_of(round->id))};
    apo_buffer line;
    if (all.one == NULL)
        return;
    apo_buffer_init(&line, NULL);
    apo_lichess_view_full(&line, game, apo_http_wall_clock_ms());
    send_line(&all, &line);
    if (all.one != NULL && is_over(round)) {
        apo_http_stream_close(all.one->stream);
        remove_listener(all.one);
    }
}
