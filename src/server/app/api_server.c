/* Requests about the server itself, by machines. */
#include "server/app/openapi.h"
#include "server/app/routes.h"
#include "server/web/app.h"
#include "server/web/route.h"

enum {
    ICON_MAX = 100 /* "/static/HASH/icon.svg", with some to spare */
};

static void serve_health(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (apo_store_is_sound(app->store))
        apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("ok\n"));
    else
        apo_http_reply(req, 503, APO_HTTP_TEXT, apo_span_of("storage\n"));
}

static void serve_description(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_openapi_write(&out, app->routes, apo_http_url(app->http)))
        apo_http_reply_tagged(req, APO_HTTP_JSON, apo_buffer_span(&out));
    else
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    apo_buffer_clear(&out);
}

/* Search engines must not list secret links or personal pages. */
static void serve_robots(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT,
                   apo_span_of("User-agent: *\nDisallow: /api/\nDisallow: /join\n"
                               "Disallow: /account\nDisallow: /mail/\nDisallow: /reset\n"));
}

/* For programs that request the icon without reading a page that names it. */
static void serve_icon(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    char buf[ICON_MAX];
    apo_text target = apo_text_start(buf, sizeof buf);
    apo_text_add(&target, apo_http_static(app->http));
    apo_text_add(&target, "/icon.svg");
    apo_http_redirect(req, apo_text_span(&target));
}

const apo_http_route apo_api_server_routes[] = {
    {APO_HTTP_GET, "/robots.txt", serve_robots, 0, 0, NULL},
    {APO_HTTP_GET, "/favicon.ico", serve_icon, 0, 0, NULL},
    {APO_HTTP_GET, "/healthz", serve_health, APO_HTTP_QUIET, 0, NULL},
    {APO_HTTP_GET, "/metrics", apo_http_serve_metrics, APO_HTTP_LOCAL_ONLY | APO_HTTP_QUIET, 0,
     NULL},
    {APO_HTTP_GET, "/api/openapi.json", serve_description, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "This description",
                   .answer = "{*:any}")},
    APO_ROUTES_END,
};
