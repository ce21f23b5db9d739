/* A server that starts where the system refuses everything once: each call in turn fails, one
 * start after another. The start fails, or goes on without what it does not need; nothing stays
 * behind, and the next start succeeds. */
#include "test.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "net/bucket.h"
#include "net/http_priv.h"
#include "net/key_counter.h"
#include "net/process.h"
#include "net/smtp.h"
#include "net/template.h"
#include "net/workers.h"

enum {
    CALLS_MAX = 2000, /* more than any start needs */
    OUT_MAX = 256
};

/* Calls until the one that fails; 0: none does. Of this thread, as others do their work. */
static _Thread_local unsigned calls_left;

/* Calls of read, write and waitpid until the one that a signal interrupts; 0: none is. */
static unsigned interrupted;

static bool fails(void)
{
    return calls_left > 0 && --calls_left == 0;
}

static bool is_interrupted(void)
{
    return interrupted > 0 && --interrupted == 0;
}

/* A function of the system that fails with -1 in its turn. */
#define WRAPPED(name, parameters, arguments)           \
    int __real_##name parameters;                      \
    int __wrap_##name parameters;                      \
    int __wrap_##name parameters                       \
    {                                                  \
        errno = EMFILE;                                \
        return fails() ? -1 : __real_##name arguments; \
    }

WRAPPED(pipe, (int ends[2]), (ends))
WRAPPED(getsockname, (int socket, struct sockaddr *out, socklen_t *length),
        (socket, out, length))
WRAPPED(pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t *how),
        (mutex, how))
WRAPPED(pthread_cond_init, (pthread_cond_t * cond, const pthread_condattr_t *how), (cond, how))
WRAPPED(pthread_create,
        (pthread_t * out, const pthread_attr_t *how, void *(*run)(void *), void *context),
        (out, how, run, context))

/* What the system is said to allow; 0: what it does allow. */
static rlim_t soft_limit, hard_limit;

int __real_getrlimit(int which, struct rlimit *out);
int __wrap_getrlimit(int which, struct rlimit *out);

int __wrap_getrlimit(int which, struct rlimit *out)
{
    errno = EINVAL;
    if (fails())
        return -1;
    if (hard_limit == 0)
        return __real_getrlimit(which, out);
    *out = (struct rlimit){soft_limit, hard_limit};
    return 0;
}

int __real_setrlimit(int which, const struct rlimit *limit);
int __wrap_setrlimit(int which, const struct rlimit *limit);

int __wrap_setrlimit(int which, const struct rlimit *limit)
{
    errno = EPERM;
    if (fails())
        return -1;
    return hard_limit == 0 ? __real_setrlimit(which, limit) : 0;
}

int __real_fcntl(int descriptor, int command, ...);
int __wrap_fcntl(int descriptor, int command, ...);

int __wrap_fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int value = va_arg(arguments, int);
    va_end(arguments);
    return fails() ? -1 : __real_fcntl(descriptor, command, value);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

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

/* libevent's own memory. */
static void *event_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

static void *event_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

ssize_t __real_read(int descriptor, void *bytes, size_t size);
ssize_t __wrap_read(int descriptor, void *bytes, size_t size);

ssize_t __wrap_read(int descriptor, void *bytes, size_t size)
{
    errno = EINTR;
    return is_interrupted() ? -1 : __real_read(descriptor, bytes, size);
}

ssize_t __real_write(int descriptor, const void *bytes, size_t size);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t size);

ssize_t __wrap_write(int descriptor, const void *bytes, size_t size)
{
    errno = EINTR;
    return is_interrupted() ? -1 : __real_write(descriptor, bytes, size);
}

pid_t __real_waitpid(pid_t pid, int *status, int options);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);

pid_t __wrap_waitpid(pid_t pid, int *status, int options)
{
    errno = EINTR;
    return is_interrupted() ? -1 : __real_waitpid(pid, status, options);
}

/* Descriptors that are open: a start that failed leaves none behind. */
static unsigned count_descriptors(void)
{
    unsigned count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* Runs `run`, in which each call fails in turn, until none does. `run` says whether it came
 * through; the last time it must. */
static unsigned fail_each(bool (*run)(void))
{
    unsigned before = count_descriptors(), failures = 0;
    bool has_failed = true, is_done = false;
    for (unsigned call = 1; has_failed; call++) {
        assert_true(call < CALLS_MAX);
        calls_left = call;
        is_done = run();
        has_failed = calls_left == 0;
        calls_left = 0;
        failures += !is_done;
        assert_int_equal(count_descriptors(), before);
    }
    assert_true(is_done);
    return failures;
}

/* --- the server ----------------------------------------------------------- */

static void hello(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("hello\n"));
}

