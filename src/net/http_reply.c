/* Answers, their log lines and their metrics. */
#include <event2/buffer.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/text.h"
#include "net/hash.h"
#include "net/http_priv.h"

enum {
    TAG_SIZE = 24, /* a 64-bit number in hexadecimal, quoted */
    DATE_SIZE = 40,
    RETRY_SIZE = 24
};

static const char content_policy[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; ";

static const char no_frames[] = "frame-ancestors 'none'; ",
                  own_frames[] = "frame-ancestors 'self'; ";

/* Written last, as one page's form may also lead to another site. */
static const char form_policy[] = "form-action 'self'";

static const char security_headers[] = "X-Content-Type-Options: nosniff\r\n"
                                       "Cross-Origin-Resource-Policy: same-origin\r\n";

/* These policies let a page's workers share memory, which the engine's threads need. */
static const char document_headers[] =
    "Referrer-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Embedder-Policy: require-corp\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";

typedef struct reason {
    unsigned status;
    const char *phrase;
    const char *sentence;
} reason;

static const reason reasons[] = {
    {200, "OK", ""},
    {201, "Created", ""},
    {202, "Accepted", ""},
    {204, "No Content", ""},
    {303, "See Other", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "The request is malformed."},
    {401, "Unauthorized", "Please log in."},
    {403, "Forbidden", "This is not allowed."},
    {404, "Not Found", "There is nothing at this address."},
    {405, "Method Not Allowed", "This address does not support that method."},
    {408, "Request Timeout", "The request did not arrive in time."},
    {409, "Conflict", "The request conflicts with another change."},
    {410, "Gone", "This is no longer there."},
    {411, "Length Required", "A body needs a Content-Length."},
    {413, "Content Too Large", "The request is too large."},
    {414, "URI Too Long", "The address is too long."},
    {415, "Unsupported Media Type", "This type of body is not supported."},
    {417, "Expectation Failed", "The expectation cannot be met."},
    {422, "Unprocessable Content", "The request cannot be processed."},
    {429, "Too Many Requests", "Too many requests; please wait a little."},
    {431, "Request Header Fields Too Large", "The headers are too large."},
    {500, "Internal Server Error", "This should not have happened."},
    {501, "Not Implemented", "This transfer coding is not supported."},
    {503, "Service Unavailable", "The server cannot do this now; please try again."},
    {505, "HTTP Version Not Supported", "This server speaks HTTP/1.1."},
};

static const reason *find_reason(unsigned status)
{
    static const reason unknown = {0, "Unknown", "The request failed."};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return &reasons[i];
    return &unknown;
}

static void add(struct evbuffer *out, const char *text)
{
    evbuffer_add(out, text, strlen(text));
}

static void add_date(struct evbuffer *out)
{
    char date[DATE_SIZE];
    struct tm parts;
    time_t now = time(NULL);
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts) == 0)
        return;
    evbuffer_add_printf(out, "Date: %s\r\n", date);
}

/* Policies for answers that a browser shows as a page. Styles and scripts do not need them,
 * which saves half a kilobyte each. */
static void add_document_headers(struct evbuffer *out, const apo_http_request *req)
{
    bool is_frameable = req != NULL && req->is_frameable;
    bool is_frameable_here = req != NULL && req->is_frameable_here;
    add(out, content_policy);
    add(out, req != NULL && req->has_frames ? "frame-src 'self'; " : "");
    add(out, is_frameable ? "" : is_frameable_here ? own_frames : no_frames);
    add(out, form_policy);
    if (req != NULL && req->form_target.length > 0) {
        add(out, " ");
        evbuffer_add(out, req->form_target.bytes, req->form_target.length);
    }
    add(out, is_frameable        ? "\r\n"
             : is_frameable_here ? "\r\nX-Frame-Options: SAMEORIGIN\r\n"
                                 : "\r\nX-Frame-Options: DENY\r\n");
    add(out, document_headers);
}

