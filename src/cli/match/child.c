#include "cli/match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "api/host.h"
#include "base/buffer.h"

enum {
    LOOK_AROUND_MS = 100, /* latency of a stop */
    SEND_MS = 5000        /* a program that does not read for this long is stuck */
};

/* A child started by another thread must not inherit a pipe before it is marked
 * close-on-exec. */
static pthread_mutex_t spawning = PTHREAD_MUTEX_INITIALIZER;

/* --- starting ------------------------------------------------------------ */

static bool mark(const int ends[2])
{
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static void close_both(const int ends[2])
{
    if (ends[0] >= 0)
        close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
}

/* Runs in the child: only calls that are safe between fork and exec. */
static void become(const char *command, const char *constants, int input, int output)
{
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(nothing, STDERR_FILENO) >= 0) {
        if (command == NULL && constants != NULL)
            execl("/proc/self/exe", "apothecary", "engine", "--constants", constants,
                  (char *)NULL);
        else if (command == NULL)
            execl("/proc/self/exe", "apothecary", "engine", (char *)NULL);
        else
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(127);
}

static apo_status spawn(apo_child *out, const char *command)
{
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    pthread_mutex_lock(&spawning);
    bool is_ready = pipe(input) == 0 && pipe(output) == 0 && mark(input) && mark(output);
    pid_t id = is_ready ? fork() : -1;
    if (id == 0)
        become(command, out->constants, input[0], output[1]);
    pthread_mutex_unlock(&spawning);
    if (id < 0) {
        close_both(input);
        close_both(output);
        return APO_E_IO;
    }
    setpgid(id, id); /* also here: the child may be killed before it has run */
    close(input[0]);
    close(output[1]);
    out->id = id;
    out->to = input[1];
    out->from = output[0];
    (void)fcntl(out->to, F_SETFL, O_NONBLOCK);
    return APO_OK;
}

apo_status apo_child_start(apo_child *out, const char *command)
{
    out->length = out->taken = 0;
    out->is_at_end = false;
    out->bytes = malloc(APO_CHILD_LINE_MAX);
    if (out->bytes == NULL)
        return APO_E_MEMORY;
    apo_status status = spawn(out, command);
    if (status != APO_OK) {
        free(out->bytes);
        out->bytes = NULL;
    }
    return status;
}

bool apo_child_is_running(const apo_child *child)
{
    return child->id != 0;
}

int64_t apo_child_work_ms(const apo_child *child)
{
    clockid_t clock;
    struct timespec spent;
    if (child->id == 0 || clock_getcpuclockid(child->id, &clock) != 0 ||
        clock_gettime(clock, &spent) != 0)
        return -1;
    return (int64_t)spent.tv_sec * 1000 + spent.tv_nsec / 1000000;
}

/* --- lines --------------------------------------------------------------- */

static void write_log(const apo_child *child, char direction, apo_span line)
{
    if (child->log == NULL)
        return;
    int64_t now = apo_engine_now(NULL);
    fprintf(child->log, "%lld.%03d %s %c %.*s\n", (long long)(now / 1000), (int)(now % 1000),
            child->name, direction, (int)line.length, line.text);
}

static bool send_bytes(const apo_child *child, const char *bytes, size_t length)
{
    int64_t until = apo_engine_now(NULL) + SEND_MS;
    while (length > 0) {
        ssize_t count = write(child->to, bytes, length);
        if (count >= 0) {
            bytes += count;
            length -= (size_t)count;
            continue;
        }
        struct pollfd watched = {child->to, POLLOUT, 0};
        if (errno != EINTR && errno != EAGAIN)
            return false;
        if (apo_engine_now(NULL) >= until)
            return false;
        (void)poll(&watched, 1, LOOK_AROUND_MS);
    }
    return true;
}

bool apo_child_send(apo_child *child, const char *line)
{
    if (child->id == 0)
        return false;
    write_log(child, '>', apo_span_of(line));
    apo_buffer whole;
    apo_buffer_init(&whole, NULL);
    apo_buffer_add(&whole, line);
    apo_buffer_add_char(&whole, '\n');
    bool is_sent = !whole.is_failed && send_bytes(child, whole.bytes, whole.length);
    apo_buffer_clear(&whole);
    return is_sent;
}

static bool take_line(apo_child *child, apo_span *out)
{
    const char *start = child->bytes + child->taken;
    size_t length = child->length - child->taken;
    const char *end = memchr(start, '\n', length);
    bool is_full = child->length == APO_CHILD_LINE_MAX && child->taken == 0;
    if (end == NULL && !is_full && !(child->is_at_end && length > 0))
        return false;
    size_t count = end != NULL ? (size_t)(end - start) : length;
    *out = apo_span_trim((apo_span){start, count});
    child->taken += end != NULL ? count + 1 : count;
    return true;
}

static void read_more(apo_child *child)
{
    child->length -= child->taken;
    memmove(child->bytes, child->bytes + child->taken, child->length);
    child->taken = 0;
    ssize_t count =
        read(child->from, child->bytes + child->length, APO_CHILD_LINE_MAX - child->length);
    if (count > 0)
        child->length += (size_t)count;
    else if (count == 0 || errno != EINTR)
        child->is_at_end = true;
}

/* Waits for bytes; true if there are some, or the end. */
static bool wait_for_bytes(const apo_child *child, int64_t left_ms)
{
    struct pollfd watched = {child->from, POLLIN, 0};
    int wait_ms = left_ms < LOOK_AROUND_MS ? (int)left_ms : LOOK_AROUND_MS;
    return poll(&watched, 1, wait_ms) > 0;
}

enum apo_child_event apo_child_read(apo_child *child, int64_t until_ms, apo_span *out)
{
    if (child->id == 0)
        return APO_CHILD_ENDED;
    for (;;) {
        if (take_line(child, out)) {
            write_log(child, '<', *out);
            return APO_CHILD_LINE;
        }
        if (child->is_at_end)
            return APO_CHILD_ENDED;
        if (child->is_stopped != NULL && child->is_stopped(child->stop_context))
            return APO_CHILD_STOPPED;
        int64_t left = until_ms - apo_engine_now(NULL);
        if (wait_for_bytes(child, left > 0 ? left : 0))
            read_more(child);
        else if (left <= 0)
            return APO_CHILD_LATE;
    }
}

/* --- ending -------------------------------------------------------------- */

static bool is_gone(const apo_child *child)
{
    pid_t id = waitpid(child->id, NULL, WNOHANG);
    return id == child->id || (id < 0 && errno == ECHILD);
}

void apo_child_stop(apo_child *child, int64_t grace_ms)
{
    static const struct timespec moment = {0, 5000000};
    if (child->id == 0)
        return;
    close(child->to);
    int64_t until = apo_engine_now(NULL) + grace_ms;
    bool has_gone = is_gone(child);
    while (!has_gone && apo_engine_now(NULL) < until) {
        nanosleep(&moment, NULL);
        has_gone = is_gone(child);
    }
    /* Its own children are in its process group. */
    kill(-child->id, SIGKILL);
    while (!has_gone && waitpid(child->id, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(child->from);
    free(child->bytes);
    child->bytes = NULL;
    child->id = 0;
}
