/* A server with little around it: no log, no metrics, no files, no hooks; and handlers that do
 * what handlers should not. */
#include "test.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "net/http.h"

enum {
    WAIT_S = 60, /* against hanging: for what must come */
    ANSWER_MAX = 1 << 16,
    STATUSES = 20
};

static apo_http *server;
static apo_http_stream *watching;
static apo_http_request *left_open;
static atomic_uint released;

static void release(void *thing)
{
    (void)thing;
    atomic_fetch_add(&released, 1);
}

/* Any status, also such as nobody knows. */
static void answer_status(apo_http_request *req, void *context)
{
    apo_span text;
    uint32_t status = 200;
    (void)context;
    if (apo_http_query(req, "is", &text))
        apo_span_number(text, 999, &status);
    apo_http_attach(req, context, release);
    apo_http_attach(req, context, release); /* the first goes at once */
    apo_http_reply(req, status, NULL, apo_span_of("body"));
}

static void write_headers(apo_http_request *req, void *context)
{
    apo_span origin;
    (void)context;
    apo_http_query(req, "origin", &origin);
    apo_http_allow_form_target(req, origin);
    apo_http_set_cookie(req, "session", apo_span_of("abc"), 0);
    apo_http_set_cookie(req, "gone", apo_span_of("abc"), -1);
    apo_http_add_header(req, "X-Split", apo_span_of("a\r\nX-Forged: b\x7f\t"));
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of(""));
}

static void lead_away(apo_http_request *req, void *context)
{
    apo_span to;
    (void)context;
    apo_http_query(req, "to", &to);
    apo_http_redirect(req, to);
}

static void answer_twice(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("first"));
    if (req == left_open)
        apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("second"));
}

static void answer_nothing(apo_http_request *req, void *context)
{
    (void)req, (void)context;
}

static void keep_open(apo_http_request *req, void *context)
{
    (void)context;
    left_open = req;
    apo_http_defer(req);
}

static void forget(void *context)
{
    (void)context;
    watching = NULL;
}

static void watch(apo_http_request *req, void *context)
{
    (void)context;
    watching = apo_http_stream_open(req, forget, NULL);
}

/* Many bytes to the stream: more than its client's system takes. */
static void flood(apo_http_request *req, void *context)
{
    static char bytes[100000];
    (void)context;
    memset(bytes, 'x', sizeof bytes);
    for (unsigned i = 0; watching != NULL && i < 100; i++)
        apo_http_stream_send(watching, 0, NULL, (apo_span){bytes, sizeof bytes});
    apo_http_reply(req, 204, NULL, apo_span_of(NULL));
}

static void drop_unread(apo_http_request *req, void *context)
{
    char text[64];
    (void)context;
    bool is_read = apo_http_unread_ms(server) == INT64_MAX;
    size_t bytes = apo_http_drop_unread(server);
    bool is_more = apo_http_drop_unread(server) > 0;
    snprintf(text, sizeof text, "%s %s %s", is_read ? "read" : "unread",
             bytes > 1000000 ? "much"
             : bytes > 0     ? "little"
                             : "nothing",
             is_more ? "more" : "no more");
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of(text));
}

static void show_remote(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_http_remote(req));
}

