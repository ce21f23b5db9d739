/* A small server on src/net/ for the scripts in this folder: each path shows one feature of
 * net. usage: http_probe NAME=NUMBER...     options by name; prints its address, stops when
 * stdin ends */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/serve/web_assets.h"
#include "net/http.h"

enum {
    STREAMS_MAX = 4096
};

static apo_http *server;
static apo_http_timer *ticker;
static apo_http_stream *streams[STREAMS_MAX];
static uint64_t event_count;
static size_t closed_count;
static size_t event_size = 16;
static const char *forward_address; /* NULL: nothing is passed on */

static void hello(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("hello\n"));
}

static void echo(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_http_body(req));
}

static void large(apo_http_request *req, void *context)
{
    apo_buffer out;
    (void)context;
    apo_buffer_init(&out, NULL);
    for (int i = 0; i < 400000; i++)
        apo_buffer_add(&out, "0123456789");
    apo_http_reply_buffer(req, 200, APO_HTTP_TEXT, &out);
}

/* A request as JSON. */
static void show(apo_http_request *req, void *context)
{
    apo_buffer out;
    apo_span value;
    (void)context;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_text(&out, "path", apo_http_path(req));
    apo_json_add_text(&out, "id", apo_http_param(req, "id"));
    if (apo_http_query(req, "q", &value))
        apo_json_add_text(&out, "q", value);
    if (apo_http_cookie(req, "c", &value))
        apo_json_add_text(&out, "c", value);
    if (apo_http_form(req, "f", &value))
        apo_json_add_text(&out, "f", value);
    if (apo_http_header(req, "x-test", &value))
        apo_json_add_text(&out, "header", value);
    apo_json_add_text(&out, "remote", apo_http_remote(req));
    apo_json_add_text(&out, "remote_key", apo_http_remote_key(req));
    apo_json_add_flag(&out, "html", apo_http_wants_html(req));
    apo_json_add_number(&out, "last", (int64_t)apo_http_last_event_id(req));
    apo_json_close(&out, '}');
    apo_http_note(req, "game", apo_http_param(req, "id"));
    apo_http_set_cookie(req, "c", apo_span_of("abc"), 60);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void tagged(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply_tagged(req, APO_HTTP_TEXT, apo_span_of("never changes\n"));
}

static void elsewhere(apo_http_request *req, void *context)
{
    apo_span target;
    (void)context;
    apo_http_query(req, "to", &target);
    apo_http_redirect(req, target);
}

static void silent(apo_http_request *req, void *context)
{
    (void)req;
    (void)context;
}

static void answer_late(void *context)
{
    apo_http_request *req = context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("late\n"));
}

static void *work(void *context)
{
    apo_http_post(server, answer_late, context);
    return NULL;
}

/* Answers from another thread. */
static void later(apo_http_request *req, void *context)
{
    pthread_t thread;
    (void)context;
    apo_http_defer(req);
    if (pthread_create(&thread, NULL, work, req) == 0)
        pthread_detach(thread);
    else
        answer_late(req);
}

static void forget(void *context)
{
    apo_http_stream **place = context;
    *place = NULL;
    closed_count++;
}

static void send_event(apo_http_stream *stream, uint64_t id)
{
    char data[64];
    snprintf(data, sizeof data, "event %llu", (unsigned long long)id);
    apo_http_stream_send(stream, id, "tick", apo_span_of(data));
}

static void open_stream(apo_http_request *req, void *context)
{
    size_t i = 0;
    uint64_t last = apo_http_last_event_id(req);
    (void)context;
    while (i < STREAMS_MAX && streams[i] != NULL)
        i++;
    if (i == STREAMS_MAX) {
        apo_http_reply_error(req, 503, "full", "The probe is full.");
        return;
    }
    streams[i] = apo_http_stream_open(req, forget, &streams[i]);
    for (uint64_t id = last + 1; streams[i] != NULL && id <= event_count; id++)
        send_event(streams[i], id);
}