/* Tells the proxy which server answers such requests: config/haproxy-shared.cfg. */
static void add_server(struct evbuffer *out, const apo_http_request *req)
{
    if (req != NULL && req->is_from_peer)
        evbuffer_add_printf(out, "Apothecary-Server: %s\r\n", apo_http_address(req->srv));
}

void apo_http_start_answer(const apo_http *srv, struct evbuffer *out, unsigned status,
                           const apo_http_request *req)
{
    evbuffer_add_printf(out, "HTTP/1.1 %u %s\r\n", status, find_reason(status)->phrase);
    add_date(out);
    if (req == NULL || !(req->is_part || req->is_shed))
        add_document_headers(out, req);
    add_server(out, req);
    add(out, security_headers);
    if (strncmp(srv->url, "https:", 6) == 0)
        add(out, srv->options.has_tls_below
                     ? "Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n"
                     : "Strict-Transport-Security: max-age=31536000\r\n");
}

static apo_metric *counter_of(apo_http *srv, const char *route, unsigned status)
{
    char buf[200];
    apo_text labels = apo_text_start(buf, sizeof buf);
    apo_text_add(&labels, "route=\"");
    apo_text_add(&labels, route);
    apo_text_add(&labels, "\",status=\"");
    apo_text_add_number(&labels, status);
    apo_text_add(&labels, "\"");
    return apo_metrics_counter(srv->options.metrics, "apothecary_http_requests_total", buf,
                               "Requests answered.");
}

static apo_metric *times_of(apo_http *srv, const char *route)
{
    char buf[200];
    apo_text labels = apo_text_start(buf, sizeof buf);
    apo_text_add(&labels, "route=\"");
    apo_text_add(&labels, route);
    apo_text_add(&labels, "\"");
    return apo_metrics_times(srv->options.metrics, "apothecary_http_request_seconds", buf,
                             "Time from the end of the head to the answer.");
}

/* Each route keeps a status's counter in the slot it first took. */
static void count_numbers(apo_http *srv, size_t index, const char *route, unsigned status,
                          uint64_t us)
{
    apo_route_numbers *numbers = &srv->numbers[index];
    size_t i = 0;
    if (srv->options.metrics == NULL)
        return;
    while (i + 1 < APO_HTTP_STATUSES_MAX && numbers->statuses[i] != 0 &&
           numbers->statuses[i] != status)
        i++;
    if (numbers->statuses[i] == 0) {
        numbers->statuses[i] = status;
        numbers->counters[i] = counter_of(srv, route, status);
    }
    if (numbers->times == NULL)
        numbers->times = times_of(srv, route);
    apo_metric_add(numbers->counters[i], 1);
    apo_metric_observe(numbers->times, us);
}

void apo_http_count(apo_http_request *req, unsigned status, size_t size)
{
    const apo_http_route *route = req->route;
    const char *name = route == NULL ? "-" : route->pattern;
    uint64_t us = apo_http_ticks_us() - req->started_us;
    apo_buffer line;
    count_numbers(req->srv, req->route_index, name, status, us);
    if (req->srv->slice.route == NULL)
        apo_slice_name(req->srv, name);
    if (req->srv->options.log == NULL || req->is_shed ||
        (route != NULL && (route->flags & APO_HTTP_QUIET) != 0 && status < 500))
        return;
    apo_log_start(&line, "request");
    apo_json_add_text(&line, "remote", apo_http_remote(req));
    apo_json_add_text(&line, "method", req->head.method);
    apo_json_add_string(&line, "route", name);
    apo_json_add_number(&line, "status", (int64_t)status);
    apo_json_add_number(&line, "bytes", (int64_t)size);
    apo_json_add_number(&line, "us", (int64_t)us);
    apo_buffer_add_span(&line, apo_buffer_span(&req->notes));
    apo_log_end(req->srv->options.log, &line);
}

void apo_http_finish(apo_http_request *req)
{
    if (req->is_in_handler)
        req->is_answered_in_handler = true;
    else
        apo_request_free(req);
}

