/* Routes requests to handlers, after the checks. */
#include <assert.h>
#include <string.h>

#include "net/http_priv.h"

static const apo_http_route static_route = {
    APO_HTTP_GET, "/static/:hash/*name", apo_http_serve_static, 0, 0, NULL};

static bool cut_segment(apo_span *rest, apo_span *segment)
{
    if (rest->length == 0)
        return false;
    *rest = apo_span_part(*rest, 1, rest->length); /* the "/" */
    const char *end = rest->length > 0 ? memchr(rest->text, '/', rest->length) : NULL;
    size_t length = end == NULL ? rest->length : (size_t)(end - rest->text);
    *segment = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length, rest->length);
    return true;
}

/* True if the path matches the pattern; its parameters are left in `params`. */
static bool fits(const char *text, apo_span path, apo_span *params)
{
    apo_span pattern = apo_span_of(text), wanted, given;
    size_t count = 0;
    while (cut_segment(&pattern, &wanted)) {
        if (wanted.length > 0 && wanted.text[0] == '*') {
            params[count] = apo_span_part(path, 1, path.length);
            return params[count].length > 0;
        }
        if (!cut_segment(&path, &given))
            return false;
        bool is_param = wanted.length > 0 && wanted.text[0] == ':';
        if (is_param ? given.length == 0 : !apo_span_same(wanted, given))
            return false;
        if (is_param)
            params[count++] = given;
    }
    return path.length == 0;
}

static bool is_pattern(const char *text)
{
    apo_span pattern = apo_span_of(text), segment;
    size_t count = 0;
    if (text[0] != '/')
        return false;
    while (cut_segment(&pattern, &segment)) {
        bool is_rest = segment.length > 0 && segment.text[0] == '*';
        count += is_rest || (segment.length > 0 && segment.text[0] == ':');
        if (is_rest && pattern.length > 0)
            return false;
    }
    return count <= APO_HTTP_PARAMS_MAX;
}

static int64_t count_connections(void *context)
{
    return (int64_t)((const apo_http *)context)->conn_count;
}

static int64_t count_streams(void *context)
{
    return (int64_t)((const apo_http *)context)->stream_count;
}

static apo_status open_metrics(apo_http *srv)
{
    apo_metrics *metrics = srv->options.metrics;
    srv->forwarded =
        apo_metrics_counter(metrics, "apothecary_http_forwarded_total", NULL,
                            "Requests passed on to the server that has what they are about.");
    srv->refused = apo_metrics_counter(metrics, "apothecary_http_refused_connections_total",
                                       NULL, "Connections refused or closed by limits.");
    apo_status status = apo_metrics_gauge(metrics, "apothecary_http_connections", NULL,
                                          "Open connections.", count_connections, srv);
    if (status != APO_OK)
        return status;
    return apo_metrics_gauge(metrics, "apothecary_http_streams", NULL, "Open event streams.",
                             count_streams, srv);
}

apo_status apo_http_routes_open(apo_http *srv, apo_error *err)
{
    const apo_http_route *routes = srv->options.routes;
    for (; routes != NULL && routes[srv->route_count].pattern != NULL; srv->route_count++) {
        const char *pattern = routes[srv->route_count].pattern;
        if (!is_pattern(pattern))
            return apo_fail(err, APO_E_SYNTAX, 0, "%s is not a route pattern",
                            apo_span_of(pattern));
    }
    srv->numbers = apo_allocate_zero(NULL, (srv->route_count + 2) * sizeof *srv->numbers);
    if (srv->numbers == NULL)
        return APO_E_MEMORY;
    return srv->options.metrics == NULL ? APO_OK : open_metrics(srv);
}

static bool has_method(const apo_http_request *req, const apo_http_route *route)
{
    if (route->method == APO_HTTP_POST)
        return apo_span_is(req->head.method, "POST");
    return apo_span_is(req->head.method, "GET") || req->is_head;
}

size_t apo_http_route_find(apo_http_request *req)
{
    const apo_http *srv = req->srv;
    const apo_http_route *routes = srv->options.routes;
    for (size_t i = 0; i < srv->route_count && req->route == NULL; i++) {
        if (has_method(req, &routes[i]) && fits(routes[i].pattern, req->path, req->params)) {
            req->route = &routes[i];
            req->route_index = i;
        }
    }
    if (req->route == NULL && apo_http_has_assets(srv) && has_method(req, &static_route) &&
        fits(static_route.pattern, req->path, req->params)) {
        req->route = &static_route;
        req->route_index = srv->route_count + 1;
    }
    if (req->route == NULL || req->route->body_max == 0)
        return srv->options.body_max;
    return req->route->body_max;
}

/* Answers if no route matches both method and path: 405 if one matches the path. */
static void reply_no_route(apo_http_request *req)
{
    const apo_http_route *routes = req->srv->options.routes;
    bool can_get = false, can_post = false;
    for (size_t i = 0; i < req->srv->route_count; i++) {
        if (!fits(routes[i].pattern, req->path, req->params))
            continue;
        if (routes[i].method == APO_HTTP_POST)
            can_post = true;
        else
            can_get = true;
    }
    if (!can_get && !can_post) {
        apo_http_reply_error(req, 404, "not_found", "There is nothing at this address.");
        return;
    }
    apo_http_add_header(req, "Allow",
                        apo_span_of(!can_get    ? "POST"
                                    : !can_post ? "GET, HEAD"
                                                : "GET, HEAD, POST"));
    apo_http_reply_error(req, 405, "method_not_allowed",
                         "This address does not support that method.");
}

