/* Passing a request on to another server, and its answer back as it comes. */
#include <event2/buffer.h>
#include <string.h>
#include <sys/socket.h>

#include "net/http_priv.h"

enum {
    BACKLOG_MAX = 128 << 10, /* bytes that wait for the client before we read on */
    FIRST_S = 10,            /* until the other server begins to answer */
    SILENCE_S = 60           /* four heartbeats of a stream */
};

struct apo_forward {
    apo_conn *conn;
    struct bufferevent *bev; /* to the other server */
    bool has_begun;          /* the answer */
    bool is_paused;
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

/* The client gets what is already in the output, and then the connection ends. */
static void end_answer(apo_forward *forward)
{
    apo_conn *conn = forward->conn;
    size_t rest = evbuffer_get_length(bufferevent_get_output(conn->bev));
    conn->forward = NULL;
    conn->is_keep_alive = false;
    apo_forward_free(forward);
    apo_conn_answered(conn, rest);
    if (rest == 0)
        apo_conn_close(conn);
}

static void can_read(struct bufferevent *bev, void *context)
{
    static const struct timeval silence = {SILENCE_S, 0};
    apo_forward *forward = context;
    struct evbuffer *output = bufferevent_get_output(forward->conn->bev);
    if (!forward->has_begun)
        bufferevent_set_timeouts(bev, &silence, NULL);
    forward->has_begun = true;
    evbuffer_add_buffer(output, bufferevent_get_input(bev));
    forward->is_paused = evbuffer_get_length(output) > BACKLOG_MAX;
    if (forward->is_paused)
        bufferevent_disable(bev, EV_READ);
}

static void has_ended(struct bufferevent *bev, short what, void *context)
{
    apo_forward *forward = context;
    if ((what & BEV_EVENT_CONNECTED) != 0)
        return;
    if (evbuffer_get_length(bufferevent_get_input(bev)) > 0)
        can_read(bev, forward);
    if (!forward->has_begun)
        bufferevent_write(forward->conn->bev, failed_text, sizeof failed_text - 1);
    end_answer(forward);
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

/* Headers that are about the connection, or that only a server may set. */
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

static apo_forward *open_forward(apo_conn *conn, const char *address)
{
    static const struct timeval first = {FIRST_S, 0};
    struct sockaddr_storage to;
    int length = sizeof to;
    apo_forward *forward = apo_allocate_zero(NULL, sizeof *forward);
    if (forward == NULL)
        return NULL;
    forward->conn = conn;
    forward->bev = bufferevent_socket_new(conn->srv->base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (forward->bev == NULL) {
        apo_free(NULL, forward);
        return NULL;
    }
    bufferevent_setcb(forward->bev, can_read, NULL, has_ended, forward);
    bufferevent_set_timeouts(forward->bev, &first, NULL);
    if (evutil_parse_sockaddr_port(address, (struct sockaddr *)&to, &length) == 0 &&
        bufferevent_socket_connect(forward->bev, (struct sockaddr *)&to, length) == 0 &&
        bufferevent_enable(forward->bev, EV_READ | EV_WRITE) == 0)
        return forward;
    apo_forward_free(forward);
    return NULL;
}

void apo_http_forward(apo_http_request *req, const char *address)
{
    apo_conn *conn = req->conn;
    apo_forward *forward = conn != NULL ? open_forward(conn, address) : NULL;
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
