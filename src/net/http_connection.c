/* One connection: from bytes to requests, one at a time; its deadlines and its end. */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_struct.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

#include "net/http_priv.h"

enum {
    LINGER_MS = 2000,        /* for a client to read the last answer */
    PEER_SILENCE_MS = 45000, /* sent but not acknowledged: three heartbeats */
    MS_PER_S = 1000,
    REQUEST_TIMEOUT = 408,
    CONTENT_TOO_LARGE = 413,
    HEADERS_TOO_LARGE = 431,
    OUT_OF_MEMORY = 503
};

static const char full_text[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n"
                                "Retry-After: 5\r\nConnection: close\r\n\r\n";

static void advance(apo_conn *conn);

static void set_deadline(apo_conn *conn, uint64_t ms)
{
    struct timeval delay = apo_http_interval(ms);
    if (ms == 0)
        event_del(conn->deadline);
    else
        event_add(conn->deadline, &delay);
}

static apo_span peer_key(const apo_conn *conn)
{
    return apo_span_of(conn->peer.key);
}

static void free_conn(apo_conn *conn)
{
    apo_http *srv = conn->srv;
    apo_http_request *req = conn->req;
    if (conn->stream != NULL)
        conn->stream->conn = NULL;
    if (req != NULL) {
        req->conn = NULL;
        /* A handler's request lives until it is answered. */
        if (conn->state != APO_CONN_WORK)
            apo_request_free(req);
    }
    if (conn->is_counted)
        apo_key_counter_leave(srv->connections, peer_key(conn));
    *conn->link = conn->next;
    if (conn->next != NULL)
        conn->next->link = conn->link;
    srv->conn_count--;
    apo_forward_free(conn->forward);
    event_free(conn->deadline);
    bufferevent_free(conn->bev);
    apo_free(NULL, conn);
    apo_http_check_end(srv);
}

void apo_conn_close(apo_conn *conn)
{
    if (conn->is_advancing)
        conn->is_dead = true;
    else
        free_conn(conn);
}

static bool may_keep(const apo_conn *conn)
{
    return conn->is_keep_alive && !conn->srv->is_stopping;
}

/* Further input from the client must be read; otherwise the system would discard the answer
 * too. */
static void linger(apo_conn *conn)
{
    conn->state = APO_CONN_LINGER;
    shutdown(bufferevent_getfd(conn->bev), SHUT_WR);
    bufferevent_enable(conn->bev, EV_READ);
    set_deadline(conn, LINGER_MS);
}

static void wait_for_head(apo_conn *conn)
{
    const apo_http_options *options = &conn->srv->options;
    conn->state = APO_CONN_HEAD;
    conn->searched = 0;
    conn->is_begun = false;
    conn->idle_since = apo_http_ticks_ms();
    set_deadline(conn, options->idle_ms);
    bufferevent_enable(conn->bev, EV_READ);
}

/* The position after the empty line that ends the head; 0 if it has not arrived. */
static size_t find_head_end(apo_conn *conn, struct evbuffer *input)
{
    struct evbuffer_ptr start, found;
    size_t length = evbuffer_get_length(input);
    size_t from = conn->searched > 3 ? conn->searched - 3 : 0;
    conn->searched = length;
    if (length < 4 || evbuffer_ptr_set(input, &start, from, EVBUFFER_PTR_SET) != 0)
        return 0;
    found = evbuffer_search(input, "\r\n\r\n", 4, &start);
    return found.pos < 0 ? 0 : (size_t)found.pos + 4;
}

/* Some clients send an empty line after a body. */
static void drop_empty_lines(struct evbuffer *input)
{
    char two[2];
    while (evbuffer_copyout(input, two, sizeof two) == 2 && two[0] == '\r' && two[1] == '\n')
        evbuffer_drain(input, 2);
}

static bool call_handler(apo_conn *conn)
{
    apo_http_request *req = conn->req;
    unsigned status = apo_request_read_form(req);
    if (status != 0) {
        apo_http_refuse(conn, status);
        return true;
    }
    conn->state = APO_CONN_WORK;
    set_deadline(conn, 0);
    apo_http_route_call(req);
    /* Most handlers answer at once: then reading need not be stopped and started again. */
    if (conn->state == APO_CONN_WORK)
        bufferevent_disable(conn->bev, EV_READ);
    return true;
}

static void begin_body(apo_conn *conn)
{
    conn->state = APO_CONN_BODY;
    set_deadline(conn, conn->srv->options.body_ms);
    if (conn->req->head.wants_continue)
        bufferevent_write(conn->bev, "HTTP/1.1 100 Continue\r\n\r\n", 25);
}

/* The head is complete: decides what kind of request it is. */
static bool take_head(apo_conn *conn, struct evbuffer *input, size_t length)
{
    char *bytes = apo_allocate(NULL, 2 * length);
    if (bytes != NULL)
        evbuffer_remove(input, bytes, length);
    apo_http_request *req = bytes == NULL ? NULL : apo_request_new(conn, bytes, length);
    if (req == NULL) {
        apo_free(NULL, bytes);
        apo_http_refuse(conn, OUT_OF_MEMORY);
        return true;
    }
    conn->req = req;
    conn->is_keep_alive = false;
    unsigned status = apo_request_read_head(req);
    if (status == 0 && req->head.body_length > apo_http_route_find(req))
        status = CONTENT_TOO_LARGE;
    if (status != 0) {
        apo_http_refuse(conn, status);
        return true;
    }
    conn->is_keep_alive = req->head.is_keep_alive;
    /* Other servers pass on the requests of many clients. */
    if (req->is_from_peer && conn->is_counted) {
        apo_key_counter_leave(conn->srv->connections, peer_key(conn));
        conn->is_counted = false;
    }
    if (req->head.body_length == 0)
        return call_handler(conn);
    begin_body(conn);
    return true;
}

/* Each step function returns true if something changed and another step may follow. */
static bool step_head(apo_conn *conn, struct evbuffer *input)
{
    const apo_http_options *options = &conn->srv->options;
    if (!conn->is_begun) {
        drop_empty_lines(input);
        if (evbuffer_get_length(input) == 0)
            return false;
        conn->is_begun = true;
        set_deadline(conn, options->head_ms);
    }
    size_t length = find_head_end(conn, input);
    if (length > options->head_max ||
        (length == 0 && evbuffer_get_length(input) >= options->head_max)) {
        apo_http_refuse(conn, HEADERS_TOO_LARGE);
        return true;
    }
    return length > 0 && take_head(conn, input, length);
}

static bool step_body(apo_conn *conn, struct evbuffer *input)
{
    char bytes[4096];
    apo_http_request *req = conn->req;
    while (req->body.length < req->head.body_length) {
        size_t wanted = (size_t)req->head.body_length - req->body.length;
        int got = evbuffer_remove(input, bytes, wanted < sizeof bytes ? wanted : sizeof bytes);
        if (got <= 0)
            return false;
        apo_buffer_add_span(&req->body, (apo_span){bytes, (size_t)got});
        if (req->body.is_failed) {
            apo_http_refuse(conn, OUT_OF_MEMORY);
            return true;
        }
    }
    return call_handler(conn);
}

static bool step(apo_conn *conn)
{
    struct evbuffer *input = bufferevent_get_input(conn->bev);
    switch (conn->state) {
    case APO_CONN_HEAD: return step_head(conn, input);
    case APO_CONN_BODY: return step_body(conn, input);
    case APO_CONN_STREAM:
    case APO_CONN_LINGER: evbuffer_drain(input, evbuffer_get_length(input)); return false;
    case APO_CONN_WORK:
    case APO_CONN_FORWARD: /* the next request may be there already */
    case APO_CONN_REPLY:
    case APO_CONN_STATES: return false;
    }
    return false;
}

static void advance(apo_conn *conn)
{
    if (conn->is_advancing)
        return;
    conn->is_advancing = true;
    while (!conn->is_dead && step(conn))
        continue;
    conn->is_advancing = false;
    if (conn->is_dead)
        free_conn(conn);
}

static void can_read(struct bufferevent *bev, void *context)
{
    apo_conn *conn = context;
    apo_http *srv = conn->srv;
    (void)bev;
    apo_slice_begin(srv, "read");
    advance(conn);
    apo_slice_end(srv);
    /* What ends requests does not wait for all that begins some. */
    apo_http_loop_drain(srv);
}

/* The system has the whole answer. */
static void end_reply(apo_conn *conn)
{
    if (may_keep(conn))
        wait_for_head(conn);
    else
        linger(conn);
}

static bool has_unsent(const apo_conn *conn)
{
    return evbuffer_get_length(bufferevent_get_output(conn->bev)) > 0;
}

/* Everything has been handed to the system. */
static void has_written(struct bufferevent *bev, void *context)
{
    apo_conn *conn = context;
    apo_http *srv = conn->srv;
    (void)bev;
    if (conn->state == APO_CONN_FORWARD)
        apo_forward_go_on(conn->forward);
    if (conn->state != APO_CONN_REPLY || has_unsent(conn))
        return;
    apo_slice_begin(srv, "read");
    end_reply(conn);
    advance(conn);
    apo_slice_end(srv);
}

static void has_ended(struct bufferevent *bev, short what, void *context)
{
    apo_conn *conn = context;
    (void)bev;
    if (conn->state == APO_CONN_STREAM) {
        apo_stream_doom(conn->stream);
    } else if ((what & BEV_EVENT_EOF) != 0 &&
               (conn->state == APO_CONN_WORK || conn->state == APO_CONN_REPLY)) {
        /* The client has shut down its sending side but still reads. */
        conn->is_keep_alive = false;
    } else {
        apo_conn_close(conn);
    }
}

static void is_late(evutil_socket_t descriptor, short what, void *context)
{
    apo_conn *conn = context;
    (void)descriptor;
    (void)what;
    if ((conn->state == APO_CONN_HEAD && conn->is_begun) || conn->state == APO_CONN_BODY)
        apo_http_refuse(conn, REQUEST_TIMEOUT);
    else
        apo_conn_close(conn);
}

void apo_conn_answered(apo_conn *conn, size_t size)
{
    conn->req = NULL;
    conn->state = APO_CONN_REPLY;
    bufferevent_disable(conn->bev, EV_READ);
    const apo_http_options *options = &conn->srv->options;
    uint64_t rate = options->reply_bytes_per_s > 0 ? options->reply_bytes_per_s : 1;
    set_deadline(conn, options->reply_ms + size * MS_PER_S / rate);
}

void apo_conn_answer(apo_conn *conn, struct evbuffer *answer, size_t size)
{
    if (!has_unsent(conn))
        (void)evbuffer_write(answer, bufferevent_getfd(conn->bev));
    if (evbuffer_get_length(answer) > 0) {
        bufferevent_write_buffer(conn->bev, answer);
        apo_conn_answered(conn, size);
        return;
    }
    conn->req = NULL;
    end_reply(conn);
    /* The next request may be there already, but this may be deep inside other work. */
    if (!conn->is_advancing && evbuffer_get_length(bufferevent_get_input(conn->bev)) > 0)
        bufferevent_trigger(conn->bev, EV_READ, BEV_OPT_DEFER_CALLBACKS);
}

void apo_conn_become_stream(apo_conn *conn, apo_http_stream *stream)
{
    conn->req = NULL;
    conn->stream = stream;
    conn->state = APO_CONN_STREAM;
    set_deadline(conn, 0);
    /* Keeps reading, to notice when the client goes away. */
    bufferevent_enable(conn->bev, EV_READ);
}

void apo_conn_become_forward(apo_conn *conn)
{
    conn->req = NULL;
    conn->state = APO_CONN_FORWARD;
    set_deadline(conn, 0);
    bufferevent_enable(conn->bev, EV_READ);
}

void apo_conn_close_idle(apo_http *srv)
{
    apo_conn *next;
    for (apo_conn *conn = srv->conns; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->state == APO_CONN_HEAD || conn->state == APO_CONN_FORWARD)
            apo_conn_close(conn);
    }
}