static const apo_http_route routes[] = {
    {APO_HTTP_GET, "/hello", hello, 0, 0, NULL},
    {APO_HTTP_GET, NULL, NULL, 0, 0, NULL},
};

static apo_status start(apo_http **out, const char *listen, const char *url, apo_error *err)
{
    apo_http_options options;
    apo_http_options_init(&options);
    options.listen = listen;
    options.public_url = url;
    options.routes = routes;
    return apo_http_new(out, &options, err);
}

static bool start_and_stop(void)
{
    apo_http *server = NULL;
    apo_error err;
    apo_http_options options;
    apo_metrics *metrics = apo_metrics_new();
    if (metrics == NULL)
        return false;
    apo_http_options_init(&options);
    options.listen = "127.0.0.1:0";
    options.routes = routes;
    options.metrics = metrics;
    apo_status status = apo_http_new(&server, &options, &err);
    if (status != APO_OK)
        assert_true(err.detail[0] != '\0');
    else
        apo_http_free(server);
    apo_metrics_free(metrics);
    return status == APO_OK;
}

static void a_start_fails_cleanly(void **state)
{
    (void)state;
    assert_true(fail_each(start_and_stop) > 20);
}

static apo_http *running;

static void nothing(void *context)
{
    (void)context;
}

static void no_work(void *context, unsigned worker)
{
    (void)context, (void)worker;
}

static void count_done(void *context, apo_status status)
{
    assert_true(status == APO_OK || status == APO_E_FINISHED);
    ++*(unsigned *)context;
}

/* What has been taken is answered, done or not. The server goes before the threads do: it may
 * still have calls for them. */
static bool work_beside(apo_http *server, apo_metrics *metrics)
{
    unsigned taken = 0, done = 0;
    apo_workers *workers = NULL;
    apo_status status = apo_workers_new(&workers, server, metrics, "worker", 2);
    for (unsigned i = 0; status == APO_OK && i < 3; i++)
        taken += apo_workers_submit(workers, no_work, count_done, &done);
    apo_workers_stop(workers);
    apo_workers_stop(workers);
    assert_false(status == APO_OK && apo_workers_submit(workers, no_work, count_done, &done));
    assert_int_equal(done, taken);
    apo_http_free(server);
    apo_workers_free(workers);
    return taken == 3;
}

static bool work(void)
{
    apo_error err;
    apo_http *server = NULL;
    unsigned left = calls_left;
    calls_left = 0;
    apo_metrics *metrics = apo_metrics_new();
    assert_int_equal(start(&server, "127.0.0.1:0", NULL, &err), APO_OK);
    calls_left = left;
    bool is_done = work_beside(server, metrics);
    apo_metrics_free(metrics);
    return is_done;
}

static bool set_timers(void)
{
    int ends[2];
    apo_http_timer *timer = NULL;
    apo_http_watch *watch = NULL;
    assert_int_equal(__real_pipe(ends), 0);
    bool is_done = apo_http_timer_new(&timer, running, nothing, NULL) == APO_OK &&
                   apo_http_watch_new(&watch, running, ends[0], false, nothing, NULL) == APO_OK;
    if (is_done) {
        apo_http_timer_set(timer, 1000);
        apo_http_timer_stop(timer);
        apo_http_watch_pause(watch, true);
        apo_http_watch_pause(watch, false);
    }
    apo_http_timer_free(timer);
    apo_http_watch_free(watch);
    close(ends[0]);
    close(ends[1]);
    return is_done;
}

static void what_runs_beside_it_fails_cleanly(void **state)
{
    apo_error err;
    (void)state;
    apo_workers_stop(NULL);
    apo_workers_free(NULL);
    assert_int_equal(start(&running, "127.0.0.1:0", NULL, &err), APO_OK);
    assert_true(fail_each(work) > 3);
    assert_true(fail_each(set_timers) > 2);
    apo_http_free(running);
}