/* Sends one numbered event to all streams. */
static void push(apo_http_request *req, void *context)
{
    (void)context;
    event_count++;
    for (size_t i = 0; i < STREAMS_MAX; i++)
        if (streams[i] != NULL)
            send_event(streams[i], event_count);
    apo_http_reply(req, 204, NULL, apo_span_of(NULL));
}

/* Sends many bytes to all streams, for slow readers. */
static void flood(apo_http_request *req, void *context)
{
    (void)context;
    char *data = malloc(event_size);
    if (data != NULL) {
        memset(data, 'x', event_size);
        for (size_t i = 0; i < STREAMS_MAX; i++)
            if (streams[i] != NULL)
                apo_http_stream_send(streams[i], 0, NULL, (apo_span){data, event_size});
    }
    free(data);
    apo_http_reply(req, 204, NULL, apo_span_of(NULL));
}

static void hang_up(apo_http_request *req, void *context)
{
    (void)context;
    for (size_t i = 0; i < STREAMS_MAX; i++) {
        if (streams[i] != NULL)
            apo_http_stream_close(streams[i]);
        streams[i] = NULL;
    }
    apo_http_reply(req, 204, NULL, apo_span_of(NULL));
}

/* Holds the loop. */
static void block(apo_http_request *req, void *context)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    (void)context;
    nanosleep(&pause, NULL);
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("done\n"));
}

static void counts(apo_http_request *req, void *context)
{
    apo_buffer out;
    (void)context;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_number(&out, "streams", (int64_t)apo_http_stream_count(server));
    apo_json_add_number(&out, "closed", (int64_t)closed_count);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void icon(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply_asset(req, "board/board.css");
}

static void prefix(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of(apo_http_static(server)));
}

static bool admit(apo_http_request *req, void *context)
{
    apo_span value;
    (void)context;
    if (!apo_http_header(req, "X-Limit", &value))
        return true;
    apo_http_reply_limited(req, 7);
    return false;
}

static const apo_http_route routes[] = {
    {APO_HTTP_GET, "/", hello, 0, 0, NULL},
    {APO_HTTP_GET, "/api/show/:id", show, 0, 0, NULL},
    {APO_HTTP_POST, "/api/show/:id", show, 0, 0, NULL},
    {APO_HTTP_POST, "/echo", echo, 0, 1000000, NULL},
    {APO_HTTP_POST, "/open", echo, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_GET, "/large", large, 0, 0, NULL},
    {APO_HTTP_GET, "/tagged", tagged, 0, 0, NULL},
    {APO_HTTP_GET, "/elsewhere", elsewhere, 0, 0, NULL},
    {APO_HTTP_GET, "/silent", silent, 0, 0, NULL},
    {APO_HTTP_GET, "/later", later, 0, 0, NULL},
    {APO_HTTP_GET, "/events", open_stream, 0, 0, NULL},
    {APO_HTTP_GET, "/api/lobby/events", open_stream, 0, 0, NULL},
    {APO_HTTP_POST, "/push", push, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_POST, "/flood", flood, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_POST, "/hang-up", hang_up, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_GET, "/counts", counts, APO_HTTP_QUIET, 0, NULL},
    {APO_HTTP_GET, "/block", block, 0, 0, NULL},
    {APO_HTTP_GET, "/block/costly", block, APO_HTTP_COSTLY, 0, NULL},
    {APO_HTTP_GET, "/block/urgent", block, APO_HTTP_URGENT, 0, NULL},
    {APO_HTTP_GET, "/prefix", prefix, 0, 0, NULL},
    {APO_HTTP_GET, "/away/*rest", hello, 0, 0, NULL},
    {APO_HTTP_POST, "/away/*rest", hello, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_GET, "/board.css", icon, 0, 0, NULL},
    {APO_HTTP_GET, "/metrics", apo_http_serve_metrics, APO_HTTP_LOCAL_ONLY, 0, NULL},
    {APO_HTTP_GET, NULL, NULL, 0, 0, NULL},
};

