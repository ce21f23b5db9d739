/* The HTTP server: one loop in one thread, over libevent. It knows nothing of games.
 *
 * A server is a table of routes. For each request the loop calls its route's handler, which
 * must answer exactly once:
 *
 *     static void show(apo_http_request *req, void *context)
 *     {
 *         apo_span id = apo_http_param(req, "id");
 *         ...
 *         apo_http_reply(req, 200, APO_HTTP_JSON, apo_buffer_span(&out));
 *     }
 *
 * It can answer
 * - at once, with one of the apo_http_reply... functions;
 * - later: apo_http_defer(req), return, and reply when the work is done, from the loop's thread
 *   (other threads get there with apo_http_post). The client may go away meanwhile; the request
 *   stays valid until it is answered, and the answer is then dropped;
 * - with an event stream: apo_http_stream_open.
 *
 * If a handler returns without any of these, the client gets 500 and an error is logged.
 *
 * Threads: everything here belongs to the thread that calls apo_http_run, except apo_http_post
 * and apo_http_stop, which any thread may call. Spans from a request are valid until it is
 * answered.
 *
 * Enforced for every caller: limits on the sizes of request line, head and body and on the
 * number of headers; absolute deadlines for head, body and answer, so that a client cannot hang
 * on by sending a byte a second; limits on connections and streams per address; one pipelined
 * request at a time; strict syntax (no folded headers, no bare line feeds, no body without a
 * Content-Length, no "..", "//" or encoded "/" in paths, UTF-8 only). */
#ifndef APO_NET_HTTP_H
#define APO_NET_HTTP_H

#include "base/buffer.h"
#include "base/error.h"
#include "i18n/i18n.h"
#include "net/log.h"
#include "net/metrics.h"
#include "net/turns.h"

#define APO_HTTP_TEXT "text/plain; charset=utf-8"
#define APO_HTTP_HTML "text/html; charset=utf-8"
#define APO_HTTP_JSON "application/json"

typedef struct apo_http apo_http;
typedef struct apo_http_request apo_http_request;
typedef struct apo_http_stream apo_http_stream;
typedef struct apo_http_timer apo_http_timer;
typedef struct apo_http_watch apo_http_watch;

/* --- Routes -------------------------------------------------------------- */

enum apo_http_method {
    APO_HTTP_GET, /* answers HEAD too, without the body */
    APO_HTTP_POST,
    APO_HTTP_METHODS
};

enum {
    /* Allows a POST from another site. By default it is answered 403, unless it has the
     * Authorization header, which no browser adds by itself: a handler that uses that header
     * must ignore cookies. */
    APO_HTTP_ANY_ORIGIN = 1,
    /* Served only to this machine (not through a proxy); 404 for others. */
    APO_HTTP_LOCAL_ONLY = 2,
    /* Health checks and the like: logged only if they fail, never refused under load. */
    APO_HTTP_QUIET = 4,
    /* Refused last when the server is overloaded: a move, say. */
    APO_HTTP_URGENT = 8,
    /* The handler only reads what any thread may read, and answers at once: it may run aside.
     */
    APO_HTTP_ASIDE = 16,
    /* Refused first when the server is overloaded: a search, an import. */
    APO_HTTP_COSTLY = 32
};

typedef void apo_http_handler(apo_http_request *req, void *context);

typedef struct apo_http_route {
    enum apo_http_method method;
    /* "/api/games/:id/moves": a segment with a colon is a parameter, never empty. A last
     * segment "*name" takes the rest of the path, which may contain "/". NULL ends a table. A
     * literal segment wins over a parameter only if it stands earlier in the table. */
    const char *pattern;
    apo_http_handler *handler;
    unsigned flags;
    size_t body_max; /* bytes; 0: the server's default */
    /* the caller's description of the route; not read here; may be NULL */
    const void *operation;
} apo_http_route;

/* --- The server ---------------------------------------------------------- */

