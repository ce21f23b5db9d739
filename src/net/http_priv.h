/* Internals of the HTTP server, for src/net/http*.c.
 *
 *   http.c             the server: options, running, stopping
 *   http_listen.c      where it listens, and its address
 *   http_loop.c        posted calls, timers, watches
 *   http_slice.c       the watchdog: how long each piece of work holds the loop
 *   http_connection.c  one connection: from bytes to a request, deadlines, closing
 *   http_route.c       routing, and the checks before a handler
 *   http_request.c     what a request says
 *   http_reply.c       answers, their line in the log and their numbers
 *   http_pack.c        compressing answers
 *   http_stream.c      event streams
 *   http_forward.c     requests that another server answers
 *   http_event.c       the wire form of an event
 *   http_asset.c       built-in files
 */
#ifndef APO_NET_HTTP_PRIV_H
#define APO_NET_HTTP_PRIV_H

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <pthread.h>
#include <stdatomic.h>

#include "net/address.h"
#include "net/head.h"
#include "net/http.h"
#include "net/key_counter.h"

enum {
    APO_HTTP_PARAMS_MAX = 4,   /* in a pattern; ours have at most 2 */
    APO_STREAM_BEATS = 32,     /* parts of the streams, so that none takes 10 ms: 10000 / 32 */
    APO_HTTP_SIGNALS_MAX = 4,  /* SIGTERM, SIGINT and other signals that stop a server */
    APO_HTTP_STATUSES_MAX = 12 /* different statuses of one route that are counted */
};

/* Headers of requests that another server has passed on: the secret, and the client's address.
 */
#define APO_PEER_HEADER        "Apothecary-Peer"
#define APO_PEER_CLIENT_HEADER "Apothecary-Peer-Client"

typedef struct apo_conn apo_conn;
typedef struct apo_forward apo_forward;

enum apo_conn_state {
    APO_CONN_HEAD,    /* waiting for a request, or reading its head */
    APO_CONN_BODY,    /* reading its body */
    APO_CONN_WORK,    /* in a handler */
    APO_CONN_REPLY,   /* the answer is being sent */
    APO_CONN_STREAM,  /* events are being sent */
    APO_CONN_FORWARD, /* another server answers */
    APO_CONN_LINGER,  /* everything is sent; further input is dropped */
    APO_CONN_STATES
};

struct apo_conn {
    apo_http *srv;
    apo_conn *next, **link; /* in srv->conns */
    struct bufferevent *bev;
    struct event *deadline;
    enum apo_conn_state state;
    apo_address peer;
    bool is_proxy;
    bool is_counted;       /* in srv->connections */
    bool is_keep_alive;    /* keep-alive: another request may follow */
    bool is_advancing;     /* advance() is on the stack */
    bool is_begun;         /* the first byte of a head has arrived */
    bool is_dead;          /* free it when it is off the stack */
    size_t searched;       /* bytes already searched for the end of the head */
    int64_t idle_since;    /* ticks */
    apo_forward *forward;  /* in FORWARD */
    apo_http_request *req; /* in BODY and WORK */
    apo_http_stream *stream;
};

struct apo_http_request {
    apo_http *srv;
    apo_conn *conn;                 /* NULL: the client went away */
    apo_http_request *next, **link; /* in srv->requests */
    const apo_http_route *route;    /* NULL: none fits */
    size_t route_index;
    apo_span params[APO_HTTP_PARAMS_MAX]; /* in the order of the pattern */
    char *bytes;                          /* owned: the head, then space for decoded text */
    size_t head_length;
    apo_head head;
    apo_span path;
    apo_fields query, cookies, form;
    char *form_bytes; /* owned */
    apo_buffer body;
    apo_address remote;
    apo_buffer headers;     /* of the answer */
    apo_buffer form_target; /* for its content policy; often empty */
    apo_buffer notes;       /* for the log, as JSON members */
    const char *fault;      /* why it is refused; NULL: the meaning of the status */
    bool is_head;
    bool is_from_peer;
    bool is_shed; /* refused because of overload */
    bool is_deferred;
    bool is_in_handler;
    bool is_answered_in_handler;
    bool has_cache_header;
    bool is_frameable, is_frameable_here; /* by pages of other sites; by our own */
    bool has_frames;                      /* of our own pages */
    bool is_part; /* the answer is a style or script, which no browser shows by itself */
    /* Handled in another thread: the answer, until the loop sends it. */
    bool is_aside;
    unsigned aside_status; /* 0: none yet */
    const char *aside_type;
    apo_buffer aside_body;
    void *hook_context; /* NULL: that of the options */
    uint64_t turn;      /* in srv->turns */
    uint64_t started_us;
    void *attached;
    void (*release)(void *thing);
};

