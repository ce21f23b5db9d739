#include "server/hall/lobby.h"

enum {
    OPEN_MAX = 100,
    PLAYING_MAX = 30
};

typedef struct guest {
    struct guest *next;
    apo_lobby *lobby;
    apo_http_stream *stream;
    char person[APO_STORE_ID_MAX];
} guest;

struct apo_lobby {
    apo_app *app;
    guest *guests;
    size_t count;
};

apo_lobby *apo_lobby_new(apo_app *app)
{
    apo_lobby *lobby = apo_allocate_zero(NULL, sizeof *lobby);
    if (lobby != NULL)
        lobby->app = app;
    return lobby;
}

void apo_lobby_free(apo_lobby *lobby)
{
    if (lobby == NULL)
        return;
    while (lobby->guests != NULL) {
        guest *gone = lobby->guests;
        lobby->guests = gone->next;
        apo_free(NULL, gone);
    }
    apo_free(NULL, lobby);
}

static void drop_guest(void *context)
{
    guest *gone = context;
    guest **at = &gone->lobby->guests;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    gone->lobby->count--;
    apo_free(NULL, gone);
}

void apo_lobby_watch(apo_lobby *lobby, apo_http_request *req, apo_span person)
{
    guest *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
        return;
    }
    apo_text_copy_span(one->person, sizeof one->person, person);
    one->lobby = lobby;
    one->stream = apo_http_stream_open(req, drop_guest, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return;
    }
    one->next = lobby->guests;
    lobby->guests = one;
    lobby->count++;
}

static bool plays_in(const guest *one, const apo_brief *brief)
{
    apo_span person = apo_span_of(one->person);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (person.length > 0 && apo_span_is(person, brief->seats[side].person))
            return true;
    }
    return false;
}

void apo_lobby_tell(apo_lobby *lobby, const char *name, const apo_brief *brief)
{
    apo_buffer others;
    apo_http_event event;
    apo_app *app = lobby->app;
    if (lobby->guests == NULL)
        return;
    apo_buffer_init(&others, NULL);
    apo_brief_view(&others, NULL, brief, app->catalog, app->store, apo_span_of(""));
    apo_http_event_init(&event, 0, name, apo_buffer_span(&others));
    for (guest *one = lobby->guests; one != NULL; one = one->next) {
        if (!plays_in(one, brief)) {
            apo_http_stream_send_event(one->stream, &event);
            continue;
        }
        apo_buffer own;
        apo_buffer_init(&own, NULL);
        apo_brief_view(&own, NULL, brief, app->catalog, app->store, apo_span_of(one->person));
        apo_http_stream_send(one->stream, 0, name, apo_buffer_span(&own));
        apo_buffer_clear(&own);
    }
    apo_http_event_clear(&event);
    apo_buffer_clear(&others);
}

void apo_lobby_tell_person(apo_lobby *lobby, apo_span person, const char *name, apo_span data)
{
    for (guest *one = lobby->guests; one != NULL; one = one->next) {
        if (person.length > 0 && apo_span_is(person, one->person))
            apo_http_stream_send(one->stream, 0, name, data);
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
    apo_brief brief;
    if (apo_brief_read(&brief, row) == APO_OK)
        apo_brief_view(all->out, NULL, &brief, all->app->catalog, all->app->store, all->person);
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
    apo_json_add_number(out, "in_lobby", (int64_t)app->lobby->count);
    apo_json_add_number(out, "connected", (int64_t)apo_http_stream_count(app->http));
    apo_json_close(out, '}');
    apo_json_close(out, '}');
}