/* One file built into the program. */
typedef struct apo_http_asset {
    const char *name;           /* "board/board.js" */
    const char *type;           /* its Content-Type */
    const unsigned char *bytes; /* compressed by gzip */
    size_t size;
    const unsigned char *brotli; /* compressed by Brotli; NULL: it is not */
    size_t brotli_size;
} apo_http_asset;

typedef struct apo_http_assets {
    const apo_http_asset *assets; /* sorted by name (strcmp) */
    size_t count;
    const char *hash; /* of all files, hexadecimal */
} apo_http_assets;

/* Fill with apo_http_options_init, then change what should differ. All texts are borrowed for
 * the life of the server. */
typedef struct apo_http_options {
    /* "127.0.0.1:8080", "[::1]:8080"; port 0 takes any free one. "unix:/run/socket": a socket
     * with this path, for the server's user and group. Who connects there is the proxy, and
     * a public_url is needed. */
    const char *listen;
    /* "https://example.org", the public address; NULL: http and the Host */
    const char *public_url;
    /* Without a public_url: names that browsers may use for the server, separated by blanks,
     * besides addresses and this machine's own name. NULL: none. */
    const char *names;
    /* Address of a proxy whose X-Forwarded-For is trusted ("127.0.0.1"); NULL: none. */
    const char *proxy;
    /* The proxy writes the header Forwarded (RFC 7239) instead. Never both: what one proxy does
     * not write, its clients may have written. */
    bool is_proxy_forwarded;

    /* With a public URL of https: browsers shall use TLS for all hosts below its host, too. */
    bool has_tls_below;

    const apo_http_route *routes; /* borrowed; ended by a NULL pattern */
    void *context;                /* for handlers and the hooks below */
    /* Called before each route's handler, after all checks. If it returns false, it has sent
     * the answer itself (too many requests, say), and the handler is not called. NULL: none. */
    bool (*admit)(apo_http_request *req, void *context);
    /* Called instead of the handler of a route with APO_HTTP_ASIDE. True: it has answered, or
     * has deferred the request and will have it handled in another thread, see
     * apo_http_handle_aside. NULL: never. */
    bool (*set_aside)(apo_http_request *req, void *context);
    /* Replies with an error page for people; it must reply. NULL: a line of text. Paths under
     * /api/ always get JSON instead. */
    void (*error_page)(apo_http_request *req, unsigned status, const char *message,
                       void *context);

    /* The client's language, into which apo_http_reply_error translates messages. NULL:
     * English. */
    const apo_i18n *(*i18n)(apo_http_request *req, void *context);

    const apo_http_assets *assets; /* served below /static/; NULL: nothing */
    const char *web_folder;        /* serves from this folder instead, uncached; NULL: no */

    /* Several servers work together. Called before `admit`. True: another server has what the
     * request is about, and it has been passed on (apo_http_forward) or answered. NULL: never.
     */
    bool (*forward)(apo_http_request *req, void *context);
    /* The secret that these servers show each other; NULL: nobody passes requests on to us. */
    const char *peer_secret;
    /* Where they reach this one, if not where it listens; NULL: there. */
    const char *peer_address;
    /* Requests are also passed on to addresses that are not of this machine, in the clear. */
    bool is_network_encrypted;

    const apo_log *log;   /* NULL: no log */
    apo_metrics *metrics; /* borrowed, must outlive the server, which adds gauges; NULL: none */

    size_t head_max;            /* bytes of request line and headers: 16384 */
    size_t body_max;            /* bytes, unless the route sets a limit: 65536 */
    unsigned head_ms;           /* from the first byte to the end of the head: 10000 */
    unsigned body_ms;           /* from the end of the head to the end of the body: 20000 */
    unsigned idle_ms;           /* an idle connection: 60000 */
    unsigned first_ms;          /* a new connection, until its first byte: 10000 */
    unsigned reply_ms;          /* to read an answer: 30000, plus size / reply_bytes_per_s */
    unsigned reply_bytes_per_s; /* bytes a second of the slowest client allowed: 8192 */
    unsigned connections_max;   /* 12288; lowered to the process's descriptor limit */
    unsigned connections_per_address_max; /* 256; a proxy's own do not count */
    unsigned streams_max;                 /* 10000 */
    unsigned streams_per_address_max;     /* 128 */
    size_t stream_backlog_max;            /* bytes not yet read by a slow client: 262144 */
    unsigned heartbeat_ms;                /* heartbeat comment on each stream: 15000 */
    /* Requests shall not wait longer than this for the loop: when they have waited for three
     * tenths of it for a while, some costly ones are refused with 503 and Retry-After, more,
     * the longer they wait; others at four tenths, urgent ones at five. 0: never. */
    unsigned shed_ms;
    unsigned grace_ms; /* how long a shutdown waits for pending answers: 5000 */
} apo_http_options;