/* Everything below /away goes to another server. */
static bool forward(apo_http_request *req, void *context)
{
    (void)context;
    if (!apo_span_starts_with(apo_http_path(req), "/away/"))
        return false;
    apo_http_forward(req, forward_address);
    return true;
}

static bool set_option(apo_http_options *options, const char *name, const char *value)
{
    unsigned number = (unsigned)strtoul(value, NULL, 10);

    const struct {
        const char *name;
        unsigned *place;
    } numbers[] = {
        {"head_ms", &options->head_ms},
        {"body_ms", &options->body_ms},
        {"idle_ms", &options->idle_ms},
        {"first_ms", &options->first_ms},
        {"reply_ms", &options->reply_ms},
        {"reply_rate", &options->reply_bytes_per_s},
        {"grace_ms", &options->grace_ms},
        {"shed_ms", &options->shed_ms},
        {"heartbeat_ms", &options->heartbeat_ms},
        {"connections", &options->connections_max},
        {"per_address", &options->connections_per_address_max},
        {"streams", &options->streams_max},
        {"streams_per_address", &options->streams_per_address_max},
    };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(numbers[i].name, name) == 0) {
            *numbers[i].place = number;
            return true;
        }
    }
    if (strcmp(name, "backlog") == 0)
        options->stream_backlog_max = number;
    else if (strcmp(name, "event_size") == 0)
        event_size = number;
    else if (strcmp(name, "names") == 0)
        options->names = value;
    else if (strcmp(name, "proxy") == 0)
        options->proxy = value;
    else if (strcmp(name, "forwarded") == 0)
        options->is_proxy_forwarded = true;
    else if (strcmp(name, "public_url") == 0)
        options->public_url = value;
    else if (strcmp(name, "web") == 0)
        options->web_folder = value;
    else if (strcmp(name, "forward") == 0)
        forward_address = value;
    else
        return false;
    return true;
}

/* Our input closes when the test ends, however it ends. */
static void *wait_for_end(void *context)
{
    char byte;
    (void)context;
    while (read(STDIN_FILENO, &byte, 1) > 0)
        continue;
    apo_http_stop(server);
    return NULL;
}

static void tick(void *context)
{
    (void)context;
    apo_http_timer_set(ticker, 50);
}

static int serve(const apo_http_options *options)
{
    apo_error err;
    pthread_t waiter;
    if (apo_http_new(&server, options, &err) != APO_OK) {
        fprintf(stderr, "%s\n", err.detail);
        return 1;
    }
    apo_http_stop_on(server, SIGTERM);
    if (apo_http_timer_new(&ticker, server, tick, NULL) == APO_OK)
        tick(NULL);
    printf("%s\n", apo_http_address(server));
    fflush(stdout);
    bool has_waiter = pthread_create(&waiter, NULL, wait_for_end, NULL) == 0;
    apo_status status = apo_http_run(server);
    if (has_waiter)
        pthread_join(waiter, NULL);
    apo_http_timer_free(ticker);
    apo_http_free(server);
    return status == APO_OK ? 0 : 1;
}

int main(int argc, char **argv)
{
    apo_http_options options;
    apo_log log = {STDERR_FILENO};
    apo_http_options_init(&options);
    options.names = "test"; /* the address that most scripts use */
    options.listen = "127.0.0.1:0";
    options.routes = routes;
    options.assets = &apo_web_assets;
    options.admit = admit;
    options.log = &log;
    options.metrics = apo_metrics_new();
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value != NULL)
            *value++ = '\0';
        if (value == NULL || !set_option(&options, argv[i], value)) {
            fprintf(stderr, "http_probe: unknown option %s\n", argv[i]);
            return 2;
        }
    }
    options.forward = forward_address != NULL ? forward : NULL;
    options.peer_secret = "secret of the peers";
    int result = serve(&options);
    apo_metrics_free(options.metrics);
    return result;
}
