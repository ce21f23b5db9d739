/* Event streams: answers that stay open. */
#include <event2/buffer.h>
#include <string.h>
#include <sys/socket.h>

#include "net/http_priv.h"

enum {
    RETRY_S = 5 /* meanwhile our pages poll: follow() in web/lib/api.js */
};

static const char head_text[] = "Cache-Control: no-store\r\n"
                                "X-Accel-Buffering: no\r\n"
                                "Connection: close\r\n";
/* How long a browser waits before it connects again. */
static const char first_text[] = "retry: 1000\n\n";
static const char lines_type[] = "application/x-ndjson";

static bool wants_lines(const apo_http_request *req)
{
    apo_span accept;
    apo_http_header(req, "Accept", &accept);
    return apo_header_accepts(accept, lines_type);
}

/* Call before adding events for the client. True: no others are waiting yet. */
static bool note_unread(apo_http_stream *stream)
{
    bool is_first = evbuffer_get_length(bufferevent_get_output(stream->conn->bev)) == 0;
    if (is_first)
        stream->unread_ms = apo_http_ticks_ms();
    return is_first;
}

/* A heartbeat: a comment, or an empty line. */
static void add_beat(apo_conn *conn, bool is_lines)
{
    bufferevent_write(conn->bev, is_lines ? "\n" : ":\n\n", is_lines ? 1 : 3);
}

static void free_stream(apo_http_stream *stream)
{
    apo_http *srv = stream->srv;
    *stream->link = stream->next;
    if (stream->next != NULL)
        stream->next->link = stream->link;
    srv->stream_count--;
    apo_key_counter_leave(srv->streams, apo_span_of(stream->remote.key));
    apo_free(NULL, stream);
}

static apo_http_stream *new_stream(apo_http_request *req, apo_http_call *on_close,
                                   void *context)
{
    apo_http *srv = req->srv;
    apo_http_stream *stream = apo_allocate_zero(NULL, sizeof *stream);
    if (stream == NULL)
        return NULL;
    stream->srv = srv;
    stream->conn = req->conn;
    stream->on_close = on_close;
    stream->context = context;
    stream->remote = req->remote;
    stream->unread_ms = apo_http_ticks_ms(); /* counts the head as unread from now on */
    stream->next = srv->first_stream;
    stream->link = &srv->first_stream;
    if (srv->first_stream != NULL)
        srv->first_stream->link = &stream->next;
    srv->first_stream = stream;
    stream->beat = srv->next_beat;
    srv->next_beat = (srv->next_beat + 1) % APO_STREAM_BEATS;
    srv->stream_count++;
    return stream;
}

/* If all slots are taken, the address with the most streams loses its newest, if it has at
 * least two more than the newcomer's address. So a few addresses cannot keep everybody out. */
static bool make_room(apo_http *srv, apo_span key)
{
    apo_span greedy = {NULL, 0};
    unsigned most = apo_key_counter_most(srv->streams, &greedy);
    if (most < apo_key_counter_count(srv->streams, key) + 2)
        return false;
    for (apo_http_stream *one = srv->first_stream; one != NULL; one = one->next) {
        if (one->is_doomed || one->is_download ||
            !apo_span_same(greedy, apo_span_of(one->remote.key)))
            continue;
        apo_stream_doom(one);
        apo_metric_add(srv->refused, 1);
        return true;
    }
    return false;
}

static void refuse_without_memory(apo_http_request *req)
{
    apo_http_reply_error(req, 503, "out_of_memory", "The server is out of memory.");
}

/* True if one more is allowed; otherwise answers with an error. */
static bool enter(apo_http_request *req, const char *type)
{
    apo_http *srv = req->srv;
    if (req->is_head || req->conn == NULL) {
        apo_http_reply(req, 200, type, apo_span_of(NULL));
        return false;
    }
    if (srv->is_stopping || (srv->stream_count >= srv->options.streams_max &&
                             !make_room(srv, apo_http_remote_key(req)))) {
        apo_http_add_retry(req, RETRY_S);
        apo_http_reply_error(req, 503, "too_many_streams", "Too many people are watching now.");
        return false;
    }
    apo_span key = apo_http_remote_key(req);
    unsigned most = srv->options.streams_per_address_max;
    if (apo_key_counter_count(srv->streams, key) >= most) {
        apo_http_add_retry(req, RETRY_S);
        apo_http_reply_error(req, 429, "too_many_streams",
                             "Too many pages are open at this address.");
        return false;
    }
    if (apo_key_counter_enter(srv->streams, key, most))
        return true;
    refuse_without_memory(req);
    return false;
}

/* Sends the head; `encoding` is a whole line, or empty. NULL: answered with an error. */
static apo_http_stream *open_stream(apo_http_request *req, const char *type,
                                    const char *encoding, apo_http_call *on_close,
                                    void *context)
{
    if (!enter(req, type))
        return NULL;
    apo_http_stream *stream = new_stream(req, on_close, context);
    if (stream == NULL) {
        apo_key_counter_leave(req->srv->streams, apo_http_remote_key(req));
        refuse_without_memory(req);
        return NULL;
    }
    apo_conn *conn = req->conn;
    struct evbuffer *out = bufferevent_get_output(conn->bev);
    apo_http_start_answer(req->srv, out, 200, req);
    evbuffer_add_printf(out, "Content-Type: %s\r\n%s", type, encoding);
    evbuffer_add(out, head_text, sizeof head_text - 1);
    if (req->headers.length > 0)
        evbuffer_add(out, req->headers.bytes, req->headers.length);
    evbuffer_add(out, "\r\n", 2);
    apo_http_count(req, 200, 0);
    apo_conn_become_stream(conn, stream);
    req->conn = NULL;
    apo_http_finish(req);
    return stream;
}