typedef struct apo_route_numbers {
    apo_metric *times;
    unsigned statuses[APO_HTTP_STATUSES_MAX];
    apo_metric *counters[APO_HTTP_STATUSES_MAX];
} apo_route_numbers;

typedef struct apo_posted {
    struct apo_posted *next;
    apo_http_call *fn;
    void *context;
} apo_posted;

/* The piece of work that holds the loop now. */
typedef struct apo_slice {
    unsigned depth;            /* 0: none */
    const char *name;          /* what called: "read", "timer", ... */
    const char *route;         /* of the request it works for; NULL: unknown */
    uint64_t began_us, cpu_us; /* of the monotonic clock; of the thread */
    apo_metric *times;
} apo_slice;

/* What the loop does first: what ends a request comes before what begins one. */
enum {
    APO_HTTP_FIRST, /* calls from other threads, and sending */
    APO_HTTP_USUAL, /* libevent's default: the middle, rounded up */
    APO_HTTP_PRIORITIES
};

/* Requests by what they cost, those that are refused first at the beginning. */
enum apo_load_class {
    APO_LOAD_COSTLY,
    APO_LOAD_USUAL,
    APO_LOAD_URGENT,
    APO_LOAD_CLASSES
};

enum {
    APO_LOAD_LAGS = 3
};

/* How long requests wait for the loop. */
typedef struct apo_load {
    struct event *probe;             /* measures it, while requests come */
    uint64_t set_us, fired_us;       /* of the monotonic clock; 0: never */
    uint64_t lags_ms[APO_LOAD_LAGS]; /* as last measured; the oldest is replaced */
    unsigned next_lag;
    /* Hundredths of a request, saved up for the next refusal of the class. */
    unsigned shares[APO_LOAD_CLASSES];
    apo_metric *shed[APO_LOAD_CLASSES];
} apo_load;

struct apo_http {
    apo_http_options options;
    apo_slice slice;
    apo_load load;
    struct event_base *base;
    struct evconnlistener *listener;
    bool listens_locally; /* at a socket of this machine, which has no address */
    char *address, *url, *static_prefix;
    size_t route_count;
    apo_route_numbers *numbers; /* route_count + 2: then for no route, then for assets */
    apo_metric *refused;        /* connections */
    apo_metric *forwarded;      /* requests */
    struct evbuffer *answer;    /* empty, except while an answer is written */
    apo_conn *conns;
    size_t conn_count;
    apo_http_request *requests;
    apo_turns turns;                        /* requests, and work for them */
    apo_key_counter *connections, *streams; /* by address */
    apo_http_stream *first_stream;
    size_t stream_count;
    unsigned beat, next_beat; /* of the streams: the coming one, and that of the next stream */
    struct event *reaper, *heartbeat, *wake, *rest, *grace;
    struct event *signals[APO_HTTP_SIGNALS_MAX];
    size_t signal_count;
    int wake_pipe[2];
    pthread_mutex_t lock; /* holds posted, posted_end */
    apo_posted *posted, **posted_end;
    atomic_bool is_stop_wanted;
    bool is_stopping;
};

struct apo_http_stream {
    apo_conn *conn;
    apo_http *srv;
    apo_http_stream *next, **link; /* in srv->first_stream */
    apo_http_call *on_close;
    void *context;
    apo_address remote;
    int64_t unread_ms; /* since when events have waited for the client; see http_memory.c */
    unsigned beat;     /* when its heartbeat comes, see APO_STREAM_BEATS */
    bool is_doomed;
    bool is_download; /* bytes in chunks, without heartbeats */
    bool is_lines;    /* a line of JSON for each event */
};

/* http.c */
void apo_http_stop_now(apo_http *srv);
/* Call when a connection is gone: a stopping server ends with the last one. */
void apo_http_check_end(apo_http *srv);

/* http_listen.c: begins to listen, and names the address. Errors: as apo_http_new. */
apo_status apo_http_listen(apo_http *srv, apo_error *err);