static void a_full_queue_takes_no_more(void **state)
{
    apo_error err;
    apo_workers *workers = NULL;
    apo_metrics *metrics = apo_metrics_new();
    unsigned done = 0, taken = 0;
    (void)state;
    assert_int_equal(start(&running, "127.0.0.1:0", NULL, &err), APO_OK);
    assert_int_equal(apo_workers_new(&workers, running, metrics, "worker", APO_WORKERS_MAX + 1),
                     APO_OK);
    while (taken < 1000000 && apo_workers_submit(workers, no_work, count_done, &done))
        taken++;
    apo_workers_stop(workers);
    assert_int_equal(done, taken);
    apo_http_free(running);
    apo_workers_free(workers);
    apo_metrics_free(metrics);
}

/* --- other parts ---------------------------------------------------------- */

static bool count_keys(void)
{
    apo_span key;
    apo_key_counter *counter = apo_key_counter_new();
    if (counter == NULL)
        return false;
    assert_false(apo_key_counter_enter(counter, apo_span_of("a"), 0));
    bool is_done = apo_key_counter_enter(counter, apo_span_of("a"), 1);
    assert_int_equal(apo_key_counter_count(counter, apo_span_of("a")), is_done);
    assert_int_equal(apo_key_counter_most(counter, &key), is_done);
    assert_false(is_done && apo_key_counter_enter(counter, apo_span_of("a"), 1));
    apo_key_counter_free(counter); /* with what is counted */
    return is_done;
}

/* Keys beyond the number of chains share them, and are still counted apart. */
static void keys_that_share_a_chain(void **state)
{
    enum {
        KEYS = 5000
    };

    char text[24];
    apo_key_counter *counter = apo_key_counter_new();
    (void)state;
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(text, sizeof text, "%u", i);
        assert_true(apo_key_counter_enter(counter, apo_span_of(text), 2));
    }
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(text, sizeof text, "%u", i);
        assert_int_equal(apo_key_counter_count(counter, apo_span_of(text)), 1);
        apo_key_counter_leave(counter, apo_span_of(text));
        assert_int_equal(apo_key_counter_count(counter, apo_span_of(text)), 0);
    }
    apo_key_counter_free(counter);
}

static bool fill_page(void)
{
    apo_buffer out;
    apo_template *page = NULL;
    apo_fault_list faults;
    apo_fill *fill = apo_fill_new(), *row = apo_fill_row(fill, "rows");
    apo_fault_list_init(&faults);
    apo_buffer_init(&out, NULL);
    apo_fill_language(fill, NULL);
    apo_fill_string(fill, "name", "<Ada>");
    apo_fill_number(row, "count", 7);
    apo_fill_flag(row, "is_set", true);
    apo_status status = apo_template_new(
        &page, apo_span_of("{{name}}{{#rows}} {{count}}{{/rows}}"), NULL, &faults);
    bool is_done = status == APO_OK && !apo_fill_is_failed(fill);
    if (status == APO_OK) {
        apo_template_write(page, fill, &out);
        is_done = is_done && !out.is_failed;
        if (is_done)
            assert_true(apo_span_is(apo_buffer_span(&out), "&lt;Ada&gt; 7"));
    }
    apo_buffer_clear(&out);
    apo_template_free(page);
    apo_fill_free(fill);
    return is_done;
}

static int64_t read_gauge(void *context)
{
    return *(const int64_t *)context;
}

static bool count_metrics(void)
{
    int64_t value = 5;
    apo_buffer out;
    apo_metrics *metrics = apo_metrics_new();
    if (metrics == NULL)
        return false;
    apo_metric *counter = apo_metrics_counter(metrics, "a_total", "b=\"c\"", "Help.");
    apo_metric *times = apo_metrics_times(metrics, "a_seconds", NULL, "Help.");
    apo_status status = apo_metrics_gauge(metrics, "a_now", NULL, "Help.", read_gauge, &value);
    apo_metric_add(counter, 2);
    apo_metric_observe(times, 1500);
    assert_int_equal(apo_metric_count(counter), counter == NULL ? 0 : 2);
    apo_buffer_init(&out, NULL);
    apo_metrics_write(metrics, &out);
    bool is_done = counter != NULL && times != NULL && status == APO_OK && !out.is_failed;
    if (is_done)
        assert_non_null(strstr(out.bytes, "a_total{b=\"c\"} 2\n"));
    apo_buffer_clear(&out);
    apo_metrics_free(metrics);
    return is_done;
}

