#include "net/http.h"

#include <event2/buffer.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/copy.h"
#include "base/text.h"
#include "net/http_priv.h"

enum {
    DESCRIPTORS_RESERVED = 64, /* descriptors for the database, the engines, the log */
    INTERVAL_US = 20000,       /* after which the loop looks again for what comes first */
    URL_SIZE = 300
};

void apo_http_options_init(apo_http_options *options)
{
    *options = (apo_http_options){
        .listen = "127.0.0.1:8080",
        .head_max = 16384,
        .body_max = 65536,
        .head_ms = 10000,
        .body_ms = 20000,
        .idle_ms = 60000,
        .first_ms = 10000,
        .reply_ms = 30000,
        .reply_bytes_per_s = 8192,
        .connections_max = 12288,
        .connections_per_address_max = 256,
        .streams_max = 10000,
        .streams_per_address_max = 128,
        .stream_backlog_max = 262144,
        .heartbeat_ms = 15000,
        .grace_ms = 5000,
    };
}

static void rest_over(evutil_socket_t descriptor, short what, void *context)
{
    const apo_http *srv = context;
    (void)descriptor;
    (void)what;
    if (srv->listener != NULL)
        evconnlistener_enable(srv->listener);
}

/* "https://host" or "http://host:port"; a trailing "/" is dropped. */
static bool is_url(apo_span url)
{
    size_t at = apo_span_starts_with(url, "https://") ? 8 : 7;
    if (!apo_span_starts_with(url, "http://") && !apo_span_starts_with(url, "https://"))
        return false;
    for (size_t i = at; i < url.length; i++)
        if (url.text[i] <= ' ' || url.text[i] == '/' || url.text[i] >= 0x7F)
            return false;
    return url.length > at && url.length < URL_SIZE;
}

static apo_status name_url(apo_http *srv, apo_error *err)
{
    char buf[URL_SIZE];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (srv->options.public_url == NULL && srv->listens_locally)
        return apo_fail(err, APO_E_SYNTAX, 0,
                        "who listens at %s needs a public address like https://example.org",
                        apo_span_of(srv->address));
    if (srv->options.public_url == NULL) {
        apo_text_add(&text, "http://");
        apo_text_add(&text, srv->address);
    } else {
        apo_span url = apo_span_of(srv->options.public_url);
        if (url.length > 0 && url.text[url.length - 1] == '/')
            url.length--;
        if (!is_url(url))
            return apo_fail(err, APO_E_SYNTAX, 0,
                            "%s is not an address like https://example.org", url);
        apo_text_add_span(&text, url);
    }
    srv->url = apo_copy_span(NULL, apo_span_of(buf));
    return srv->url == NULL ? APO_E_MEMORY : APO_OK;
}

static void limit_connections(apo_http_options *options)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit raised = {limit.rlim_max, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    rlim_t most = limit.rlim_cur > 2 * (rlim_t)DESCRIPTORS_RESERVED
                      ? limit.rlim_cur - DESCRIPTORS_RESERVED
                      : DESCRIPTORS_RESERVED;
    if (options->connections_max > most)
        options->connections_max = (unsigned)most;
}

static apo_status open_base(apo_http *srv)
{
    const struct timeval interval = {.tv_usec = INTERVAL_US};
    struct event_config *config = event_config_new();
    if (config == NULL)
        return APO_E_MEMORY;
    /* Other threads never touch the base: they write into the wake pipe. */
    event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK);
    /* Deadlines count from now, not from before a slow handler. */
    event_config_set_flag(config, EVENT_BASE_FLAG_NO_CACHE_TIME);
    /* When many requests have come at once, sending and new connections do not wait for them
     * all. Oftener would cost more: to ask the system about thousands of connections that are
     * ready takes a millisecond. Posted calls do not wait for it, see can_read. */
    event_config_set_max_dispatch_interval(config, &interval, -1, APO_HTTP_USUAL);
    srv->base = event_base_new_with_config(config);
    event_config_free(config);
    srv->answer = evbuffer_new();
    if (srv->base == NULL || srv->answer == NULL ||
        event_base_priority_init(srv->base, APO_HTTP_PRIORITIES) != 0)
        return APO_E_MEMORY;
    return APO_OK;
}

static void reap_later(evutil_socket_t descriptor, short what, void *context)
{
    (void)descriptor;
    (void)what;
    apo_slice_begin(context, "streams");
    apo_stream_reap(context);
    apo_slice_end(context);
}

static void beat(evutil_socket_t descriptor, short what, void *context)
{
    (void)descriptor;
    (void)what;
    apo_slice_begin(context, "streams");
    apo_stream_beat(context);
    apo_slice_end(context);
}

static void end_loop(evutil_socket_t descriptor, short what, void *context)
{
    const apo_http *srv = context;
    (void)descriptor;
    (void)what;
    event_base_loopbreak(srv->base);
}

static apo_status open_events(apo_http *srv)
{
    struct timeval interval =
        apo_http_interval(srv->options.heartbeat_ms / APO_STREAM_BEATS + 1);
    srv->reaper = event_new(srv->base, -1, 0, reap_later, srv);
    srv->heartbeat = event_new(srv->base, -1, EV_PERSIST, beat, srv);
    srv->rest = event_new(srv->base, -1, 0, rest_over, srv);
    srv->grace = event_new(srv->base, -1, 0, end_loop, srv);
    if (srv->reaper == NULL || srv->heartbeat == NULL || srv->rest == NULL ||
        srv->grace == NULL)
        return APO_E_MEMORY;
    return event_add(srv->heartbeat, &interval) == 0 ? APO_OK : APO_E_MEMORY;
}