static void add_connection(const apo_http_request *req, struct evbuffer *out)
{
    const apo_conn *conn = req->conn;
    bool is_kept = conn->is_keep_alive && !req->srv->is_stopping;
    add(out, is_kept ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
}

static void add_body_headers(const apo_http_request *req, struct evbuffer *out, unsigned status,
                             const char *type, size_t size)
{
    if (status == 304 || status == 204)
        return;
    if (type != NULL)
        evbuffer_add_printf(out, "Content-Type: %s\r\n", type);
    evbuffer_add_printf(out, "Content-Length: %zu\r\n", size);
    (void)req;
}

/* Called in another thread, which must not send: keeps the first answer for the loop. */
static void keep_aside(apo_http_request *req, unsigned status, const char *type, apo_span body)
{
    if (req->aside_status != 0)
        return;
    req->aside_status = status;
    req->aside_type = type;
    apo_buffer_add_span(&req->aside_body, body);
}

void apo_http_reply(apo_http_request *req, unsigned status, const char *type, apo_span body)
{
    if (req->is_aside) {
        keep_aside(req, status, type, body);
        return;
    }
    apo_conn *conn = req->conn;
    apo_http_count(req, status, body.length);
    if (conn != NULL) {
        struct evbuffer *out = req->srv->answer;
        apo_http_start_answer(req->srv, out, status, req);
        add_body_headers(req, out, status, type, body.length);
        add_connection(req, out);
        if (!req->has_cache_header)
            add(out, "Cache-Control: no-store\r\n");
        if (req->headers.length > 0)
            evbuffer_add(out, req->headers.bytes, req->headers.length);
        add(out, "\r\n");
        bool has_body = !req->is_head && status != 304 && status != 204;
        if (has_body)
            evbuffer_add(out, body.text, body.length);
        apo_conn_answer(conn, out, body.length);
        req->conn = NULL;
    }
    apo_http_finish(req);
}

void apo_http_reply_buffer(apo_http_request *req, unsigned status, const char *type,
                           apo_buffer *body)
{
    if (body->is_failed)
        apo_http_reply_error(req, 500, "out_of_memory", "The server is out of memory.");
    else if (strcmp(type, APO_HTTP_HTML) == 0)
        apo_http_reply_packed(req, status, type, apo_buffer_span(body));
    else
        apo_http_reply(req, status, type, apo_buffer_span(body));
    apo_buffer_clear(body);
}

void apo_http_add_header(apo_http_request *req, const char *name, apo_span value)
{
    if (strcmp(name, "Cache-Control") == 0)
        req->has_cache_header = true;
    apo_buffer_add(&req->headers, name);
    apo_buffer_add(&req->headers, ": ");
    for (size_t i = 0; i < value.length; i++) {
        unsigned char c = (unsigned char)value.text[i];
        if (c >= ' ' && c != 0x7F)
            apo_buffer_add_char(&req->headers, value.text[i]);
    }
    apo_buffer_add(&req->headers, "\r\n");
}

void apo_http_set_cookie(apo_http_request *req, const char *name, apo_span value, int64_t age_s)
{
    apo_buffer cookie;
    apo_buffer_init(&cookie, NULL);
    apo_buffer_add(&cookie, name);
    apo_buffer_add_char(&cookie, '=');
    if (age_s >= 0)
        apo_buffer_add_span(&cookie, value);
    if (age_s != 0) {
        apo_buffer_add(&cookie, "; Max-Age=");
        apo_buffer_add_number(&cookie, age_s > 0 ? age_s : 0);
    }
    apo_buffer_add(&cookie, "; Path=/; HttpOnly; SameSite=Lax");
    if (strncmp(req->srv->url, "https:", 6) == 0)
        apo_buffer_add(&cookie, "; Secure");
    apo_http_add_header(req, "Set-Cookie", apo_buffer_span(&cookie));
    apo_buffer_clear(&cookie);
}

static bool is_fresh(const apo_http_request *req, apo_span tag)
{
    apo_span wanted;
    return apo_http_header(req, "If-None-Match", &wanted) && apo_header_has_tag(wanted, tag);
}

static void reply_with_tag(apo_http_request *req, const char *type, apo_span body,
                           const char *caching)
{
    static const apo_hash_key key = {{0x6170, 0x6f74}}; /* the same after a restart */
    static const char digits[] = "0123456789abcdef";
    char buf[TAG_SIZE] = "W/"; /* weak: the same text, compressed or not */
    uint64_t hash = apo_hash_span(&key, body);
    apo_text text = apo_text_start(buf + 2, sizeof buf - 2);
    apo_text_add_char(&text, '"');
    for (unsigned shift = 64; shift > 0; shift -= 4)
        apo_text_add_char(&text, digits[(hash >> (shift - 4)) & 15U]);
    apo_text_add_char(&text, '"');
    apo_http_add_header(req, "ETag", apo_span_of(buf));
    apo_http_add_header(req, "Cache-Control", apo_span_of(caching));
    if (is_fresh(req, apo_text_span(&text)))
        apo_http_reply(req, 304, NULL, apo_span_of(NULL));
    else
        apo_http_reply_packed(req, 200, type, body);
}

void apo_http_reply_tagged(apo_http_request *req, const char *type, apo_span body)
{
    reply_with_tag(req, type, body, "no-cache");
}

void apo_http_reply_immutable(apo_http_request *req, const char *type, apo_span body)
{
    reply_with_tag(req, type, body, "public, max-age=31536000, immutable");
}

/* True for a path of this server; "//host" and "/\host" would lead to another one. */
static bool is_own_path(apo_span target)
{
    if (target.length == 0 || target.text[0] != '/')
        return false;
    if (target.length > 1 && (target.text[1] == '/' || target.text[1] == '\\'))
        return false;
    for (size_t i = 0; i < target.length; i++)
        if (target.text[i] <= ' ' || target.text[i] >= 0x7F)
            return false;
    return true;
}

void apo_http_redirect(apo_http_request *req, apo_span target)
{
    apo_http_add_header(req, "Location", is_own_path(target) ? target : apo_span_of("/"));
    apo_http_reply(req, 303, APO_HTTP_TEXT, apo_span_of("See the other page.\n"));
}

void apo_http_redirect_away(apo_http_request *req, apo_span url)
{
    apo_http_add_header(req, "Location", url);
    apo_http_reply(req, 303, APO_HTTP_TEXT, apo_span_of("See the other page.\n"));
}

void apo_http_allow_form_target(apo_http_request *req, apo_span origin)
{
    apo_buffer_rewind(&req->form_target);
    for (size_t i = 0; i < origin.length; i++) {
        char c = origin.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != ':' && c != '/' && c != '.' &&
            c != '-')
            return;
    }
    apo_buffer_add_span(&req->form_target, origin);
}