/* Nobody listens there: the mail is sent later, and somebody is told why. */
static bool send_mail(void)
{
    const apo_smtp_options options = {.url = "smtp://localhost:1", .from = "a@example.org"};
    char reply[APO_SMTP_REPLY_MAX] = "";
    apo_smtp *smtp = NULL;
    apo_status status = apo_smtp_new(&smtp, &options);
    if (status != APO_OK)
        return status == APO_E_UNSUPPORTED; /* built without libcurl */
    assert_int_equal(apo_smtp_send(smtp, "b@example.org", apo_span_of("Hello\r\n"), reply),
                     APO_SMTP_LATER);
    assert_string_not_equal(reply, "");
    apo_smtp_free(smtp);
    return true;
}

static bool take_tokens(void)
{
    const apo_bucket_limits limits = {1, 60, 0};
    apo_buckets *buckets = apo_buckets_new(&limits);
    if (buckets == NULL)
        return false;
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("a"), 1, 0), 0);
    assert_int_equal(apo_buckets_take(buckets, apo_span_of("a"), 1, 0), 1);
    apo_buckets_free(buckets);
    return true;
}

static void other_parts_fail_cleanly(void **state)
{
    (void)state;
    assert_int_equal(fail_each(count_keys), 2);
    assert_int_equal(fail_each(take_tokens), 1);
    assert_true(fail_each(count_metrics) > 8);
    fail_each(send_mail);
    apo_smtp_free(NULL);
    apo_metrics_free(NULL);
    assert_true(fail_each(fill_page) > 8);
}

/* --- addresses ------------------------------------------------------------ */

static void addresses_to_listen_at(void **state)
{
    static const struct {
        const char *listen, *start; /* of the address; NULL: it is refused */
    } cases[] = {
        {"127.0.0.1:0", "127.0.0.1:"}, {"localhost:0", "127.0.0.1:"}, {":0", "127.0.0.1:"},
        {"[::1]:0", "[::1]:"},         {"127.0.0.1", NULL},           {"127.0.0.1:", NULL},
        {"127.0.0.1:65536", NULL},     {"nowhere:80", NULL},          {"[::1:0", NULL},
        {"0", "127.0.0.1:"},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_http *server = NULL;
        apo_error err;
        apo_status status = start(&server, cases[i].listen, NULL, &err);
        if (cases[i].start == NULL) {
            assert_int_equal(status, APO_E_SYNTAX);
            assert_non_null(strstr(err.detail, cases[i].listen));
            continue;
        }
        assert_int_equal(status, APO_OK);
        const char *address = apo_http_address(server);
        assert_true(apo_span_starts_with(apo_span_of(address), cases[i].start));
        assert_string_not_equal(strrchr(address, ':'), ":0");
        assert_string_equal(apo_http_url(server) + 7, address);
        apo_http_free(server);
    }
}

