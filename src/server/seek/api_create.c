/* POST /api/games: creates a game. Also creates the second game of a rematch. */
#include <string.h>

#include "server/live/link.h"
#include "server/seek/create.h"
#include "server/seek/game_setup.h"
#include "server/seek/routes.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/holding.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

/* A request waiting for its game to be stored. */
typedef struct pending {
    apo_app *app;
    apo_http_request *req;
    apo_visitor visitor;
    char id[APO_STORE_ID_MAX];
    char secret[APO_TOKEN_TEXT]; /* of the link, or "" */
} pending;

static void reply_made(apo_http_request *req, unsigned status, const char *id,
                       const char *secret)
{
    apo_buffer out, link;
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&link, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "id", id);
    apo_buffer_add(&link, "/game/");
    apo_buffer_add(&link, id);
    apo_json_add_text(&out, "url", apo_buffer_span(&link));
    if (secret[0] != '\0') {
        apo_buffer_clear(&link);
        apo_buffer_add(&link, "/join#");
        apo_buffer_add(&link, secret);
        apo_json_add_text(&out, "link", apo_buffer_span(&link));
    }
    apo_json_close(&out, '}');
    apo_buffer_clear(&link);
    apo_http_reply_buffer(req, status, APO_HTTP_JSON, &out);
}

static void finish(void *context, apo_status status)
{
    pending *job = context;
    apo_store_game row;
    /* of two identical requests at once, the other came first */
    bool is_repeated = status == APO_E_EXISTS;
    if (status == APO_OK) {
        apo_visitor_set_cookie(job->req, &job->visitor);
        reply_made(job->req, 201, job->id, job->secret);
    } else if (is_repeated && apo_store_find_game(job->app->store, &row,
                                                  apo_span_of(job->id)) == APO_E_UNKNOWN) {
        apo_http_reply_error(job->req, 503, "busy",
                             "The same request is being processed; try again.");
    } else {
        apo_app_reply_failure(job->app, job->req, status);
    }
    apo_free(NULL, job);
}

/* Gives a repeated request the same answer. */
static bool answer_again(apo_app *app, apo_http_request *req, const apo_visitor *visitor,
                         apo_span key)
{
    apo_store_game row;
    char secret[APO_TOKEN_TEXT] = "";
    if (!visitor->is_known ||
        apo_store_find_key(app->store, &row, apo_visitor_id(visitor), key) != APO_OK)
        return false;
    if (row.secret[0] != '\0')
        apo_link_secret(secret, app, row.creator, key);
    apo_visitor_set_cookie(req, visitor);
    reply_made(req, 201, row.id, secret);
    return true;
}

/* Settles whether the game is rated; false: the request has been answered. */
static bool settle_rated(apo_app *app, apo_http_request *req, apo_game_setup *setup)
{
    apo_error err = {.detail = ""};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (apo_game_setup_decide_rated(setup, apo_visitor_is_account(visitor), &err) == APO_OK)
        return true;
    apo_http_reply_error(req, 422, "bad_request", err.detail);
    return false;
}

/* Each request without a cookie is a guest of its own, so only the address keeps one stranger
 * from filling the lobby. */
static bool may_offer(apo_app *app, apo_http_request *req, const apo_game_setup *setup)
{
    return setup->opponent != APO_OPPONENT_OPEN ||
           apo_visitor_is_account(apo_visitor_of(app, req)) ||
           apo_app_may(app, req, APO_LIMIT_SEEKS, apo_http_remote_key(req));
}

static void create_game(apo_app *app, apo_http_request *req, const apo_game_setup *setup,
                        apo_span key)
{
    apo_visitor *visitor = apo_visitor_of(app, req);
    apo_store_batch *batch = apo_store_batch_new();
    pending *job = apo_allocate_zero(NULL, sizeof *job);
    if (visitor == NULL || batch == NULL || job == NULL) {
        apo_store_batch_free(batch);
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    apo_visitor_enrol(app, req, visitor, batch);
    const apo_span person = apo_span_of(visitor->person.id);
    if (answer_again(app, req, visitor, key) ||
        (setup->opponent != APO_OPPONENT_COMPUTER &&
         !apo_holding_may_grow(app, req, APO_HOLDING_WAITING, person)) ||
        !apo_holding_may_grow(app, req, APO_HOLDING_GAMES, person)) {
        apo_store_batch_free(batch);
        apo_free(NULL, job);
        return;
    }
    apo_creation creation = {.setup = setup,
                             .creator = &visitor->person,
                             .key = key,
                             .is_open = setup->opponent == APO_OPPONENT_OPEN};
    if (setup->opponent == APO_OPPONENT_LINK) {
        apo_link_secret(job->secret, app, visitor->person.id, key);
        creation.secret = job->secret;
    }
    job->app = app;
    job->req = req;
    job->visitor = *visitor;
    apo_token_name(job->id, APO_CREATE_ID_LENGTH);
    creation.id = job->id;
    apo_http_defer(req);
    apo_create(app, &creation, batch, finish, job);
}

static void api_create(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    apo_game_setup setup;
    apo_error err = {.detail = ""};
    if (!apo_ask_start(&ask, req, APO_GAME_SETUP_AND_OPPONENT_NAMES))
        return;
    if (apo_await_game(app, req, apo_ask_text(&ask, "variant"))) {
        apo_ask_end(&ask);
        return;
    }
    if (apo_game_setup_read(&setup, ask.body, app->variants, app->store, &err) != APO_OK)
        apo_reply_bad(req, err.detail);
    else if (setup.opponent == APO_OPPONENT_COMPUTER && app->pool == NULL)
        apo_http_reply_error(req, 422, "bad_request", "The computer does not play here.");
    else if (settle_rated(app, req, &setup) &&
             apo_app_may(app, req, APO_LIMIT_GAMES, apo_http_remote_key(req)) &&
             may_offer(app, req, &setup))
        create_game(app, req, &setup, ask.key);
    apo_ask_end(&ask);
}

const apo_http_route apo_api_create_routes[] = {
    {APO_HTTP_POST, "/api/games", api_create, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Begins a game", .answer = "NewGame",
                   .body = "GameSetup", .status = 201)},
    APO_ROUTES_END,
};