/* If all slots are taken, closes the connection that has been idle longest. */
static bool free_a_place(apo_http *srv)
{
    apo_conn *oldest = NULL;
    if (srv->conn_count < srv->options.connections_max)
        return true;
    for (apo_conn *conn = srv->conns; conn != NULL; conn = conn->next)
        if (conn->state == APO_CONN_HEAD && !conn->is_begun && !conn->is_advancing &&
            (oldest == NULL || conn->idle_since < oldest->idle_since))
            oldest = conn;
    if (oldest != NULL)
        apo_conn_close(oldest);
    return oldest != NULL;
}

static void set_socket(int descriptor)
{
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
#ifdef TCP_USER_TIMEOUT
    int silence = PEER_SILENCE_MS;
    setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
#endif
}

static void link_conn(apo_conn *conn)
{
    apo_http *srv = conn->srv;
    conn->next = srv->conns;
    conn->link = &srv->conns;
    if (srv->conns != NULL)
        srv->conns->link = &conn->next;
    srv->conns = conn;
    srv->conn_count++;
}

static apo_conn *new_conn(apo_http *srv, int descriptor)
{
    apo_conn *conn = apo_allocate_zero(NULL, sizeof *conn);
    if (conn == NULL)
        return NULL;
    conn->srv = srv;
    conn->deadline = event_new(srv->base, -1, 0, is_late, conn);
    if (conn->deadline != NULL)
        conn->bev = bufferevent_socket_new(srv->base, descriptor, BEV_OPT_CLOSE_ON_FREE);
    if (conn->bev != NULL) {
        (void)event_priority_set(&conn->bev->ev_write, APO_HTTP_FIRST);
        return conn;
    }
    if (conn->deadline != NULL)
        event_free(conn->deadline);
    apo_free(NULL, conn);
    return NULL;
}