/* A socket that nobody listens at is replaced; anything else that is there stays. */
static void sockets_to_listen_at(void **state)
{
    char folder[] = "/tmp/apo-listen-XXXXXX", place[64], again[64];
    const char *url = "https://example.org";
    apo_http *first = NULL, *second = NULL;
    apo_error err;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(place, sizeof place, "unix:%s/socket", folder);
    snprintf(again, sizeof again, "unix:%s/file", folder);
    assert_int_equal(start(&first, "unix:here", url, &err), APO_E_SYNTAX);
    char path[200] = "unix:/";
    memset(path + 6, 'a', 150);
    assert_int_equal(start(&first, path, url, &err), APO_E_SYNTAX);
    assert_int_equal(start(&first, "unix:/nowhere/at/all", url, &err), APO_E_IO);
    FILE *file = fopen(again + 5, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(start(&first, again, url, &err), APO_E_IO);
    assert_int_equal(unlink(again + 5), 0);
    /* A socket has no address that people could open. */
    assert_int_equal(start(&first, place, NULL, &err), APO_E_SYNTAX);
    assert_int_equal(start(&first, place, url, &err), APO_OK);
    assert_string_equal(apo_http_address(first), place);
    assert_int_equal(start(&second, place, url, &err), APO_E_IO);
    assert_non_null(strstr(err.detail, "is in use"));
    apo_http_free(first);
    /* As a server that was killed leaves it. */
    int stale = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", place + 5);
    unlink(place + 5);
    assert_int_equal(bind(stale, (struct sockaddr *)&address, sizeof address), 0);
    close(stale);
    assert_int_equal(start(&second, place, url, &err), APO_OK);
    apo_http_free(second);
    unlink(place + 5);
    assert_int_equal(rmdir(folder), 0);
}

static void an_address_in_use(void **state)
{
    apo_http *first = NULL, *second = NULL;
    apo_error err;
    (void)state;
    assert_int_equal(start(&first, "127.0.0.1:0", NULL, &err), APO_OK);
    assert_int_equal(start(&second, apo_http_address(first), NULL, &err), APO_E_IO);
    assert_non_null(strstr(err.detail, "cannot listen"));
    assert_int_equal(start(&second, apo_http_address(first), NULL, NULL), APO_E_IO);
    apo_http_free(first);
    apo_http_free(NULL);
}

/* So many connections as there are descriptors, less what the server needs itself. */
static void connections_by_descriptors(void **state)
{
    static const struct {
        rlim_t soft, hard;
        bool is_raised;
        unsigned wanted;
    } cases[] = {
        {4096, 4096, true, 4032}, {100, 100, true, 64},    {20, 20, true, 64},
        {200, 1000, true, 936},   {200, 1000, false, 136}, {100000, 100000, true, 12288},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_http *server = NULL;
        apo_error err;
        soft_limit = cases[i].soft;
        hard_limit = cases[i].hard;
        calls_left = cases[i].is_raised ? 0 : 3; /* after one allocation and the question */
        assert_int_equal(start(&server, "127.0.0.1:0", NULL, &err), APO_OK);
        hard_limit = 0;
        assert_int_equal(calls_left, 0);
        assert_int_equal(server->options.connections_max, cases[i].wanted);
        apo_http_free(server);
    }
}

static void public_addresses(void **state)
{
    char long_url[400] = "https://";
    memset(long_url + 8, 'a', sizeof long_url - 9);

    const struct {
        const char *url, *wanted; /* NULL: it is refused */
    } cases[] = {
        {"https://example.org", "https://example.org"},
        {"https://example.org/", "https://example.org"},
        {"http://example.org:8080", "http://example.org:8080"},
        {"", NULL},
        {"https://", NULL},
        {"http://", NULL},
        {"example.org", NULL},
        {"ftp://example.org", NULL},
        {"https://example.org/chess", NULL},
        {"https://example.org chess", NULL},
        {"https://ex\x7f"
         "ample.org",
         NULL},
        {long_url, NULL},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        apo_http *server = NULL;
        apo_error err;
        apo_status status = start(&server, "127.0.0.1:0", cases[i].url, &err);
        assert_int_equal(status, cases[i].wanted == NULL ? APO_E_SYNTAX : APO_OK);
        if (status == APO_OK) {
            assert_string_equal(apo_http_url(server), cases[i].wanted);
            apo_http_free(server);
        }
    }
}

static void patterns_of_routes(void **state)
{
    static const char *const bad[] = {"hello", "", "/a/*rest/b", "/:a/:b/:c/:d/:e"};
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const apo_http_route wrong[] = {{APO_HTTP_GET, bad[i], hello, 0, 0, NULL},
                                        {APO_HTTP_GET, NULL, NULL, 0, 0, NULL}};
        apo_http *server = NULL;
        apo_http_options options;
        apo_error err;
        apo_http_options_init(&options);
        options.listen = "127.0.0.1:0";
        options.routes = wrong;
        assert_int_equal(apo_http_new(&server, &options, &err), APO_E_SYNTAX);
        assert_non_null(strstr(err.detail, "route pattern"));
    }
}

