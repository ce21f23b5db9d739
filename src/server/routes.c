#include "server/routes.h"

#include "server/api.h"
#include "server/page.h"

enum {
    SMALL_BODY = 4096 /* a wish with an FEN has at most 3 kB */
};

static void serve_health(apo_http_request *req, void *context)
{
    apo_app *app = context;
    char trouble[160];
    apo_store_trouble(app->store, trouble, sizeof trouble);
    if (trouble[0] == '\0')
        apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("ok\n"));
    else
        apo_http_reply(req, 503, APO_HTTP_TEXT, apo_span_of("storage\n"));
}

static void serve_metrics(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_metrics_write(app->metrics, &out);
    apo_http_reply_buffer(req, 200, APO_HTTP_TEXT, &out);
}

/* clang-format off */
static const apo_http_route routes[] = {
    {APO_HTTP_GET,  "/healthz", serve_health, APO_HTTP_QUIET, 0},
    {APO_HTTP_GET,  "/metrics", serve_metrics, APO_HTTP_LOCAL_ONLY | APO_HTTP_QUIET, 0},

    {APO_HTTP_GET,  "/api/variants", apo_api_variants, 0, 0},
    {APO_HTTP_GET,  "/api/variants/:variant/start", apo_api_start, 0, 0},
    {APO_HTTP_GET,  "/api/definitions/:digest", apo_api_definition, 0, 0},
    {APO_HTTP_GET,  "/api/me", apo_api_me, 0, 0},
    {APO_HTTP_GET,  "/api/sessions", apo_api_sessions, 0, 0},
    {APO_HTTP_GET,  "/api/lobby", apo_api_lobby, 0, 0},
    {APO_HTTP_GET,  "/api/lobby/events", apo_api_lobby_events, 0, 0},

    {APO_HTTP_POST, "/api/games", apo_api_create, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/api/games/:id", apo_api_game, 0, 0},
    {APO_HTTP_GET,  "/api/games/:id/events", apo_api_events, 0, 0},
    {APO_HTTP_POST, "/api/games/:id/moves", apo_api_move, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/offer", apo_api_offer, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/answer", apo_api_answer, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/withdraw", apo_api_withdraw, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/resign", apo_api_resign, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/flag", apo_api_flag, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/cancel", apo_api_cancel, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/join", apo_api_join, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/games/:id/rematch", apo_api_rematch, 0, SMALL_BODY},

    {APO_HTTP_POST, "/api/login", apo_api_login, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/register", apo_api_register, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/logout", apo_api_logout, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/logout-everywhere", apo_api_logout_everywhere, 0, SMALL_BODY},
    {APO_HTTP_POST, "/api/password", apo_api_password, 0, SMALL_BODY},

    {APO_HTTP_GET,  "/", apo_page_lobby, 0, 0},
    {APO_HTTP_GET,  "/games", apo_page_games, 0, 0},
    {APO_HTTP_GET,  "/game/:id", apo_page_game, 0, 0},
    {APO_HTTP_GET,  "/join/:secret", apo_page_join, 0, 0},
    {APO_HTTP_GET,  "/analysis", apo_page_analysis, 0, 0},
    {APO_HTTP_GET,  "/rules", apo_page_rules, 0, 0},
    {APO_HTTP_GET,  "/rules/:variant", apo_page_rules_game, 0, 0},
    {APO_HTTP_GET,  "/about", apo_page_about, 0, 0},
    {APO_HTTP_GET,  "/login", apo_page_login, 0, 0},
    {APO_HTTP_GET,  "/register", apo_page_register, 0, 0},
    {APO_HTTP_GET,  "/account", apo_page_account, 0, 0},
    {APO_HTTP_POST, "/login", apo_api_login, 0, SMALL_BODY},
    {APO_HTTP_POST, "/register", apo_api_register, 0, SMALL_BODY},
    {APO_HTTP_POST, "/logout", apo_api_logout, 0, SMALL_BODY},
    {APO_HTTP_POST, "/logout-everywhere", apo_api_logout_everywhere, 0, SMALL_BODY},
    {APO_HTTP_POST, "/password", apo_api_password, 0, SMALL_BODY},

    {APO_HTTP_GET, NULL, NULL, 0, 0},
};

/* clang-format on */

const apo_http_route *apo_routes(void)
{
    return routes;
}
