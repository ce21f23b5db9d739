/* Requests about the server itself, by machines. */
#include "server/app/openapi.h"
#include "server/app/routes.h"
#include "server/web/app.h"
#include "server/web/route.h"

static void serve_health(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (apo_store_is_sound(app->store))
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

const apo_http_route apo_api_server_routes[] = {
    {APO_HTTP_GET, "/healthz", serve_health, APO_HTTP_QUIET, 0, NULL},
    {APO_HTTP_GET, "/metrics", serve_metrics, APO_HTTP_LOCAL_ONLY | APO_HTTP_QUIET, 0, NULL},
    {APO_HTTP_GET, "/api/openapi.json", serve_description, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "This description",
                   .answer = "{*:any}")},
    APO_ROUTES_END,
};
