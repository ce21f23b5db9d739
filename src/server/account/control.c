/* NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): for accept4 */
#define _GNU_SOURCE
#include "server/account/control.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.h"
#include "server/account/moderate.h"
#include "server/live/live.h"

enum {
    CALLS_MAX = 8, /* at a time; operators type them */
    BACKLOG = 8,
    ANSWER_MAX = 512,
    PATIENCE_S = 30 /* of the command, for the server's answer */
};

typedef struct call {
    struct apo_control *control;
    int socket; /* -1: free */
    apo_http_watch *watch;
    char line[APO_MODERATION_TEXT_MAX];
    size_t length;
    apo_store_person person; /* the person, while the change is stored */
    bool is_storing;
} call;

struct apo_control {
    apo_app *app;
    int socket;
    apo_http_watch *watch;
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    call calls[CALLS_MAX];
};

static void close_call(call *one)
{
    apo_http_watch_free(one->watch);
    one->watch = NULL;
    close(one->socket);
    one->socket = -1;
    one->is_storing = false;
}

static void answer(call *one, const char *sentence)
{
    char line[ANSWER_MAX];
    apo_text text = apo_text_start(line, sizeof line);
    apo_text_add(&text, sentence);
    apo_text_add_char(&text, '\n');
    /* A client that does not read counts as gone. */
    (void)send(one->socket, line, text.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    close_call(one);
}

static void finish(void *context, apo_status status)
{
    call *one = context;
    if (status != APO_OK) {
        answer(one, status == APO_E_EXISTS ? "the name is taken" : "it could not be stored");
        return;
    }
    apo_live_rename(one->control->app->live, apo_span_of(one->person.id));
    apo_log_text(&one->control->app->log, "moderation", "person", apo_span_of(one->person.id));
    answer(one, "ok");
}

static void do_call(call *one, apo_span line)
{
    apo_moderation what;
    apo_error err = {.detail = ""};
    apo_app *app = one->control->app;
    if (apo_moderation_read(&what, line) != APO_OK) {
        answer(one, "this is not a moderation request");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (apo_moderate(app->store, batch, &one->person, &what, apo_http_wall_clock_ms(), &err) !=
        APO_OK) {
        apo_store_batch_free(batch);
        answer(one, err.detail);
        return;
    }
    one->is_storing = true;
    apo_http_watch_pause(one->watch, true);
    apo_store_submit(app->store, batch, finish, one);
}

static void read_call(void *context)
{
    call *one = context;
    ssize_t count =
        recv(one->socket, one->line + one->length, sizeof one->line - one->length, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        close_call(one);
        return;
    }
    one->length += (size_t)count;
    const char *end = memchr(one->line, '\n', one->length);
    if (end != NULL)
        do_call(one, (apo_span){one->line, (size_t)(end - one->line)});
    else if (one->length == sizeof one->line)
        close_call(one);
}

static call *find_free(apo_control *control)
{
    for (unsigned i = 0; i < CALLS_MAX; i++) {
        if (control->calls[i].socket < 0)
            return &control->calls[i];
    }
    return NULL;
}

static void take_call(void *context)
{
    apo_control *control = context;
    call *one = find_free(control);
    int from = accept4(control->socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (from < 0)
        return;
    if (one == NULL) {
        close(from);
        return;
    }
    *one = (call){.control = control, .socket = from};
    if (apo_http_watch_new(&one->watch, control->app->http, from, false, read_call, one) !=
        APO_OK)
        close_call(one);
}

static bool address_of(struct sockaddr_un *out, const char *path)
{
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    apo_text text = apo_text_start(out->sun_path, sizeof out->sun_path);
    apo_text_add(&text, path);
    return !text.is_overflowed;
}

/* We hold the store's lock, so an existing socket was left by a server that was killed. */
static bool open_socket(apo_control *control, const struct sockaddr_un *address)
{
    control->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (control->socket < 0)
        return false;
    (void)unlink(address->sun_path);
    mode_t before = umask(0077);
    int code = bind(control->socket, (const struct sockaddr *)address, sizeof *address);
    (void)umask(before);
    return code == 0 && listen(control->socket, BACKLOG) == 0;
}

apo_status apo_control_new(apo_control **out, apo_app *app, const char *path, apo_error *err)
{
    struct sockaddr_un address;
    if (!address_of(&address, path))
        return apo_fail(err, APO_E_TOO_LARGE, 0,
                        "the data folder's path is too long for a socket in it",
                        apo_span_of(""));
    apo_control *control = apo_allocate_zero(NULL, sizeof *control);
    if (control == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    control->app = app;
    memcpy(control->path, address.sun_path, sizeof control->path);
    for (unsigned i = 0; i < CALLS_MAX; i++)
        control->calls[i].socket = -1;
    if (!open_socket(control, &address) ||
        apo_http_watch_new(&control->watch, app->http, control->socket, false, take_call,
                           control) != APO_OK) {
        apo_status status = apo_fail(err, APO_E_IO, 0, "the socket in the data folder: %s",
                                     apo_span_of(strerror(errno)));
        apo_control_free(control);
        return status;
    }
    *out = control;
    return APO_OK;
}

void apo_control_free(apo_control *control)
{
    if (control == NULL)
        return;
    for (unsigned i = 0; i < CALLS_MAX; i++) {
        if (control->calls[i].socket >= 0)
            close_call(&control->calls[i]);
    }
    apo_http_watch_free(control->watch);
    if (control->socket >= 0)
        close(control->socket);
    (void)unlink(control->path);
    apo_free(NULL, control);
}

/* --- the command's side -------------------------------------------------- */

static bool send_all(int to, apo_span text)
{
    while (text.length > 0) {
        ssize_t count = send(to, text.text, text.length, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        text = apo_span_part(text, (size_t)count, text.length - (size_t)count);
    }
    return true;
}

/* The socket has a time limit, so recv also fails with EINTR if the command is suspended and
 * resumed: then it is called again. */
static bool receive_line(int from, apo_buffer *out)
{
    char bytes[ANSWER_MAX];
    ssize_t count = 0;
    do {
        if (count > 0)
            apo_buffer_add_span(out, (apo_span){bytes, (size_t)count});
        if (count > 0 && bytes[count - 1] == '\n')
            return true;
        count = recv(from, bytes, sizeof bytes, 0);
    } while (count > 0 || (count < 0 && errno == EINTR));
    return false;
}

apo_status apo_control_ask(apo_buffer *out, const char *path, apo_span line)
{
    struct sockaddr_un address;
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    if (!address_of(&address, path))
        return APO_E_IO;
    int to = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (to < 0)
        return APO_E_IO;
    (void)setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    apo_status status = APO_E_UNKNOWN;
    if (connect(to, (const struct sockaddr *)&address, sizeof address) == 0)
        status = send_all(to, line) && receive_line(to, out) ? APO_OK : APO_E_IO;
    else if (errno != ENOENT && errno != ECONNREFUSED)
        status = APO_E_IO;
    close(to);
    return status;
}