void apo_http_allow_framing(apo_http_request *req)
{
    req->is_frameable = true;
}

void apo_http_allow_framing_here(apo_http_request *req)
{
    req->is_frameable_here = true;
}

void apo_http_allow_frames(apo_http_request *req)
{
    req->has_frames = true;
}

void apo_http_allow_other_sites(apo_http_request *req)
{
    apo_http_add_header(req, "Access-Control-Allow-Origin", apo_span_of("*"));
}

static void write_json_error(apo_buffer *out, apo_span code, const char *message)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "error", code);
    apo_json_add_string(out, "message", message);
    apo_json_close(out, '}');
}

static void reply_json_error(apo_http_request *req, unsigned status, const char *code,
                             const char *message)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    write_json_error(&out, apo_span_of(code), message);
    apo_http_reply(req, status, APO_HTTP_JSON, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

static void reply_text_error(apo_http_request *req, unsigned status, const char *message)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_buffer_add(&out, message);
    apo_buffer_add_char(&out, '\n');
    apo_http_reply(req, status, APO_HTTP_TEXT, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

const char *apo_http_tr(apo_http_request *req, const char *english)
{
    const apo_http_options *options = &req->srv->options;
    return apo_tr(options->i18n == NULL ? NULL : options->i18n(req, apo_http_context_of(req)),
                  english);
}

void apo_http_tr_message(apo_http_request *req, apo_span english, apo_buffer *out)
{
    const apo_http_options *options = &req->srv->options;
    apo_tr_message(out,
                   options->i18n == NULL ? NULL : options->i18n(req, apo_http_context_of(req)),
                   english);
}

void apo_http_reply_error(apo_http_request *req, unsigned status, const char *code,
                          const char *message)
{
    const apo_http_options *options = &req->srv->options;
    apo_buffer said;
    apo_http_note(req, "error", apo_span_of(code));
    apo_buffer_init(&said, NULL);
    apo_http_tr_message(req, apo_span_of(message), &said);
    message = said.is_failed || said.length == 0 ? message : said.bytes;
    if (apo_span_starts_with(req->path, "/api/"))
        reply_json_error(req, status, code, message);
    else if (options->error_page != NULL && apo_http_wants_html(req))
        options->error_page(req, status, message, apo_http_context_of(req));
    else
        reply_text_error(req, status, message);
    apo_buffer_clear(&said);
}

void apo_http_add_retry(apo_http_request *req, unsigned retry_s)
{
    char buf[RETRY_SIZE];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, retry_s);
    apo_http_add_header(req, "Retry-After", apo_text_span(&text));
}

void apo_http_reply_limited(apo_http_request *req, unsigned retry_s)
{
    apo_http_add_retry(req, retry_s);
    apo_http_reply_error(req, 429, "rate_limited", find_reason(429)->sentence);
}

static void log_refusal(const apo_conn *conn, unsigned status)
{
    apo_buffer line;
    apo_log_start(&line, "refused");
    apo_json_add_string(&line, "remote", conn->peer.text);
    apo_json_add_number(&line, "status", (int64_t)status);
    apo_log_end(conn->srv->options.log, &line);
}

/* "content_too_large" of "Content Too Large" */
static apo_span code_of(const reason *why, char *bytes, size_t size)
{
    size_t length = 0;
    for (const char *at = why->phrase; *at != '\0' && length < size; at++)
        bytes[length++] = *at == ' ' ? '_' : apo_to_lower(*at);
    return (apo_span){bytes, length};
}

/* Writes the body of a refusal; returns its type. Programs get an object, as from a route. */
static const char *write_refusal(const apo_conn *conn, const reason *why, apo_buffer *out)
{
    const apo_http_request *req = conn->req;
    bool is_told = req != NULL && req->fault != NULL;
    const char *sentence = is_told ? req->fault : why->sentence;
    char code[40];
    if (req != NULL && apo_span_starts_with(req->head.target, "/api/")) {
        write_json_error(out, code_of(why, code, sizeof code), sentence);
        return APO_HTTP_JSON;
    }
    apo_buffer_add(out, sentence);
    apo_buffer_add_char(out, '\n');
    return APO_HTTP_TEXT;
}

void apo_http_refuse(apo_conn *conn, unsigned status)
{
    apo_http *srv = conn->srv;
    struct evbuffer *out = bufferevent_get_output(conn->bev);
    apo_buffer said;
    apo_buffer_init(&said, NULL);
    const char *type = write_refusal(conn, find_reason(status), &said);
    apo_span text = said.is_failed ? apo_span_of("") : apo_buffer_span(&said);
    count_numbers(srv, srv->route_count, "-", status, 0);
    log_refusal(conn, status);
    apo_http_start_answer(srv, out, status, NULL);
    evbuffer_add_printf(out,
                        "Content-Type: %s\r\nContent-Length: %zu\r\n"
                        "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                        type, text.length);
    evbuffer_add(out, text.text, text.length);
    apo_buffer_clear(&said);
    if (conn->req != NULL)
        apo_request_free(conn->req);
    conn->is_keep_alive = false;
    apo_conn_answered(conn, 0);
}

void apo_http_serve_metrics(apo_http_request *req, void *context)
{
    apo_buffer out;
    (void)context;
    apo_buffer_init(&out, NULL);
    if (req->srv->options.metrics != NULL)
        apo_metrics_write(req->srv->options.metrics, &out);
    apo_http_reply_buffer(req, 200, "text/plain; version=0.0.4; charset=utf-8", &out);
}
