/* A server whose memory runs out: for each kind of request every allocation fails in turn. The
 * client gets its answer, an error, or a closed connection, and the next request is served. */
#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/json.h"
#include "net/http.h"
#include "net/json_in.h"

enum {
    CALLS_MAX = 200, /* more than any of these requests needs */
    WAIT_S = 20,
    ANSWER_MAX = 1 << 16
};

/* Allocations until the one that fails; 0: none does. */
static atomic_uint calls_left;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

/* True if the allocation that begins fails. */
static bool fails(void)
{
    unsigned left = atomic_load(&calls_left);
    while (left > 0 && !atomic_compare_exchange_weak(&calls_left, &left, left - 1))
        continue;
    return left == 1;
}

/* Compilers turn a realloc of nothing into a malloc, and that into a calloc. */
void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

/* What other libraries allocate for us. */
struct event *__real_event_new(struct event_base *base, evutil_socket_t descriptor, short what,
                               event_callback_fn fn, void *context);
struct event *__wrap_event_new(struct event_base *base, evutil_socket_t descriptor, short what,
                               event_callback_fn fn, void *context);

struct event *__wrap_event_new(struct event_base *base, evutil_socket_t descriptor, short what,
                               event_callback_fn fn, void *context)
{
    return fails() ? NULL : __real_event_new(base, descriptor, what, fn, context);
}

struct bufferevent *__real_bufferevent_socket_new(struct event_base *base,
                                                  evutil_socket_t descriptor, int options);
struct bufferevent *__wrap_bufferevent_socket_new(struct event_base *base,
                                                  evutil_socket_t descriptor, int options);

struct bufferevent *__wrap_bufferevent_socket_new(struct event_base *base,
                                                  evutil_socket_t descriptor, int options)
{
    return fails() ? NULL : __real_bufferevent_socket_new(base, descriptor, options);
}

int __real_deflateInit2_(z_stream *stream, int level, int method, int bits, int memory, int how,
                         const char *version, int size);
int __wrap_deflateInit2_(z_stream *stream, int level, int method, int bits, int memory, int how,
                         const char *version, int size);

int __wrap_deflateInit2_(z_stream *stream, int level, int method, int bits, int memory, int how,
                         const char *version, int size)
{
    return fails()
               ? Z_MEM_ERROR
               : __real_deflateInit2_(stream, level, method, bits, memory, how, version, size);
}

/* --- the server ----------------------------------------------------------- */

static apo_http *server;
static uint16_t port;

static void show(apo_http_request *req, void *context)
{
    static const char *const names[] = {"q", "r"};
    apo_buffer out;
    apo_span value;
    (void)context;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_text(&out, "id", apo_http_param(req, "id"));
    for (unsigned i = 0; i < 2; i++)
        if (apo_http_query(req, names[i], &value) || apo_http_form(req, names[i], &value))
            apo_json_add_text(&out, names[i], value);
    if (apo_http_cookie(req, "c", &value))
        apo_json_add_text(&out, "cookie", value);
    apo_json_close(&out, '}');
    apo_http_note(req, "id", apo_http_param(req, "id"));
    apo_http_set_cookie(req, "c", apo_span_of("abc"), 60);
    apo_http_add_header(req, "X-Test", apo_span_of("yes"));
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void take(apo_http_request *req, void *context)
{
    apo_json_in *document = NULL;
    apo_error err;
    apo_span text = {NULL, 0};
    (void)context;
    apo_status status = apo_json_in_read(&document, apo_http_body(req), &err);
    if (status != APO_OK) {
        apo_http_reply_error(req, status == APO_E_MEMORY ? 500 : 400, "bad", "It is not read.");
        return;
    }
    apo_json_in_text(apo_json_in_member(apo_json_in_root(document), "text"), &text);
    apo_http_reply_tagged(req, APO_HTTP_TEXT, text);
    apo_json_in_free(document);
}

static void page(apo_http_request *req, void *context)
{
    apo_buffer out;
    (void)context;
    apo_buffer_init(&out, NULL);
    for (unsigned i = 0; i < 400; i++)
        apo_buffer_add(&out, "<p>A page that is worth compressing</p>\n");
    apo_http_reply_buffer(req, 200, APO_HTTP_HTML, &out);
}

static void answer_late(void *context)
{
    apo_http_reply(context, 200, APO_HTTP_TEXT, apo_span_of("late\n"));
}

static void later(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_defer(req);
    if (apo_http_post(server, answer_late, req) != APO_OK)
        apo_http_reply_error(req, 500, "internal", "There is no memory.");
}

static void note_end(void *context)
{
    (void)context;
}

/* A stream of one event. */
static void events(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_stream *stream = apo_http_stream_open(req, note_end, NULL);
    if (stream == NULL)
        return;
    apo_http_stream_send(stream, 1, "tick", apo_span_of("{\"a\":1}"));
    apo_http_stream_close(stream);
}

static void away(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_redirect(req, apo_span_of("/elsewhere"));
}

static const apo_http_route routes[] = {
    {APO_HTTP_GET, "/show/:id", show, 0, 0, NULL},
    {APO_HTTP_POST, "/show/:id", show, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_POST, "/take", take, APO_HTTP_ANY_ORIGIN, 0, NULL},
    {APO_HTTP_GET, "/page", page, 0, 0, NULL},
    {APO_HTTP_GET, "/later", later, 0, 0, NULL},
    {APO_HTTP_GET, "/events", events, 0, 0, NULL},
    {APO_HTTP_GET, "/away", away, 0, 0, NULL},
    {APO_HTTP_GET, "/peer/:id", show, 0, 0, NULL},
    {APO_HTTP_GET, "/metrics", apo_http_serve_metrics, APO_HTTP_LOCAL_ONLY, 0, NULL},
    {APO_HTTP_GET, NULL, NULL, 0, 0, NULL},
};

/* The server is its own peer. */
static bool forward(apo_http_request *req, void *context)
{
    (void)context;
    if (!apo_span_starts_with(apo_http_path(req), "/peer/") || apo_http_is_from_peer(req))
        return false;
    apo_http_forward(req, apo_http_address(server));
    return true;
}

static void *serve(void *context)
{
    *(apo_status *)context = apo_http_run(server);
    return NULL;
}

/* --- the client ----------------------------------------------------------- */

/* Sends the request and reads until the server closes the connection. */
static void ask(const char *request, char answer[ANSWER_MAX])
{
    static const char ending[] = "Host: 127.0.0.1\r\nConnection: close\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct timeval wait = {WAIT_S, 0};
    char whole[2000];
    size_t length = 0;
    ssize_t got = 0;
    const char *line = strstr(request, "\r\n") + 2;
    snprintf(whole, sizeof whole, "%.*s%s%s", (int)(line - request), request, ending, line);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client >= 0);
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    (void)send(client, whole, strlen(whole), MSG_NOSIGNAL);
    while (length < ANSWER_MAX - 1 &&
           (got = recv(client, answer + length, ANSWER_MAX - 1 - length, 0)) > 0)
        length += (size_t)got;
    int reason = errno;
    close(client);
    answer[length] = '\0';
    if (got < 0 && reason == EAGAIN)
        fail_msg("no answer to %.30s", request);
}

