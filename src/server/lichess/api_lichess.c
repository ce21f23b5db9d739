/* Requests outside games by bots written for lichess.org: their account, their rights, their
 * events. URLs and responses are those of lichess, so such a program needs only our address and
 * a token. */
#include "base/json.h"
#include "base/text.h"
#include "server/invite/invite.h"
#include "server/lichess/lichess.h"
#include "server/lichess/routes.h"
#include "server/lichess/view.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/moderation.h"

enum {
    TOKEN_TEXT_MAX = 80, /* bytes of a token, at most, with some to spare */
    BOT_SCOPES = 3
};

typedef struct bot_list {
    apo_app *app;
    apo_buffer out;
} bot_list;

/* False: no account, and answered. */
static bool find_visitor(const apo_visitor **out, apo_app *app, apo_http_request *req)
{
    *out = apo_visitor_of(app, req);
    if (apo_visitor_is_account(*out))
        return true;
    apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    return false;
}

static void lichess_account(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    apo_buffer out;
    if (!find_visitor(&visitor, context, req))
        return;
    apo_buffer_init(&out, NULL);
    apo_lichess_view_profile(&out, context, &visitor->person, true, false);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- tokens -------------------------------------------------------------- */

static void add_scopes(apo_buffer *out, unsigned scopes)
{
    static const struct {
        enum apo_scope scope;
        const char *words;
    } pairs[BOT_SCOPES] = {{APO_SCOPE_PLAY, "bot:play"},
                           {APO_SCOPE_READ, "challenge:read"},
                           {APO_SCOPE_INVITE, "challenge:write"}};

    apo_buffer words;
    apo_buffer_init(&words, NULL);
    for (size_t i = 0; i < BOT_SCOPES; i++) {
        if (!apo_scope_allows(scopes, pairs[i].scope))
            continue;
        apo_buffer_add(&words, words.length > 0 ? "," : "");
        apo_buffer_add(&words, pairs[i].words);
    }
    apo_json_add_text(out, "scopes", apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

/* A token may ask only about itself. */
static bool is_own_token(const apo_http_request *req, apo_span token)
{
    apo_span credentials;
    if (!apo_http_header(req, "Authorization", &credentials))
        return false;
    (void)apo_span_word(&credentials);
    return token.length > 0 && token.length < TOKEN_TEXT_MAX &&
           apo_token_same(apo_span_trim(credentials), token);
}

static void lichess_token_test(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    char token[TOKEN_TEXT_MAX];
    apo_buffer out;
    apo_span asked = apo_span_trim(apo_http_body(req));
    if (!find_visitor(&visitor, context, req))
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    if (is_own_token(req, asked)) {
        apo_text_copy_span(token, sizeof token, asked);
        apo_json_open(&out, token, '{');
        apo_json_add_string(&out, "userId", visitor->person.name_key);
        add_scopes(&out, visitor->scopes);
        apo_json_add_null(&out, "expires");
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

typedef struct upgrade {
    apo_app *app;
    apo_http_request *req;
} upgrade;

static void finish_upgrade(void *context, apo_status status)
{
    upgrade *job = context;
    if (status == APO_OK)
        apo_http_reply(job->req, 200, APO_HTTP_JSON, apo_span_of("{\"ok\":true}"));
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

/* Turns the account into a bot, which everybody can see. */
static void lichess_upgrade(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor;
    if (!find_visitor(&visitor, app, req))
        return;
    upgrade *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (upgrade){app, req};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_standing(batch, visitor->person.id, APO_STANDING_BOT, 0);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_upgrade, job);
}

/* --- lists --------------------------------------------------------------- */

static void add_game(void *context, const apo_live_game *game, unsigned side)
{
    apo_lichess_view_info(context, NULL, game, side, apo_http_wall_clock_ms());
}

static void lichess_playing(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    apo_buffer out;
    if (!find_visitor(&visitor, context, req) ||
        apo_lichess_await_games(context, req, apo_visitor_id(visitor)))
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "nowPlaying", '[');
    apo_lichess_each_game(context, apo_visitor_id(visitor), add_game, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* Bots ask whether they themselves are online; this tells them nothing about others. */
static void lichess_status(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    apo_span ids;
    apo_buffer out;
    if (!find_visitor(&visitor, context, req))
        return;
    apo_http_query(req, "ids", &ids);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '[');
    if (apo_span_is(ids, visitor->person.name_key)) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_string(&out, "id", visitor->person.name_key);
        apo_json_add_string(&out, "name", visitor->person.name);
        apo_json_add_flag(&out, "online", true);
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, ']');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- others -------------------------------------------------------------- */

/* Lists accounts whose programs are listening: their owners want them to be found. */
static void add_bot(void *context, apo_span person)
{
    bot_list *list = context;
    apo_store_person found;
    if (apo_store_find_person(list->app->store, &found, person) != APO_OK)
        return;
    apo_lichess_view_profile(&list->out, list->app, &found, true, false);
    apo_buffer_add_char(&list->out, '\n');
}

static void lichess_online(apo_http_request *req, void *context)
{
    bot_list list = {.app = context};
    apo_buffer_init(&list.out, NULL);
    apo_lichess_each_bot(context, add_bot, &list);
    apo_http_reply_buffer(req, 200, "application/x-ndjson", &list.out);
}

static void lichess_user(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    apo_app *app = context;
    apo_store_person found;
    apo_buffer out;
    if (!find_visitor(&visitor, app, req))
        return;
    if (apo_person_find(app->store, &found, apo_http_param(req, "name")) != APO_OK ||
        (found.standing & APO_STANDING_CLOSED) != 0) {
        apo_http_reply_error(req, 404, "not_found", "There is nobody with this name.");
        return;
    }
    bool is_blocked = apo_invite_may(app->store, apo_visitor_id(visitor),
                                     apo_span_of(found.id)) == APO_INVITE_BLOCKING;
    apo_buffer_init(&out, NULL);
    apo_lichess_view_profile(&out, app, &found, apo_lichess_is_listening(app, found.id),
                             is_blocked);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void lichess_events(apo_http_request *req, void *context)
{
    const apo_visitor *visitor;
    if (find_visitor(&visitor, context, req) &&
        !apo_lichess_await_games(context, req, apo_visitor_id(visitor)))
        apo_lichess_open_events(context, req, apo_visitor_id(visitor));
}

#define OPERATION(wanted) APO_OPERATION(.scope = (wanted), .is_foreign = true)

const apo_http_route apo_api_lichess_routes[] = {
    {APO_HTTP_GET, "/api/account", lichess_account, 0, 0, OPERATION(APO_SCOPE_READ)},
    {APO_HTTP_GET, "/api/account/playing", lichess_playing, 0, 0, OPERATION(APO_SCOPE_READ)},
    {APO_HTTP_POST, "/api/token/test", lichess_token_test, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PUBLIC)},
    {APO_HTTP_POST, "/api/bot/account/upgrade", lichess_upgrade, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_GET, "/api/users/status", lichess_status, 0, 0, OPERATION(APO_SCOPE_READ)},
    {APO_HTTP_GET, "/api/bot/online", lichess_online, 0, 0, OPERATION(APO_SCOPE_PUBLIC)},
    {APO_HTTP_GET, "/api/user/:name", lichess_user, 0, 0, OPERATION(APO_SCOPE_READ)},
    {APO_HTTP_GET, "/api/stream/event", lichess_events, 0, 0, OPERATION(APO_SCOPE_READ)},
    APO_ROUTES_END,
};
