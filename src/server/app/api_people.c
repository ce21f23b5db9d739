/* The requester, their games, and the lobby. */
#include "server/app/routes.h"
#include "server/live/feed.h"
#include "server/seek/lobby.h"
#include "server/web/ask.h"
#include "server/web/game_summary.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    OWN_MAX = 60 /* games of a person in one list */
};

typedef struct listing {
    apo_buffer *out;
    apo_app *app;
    apo_span person;
    const char *digest;
} listing;

static bool add_game(void *context, const apo_store_game *row)
{
    const listing *all = context;
    apo_game_summary summary;
    if (apo_game_summary_read(&summary, row) == APO_OK)
        apo_game_summary_view(all->out, NULL, &summary, all->app->variants, all->app->store,
                              all->person);
    return true;
}

static void api_me(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    listing all = {&out, app, apo_visitor_id(visitor), NULL};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "kind", visitor->person.is_account ? "account" : "guest");
    apo_json_add_string(&out, "name", visitor->is_known ? visitor->person.name : "Guest");
    apo_json_add_optional(&out, "id", visitor->is_known ? visitor->person.id : NULL);
    apo_json_add_null(&out, "csrf");
    apo_json_open(&out, "games", '[');
    if (visitor->is_known)
        apo_store_list_own(app->store, all.person, OWN_MAX, add_game, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_lobby(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_lobby_view(&out, app, apo_visitor_id(visitor));
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_lobby_events(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL)
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    else
        apo_lobby_watch(app->lobby, req, apo_visitor_id(visitor));
}

/* Where to begin: the last thing the client has seen. */
static void api_me_events(apo_http_request *req, void *context)
{
    apo_app *app = context;
    uint64_t last = apo_http_last_event_id(req);
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL || !visitor->is_known) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        return;
    }
    int64_t after_ms = last > 0 ? (int64_t)last : apo_person_cursor(req, "after", 0);
    apo_feed_open(app, req, apo_visitor_id(visitor), after_ms);
}

static bool add_session(void *context, const apo_store_session *session)
{
    const listing *all = context;
    apo_span digest = apo_span_of(session->digest);
    apo_json_open(all->out, NULL, '{');
    apo_json_add_text(all->out, "id", apo_span_part(digest, 0, APO_SESSION_ID));
    apo_json_add_string(all->out, "agent", session->agent);
    apo_json_add_number(all->out, "created", session->created_ms);
    apo_json_add_number(all->out, "seen", session->seen_ms);
    apo_json_add_flag(all->out, "is_current", apo_span_is(digest, all->digest));
    apo_json_close(all->out, '}');
    return true;
}

static void api_sessions(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL || !visitor->is_known) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        return;
    }
    listing all = {&out, app, apo_visitor_id(visitor), visitor->digest};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "sessions", '[');
    apo_store_list_sessions(app->store, all.person, add_session, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_people_routes[] = {
    {APO_HTTP_GET, "/api/me", api_me, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Who you are, and your games",
                   .answer = "Me")},
    {APO_HTTP_GET, "/api/me/events", api_me_events, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Your turns, invitations and games that are over, as they come",
                   .answer = "OwnEvent", .query = "after?:int",
                   .events = "turn invitation over message ready")},
    {APO_HTTP_GET, "/api/sessions", api_sessions, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Where you are logged in",
                   .answer = "{sessions:[Session]}")},
    {APO_HTTP_GET, "/api/lobby", api_lobby, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Who waits for an opponent, and what is played in public",
                   .answer = "Lobby")},
    {APO_HTTP_GET, "/api/lobby/events", api_lobby_events, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What changes in the lobby",
                   .answer = "LobbyEvent", .events = "open playing closed mine")},
    APO_ROUTES_END,
};