static unsigned status_of(const char *answer)
{
    unsigned status = 0;
    return sscanf(answer, "HTTP/1.1 %u ", &status) == 1 ? status : 0;
}

/* The answer is the usual one, or says that it is not, or is missing. */
static void check_answer(const char *answer, const char *usual, const char *request)
{
    unsigned status = status_of(answer);
    if (status >= 500 || strstr(answer, "\r\n\r\n") == NULL)
        return;
    if (status != status_of(usual))
        fail_msg("%u for %.30s", status, request);
}

static void check_request(const char *request)
{
    static char usual[ANSWER_MAX], answer[ANSWER_MAX];
    bool has_failed = true;
    ask(request, usual);
    if (status_of(usual) == 0 || status_of(usual) >= 500)
        fail_msg("%s: %s", request, usual);
    for (unsigned call = 1; has_failed; call++) {
        assert_true(call < CALLS_MAX);
        atomic_store(&calls_left, call);
        ask(request, answer);
        has_failed = atomic_exchange(&calls_left, 0) == 0;
        check_answer(answer, usual, request);
        ask(request, answer);
        assert_int_equal(status_of(answer), status_of(usual));
    }
}

static void test_requests(void **state)
{
    static const char *const requests[] = {
        "GET /show/7?q=a%20b&r=%C3%A4 HTTP/1.1\r\nCookie: c=one; d=two\r\n\r\n",
        "POST /show/8 HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        "Content-Length: 11\r\n\r\nq=a+b&r=%41",
        "POST /take HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n"
        "{\"text\":\"a\\u00e4b\",\"list\":[1,2,3]}",
        "POST /take HTTP/1.1\r\nContent-Length: 1\r\n\r\n{",
        "GET /page HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n",
        "GET /page HTTP/1.1\r\n\r\n",
        "GET /later HTTP/1.1\r\n\r\n",
        "GET /events HTTP/1.1\r\n\r\n",
        "GET /events HTTP/1.1\r\nAccept: application/x-ndjson\r\n\r\n",
        "GET /away HTTP/1.1\r\n\r\n",
        "GET /peer/9 HTTP/1.1\r\n\r\n",
        "GET /metrics HTTP/1.1\r\n\r\n",
        "GET /nothing HTTP/1.1\r\nAccept: text/html\r\n\r\n",
        "GET /api/nothing HTTP/1.1\r\n\r\n",
        "GET /show/7?q=%zz HTTP/1.1\r\n\r\n",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof requests / sizeof requests[0]; i++)
        check_request(requests[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_requests)};
    apo_http_options options;
    apo_error err;
    apo_status status = APO_OK;
    pthread_t thread;
    apo_log log = {open("/dev/null", O_WRONLY)};
    apo_http_options_init(&options);
    options.listen = "127.0.0.1:0";
    options.routes = routes;
    options.forward = forward;
    options.peer_secret = "secret of the peers";
    options.log = &log;
    options.metrics = apo_metrics_new();
    if (apo_http_new(&server, &options, &err) != APO_OK)
        return 1;
    port = (uint16_t)atoi(strrchr(apo_http_address(server), ':') + 1);
    if (pthread_create(&thread, NULL, serve, &status) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    apo_http_stop(server);
    pthread_join(thread, NULL);
    apo_http_free(server);
    apo_metrics_free(options.metrics);
    close(log.descriptor);
    return failed + (status != APO_OK);
}