static const apo_http_route routes[] = {
    {APO_HTTP_GET, "/status", answer_status, 0, 0, NULL},
    {APO_HTTP_GET, "/headers", write_headers, 0, 0, NULL},
    {APO_HTTP_GET, "/lead", lead_away, 0, 0, NULL},
    {APO_HTTP_GET, "/aside/first", answer_twice, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/aside/twice", answer_twice, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/aside/nothing", answer_nothing, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/nothing", answer_nothing, 0, 0, NULL},
    {APO_HTTP_GET, "/open", keep_open, 0, 0, NULL},
    {APO_HTTP_GET, "/watch", watch, 0, 0, NULL},
    {APO_HTTP_GET, "/flood", flood, 0, 0, NULL},
    {APO_HTTP_GET, "/drop", drop_unread, 0, 0, NULL},
    {APO_HTTP_GET, "/local", show_remote, APO_HTTP_LOCAL_ONLY, 0, NULL},
    {APO_HTTP_POST, "/meant", show_remote, 0, 0, NULL},
    {APO_HTTP_GET, "/metrics", apo_http_serve_metrics, 0, 0, NULL},
    {APO_HTTP_GET, NULL, NULL, 0, 0, NULL},
};

/* As a thread would, but at once. */
static void end_aside(void *context)
{
    apo_http_end_aside(context);
}

static bool set_aside(apo_http_request *req, void *context)
{
    (void)context;
    bool is_twice = apo_span_is(apo_http_path(req), "/aside/twice");
    left_open = is_twice ? req : NULL;
    apo_http_defer(req);
    apo_http_handle_aside(req, NULL);
    left_open = NULL;
    return apo_http_post(server, end_aside, req) == APO_OK;
}

/* --- the server and its clients ------------------------------------------- */

static pthread_t thread;
static apo_status ended;

static void *serve(void *context)
{
    (void)context;
    ended = apo_http_run(server);
    return NULL;
}

static void start(apo_http_options *options)
{
    apo_error err;
    options->listen = "127.0.0.1:0";
    options->routes = routes;
    assert_int_equal(apo_http_new(&server, options, &err), APO_OK);
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
}

static void stop(void)
{
    apo_http_stop(server);
    pthread_join(thread, NULL);
    assert_int_equal(ended, APO_OK);
    apo_http_free(server);
}

static int open_client(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct timeval wait = {WAIT_S, 0};
    int client = socket(AF_INET, SOCK_STREAM, 0), small = 4096;
    assert_true(client >= 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)atoi(strrchr(apo_http_address(server), ':') + 1));
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(client, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    assert_int_equal(connect(client, (struct sockaddr *)&address, sizeof address), 0);
    return client;
}

static void say(int client, const char *text)
{
    assert_int_equal(send(client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Everything until the server closes the connection. */
static void hear(int client, char answer[ANSWER_MAX])
{
    size_t length = 0;
    ssize_t got;
    while (length < ANSWER_MAX - 1 &&
           (got = recv(client, answer + length, ANSWER_MAX - 1 - length, 0)) > 0)
        length += (size_t)got;
    answer[length] = '\0';
    close(client);
}

/* The answer to a GET, with further headers. */
static const char *get(const char *target, const char *headers)
{
    static char answer[ANSWER_MAX], request[2000];
    int client = open_client();
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%s\r\n", target,
             headers);
    say(client, request);
    hear(client, answer);
    return answer;
}

static unsigned status_of(const char *answer)
{
    unsigned status = 0;
    return sscanf(answer, "HTTP/1.1 %u ", &status) == 1 ? status : 0;
}

static void with_little(void **state)
{
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    start(&options);
    assert_int_equal(status_of(get("/status?is=200", "")), 200);
    assert_null(strstr(get("/status?is=200", ""), "\r\nContent-Type:"));
    assert_non_null(strstr(get("/status?is=299", ""), "HTTP/1.1 299 Unknown\r\n"));
    assert_int_equal(status_of(get("/static/x/board/board.css", "")), 404);
    assert_int_equal(status_of(get("/aside/first", "")), 200); /* without a hook, at once */
    assert_int_equal(status_of(get("/nothing", "")), 500);
    assert_int_equal(status_of(get("/", "Accept: text/html\r\n")), 404);
    assert_non_null(strstr(get("/metrics", ""), "Content-Length: 0\r\n"));
    stop();
}

/* Each request frees what was attached to it, also what was replaced. */
static void what_is_attached_is_released(void **state)
{
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    options.metrics = apo_metrics_new();
    start(&options);
    atomic_store(&released, 0);
    /* More statuses than are counted apart. */
    for (unsigned i = 0; i < STATUSES; i++) {
        char target[32];
        snprintf(target, sizeof target, "/status?is=%u", 200 + i);
        assert_int_equal(status_of(get(target, "")), 200 + i);
    }
    const char *numbers = get("/metrics", "");
    assert_non_null(strstr(numbers, "route=\"/status\",status=\"200\"} 1\n"));
    stop();
    /* A client may have its answer before the server has let go of the request. */
    assert_int_equal(atomic_load(&released), 2 * STATUSES);
    apo_metrics_free(options.metrics);
}

static void headers_cannot_be_split(void **state)
{
    static const struct {
        const char *origin;
        bool is_named;
    } cases[] = {
        {"https://app.example-9.org:8080", true},
        {"https://app.example.org;", false},
        {"https://app.example.org%20*", false},
        {"https://app.example.org%0d%0aX-Forged:%20b", false},
        {"", false},
    };

    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    start(&options);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char target[200];
        snprintf(target, sizeof target, "/headers?origin=%s", cases[i].origin);
        const char *answer = get(target, "");
        assert_int_equal(status_of(answer), 200);
        assert_int_equal(strstr(answer, "app.example") != NULL, cases[i].is_named);
        assert_null(strstr(answer, "\nX-Forged"));
        assert_non_null(strstr(answer, "\r\nX-Split: aX-Forged: b\r\n"));
        assert_non_null(strstr(answer, "Set-Cookie: session=abc; Path"));
        assert_non_null(strstr(answer, "Set-Cookie: gone=; Max-Age=0;"));
    }
    stop();
}

static void redirects_stay_here(void **state)
{
    static const struct {
        const char *to, *wanted;
    } cases[] = {
        {"/", "/"},
        {"/game/1?a=b", "/game/1?a=b"},
        {"", "/"},
        {"//example.org", "/"},
        {"/%5Cexample.org", "/"},
        {"https://example.org", "/"},
        {"/a%20b", "/"},
        {"/a%7F", "/"},
        {"/%C3%A4", "/"},
    };

    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    start(&options);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char target[100], wanted[100];
        snprintf(target, sizeof target, "/lead?to=%s", cases[i].to);
        snprintf(wanted, sizeof wanted, "\r\nLocation: %s\r\n", cases[i].wanted);
        const char *answer = get(target, "");
        assert_int_equal(status_of(answer), 303);
        assert_non_null(strstr(answer, wanted));
    }
    stop();
}

static void answers_of_other_threads(void **state)
{
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    options.set_aside = set_aside;
    start(&options);
    assert_non_null(strstr(get("/aside/first", ""), "\r\n\r\nfirst"));
    assert_non_null(strstr(get("/aside/twice", ""), "\r\n\r\nfirst"));
    assert_int_equal(status_of(get("/aside/nothing", "")), 500);
    stop();
}

static void who_is_local(void **state)
{
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    start(&options);
    assert_int_equal(status_of(get("/local", "")), 200);
    assert_int_equal(status_of(get("/local", "Forwarded: for=192.0.2.7\r\n")), 404);
    assert_int_equal(status_of(get("/local", "X-Forwarded-For: 192.0.2.7\r\n")), 404);
    stop();
}

/* Without a public address, pages reach us by an address or by this machine's name. */
static void which_pages_are_ours(void **state)
{
    static const struct {
        const char *host, *origin;
        unsigned status;
    } cases[] = {
        {"127.0.0.1", "http://127.0.0.1", 200},
        {"[::1]:80", "https://[::1]:80", 200},
        {"[::1", "http://[::1", 403},
        {"localhost:9", "http://localhost:9", 200},
        {"example.org", "http://example.org", 403},
        {"127.0.0.1", "null", 403},
        {"127.0.0.1", "http://", 403},
        {"127.0.0.1", "http://127.0.0.2", 403},
    };

    static char answer[ANSWER_MAX];
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    start(&options);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char request[300];
        int client = open_client();
        snprintf(request, sizeof request,
                 "POST /meant HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nConnection: close\r\n"
                 "Content-Length: 0\r\n\r\n",
                 cases[i].host, cases[i].origin);
        say(client, request);
        hear(client, answer);
        assert_int_equal(status_of(answer), cases[i].status);
    }
    stop();
}

