/* Forwards a request to another server, and streams the answer back. */
#include <event2/buffer.h>
#include <string.h>
#include <sys/socket.h>

#include "net/http_priv.h"

enum {
    BACKLOG_MAX = 128 << 10, /* bytes that wait for the client before we read on */
    HEAD_MAX = 16 << 10,     /* of an answer */
    FIRST_S = 10,            /* until the other server begins to answer */
    SILENCE_S = 60           /* four heartbeats of a stream */
};

struct apo_forward {
    apo_conn *conn;
    struct bufferevent *bev; /* to the other server */
    bool is_head;            /* a HEAD request: the answer has no body */
    bool has_begun;          /* the answer */
    bool has_length;         /* its length is known, unlike that of a stream */
    bool is_paused;
    uint64_t rest; /* bytes of the body that have not come yet, if its length is known */
};

static const char failed_text[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                  "Retry-After: 1\r\nConnection: close\r\n\r\n";

void apo_forward_free(apo_forward *forward)
{
    if (forward == NULL)
        return;
    bufferevent_free(forward->bev);
    apo_free(NULL, forward);
}

/* The client gets what is already in the output; then the connection ends, unless the answer is
 * whole and the client may send another request. */
static void end_answer(apo_forward *forward, bool is_whole)
{
    apo_conn *conn = forward->conn;
    size_t waiting = evbuffer_get_length(bufferevent_get_output(conn->bev));
    conn->forward = NULL;
    conn->is_keep_alive = conn->is_keep_alive && is_whole;
    apo_forward_free(forward);
    apo_conn_answered(conn, waiting);
    if (waiting == 0)
        apo_conn_close(conn);
}

static void fail(apo_forward *forward)
{
    bufferevent_write(forward->conn->bev, failed_text, sizeof failed_text - 1);
    end_answer(forward, false);
}

/* --- the answer ---------------------------------------------------------- */

/* "HTTP/1.1 204 No Content" */
static bool has_no_body(apo_span line)
{
    (void)apo_span_word(&line);
    apo_span status = apo_span_word(&line);
    return apo_span_is(status, "204") || apo_span_is(status, "304");
}

/* Records what a header says about the connection and the length. False if the header must not
 * be forwarded. */
static bool read_header(apo_forward *forward, apo_span line)
{
    uint32_t length;
    const char *mark = memchr(line.text, ':', line.length);
    size_t at = mark != NULL ? (size_t)(mark - line.text) : line.length;
    apo_span name = apo_span_part(line, 0, at);
    if (apo_span_is_header(name, "Connection"))
        return false;
    if (apo_span_is_header(name, "Content-Length") &&
        apo_span_number(apo_span_trim(apo_span_part(line, at + 1, line.length)), UINT32_MAX,
                        &length)) {
        forward->has_length = true;
        forward->rest = length;
    }
    return true;
}

/* Forwards the head, `size` bytes of the input, unchanged except for the header Connection,
 * which is between the client and us. */
static void pass_head(apo_forward *forward, struct evbuffer *input, size_t size)
{
    struct evbuffer *output = bufferevent_get_output(forward->conn->bev);
    const char *bytes = (const char *)evbuffer_pullup(input, (ev_ssize_t)size);
    apo_span rest = {bytes, bytes != NULL ? size - 2 : 0}, line;
    bool is_first = true, is_bare = forward->is_head;
    while (apo_span_line(&rest, &line)) {
        is_bare = is_bare || (is_first && has_no_body(line));
        if (is_first || read_header(forward, line)) {
            evbuffer_add(output, line.text, line.length);
            evbuffer_add(output, "\r\n", 2);
        }
        is_first = false;
    }
    if (is_bare) {
        forward->has_length = true;
        forward->rest = 0;
    }
    bool is_kept =
        forward->has_length && forward->conn->is_keep_alive && !forward->conn->srv->is_stopping;
    forward->conn->is_keep_alive = is_kept;
    evbuffer_add_printf(output, "Connection: %s\r\n\r\n", is_kept ? "keep-alive" : "close");
    evbuffer_drain(input, size);
}

/* False: the head is not complete yet, or the answer has failed and `forward` is freed. */
static bool take_head(apo_forward *forward, struct evbuffer *input)
{
    /* An answer of known length comes at once; a stream is silent between its events. */
    static const struct timeval first = {FIRST_S, 0}, silence = {SILENCE_S, 0};
    struct evbuffer_ptr end = evbuffer_search(input, "\r\n\r\n", 4, NULL);
    if (end.pos < 0 || (size_t)end.pos + 4 > HEAD_MAX) {
        if (end.pos >= 0 || evbuffer_get_length(input) >= HEAD_MAX)
            fail(forward);
        return false;
    }
    pass_head(forward, input, (size_t)end.pos + 4);
    forward->has_begun = true;
    bufferevent_set_timeouts(forward->bev, forward->has_length ? &first : &silence, NULL);
    return true;
}

static void can_read(struct bufferevent *bev, void *context)
{
    apo_forward *forward = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    struct evbuffer *output = bufferevent_get_output(forward->conn->bev);
    if (!forward->has_begun && !take_head(forward, input))
        return;
    if (forward->has_length) {
        size_t length = evbuffer_get_length(input);
        size_t size = length < forward->rest ? length : (size_t)forward->rest;
        evbuffer_remove_buffer(input, output, size);
        forward->rest -= size;
        if (forward->rest == 0) {
            end_answer(forward, true);
            return;
        }
    } else {
        evbuffer_add_buffer(output, input);
    }
    forward->is_paused = evbuffer_get_length(output) > BACKLOG_MAX;
    if (forward->is_paused)
        bufferevent_disable(bev, EV_READ);
}

static void has_ended(struct bufferevent *bev, short what, void *context)
{
    apo_forward *forward = context;
    (void)bev;
    if ((what & BEV_EVENT_CONNECTED) != 0)
        return;
    if (forward->has_begun)
        end_answer(forward, false);
    else
        fail(forward);
}

void apo_forward_go_on(apo_forward *forward)
{
    if (!forward->is_paused)
        return;
    forward->is_paused = false;
    bufferevent_enable(forward->bev, EV_READ);
}

/* --- the request --------------------------------------------------------- */

static void add_span(struct evbuffer *out, apo_span text)
{
    evbuffer_add(out, text.text, text.length);
}

/* True for headers that are about the connection or that only a server may set. */
static bool is_dropped(apo_span name)
{
    static const char *const names[] = {
        "Connection",      "Content-Length",      "Expect", "Keep-Alive",
        "X-Forwarded-For", "Forwarded",           "TE",     "Upgrade",
        APO_PEER_HEADER,   APO_PEER_CLIENT_HEADER};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (apo_span_is_header(name, names[i]))
            return true;
    }
    return false;
}