void apo_http_options_init(apo_http_options *options);

/* Starts listening at once: connections queue up until apo_http_run. `options` is copied.
 * Errors: APO_E_SYNTAX (address, pattern), APO_E_IO (with the reason in `err`), APO_E_MEMORY.
 * The caller frees it with apo_http_free. */
apo_status apo_http_new(apo_http **out, const apo_http_options *options, apo_error *err);

/* Where other servers reach it: peer_address, or where it listens, as "127.0.0.1:8080" with the
 * real port. Borrowed. */
const char *apo_http_address(const apo_http *srv);

/* The server's URL: public_url, or "http://" and the address. Borrowed; no trailing "/". */
const char *apo_http_url(const apo_http *srv);

/* Serves until the server is stopped and pending answers are finished or grace_ms have
 * passed. */
apo_status apo_http_run(apo_http *srv);

/* Asks the loop to stop: accepts nothing more, closes the streams, finishes answers. Any
 * thread. */
void apo_http_stop(apo_http *srv);

/* True while it finishes answers: what could be answered later must be answered now. */
bool apo_http_is_stopping(const apo_http *srv);

/* From now on this signal stops the server (a second one stops it at once, without grace). */
apo_status apo_http_stop_on(apo_http *srv, int signal_number);

/* Makes the posted calls that are still pending, closes the streams (on_close is called) and
 * everything else. Timers and watches must have been freed; deferred requests become invalid.
 * NULL is allowed. */
void apo_http_free(apo_http *srv);

/* --- Calls into the loop ------------------------------------------------- */

typedef void apo_http_call(void *context);

/* The loop will call fn(context) once, in the order of the posts; apo_http_free makes the
 * remaining calls. Any thread. Errors: APO_E_MEMORY. */
apo_status apo_http_post(apo_http *srv, apo_http_call *fn, void *context);

/* A timer, not running until it is set. The caller frees it with apo_http_timer_free. */
apo_status apo_http_timer_new(apo_http_timer **out, apo_http *srv, apo_http_call *fn,
                              void *context);

/* Sets the timer to fire once, `delay_ms` from now by apo_http_wall_clock_ms; replaces an
 * earlier setting. The second function uses apo_http_ticks_ms: for delays that tests with a
 * fast clock must not shorten. */
void apo_http_timer_set(apo_http_timer *timer, uint64_t delay_ms);
void apo_http_timer_set_ticks(apo_http_timer *timer, uint64_t delay_ms);
void apo_http_timer_stop(apo_http_timer *timer);
void apo_http_timer_free(
    apo_http_timer *timer); /* NULL is allowed; may be called inside its fn */

/* Calls fn whenever the descriptor is readable (or writable, if `is_writing`) until the watch
 * is freed; for the pipes of child processes. The descriptor is borrowed. */
apo_status apo_http_watch_new(apo_http_watch **out, apo_http *srv, int descriptor,
                              bool is_writing, apo_http_call *fn, void *context);
void apo_http_watch_pause(apo_http_watch *watch, bool is_paused);
void apo_http_watch_free(
    apo_http_watch *watch); /* NULL is allowed; may be called inside its fn */

/* Milliseconds since 1970 (which tests may speed up, see net/wall_clock.h), and milliseconds of
 * a monotonic clock. Any thread. */