/* The client that has read least is dropped, when memory is short. */
static void the_laziest_is_dropped(void **state)
{
    static char answer[ANSWER_MAX];
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    options.stream_backlog_max = 1 << 30;
    start(&options);
    assert_non_null(strstr(get("/drop", ""), "\r\n\r\nread nothing no more"));
    int lazy = open_client();
    say(lazy, "GET /watch HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert_true(recv(lazy, answer, 10, 0) > 0);
    assert_int_equal(status_of(get("/flood", "")), 204);
    assert_non_null(strstr(get("/drop", ""), "\r\n\r\nunread much no more"));
    hear(lazy, answer); /* until the end, which comes */
    stop();
}

/* A stopped server waits for what it still has to answer, and not for ever. */
static void stopping_with_open_requests(void **state)
{
    static char answer[ANSWER_MAX];
    apo_http_options options;
    (void)state;
    apo_http_options_init(&options);
    options.grace_ms = 10;
    start(&options);
    int client = open_client();
    say(client, "GET /open HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert_int_equal(status_of(get("/local", "")), 200);
    apo_http_stop(server);
    stop();
    hear(client, answer);
    assert_string_equal(answer, "");
}

static void a_second_signal_ends_it_at_once(void **state)
{
    static char answer[ANSWER_MAX];
    apo_http_options options;
    apo_error err;
    (void)state;
    apo_http_options_init(&options);
    options.listen = "127.0.0.1:0";
    options.routes = routes;
    options.grace_ms = 1000 * WAIT_S;
    assert_int_equal(apo_http_new(&server, &options, &err), APO_OK);
    assert_int_equal(apo_http_stop_on(server, SIGUSR1), APO_OK);
    assert_int_equal(pthread_create(&thread, NULL, serve, NULL), 0);
    int client = open_client();
    say(client, "GET /open HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert_int_equal(status_of(get("/local", "")), 200);
    raise(SIGUSR1);
    /* It listens no longer: the signal has come through. */
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons((uint16_t)atoi(strrchr(apo_http_address(server), ':') + 1));
    for (bool is_listening = true; is_listening;) {
        int probe = socket(AF_INET, SOCK_STREAM, 0);
        is_listening = connect(probe, (struct sockaddr *)&address, sizeof address) == 0;
        close(probe);
    }
    raise(SIGUSR1);
    pthread_join(thread, NULL);
    assert_int_equal(ended, APO_OK);
    apo_http_free(server);
    hear(client, answer);
    assert_string_equal(answer, "");
}

/* --- files ---------------------------------------------------------------- */

/* "hello\n" by gzip, then the same with a false end. */
static const unsigned char whole[] = {0x1f, 0x8b, 8,    0,    0,    0,    0,    0, 0,
                                      3,    0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 2, 0,
                                      0x20, 0x30, 0x3a, 0x36, 6,    0,    0,    0},
                           broken[] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff};

static const apo_http_asset files[] = {
    {"a/broken.js", "text/javascript", broken, sizeof broken, NULL, 0},
    {"a/deep/more.js", "text/javascript", whole, sizeof whole, NULL, 0},
    {"a/whole-worker.js", "text/javascript", whole, sizeof whole, NULL, 0},
    {"a/whole.js", "text/javascript", whole, sizeof whole, whole, sizeof whole},
    {"ab/whole.js", "text/javascript", whole, sizeof whole, NULL, 0},
};

static const apo_http_assets built_in = {files, sizeof files / sizeof files[0], "abc"};

static void files_that_are_built_in(void **state)
{
    apo_http_options options;
    apo_buffer names;
    (void)state;
    apo_http_options_init(&options);
    options.assets = &built_in;
    start(&options);
    assert_non_null(strstr(get("/static/abc/a/whole.js", ""), "\r\n\r\nhello\n"));
    assert_non_null(strstr(get("/static/abc/a/whole.js", ""), "immutable"));
    assert_non_null(strstr(get("/static/old/a/whole.js", ""), "no-cache"));
    assert_int_equal(status_of(get("/static/abc/a/broken.js", "")), 500);
    assert_int_equal(status_of(get("/static/abc/a/whole", "")), 404);
    assert_int_equal(status_of(get("/static/abc/a/whole.jss", "")), 404);
    assert_int_equal(status_of(get("/static/abc/z.js", "")), 404);
    assert_non_null(strstr(get("/static/abc/a/whole.js", "Accept-Encoding: gzip, br\r\n"),
                           "Content-Encoding: br"));
    assert_non_null(
        strstr(get("/static/abc/a/whole-worker.js", "Accept-Encoding: gzip, br\r\n"),
               "Content-Encoding: gzip"));
    /* A worker is a document of its own and needs a policy; a script does not. */
    assert_null(strstr(get("/static/abc/a/whole.js", ""), "Content-Security-Policy"));
    assert_non_null(
        strstr(get("/static/abc/a/whole-worker.js", ""), "Content-Security-Policy"));
    apo_buffer_init(&names, NULL);
    apo_http_asset_list(server, "a", ".js", &names);
    assert_true(apo_span_is(apo_buffer_span(&names), "a/broken.js\na/deep/more.js\n"
                                                     "a/whole-worker.js\na/whole.js\n"));
    apo_buffer_clear(&names);
    stop();
}

static void write_file(const char *folder, const char *name, size_t size)
{
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("hello\n", file);
    if (size > 0)
        assert_int_equal(ftruncate(fileno(file), (off_t)size), 0);
    fclose(file);
}

static void files_of_a_folder(void **state)
{
    char folder[] = "/tmp/apo-web-XXXXXX", path[100];
    apo_http_options options;
    apo_buffer names;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    write_file(folder, "a/one.js", 0);
    write_file(folder, "a/two.css", 0);
    write_file(folder, "a/.hidden.js", 0);
    write_file(folder, "a/odd.xyz", 0);
    write_file(folder, "a/huge.js", (size_t)1 << 30);
    apo_http_options_init(&options);
    options.web_folder = folder;
    start(&options);
    assert_non_null(strstr(get("/static/dev/a/one.js", ""), "\r\n\r\nhello\n"));
    assert_non_null(strstr(get("/static/dev/a/odd.xyz", ""), "application/octet-stream"));
    assert_int_equal(status_of(get("/static/dev/a/.hidden.js", "")), 404);
    assert_int_equal(status_of(get("/static/dev/a/none.js", "")), 404);
    assert_int_equal(status_of(get("/static/dev/a", "")), 404);
    assert_int_equal(status_of(get("/static/dev/a/huge.js", "")), 500);
    assert_int_equal(status_of(get("/static/dev/pages/one.html", "")), 404);
    apo_buffer_init(&names, NULL);
    apo_http_asset_list(server, "a", ".js", &names);
    apo_http_asset_list(server, "none", ".js", &names);
    assert_true(apo_span_is(apo_buffer_span(&names), "a/huge.js\na/one.js\n"));
    apo_buffer_clear(&names);
    stop();
    static const char *const all[] = {"one.js", "two.css", ".hidden.js", "odd.xyz", "huge.js"};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        snprintf(path, sizeof path, "%s/a/%s", folder, all[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/a", folder);
    rmdir(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_little),
        cmocka_unit_test(what_is_attached_is_released),
        cmocka_unit_test(headers_cannot_be_split),
        cmocka_unit_test(redirects_stay_here),
        cmocka_unit_test(answers_of_other_threads),
        cmocka_unit_test(who_is_local),
        cmocka_unit_test(which_pages_are_ours),
        cmocka_unit_test(the_laziest_is_dropped),
        cmocka_unit_test(stopping_with_open_requests),
        cmocka_unit_test(a_second_signal_ends_it_at_once),
        cmocka_unit_test(files_that_are_built_in),
        cmocka_unit_test(files_of_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