/* http_loop.c */
apo_status apo_http_loop_open(apo_http *srv);
void apo_http_loop_drain(apo_http *srv); /* makes the posted calls */
void apo_http_loop_close(apo_http *srv);
struct timeval apo_http_interval(uint64_t ms);

/* http_slice.c */
apo_status apo_slice_open(apo_http *srv);
/* Every call from the loop into our code is between these two; they may be nested. */
void apo_slice_begin(apo_http *srv, const char *name);
void apo_slice_end(apo_http *srv);
/* True if this request must be refused because too many wait for the loop. */
bool apo_load_sheds(apo_http_request *req);
/* Counts one that is refused; returns the seconds after which it may be repeated. */
unsigned apo_load_count_shed(const apo_http_request *req);
/* How many of a hundred requests of the class are refused when the loop is this late for a
 * while; shed_ms: as in the options. */
unsigned apo_load_percent(enum apo_load_class class, uint64_t lag_ms, unsigned shed_ms);
void apo_load_close(apo_http *srv);

/* The slice works for this route. */
void apo_slice_name(apo_http *srv, const char *route);

/* http_connection.c */
void apo_conn_open(apo_http *srv, int descriptor, const struct sockaddr *peer);
void apo_conn_close(apo_conn *conn);
/* Sends the answer, whose body has `size` bytes, at once as far as the system takes it. Empties
 * the buffer. */
void apo_conn_answer(apo_conn *conn, struct evbuffer *answer, size_t size);
/* The answer, `size` bytes, is in the output buffer: starts sending it. */
void apo_conn_answered(apo_conn *conn, size_t size);
/* The answer is an event stream. */
void apo_conn_become_stream(apo_conn *conn, apo_http_stream *stream);
/* Another server's answer begins to arrive. */
void apo_conn_become_forward(apo_conn *conn);
/* Closes all idle connections. */
void apo_conn_close_idle(apo_http *srv);

/* http_route.c */
apo_status apo_http_routes_open(apo_http *srv, apo_error *err);
/* Chooses the route; returns the limit for the body. */
size_t apo_http_route_find(apo_http_request *req);
void apo_http_route_call(apo_http_request *req);
/* The context of handlers and hooks. */
void *apo_http_context_of(const apo_http_request *req);

/* http_request.c */
/* Takes ownership of `bytes`, which have space for 2 * length. */
apo_http_request *apo_request_new(apo_conn *conn, char *bytes, size_t length);
/* Parses the head; returns 0 or the status to answer. */
unsigned apo_request_read_head(apo_http_request *req);
/* Call when the body is complete; returns 0 or the status to answer. */
unsigned apo_request_read_form(apo_http_request *req);
void apo_request_free(apo_http_request *req);

/* http_reply.c */
/* Refuses an incomplete request and closes the connection. */
void apo_http_refuse(apo_conn *conn, unsigned status);
/* Writes the status line and the headers common to all answers; `req` NULL: of no route. */
void apo_http_start_answer(const apo_http *srv, struct evbuffer *out, unsigned status,
                           const apo_http_request *req);
/* Logs and counts the answer. */
void apo_http_count(apo_http_request *req, unsigned status, size_t size);
/* The request is answered; frees it as soon as nobody uses it. */
void apo_http_finish(apo_http_request *req);

/* http_pack.c */
/* Answers as apo_http_reply does, compressed if the client accepts that and it pays. */
void apo_http_reply_packed(apo_http_request *req, unsigned status, const char *type,
                           apo_span body);

/* http_event.c */
/* The event's wire form; borrowed from the event. Empty when out of memory. */
apo_span apo_http_event_form(apo_http_event *event, enum apo_http_event_format form);

/* http_stream.c */
void apo_stream_doom(apo_http_stream *stream);
void apo_stream_doom_all(apo_http *srv);
void apo_stream_reap(apo_http *srv);
/* Sends heartbeats to one part of the streams; called APO_STREAM_BEATS times in each interval.
 */
void apo_stream_beat(apo_http *srv);

/* http_forward.c */
void apo_forward_free(apo_forward *forward); /* NULL is allowed */
/* The client has read everything sent so far. */
void apo_forward_go_on(apo_forward *forward);

/* http_asset.c */
bool apo_http_has_assets(const apo_http *srv);
void apo_http_serve_static(apo_http_request *req, void *context);

#endif