static void write_request(struct evbuffer *out, const apo_http_request *req)
{
    const apo_fields *headers = &req->head.headers;
    add_span(out, req->head.method);
    evbuffer_add(out, " ", 1);
    add_span(out, apo_http_target(req));
    evbuffer_add_printf(out, " HTTP/1.1\r\nConnection: close\r\nContent-Length: %zu\r\n",
                        req->body.length);
    evbuffer_add_printf(out, APO_PEER_HEADER ": %s\r\n" APO_PEER_CLIENT_HEADER ": %s\r\n",
                        req->srv->options.peer_secret, req->remote.text);
    for (size_t i = 0; i < headers->count; i++) {
        if (is_dropped(headers->list[i].name))
            continue;
        add_span(out, headers->list[i].name);
        evbuffer_add(out, ": ", 2);
        add_span(out, headers->list[i].value);
        evbuffer_add(out, "\r\n", 2);
    }
    evbuffer_add(out, "\r\n", 2);
    evbuffer_add(out, req->body.bytes, req->body.length);
}

/* Reads the address of another server. False: it is none, or what we send there would cross a
 * network in the clear. */
static bool read_peer(struct sockaddr_storage *out, int *length, const apo_http *srv,
                      const char *address)
{
    *length = sizeof *out;
    if (evutil_parse_sockaddr_port(address, (struct sockaddr *)out, length) != 0)
        return false;
    bool may = srv->options.is_network_encrypted ||
               apo_address_of((const struct sockaddr *)out).is_local;
    if (!may)
        apo_log_text(srv->options.log, "forward_refused", "address", apo_span_of(address));
    return may;
}

static apo_forward *open_forward(apo_conn *conn, const char *address, bool is_head)
{
    static const struct timeval first = {FIRST_S, 0};
    struct sockaddr_storage to;
    int length;
    apo_forward *forward = apo_allocate_zero(NULL, sizeof *forward);
    if (forward == NULL)
        return NULL;
    forward->conn = conn;
    forward->is_head = is_head;
    forward->bev = bufferevent_socket_new(conn->srv->base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (forward->bev == NULL) {
        apo_free(NULL, forward);
        return NULL;
    }
    bufferevent_setcb(forward->bev, can_read, NULL, has_ended, forward);
    bufferevent_set_timeouts(forward->bev, &first, NULL);
    if (read_peer(&to, &length, conn->srv, address) &&
        bufferevent_socket_connect(forward->bev, (struct sockaddr *)&to, length) == 0 &&
        bufferevent_enable(forward->bev, EV_READ | EV_WRITE) == 0)
        return forward;
    apo_forward_free(forward);
    return NULL;
}

void apo_http_forward(apo_http_request *req, const char *address)
{
    apo_conn *conn = req->conn;
    apo_forward *forward = conn != NULL ? open_forward(conn, address, req->is_head) : NULL;
    if (forward == NULL) {
        apo_http_add_retry(req, 1);
        apo_http_reply_error(req, 503, "busy",
                             "The server has too much to do just now; "
                             "please try again soon.");
        return;
    }
    write_request(bufferevent_get_output(forward->bev), req);
    apo_metric_add(req->srv->forwarded, 1);
    conn->forward = forward;
    apo_conn_become_forward(conn);
    apo_http_finish(req);
}