/* If the address may open another connection, counts it and returns true. */
static bool enter(apo_http *srv, const apo_address *peer, bool is_proxy)
{
    return is_proxy || apo_key_counter_enter(srv->connections, apo_span_of(peer->key),
                                             srv->options.connections_per_address_max);
}

void apo_conn_open(apo_http *srv, int descriptor, const struct sockaddr *peer)
{
    apo_address address = apo_address_of(peer);
    address.is_local = address.is_local || srv->listens_locally;
    bool is_proxy = srv->listens_locally || (srv->options.proxy != NULL &&
                                             strcmp(srv->options.proxy, address.text) == 0);
    bool is_in = free_a_place(srv) && enter(srv, &address, is_proxy);
    apo_conn *conn = is_in ? new_conn(srv, descriptor) : NULL;
    if (conn == NULL) {
        if (is_in && !is_proxy)
            apo_key_counter_leave(srv->connections, apo_span_of(address.key));
        send(descriptor, full_text, sizeof full_text - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        evutil_closesocket(descriptor);
        apo_metric_add(srv->refused, 1);
        return;
    }
    conn->peer = address;
    conn->is_proxy = is_proxy;
    conn->is_counted = !is_proxy;
    set_socket(descriptor);
    link_conn(conn);
    bufferevent_setcb(conn->bev, can_read, has_written, has_ended, conn);
    bufferevent_setwatermark(conn->bev, EV_READ, 0, srv->options.head_max);
    wait_for_head(conn);
    set_deadline(conn, srv->options.first_ms);
}