/* A server may be stopped by so many signals, and no more. */
static void signals_that_stop_it(void **state)
{
    apo_error err;
    apo_http *server = NULL;
    (void)state;
    assert_int_equal(start(&server, "127.0.0.1:0", NULL, &err), APO_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(apo_http_stop_on(server, SIGRTMIN + i), APO_OK);
    assert_int_equal(apo_http_stop_on(server, SIGRTMIN + 4), APO_E_TOO_LARGE);
    raise(SIGRTMIN + 1);
    assert_int_equal(apo_http_run(server), APO_OK);
    apo_http_free(server);
}

/* --- signals in between --------------------------------------------------- */

static size_t read_all(int descriptor, char out[OUT_MAX])
{
    size_t length = 0;
    ssize_t got = 0;
    while ((got = __real_read(descriptor, out + length, OUT_MAX - 1 - length)) != 0)
        length += got > 0 ? (size_t)got : 0;
    out[length] = '\0';
    return length;
}

static const char *const said[] = {"/bin/echo", "yes", NULL};

static bool run_program(void)
{
    const apo_process_setup setup = {.arguments = said, .is_quiet = true, .cpu_max_s = 10};
    apo_process child;
    char out[OUT_MAX];
    if (apo_process_start(&child, &setup) != APO_OK)
        return false;
    read_all(child.from, out);
    assert_string_equal(out, "yes\n");
    assert_true(apo_process_end(&child));
    return true;
}

static void programs_are_run_and_waited_for(void **state)
{
    (void)state;
    for (unsigned call = 1; call < 4; call++) {
        interrupted = call;
        assert_true(run_program());
        interrupted = 0;
    }
    assert_true(fail_each(run_program) > 1);
}

static void a_program_is_asked(void **state)
{
    static const char *const arguments[] = {"/bin/cat", NULL};
    const apo_process_setup setup = {.arguments = arguments,
                                     .is_asked = true,
                                     .memory_max_bytes = (size_t)1 << 32,
                                     .cpu_max_s = 10};
    apo_process child;
    char out[OUT_MAX];
    (void)state;
    assert_int_equal(apo_process_start(&child, &setup), APO_OK);
    assert_int_equal(write(child.to, "asked\n", 6), 6);
    size_t length = 0;
    while (length < 6) {
        ssize_t got = __real_read(child.from, out, sizeof out);
        length += got > 0 ? (size_t)got : 0;
    }
    assert_memory_equal(out, "asked\n", 6);
    assert_true(apo_process_end(&child)); /* killed: it was run */
}

static void a_program_that_is_missing(void **state)
{
    static const char *const arguments[] = {"/nowhere/at/all", NULL};
    const apo_process_setup setup = {.arguments = arguments, .is_quiet = true, .cpu_max_s = 10};
    apo_process child;
    char out[OUT_MAX];
    (void)state;
    assert_int_equal(apo_process_start(&child, &setup), APO_OK);
    assert_int_equal(read_all(child.from, out), 0);
    /* Its pipe is closed before it can be waited for: wait until it is gone. */
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)child.pid, &info, WEXITED | WNOWAIT), 0);
    assert_false(apo_process_end(&child));
}

static void a_line_of_the_log_is_whole(void **state)
{
    int ends[2];
    char out[OUT_MAX];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    const apo_log log = {ends[1]}, closed = {-1};
    interrupted = 1;
    apo_log_text(&log, "first", "what", apo_span_of("one"));
    apo_log_text(&closed, "lost", "what", apo_span_of("two"));
    apo_log_text(NULL, "lost", "what", apo_span_of("three"));
    const apo_log unwritable = {ends[0]};
    apo_log_text(&unwritable, "lost", "what", apo_span_of("four"));
    close(ends[1]);
    read_all(ends[0], out);
    close(ends[0]);
    assert_non_null(strstr(out, "\"event\":\"first\",\"what\":\"one\"}\n"));
    assert_null(strstr(out, "lost"));
}

/* The loop is woken also if a signal comes in between. */
static void a_post_is_not_lost(void **state)
{
    apo_error err;
    apo_http *server = NULL;
    (void)state;
    assert_int_equal(start(&server, "127.0.0.1:0", NULL, &err), APO_OK);
    interrupted = 1;
    assert_int_equal(apo_http_post(server, nothing, NULL), APO_OK);
    apo_http_stop(server);
    assert_int_equal(apo_http_run(server), APO_OK);
    apo_http_free(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_fails_cleanly),
        cmocka_unit_test(what_runs_beside_it_fails_cleanly),
        cmocka_unit_test(a_full_queue_takes_no_more),
        cmocka_unit_test(keys_that_share_a_chain),
        cmocka_unit_test(other_parts_fail_cleanly),
        cmocka_unit_test(addresses_to_listen_at),
        cmocka_unit_test(sockets_to_listen_at),
        cmocka_unit_test(an_address_in_use),
        cmocka_unit_test(connections_by_descriptors),
        cmocka_unit_test(public_addresses),
        cmocka_unit_test(patterns_of_routes),
        cmocka_unit_test(signals_that_stop_it),
        cmocka_unit_test(programs_are_run_and_waited_for),
        cmocka_unit_test(a_program_is_asked),
        cmocka_unit_test(a_program_that_is_missing),
        cmocka_unit_test(a_line_of_the_log_is_whole),
        cmocka_unit_test(a_post_is_not_lost),
    };
    event_set_mem_functions(event_malloc, event_realloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