static apo_status name_static(apo_http *srv)
{
    char buf[URL_SIZE];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_http_options *options = &srv->options;
    apo_text_add(&text, "/static/");
    apo_text_add(&text, options->web_folder == NULL && options->assets != NULL
                            ? options->assets->hash
                            : "dev");
    srv->static_prefix = apo_copy_span(NULL, apo_span_of(buf));
    return srv->static_prefix == NULL ? APO_E_MEMORY : APO_OK;
}

static apo_status open_server(apo_http *srv, apo_error *err)
{
    srv->connections = apo_key_counter_new();
    srv->streams = apo_key_counter_new();
    if (srv->connections == NULL || srv->streams == NULL)
        return APO_E_MEMORY;
    apo_status status = open_base(srv);
    if (status == APO_OK)
        status = apo_http_loop_open(srv);
    if (status == APO_OK)
        status = open_events(srv);
    if (status == APO_OK)
        status = apo_http_routes_open(srv, err);
    if (status == APO_OK)
        status = apo_slice_open(srv);
    if (status == APO_OK)
        status = name_static(srv);
    if (status == APO_OK)
        status = apo_http_listen(srv, err);
    if (status == APO_OK)
        status = name_url(srv, err);
    return status;
}

apo_status apo_http_new(apo_http **out, const apo_http_options *options, apo_error *err)
{
    apo_http *srv = apo_allocate_zero(NULL, sizeof *srv);
    if (srv == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(NULL));
    srv->options = *options;
    srv->wake_pipe[0] = srv->wake_pipe[1] = -1;
    atomic_init(&srv->is_stop_wanted, false);
    limit_connections(&srv->options);
    if (err != NULL)
        err->detail[0] = '\0';
    apo_status status = open_server(srv, err);
    if (status != APO_OK) {
        if (err != NULL && err->detail[0] == '\0')
            apo_fail(err, status, 0, apo_status_message(status), apo_span_of(NULL));
        apo_http_free(srv);
        return status;
    }
    *out = srv;
    return APO_OK;
}

const char *apo_http_address(const apo_http *srv)
{
    return srv->options.peer_address != NULL ? srv->options.peer_address : srv->address;
}

const char *apo_http_url(const apo_http *srv)
{
    return srv->url;
}

const char *apo_http_static(const apo_http *srv)
{
    return srv->static_prefix;
}

apo_turns *apo_http_turns(apo_http *srv)
{
    return &srv->turns;
}

size_t apo_http_stream_count(const apo_http *srv)
{
    return srv->stream_count;
}

apo_status apo_http_run(apo_http *srv)
{
    /* Writing to a client that has gone must be an error to handle, not kill the process. */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    return event_base_dispatch(srv->base) < 0 ? APO_E_IO : APO_OK;
}

void apo_http_stop_now(apo_http *srv)
{
    struct timeval grace = apo_http_interval(srv->options.grace_ms);
    if (srv->is_stopping)
        return;
    srv->is_stopping = true;
    evconnlistener_free(srv->listener);
    srv->listener = NULL;
    apo_stream_doom_all(srv);
    apo_conn_close_idle(srv);
    event_add(srv->grace, &grace);
    apo_http_check_end(srv);
}

bool apo_http_is_stopping(const apo_http *srv)
{
    return srv->is_stopping;
}

void apo_http_check_end(apo_http *srv)
{
    if (srv->is_stopping && srv->conns == NULL)
        event_base_loopexit(srv->base, NULL);
}

static void take_signal(evutil_socket_t number, short what, void *context)
{
    apo_http *srv = context;
    (void)number;
    (void)what;
    if (srv->is_stopping)
        event_base_loopbreak(srv->base);
    else
        apo_http_stop_now(srv);
}

apo_status apo_http_stop_on(apo_http *srv, int signal_number)
{
    if (srv->signal_count == APO_HTTP_SIGNALS_MAX)
        return APO_E_TOO_LARGE;
    struct event *signal_event = evsignal_new(srv->base, signal_number, take_signal, srv);
    if (signal_event == NULL || event_add(signal_event, NULL) != 0) {
        if (signal_event != NULL)
            event_free(signal_event);
        return APO_E_MEMORY;
    }
    srv->signals[srv->signal_count++] = signal_event;
    return APO_OK;
}

static void free_event(struct event *event)
{
    if (event != NULL)
        event_free(event);
}

static void free_events(apo_http *srv)
{
    apo_load_close(srv);
    for (size_t i = 0; i < srv->signal_count; i++)
        event_free(srv->signals[i]);
    free_event(srv->reaper);
    free_event(srv->heartbeat);
    free_event(srv->rest);
    free_event(srv->grace);
}

void apo_http_free(apo_http *srv)
{
    if (srv == NULL)
        return;
    if (srv->listener != NULL)
        evconnlistener_free(srv->listener);
    srv->listener = NULL;
    srv->is_stopping = true;
    if (srv->base != NULL) {
        while (srv->posted != NULL)
            apo_http_loop_drain(srv);
        apo_stream_doom_all(srv);
        apo_stream_reap(srv);
    }
    while (srv->conns != NULL)
        apo_conn_close(srv->conns);
    while (srv->requests != NULL)
        apo_request_free(srv->requests);
    apo_http_loop_close(srv);
    free_events(srv);
    if (srv->base != NULL)
        event_base_free(srv->base);
    if (srv->answer != NULL)
        evbuffer_free(srv->answer);
    apo_key_counter_free(srv->connections);
    apo_key_counter_free(srv->streams);
    apo_free(NULL, srv->numbers);
    apo_free(NULL, srv->address);
    apo_free(NULL, srv->url);
    apo_free(NULL, srv->static_prefix);
    apo_free(NULL, srv);
}