int64_t apo_http_wall_clock_ms(void);
int64_t apo_http_ticks_ms(void);
uint64_t apo_http_ticks_us(void);

/* --- Requests ------------------------------------------------------------ */

enum apo_http_method apo_http_method(const apo_http_request *req);

/* The matched route; NULL if there is none. */
const apo_http_route *apo_http_route_of(const apo_http_request *req);

/* Decoded, without the query; begins with "/". */
apo_span apo_http_path(const apo_http_request *req);

/* Path and query as the client sent them: for "come back here after the login". */
apo_span apo_http_target(const apo_http_request *req);

/* The parameter of the route's pattern; it must be in the pattern. Never empty, valid UTF-8
 * without control characters. */
apo_span apo_http_param(const apo_http_request *req, const char *name);

/* The first field of that name, decoded; false (and *out empty) if there is none. Header names
 * are compared ignoring case. A form is a body of type application/x-www-form-urlencoded. */
bool apo_http_query(const apo_http_request *req, const char *name, apo_span *out);
bool apo_http_header(const apo_http_request *req, const char *name, apo_span *out);
bool apo_http_cookie(const apo_http_request *req, const char *name, apo_span *out);
bool apo_http_form(const apo_http_request *req, const char *name, apo_span *out);

apo_span apo_http_body(const apo_http_request *req);

/* True if the Content-Type is `type` ("application/json"), ignoring parameters. */
bool apo_http_has_type(const apo_http_request *req, const char *type);

/* True if the client prefers HTML to JSON, by its Accept header. */
bool apo_http_wants_html(const apo_http_request *req);

/* The address of the client, through the proxy if there is one: "192.0.2.7", "2001:db8::1". */
apo_span apo_http_remote(const apo_http_request *req);

/* The same as a key for rate limits: of an IPv6 address only the /64 network, because one
 * person has all addresses of that network. */
apo_span apo_http_remote_key(const apo_http_request *req);

/* True if the request comes from a page of this server: by Origin, or else by Sec-Fetch-Site.
 * Without a public_url the Host must be an address, localhost, this machine's name or one of
 * options.names: any other name may be a stranger's, pointed at us by DNS (rebinding). Already
 * checked for each POST, unless the route allows any origin. */
bool apo_http_is_same_origin(const apo_http_request *req);

/* The id of the last event that the client saw on a stream (Last-Event-ID); 0 if missing or
 * malformed. */
uint64_t apo_http_last_event_id(const apo_http_request *req);

/* Attaches data of the caller's to the request (the session, say); `release` is called with it
 * when the request ends; NULL: nothing to do. */
void apo_http_attach(apo_http_request *req, void *thing, void (*release)(void *thing));
void *apo_http_attached(const apo_http_request *req);

/* Adds a field to the request's log line: never a secret. Both are copied. */
void apo_http_note(apo_http_request *req, const char *name, apo_span value);

apo_http *apo_http_server(const apo_http_request *req);

/* True if another server has passed the request on, by the secret in the options. */
bool apo_http_is_from_peer(const apo_http_request *req);

/* Passes the request on to another server, "127.0.0.1:8081", whose answer goes to the client as
 * it comes, also if it is a stream. If it cannot be reached the client gets 503. Answers the
 * request; only from the hook `forward`. */
void apo_http_forward(apo_http_request *req, const char *address);

/* --- Replies ------------------------------------------------------------- */

/* Adds a header to the coming reply; copied. Line ends in the value are dropped. Already set:
 * Content-Type, Content-Length, Date, and the security headers. Pages and API answers are
 * "Cache-Control: no-store" unless one is added. */
void apo_http_add_header(apo_http_request *req, const char *name, apo_span value);

/* Sets a cookie: Path=/, HttpOnly, SameSite=Lax, and Secure if public_url is https. `age_s` 0
 * makes a session cookie, -1 removes the cookie. The value must consist of characters allowed
 * in cookies (base64url, hexadecimal). */
void apo_http_set_cookie(apo_http_request *req, const char *name, apo_span value,
                         int64_t age_s);