static bool is_local(const apo_http_request *req)
{
    apo_span value;
    return req->remote.is_local && !apo_http_header(req, "X-Forwarded-For", &value) &&
           !apo_http_header(req, "Forwarded", &value);
}

/* True if the request cannot be a forgery by another site's page (CSRF). */
static bool is_meant(const apo_http_request *req)
{
    apo_span credentials;
    return (req->route->flags & APO_HTTP_ANY_ORIGIN) != 0 ||
           apo_http_header(req, "Authorization", &credentials) || apo_http_is_same_origin(req);
}

void apo_http_shed(apo_http_request *req)
{
    req->is_shed = true;
    apo_http_add_retry(req, apo_load_count_shed(req));
    apo_http_reply(
        req, 503, APO_HTTP_JSON,
        apo_span_of("{\"error\":\"busy\",\"message\":\"The server has too much to do "
                    "just now; please try again soon.\"}"));
}

/* True below /api/, and for routes that accept a POST from anywhere. */
static bool is_open_to_other_sites(const apo_http_request *req)
{
    apo_span params[APO_HTTP_PARAMS_MAX];
    const apo_http_route *routes = req->srv->options.routes;
    if (apo_span_starts_with(req->path, "/api/"))
        return true;
    for (size_t i = 0; i < req->srv->route_count; i++)
        if ((routes[i].flags & APO_HTTP_ANY_ORIGIN) != 0 &&
            fits(routes[i].pattern, req->path, params))
            return true;
    return false;
}

/* Scripts on other sites may use the API, with a token or to read public data. The browser then
 * sends no cookies, and withholds the answer to a request that had some. */
static void allow_other_sites(apo_http_request *req)
{
    apo_span origin;
    if (!is_open_to_other_sites(req) || !apo_http_header(req, "Origin", &origin) ||
        apo_http_is_same_origin(req))
        return;
    apo_http_allow_other_sites(req);
    apo_http_add_header(req, "Access-Control-Expose-Headers", apo_span_of("ETag, Retry-After"));
}

/* The browser first asks whether it may send such a request (a preflight). */
static bool is_preflight(const apo_http_request *req)
{
    apo_span method;
    return apo_span_is(req->head.method, "OPTIONS") && is_open_to_other_sites(req) &&
           apo_http_header(req, "Access-Control-Request-Method", &method);
}

static void reply_preflight(apo_http_request *req)
{
    apo_http_add_header(req, "Access-Control-Allow-Methods", apo_span_of("GET, POST"));
    apo_http_add_header(req, "Access-Control-Allow-Headers",
                        apo_span_of("Authorization, Content-Type, Last-Event-ID"));
    apo_http_add_header(req, "Access-Control-Max-Age", apo_span_of("86400"));
    apo_http_reply(req, 204, APO_HTTP_TEXT, apo_span_of(""));
}

/* The checks before a handler; false: already answered. */
static bool may_call(apo_http_request *req)
{
    const apo_http_options *options = &req->srv->options;
    const apo_http_route *route = req->route;
    allow_other_sites(req);
    if (is_preflight(req)) {
        reply_preflight(req);
        return false;
    }
    if (route == NULL) {
        reply_no_route(req);
        return false;
    }
    if ((route->flags & APO_HTTP_LOCAL_ONLY) != 0 && !is_local(req)) {
        apo_http_reply_error(req, 404, "not_found", "There is nothing at this address.");
        return false;
    }
    if (route->method == APO_HTTP_POST && !is_meant(req)) {
        apo_http_reply_error(
            req, 403, "wrong_origin",
            "This was not sent by a page of this server: the Origin header must be the "
            "server's address.");
        return false;
    }
    if (route != &static_route && options->forward != NULL &&
        options->forward(req, options->context))
        return false;
    if (route != &static_route && apo_load_sheds(req)) {
        apo_http_shed(req);
        return false;
    }
    return options->admit == NULL || route == &static_route ||
           options->admit(req, options->context);
}

void *apo_http_context_of(const apo_http_request *req)
{
    return req->hook_context != NULL ? req->hook_context : req->srv->options.context;
}

static bool is_set_aside(apo_http_request *req)
{
    const apo_http_options *options = &req->srv->options;
    return (req->route->flags & APO_HTTP_ASIDE) != 0 && options->set_aside != NULL &&
           options->set_aside(req, options->context);
}

static void reply_nothing(apo_http_request *req)
{
    apo_log_text(req->srv->options.log, "handler_without_answer", "route",
                 apo_span_of(req->route == NULL ? "-" : req->route->pattern));
    apo_http_reply_error(req, 500, "internal", "This should not have happened.");
}

void apo_http_route_call(apo_http_request *req)
{
    req->is_in_handler = true;
    apo_slice_name(req->srv, req->route != NULL ? req->route->pattern : NULL);
    if (may_call(req) && !is_set_aside(req))
        req->route->handler(req, req->srv->options.context);
    req->is_in_handler = false;
    if (req->is_answered_in_handler)
        apo_request_free(req);
    else if (!req->is_deferred)
        reply_nothing(req);
}

void apo_http_handle_aside(apo_http_request *req, void *context)
{
    req->is_aside = true;
    req->hook_context = context;
    req->route->handler(req, context);
}

void apo_http_end_aside(apo_http_request *req)
{
    apo_buffer body = req->aside_body;
    bool is_whole = req->aside_status != 0 && !body.is_failed;
    apo_buffer_init(&req->aside_body, NULL);
    req->is_aside = false;
    req->hook_context = NULL;
    apo_slice_name(req->srv, req->route->pattern);
    if (is_whole)
        apo_http_reply(req, req->aside_status, req->aside_type, apo_buffer_span(&body));
    else
        reply_nothing(req);
    apo_buffer_clear(&body);
}