apo_http_stream *apo_http_stream_open(apo_http_request *req, apo_http_call *on_close,
                                      void *context)
{
    bool is_lines = wants_lines(req);
    apo_http_stream *stream = open_stream(req, is_lines ? lines_type : "text/event-stream",
                                          "Vary: Accept\r\n", on_close, context);
    if (stream == NULL)
        return NULL;
    stream->is_lines = is_lines;
    if (is_lines)
        add_beat(stream->conn, true);
    else
        bufferevent_write(stream->conn->bev, first_text, sizeof first_text - 1);
    return stream;
}

apo_http_stream *apo_http_download_open(apo_http_request *req, const char *type,
                                        apo_http_call *on_close, void *context)
{
    apo_http_stream *stream =
        open_stream(req, type, "Transfer-Encoding: chunked\r\n", on_close, context);
    if (stream != NULL)
        stream->is_download = true;
    return stream;
}

/* An empty chunk would end the body. */
void apo_http_download_send(apo_http_stream *stream, apo_span bytes)
{
    if (stream->is_doomed || bytes.length == 0)
        return;
    struct evbuffer *out = bufferevent_get_output(stream->conn->bev);
    evbuffer_add_printf(out, "%zx\r\n", bytes.length);
    evbuffer_add(out, bytes.text, bytes.length);
    evbuffer_add(out, "\r\n", 2);
}

size_t apo_http_download_waiting(const apo_http_stream *stream)
{
    return stream->is_doomed ? 0
                             : evbuffer_get_length(bufferevent_get_output(stream->conn->bev));
}

static void check_backlog(apo_http_stream *stream)
{
    size_t waiting = evbuffer_get_length(bufferevent_get_output(stream->conn->bev));
    if (waiting > stream->srv->options.stream_backlog_max)
        apo_stream_doom(stream);
}

/* Writes directly if nothing is queued: that saves two changes of the loop's event set for each
 * event. What the system does not take, and any error, is left to the loop. */
static void put(apo_http_stream *stream, apo_span bytes)
{
    struct bufferevent *bev = stream->conn->bev;
    size_t taken = 0;
    if (note_unread(stream)) {
        ssize_t sent =
            send(bufferevent_getfd(bev), bytes.text, bytes.length, MSG_NOSIGNAL | MSG_DONTWAIT);
        taken = sent > 0 ? (size_t)sent : 0;
    }
    if (taken == bytes.length)
        return;
    bufferevent_write(bev, bytes.text + taken, bytes.length - taken);
    check_backlog(stream);
}

void apo_http_stream_send_event(apo_http_stream *stream, apo_http_event *event)
{
    if (stream->is_doomed)
        return;
    apo_span bytes = apo_http_event_form(event, stream->is_lines ? APO_HTTP_EVENT_FORMAT_LINE
                                                                 : APO_HTTP_EVENT_FORMAT_EVENT);
    if (bytes.length > 0)
        put(stream, bytes);
    else
        apo_stream_doom(stream); /* the client reconnects for what it has missed */
}

void apo_http_stream_send(apo_http_stream *stream, uint64_t id, const char *name, apo_span data)
{
    apo_http_event event;
    apo_http_event_init(&event, id, name, data);
    apo_http_stream_send_event(stream, &event);
    apo_http_event_clear(&event);
}

void apo_http_stream_close(apo_http_stream *stream)
{
    apo_conn *conn = stream->conn;
    bool is_doomed = stream->is_doomed, is_download = stream->is_download;
    bool is_lines = stream->is_lines;
    free_stream(stream);
    if (conn == NULL)
        return;
    conn->stream = NULL;
    conn->is_keep_alive = false;
    apo_conn_answered(conn, 0);
    if (is_doomed)
        apo_conn_close(conn);
    else if (is_download)
        bufferevent_write(conn->bev, "0\r\n\r\n", 5);
    else
        /* Writes something, because the end would go unnoticed if everything has been sent. */
        add_beat(conn, is_lines);
}

void apo_http_download_break(apo_http_stream *stream)
{
    stream->is_doomed = true;
    apo_http_stream_close(stream);
}

void apo_stream_doom(apo_http_stream *stream)
{
    if (stream->is_doomed)
        return;
    stream->is_doomed = true;
    event_active(stream->srv->reaper, 0, 0);
}

void apo_stream_doom_all(apo_http *srv)
{
    for (apo_http_stream *stream = srv->first_stream; stream != NULL; stream = stream->next)
        apo_stream_doom(stream);
}

static apo_http_stream *find_doomed(const apo_http *srv)
{
    apo_http_stream *stream = srv->first_stream;
    while (stream != NULL && !stream->is_doomed)
        stream = stream->next;
    return stream;
}

/* on_close may open, send to and close other streams, so each round starts at the head of the
 * list. */
void apo_stream_reap(apo_http *srv)
{
    for (apo_http_stream *stream; (stream = find_doomed(srv)) != NULL;) {
        apo_http_call *on_close = stream->on_close;
        void *context = stream->context;
        apo_conn *conn = stream->conn;
        free_stream(stream);
        if (conn != NULL) {
            conn->stream = NULL;
            apo_conn_close(conn);
        }
        if (on_close != NULL)
            on_close(context);
    }
}

void apo_stream_beat(apo_http *srv)
{
    for (apo_http_stream *stream = srv->first_stream; stream != NULL; stream = stream->next) {
        if (stream->is_doomed || stream->is_download || stream->beat != srv->beat)
            continue;
        (void)note_unread(stream);
        add_beat(stream->conn, stream->is_lines);
        check_backlog(stream);
    }
    srv->beat = (srv->beat + 1) % APO_STREAM_BEATS;
}