/* Answers. The body is copied. After this `req` is invalid. */
void apo_http_reply(apo_http_request *req, unsigned status, const char *type, apo_span body);

/* The same with a buffer, which is cleared; 500 if its memory ran out. A page is compressed if
 * the client accepts that. */
void apo_http_reply_buffer(apo_http_request *req, unsigned status, const char *type,
                           apo_buffer *body);

/* Answers 200 with an ETag of the body and "Cache-Control: no-cache", or 304 if the client has
 * the body already. */
void apo_http_reply_tagged(apo_http_request *req, const char *type, apo_span body);

/* The same for content that never changes at this URL: "public, max-age=31536000,
 * immutable". */
void apo_http_reply_immutable(apo_http_request *req, const char *type, apo_span body);

/* Redirects with 303: the browser fetches `target` with GET. `target` is a path of this server
 * ("/game/abc"); anything else goes to "/". */
void apo_http_redirect(apo_http_request *req, apo_span target);

/* Redirects with 303 to another site. The caller has checked that the person asked for it. */
void apo_http_redirect_away(apo_http_request *req, apo_span url);

/* The answer to a form on the coming page may redirect to another site: "https://example.org",
 * or "http:" for all of a scheme. Ignored unless it consists of letters, digits and ":/.-". */
void apo_http_allow_form_target(apo_http_request *req, apo_span origin);

/* Pages of this site may show the coming page in a frame; the coming page may show such pages.
 */
void apo_http_allow_framing_here(apo_http_request *req);
void apo_http_allow_frames(apo_http_request *req);

/* Pages of other sites may show the coming page in a frame. */
void apo_http_allow_framing(apo_http_request *req);

/* Scripts of other sites may read the coming answer, which the browser asks for without
 * cookies. */
void apo_http_allow_other_sites(apo_http_request *req);

/* An error for people and programs: {"error":code,"message":message} under /api/ or where JSON
 * is wanted, otherwise the error page. `code` is one word; `message` a sentence. */
void apo_http_reply_error(apo_http_request *req, unsigned status, const char *code,
                          const char *message);

/* Translates a message into the language that options.i18n names, for answers that are built
 * elsewhere; also messages with their gaps already filled (apo_tr_message). */
const char *apo_http_tr(apo_http_request *req, const char *english);
void apo_http_tr_message(apo_http_request *req, apo_span english, apo_buffer *out);

/* Adds Retry-After to the coming reply: when the client may try again. */
void apo_http_add_retry(apo_http_request *req, unsigned retry_s);

/* Refuses the request because of overload: 503 with the Retry-After of its class, which is
 * counted but not logged, and no page, so that it costs as little as possible. */
void apo_http_shed(apo_http_request *req);

/* 429 with Retry-After. */
void apo_http_reply_limited(apo_http_request *req, unsigned retry_s);

/* Answers with an asset ("pages/robots.txt"), revalidated by ETag. 404 if there is none. */
void apo_http_reply_asset(apo_http_request *req, const char *name);

/* Defers the answer until after the handler has returned. */
void apo_http_defer(apo_http_request *req);

/* True if the client of a deferred request has gone. The request must be answered all the same,
 * but nobody will hear it. */
bool apo_http_is_deserted(const apo_http_request *req);

/* For a deferred request whose route has APO_HTTP_ASIDE. The first calls its handler, and the
 * hooks for error pages and languages, with `context` instead of that of the options. Any
 * thread: the request belongs to it until the call returns. The handler's answer is kept. The
 * second, from the loop, sends that answer. */
void apo_http_handle_aside(apo_http_request *req, void *context);
void apo_http_end_aside(apo_http_request *req);

/* --- Assets -------------------------------------------------------------- */

/* "/static/<hash>", the prefix of asset names in pages. Borrowed. The server answers GET there
 * by itself. */
const char *apo_http_static(const apo_http *srv);

/* Adds the text of an asset (a template, say) to `out`. Errors: APO_E_UNKNOWN, APO_E_IO. */
apo_status apo_http_asset_read(const apo_http *srv, const char *name, apo_buffer *out);

