#include "server/seek/lobby.h"

enum {
    OPEN_MAX = 100,
    PLAYING_MAX = 30
};

struct apo_lobby {
    apo_app *app;
    apo_audience *guests; /* by persons */
};

apo_lobby *apo_lobby_new(apo_app *app)
{
    apo_lobby *lobby = apo_allocate_zero(NULL, sizeof *lobby);
    if (lobby == NULL)
        return NULL;
    lobby->app = app;
    lobby->guests = apo_audience_new();
    if (lobby->guests != NULL)
        return lobby;
    apo_lobby_free(lobby);
    return NULL;
}

void apo_lobby_free(apo_lobby *lobby)
{
    if (lobby == NULL)
        return;
    apo_audience_free(lobby->guests);
    apo_free(NULL, lobby);
}

void apo_lobby_watch(apo_lobby *lobby, apo_http_request *req, apo_span person)
{
    (void)apo_audience_join(lobby->guests, req, person);
}

bool apo_lobby_has(const apo_lobby *lobby, apo_span person)
{
    return apo_audience_has(lobby->guests, person);
}

static bool plays_in(apo_span person, const apo_game_summary *summary)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (person.length > 0 && apo_span_is(person, summary->seats[side].person))
            return true;
    }
    return false;
}

/* The event about a game: each player gets their own version, everybody else the same one. */
typedef struct telling {
    apo_app *app;
    const apo_game_summary *summary;
    const char *name;
    apo_http_event others;
} telling;

static void tell_one(void *context, apo_http_stream *stream, apo_span person)
{
    telling *all = context;
    apo_buffer own;
    if (!plays_in(person, all->summary)) {
        apo_http_stream_send_event(stream, &all->others);
        return;
    }
    apo_buffer_init(&own, NULL);
    apo_game_summary_view(&own, NULL, all->summary, all->app->variants, all->app->store,
                          person);
    apo_http_stream_send(stream, 0, all->name, apo_buffer_span(&own));
    apo_buffer_clear(&own);
}

void apo_lobby_tell(apo_lobby *lobby, const char *name, const apo_game_summary *summary)
{
    apo_buffer others;
    apo_app *app = lobby->app;
    telling all = {.app = app, .summary = summary, .name = name};
    if (apo_audience_count(lobby->guests) == 0)
        return;
    apo_buffer_init(&others, NULL);
    apo_game_summary_view(&others, NULL, summary, app->variants, app->store, apo_span_of(""));
    apo_http_event_init(&all.others, 0, name, apo_buffer_span(&others));
    apo_audience_each(lobby->guests, tell_one, &all);
    apo_http_event_clear(&all.others);
    apo_buffer_clear(&others);
}

void apo_lobby_tell_person(apo_lobby *lobby, apo_span person, const char *name, apo_span data)
{
    apo_http_event event;
    if (person.length == 0)
        return;
    apo_http_event_init(&event, 0, name, data);
    apo_audience_tell(lobby->guests, person, &event);
    apo_http_event_clear(&event);
}

void apo_lobby_tell_players(apo_lobby *lobby, const apo_round *round)
{
    apo_game_summary summary;
    apo_buffer out;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_span person = apo_span_of(round->seats[side].person);
        if (round->seats[side].kind != APO_SEAT_PERSON ||
            !apo_audience_has(lobby->guests, person))
            continue;
        apo_game_summary_of_round(&summary, round);
        apo_buffer_init(&out, NULL);
        apo_game_summary_view(&out, NULL, &summary, lobby->app->variants, lobby->app->store,
                              person);
        apo_lobby_tell_person(lobby, person, "mine", apo_buffer_span(&out));
        apo_buffer_clear(&out);
    }
}

typedef struct listing {
    apo_buffer *out;
    apo_app *app;
    apo_span person;
} listing;

static bool add_row(void *context, const apo_store_game *row)
{
    const listing *all = context;
    apo_game_summary summary;
    if (apo_game_summary_read(&summary, row) == APO_OK)
        apo_game_summary_view(all->out, NULL, &summary, all->app->variants, all->app->store,
                              all->person);
    return true;
}

void apo_lobby_view(apo_buffer *out, apo_app *app, apo_span person)
{
    listing all = {out, app, person};
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "open", '[');
    apo_store_list_games(app->store, APO_STORE_LIST_OPEN, OPEN_MAX, add_row, &all);
    apo_json_close(out, ']');
    apo_json_open(out, "playing", '[');
    apo_store_list_games(app->store, APO_STORE_LIST_PLAYING, PLAYING_MAX, add_row, &all);
    apo_json_close(out, ']');
    apo_json_open(out, "counts", '{');
    apo_json_add_number(out, "in_lobby", (int64_t)apo_audience_count(app->lobby->guests));
    apo_json_add_number(out, "connected", (int64_t)apo_http_stream_count(app->http));
    apo_json_close(out, '}');
    apo_json_close(out, '}');
}