/* Adds the names of the assets in a folder ("i18n") with an ending (".po"), one per line: those
 * in the folder of the options, and those built in, which may have the same names. */
void apo_http_asset_list(const apo_http *srv, const char *folder, const char *suffix,
                         apo_buffer *out);

/* --- Event streams (server-sent events) ---------------------------------- */

/* Answers the request with a stream: `req` is invalid afterwards. `on_close` is called once,
 * from the loop and never inside a call of this header's functions, when the client went away,
 * was too slow, or the server stops; the stream is invalid then. NULL if there are too many (a
 * 503 or 429 was sent), or if the request was a HEAD.
 *
 * A client that accepts "application/x-ndjson" gets a line of JSON for each event instead,
 * {"id":7,"event":"move","data":..}, and an empty line as a heartbeat; `data` must be JSON
 * then. */
apo_http_stream *apo_http_stream_open(apo_http_request *req, apo_http_call *on_close,
                                      void *context);

/* Sends an event; `id` 0: without a number; `name` NULL: "message". `data` may have several
 * lines. Takes memory until the client has read it; a client that falls too far behind is soon
 * disconnected. */
void apo_http_stream_send(apo_http_stream *stream, uint64_t id, const char *name,
                          apo_span data);

/* An event for many streams: each wire form is built once, when the first stream needs it. */
enum apo_http_event_format {
    APO_HTTP_EVENT_FORMAT_EVENT,
    APO_HTTP_EVENT_FORMAT_LINE,
    APO_HTTP_EVENT_FORMATS
};

typedef struct apo_http_event {
    uint64_t id;
    const char *name;
    apo_span data;
    apo_buffer forms[APO_HTTP_EVENT_FORMATS];
} apo_http_event;

/* As in apo_http_stream_send; name and data are borrowed until apo_http_event_clear. */
void apo_http_event_init(apo_http_event *event, uint64_t id, const char *name, apo_span data);
void apo_http_event_clear(apo_http_event *event);
void apo_http_stream_send_event(apo_http_stream *stream, apo_http_event *event);

/* Ends the stream when everything has been sent; on_close is not called. The stream is invalid
 * afterwards. */
void apo_http_stream_close(apo_http_stream *stream);

/* --- Downloads: answers of unknown length -------------------------------- */

/* Answers the request with 200 and the bytes given to apo_http_download_send, until
 * apo_http_stream_close. Headers that were added to the request are sent. Otherwise as
 * apo_http_stream_open, and counted with the streams. */
apo_http_stream *apo_http_download_open(apo_http_request *req, const char *type,
                                        apo_http_call *on_close, void *context);

/* Sends bytes; they take memory until the client has read them, so check first how many are
 * waiting. */
void apo_http_download_send(apo_http_stream *stream, apo_span bytes);
size_t apo_http_download_waiting(const apo_http_stream *stream);

/* Aborts the download: the client sees that it is incomplete. Otherwise as
 * apo_http_stream_close. */
void apo_http_download_break(apo_http_stream *stream);

/* How many streams and downloads are open. */
size_t apo_http_stream_count(const apo_http *srv);

/* --- Memory -------------------------------------------------------------- */

/* The turns of what is under way: each request until it is answered, and each piece of work of
 * apo_workers. Loop's thread. */
apo_turns *apo_http_turns(apo_http *srv);

/* What connections, requests and streams hold. */
size_t apo_http_bytes(const apo_http *srv);

/* Since when the slowest client has left events of its stream unread, by apo_http_ticks_ms;
 * INT64_MAX: all events have been read. The second disconnects that client; returns how many
 * bytes that frees, 0 if there is none. The client will connect again for what it has missed.
 */
int64_t apo_http_unread_ms(const apo_http *srv);
size_t apo_http_drop_unread(apo_http *srv);

/* --- Ready-made handlers ------------------------------------------------- */

/* Serves the metrics of the options in Prometheus format. Mark the route
 * APO_HTTP_LOCAL_ONLY. */
apo_http_handler apo_http_serve_metrics;

#endif
