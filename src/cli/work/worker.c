#include "cli/work/worker.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/call/message.h"
#include "cli/io/interrupt.h"
#include "cli/work/compute.h"
#include "net/json_in.h"
#include "net/process.h"

enum {
    PATH_MAX_BYTES = 64,
    KIND_MAX = 16,
    RESULT_MAX = 112 * 1024,
    CPU_MAX_S = 3600,
    RENEWED_MS = 20 * 1000, /* how often leases, which last a minute, are renewed */
    TRIES = 5,              /* of handing in a result */
    TRY_WAIT_MS = 1000,     /* after the first try; doubled each time */
    /* How long the server may keep a request until there is work, while nothing else is done
     * here: a move is then begun at once. */
    WAIT_S = 20,
    PAUSE_LEAST_MS = 500,
    PAUSE_LONGEST_MS = 60000
};

/* The outcome of a request. */
enum outcome {
    OUTCOME_DONE,
    OUTCOME_NOTHING, /* there is no work */
    OUTCOME_LOST,    /* another worker has the work by now */
    OUTCOME_TROUBLE, /* the server is down, or asks us to wait */
    OUTCOME_END      /* the server rejects us for good */
};

/* A piece of work in a child process. */
typedef struct slot {
    apo_process process; /* pid 0: none */
    int64_t id, renewed_ms;
    char kind[KIND_MAX], lease[APO_BOT_KEY_TEXT];
    apo_buffer input, answer;
    size_t written;
} slot;

typedef struct worker {
    apo_bot_web *web;
    const apo_worker_options *options;
    apo_buffer program, answer, body;
    unsigned begun, pause_ms;
    int64_t pause_until_ms;
    slot slots[APO_WORKER_SLOTS_MAX];
} worker;

static int64_t now_ms(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void say(const worker *all, const char *what, const slot *one)
{
    if (all->options->is_quiet)
        return;
    printf("%s %s %lld\n", what, one->kind, (long long)one->id);
    fflush(stdout);
}

static bool is_busy(const slot *one)
{
    return one->process.pid != 0;
}

static bool has_busy_slot(const worker *all)
{
    for (unsigned i = 0; i < all->options->slots; i++) {
        if (is_busy(&all->slots[i]))
            return true;
    }
    return false;
}

/* --- requests ------------------------------------------------------------ */

static bool is_other_program(apo_span answer)
{
    apo_json_in *document;
    apo_span code = {"", 0};
    if (apo_json_in_read(&document, answer, NULL) != APO_OK)
        return false;
    (void)apo_json_in_text(apo_json_in_member(apo_json_in_root(document), "error"), &code);
    bool is_it = apo_span_is(code, "other_program");
    apo_json_in_free(document);
    return is_it;
}

static enum outcome outcome_of(const worker *all, unsigned status, const char *path)
{
    if (status == 204)
        return OUTCOME_NOTHING;
    if (status >= 200 && status < 300)
        return OUTCOME_DONE;
    /* At first the server may still have to identify its own program. */
    bool is_early = status == 503 && all->pause_ms <= PAUSE_LEAST_MS;
    if (!is_early && !apo_interrupt_is_set())
        apo_report_error("work: %s: %u %s", path, status,
                         all->answer.bytes != NULL ? all->answer.bytes : "");
    if (status == 401 || status == 403 || is_other_program(apo_buffer_span(&all->answer)))
        return OUTCOME_END;
    return status == 0 || status == 429 || status >= 500 ? OUTCOME_TROUBLE : OUTCOME_LOST;
}

/* Begins a request's body with a new key, or the one that is given. */
static void begin_body(worker *all, const char *key)
{
    char fresh[APO_BOT_KEY_TEXT];
    apo_bot_web_key(all->web, fresh);
    apo_buffer_rewind(&all->body);
    apo_json_open(&all->body, NULL, '{');
    apo_json_add_string(&all->body, "key", key != NULL ? key : fresh);
}

static enum outcome send_body(worker *all, const char *path)
{
    apo_json_close(&all->body, '}');
    if (all->body.is_failed)
        return OUTCOME_TROUBLE;
    return outcome_of(all, apo_bot_web_ask(all->web, path, all->body.bytes, &all->answer),
                      path);
}

static void write_path(char out[PATH_MAX_BYTES], const slot *one, const char *what)
{
    apo_text text = apo_text_start(out, PATH_MAX_BYTES);
    apo_text_add(&text, "/api/work/");
    apo_text_add_number(&text, one->id);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, what);
}

/* A request about the slot's lease, with a result or without one. */
static enum outcome tell(worker *all, const slot *one, const char *what, apo_span result)
{
    char path[PATH_MAX_BYTES];
    write_path(path, one, what);
    begin_body(all, NULL);
    apo_json_add_string(&all->body, "lease", one->lease);
    if (result.length > 0)
        apo_json_add_text(&all->body, "result", result);
    return send_body(all, path);
}

/* The next pause: as long as the server asks, or longer with each failure. */
static void pause_after(worker *all, enum outcome outcome)
{
    unsigned asked_ms = apo_bot_web_pause_s(all->web) * 1000;
    if (outcome != OUTCOME_TROUBLE)
        all->pause_ms = PAUSE_LEAST_MS;
    else if (all->pause_ms < PAUSE_LONGEST_MS)
        all->pause_ms *= 2;
    all->pause_until_ms = now_ms() + (asked_ms > all->pause_ms ? asked_ms : all->pause_ms);
}

/* --- children ------------------------------------------------------------ */

static void stop(slot *one)
{
    if (one->process.pid != 0)
        (void)apo_process_end(&one->process);
}

static bool start(const worker *all, slot *one)
{
    const char *const arguments[] = {all->options->program, "work", "--input", "-", NULL};
    const apo_process_setup setup = {.arguments = arguments,
                                     .is_asked = true,
                                     .is_quiet = all->options->is_quiet,
                                     .cpu_max_s = CPU_MAX_S};
    one->written = 0;
    apo_buffer_rewind(&one->answer);
    one->renewed_ms = now_ms();
    return apo_process_start(&one->process, &setup) == APO_OK;
}

static void write_more(slot *one)
{
    ssize_t count = write(one->process.to, one->input.bytes + one->written,
                          one->input.length - one->written);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    one->written = count < 0 ? one->input.length : one->written + (size_t)count;
    if (one->written < one->input.length)
        return;
    close(one->process.to);
    one->process.to = -1;
}

/* False: the child has ended. */
static bool read_more(slot *one)
{
    char bytes[4096];
    ssize_t count = read(one->process.from, bytes, sizeof bytes);
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    if (count == 0 || one->answer.length + (size_t)count > RESULT_MAX)
        return false;
    apo_buffer_add_span(&one->answer, (apo_span){bytes, (size_t)count});
    return true;
}

/* --- work ---------------------------------------------------------------- */

static bool read_work(slot *out, apo_span text)
{
    apo_json_in *document;
    apo_span kind = {NULL, 0}, lease = {NULL, 0};
    if (apo_json_in_read(&document, text, NULL) != APO_OK)
        return false;
    const apo_json_value *root = apo_json_in_root(document);
    bool is_read =
        apo_json_in_number(apo_json_in_member(root, "id"), 1, UINT32_MAX, &out->id) &&
        apo_json_in_text(apo_json_in_member(root, "kind"), &kind) &&
        apo_json_in_text(apo_json_in_member(root, "lease"), &lease);
    if (is_read) {
        apo_text_copy_span(out->kind, sizeof out->kind, kind);
        apo_text_copy_span(out->lease, sizeof out->lease, lease);
        apo_buffer_rewind(&out->input);
        apo_buffer_add_span(&out->input, text);
    }
    apo_json_in_free(document);
    return is_read && !out->input.is_failed;
}

static enum outcome acquire(worker *all, slot *one)
{
    /* A request repeated because its answer was lost must not lease a second piece, so the key
     * stays the same until the request has been answered. */
    if (one->lease[0] == '\0')
        apo_bot_web_key(all->web, one->lease);
    begin_body(all, one->lease);
    apo_json_add_text(&all->body, "program", apo_buffer_span(&all->program));
    if (!has_busy_slot(all))
        apo_json_add_number(&all->body, "wait_s", WAIT_S);
    enum outcome outcome = send_body(all, "/api/work/acquire");
    if (outcome == OUTCOME_DONE && !read_work(one, apo_buffer_span(&all->answer)))
        outcome = OUTCOME_TROUBLE;
    if (outcome != OUTCOME_TROUBLE && outcome != OUTCOME_DONE)
        one->lease[0] = '\0';
    if (outcome == OUTCOME_DONE) {
        say(all, "begins", one);
        all->begun++;
        if (!start(all, one)) {
            apo_report_error("work: %s cannot be run", all->options->program);
            outcome = OUTCOME_END;
        }
    }
    return outcome;
}

static bool wants_more(const worker *all)
{
    return all->options->pieces == 0 || all->begun < all->options->pieces;
}

/* True on Ctrl-C. */
static bool wait_ms(unsigned ms)
{
    struct pollfd watched = {apo_interrupt_descriptor(), POLLIN, 0};
    if (!apo_interrupt_is_set())
        (void)poll(&watched, 1, (int)ms);
    return apo_interrupt_is_set();
}

/* Hands in the child's output. If there is none, the child has died: the lease then runs out,
 * which counts as a try. */
static enum outcome hand_in(worker *all, slot *one)
{
    apo_span result = apo_span_trim(apo_buffer_span(&one->answer));
    enum outcome outcome = OUTCOME_LOST;
    unsigned wait = TRY_WAIT_MS;
    stop(one);
    for (unsigned i = 0; result.length > 0 && i < TRIES; i++, wait *= 2) {
        outcome = tell(all, one, "result", result);
        if (outcome != OUTCOME_TROUBLE || wait_ms(wait))
            break;
    }
    say(all, outcome == OUTCOME_DONE ? "done" : "lost", one);
    one->lease[0] = '\0';
    return outcome;
}

/* Gives each idle slot some work. */
static enum outcome fill(worker *all)
{
    for (unsigned i = 0; i < all->options->slots; i++) {
        if (is_busy(&all->slots[i]) || !wants_more(all) || now_ms() < all->pause_until_ms)
            continue;
        enum outcome outcome = acquire(all, &all->slots[i]);
        if (outcome == OUTCOME_END)
            return outcome;
        if (outcome != OUTCOME_DONE)
            pause_after(all, outcome);
    }
    return OUTCOME_DONE;
}

/* Renews the leases. If a lease is gone, another worker does the work. */
static void renew(worker *all)
{
    for (unsigned i = 0; i < all->options->slots; i++) {
        slot *one = &all->slots[i];
        if (!is_busy(one) || now_ms() - one->renewed_ms < RENEWED_MS)
            continue;
        one->renewed_ms = now_ms();
        if (tell(all, one, "renew", apo_span_of("")) == OUTCOME_LOST) {
            say(all, "lost", one);
            stop(one);
            one->lease[0] = '\0';
        }
    }
}

/* Waits for the children, Ctrl-C, or the end of a pause. */
static enum outcome attend(worker *all)
{
    struct pollfd watched[2 * APO_WORKER_SLOTS_MAX + 1];
    unsigned count = 2 * all->options->slots;
    int64_t pause_ms = wants_more(all) ? all->pause_until_ms - now_ms() : RENEWED_MS;
    for (unsigned i = 0; i < all->options->slots; i++) {
        const slot *one = &all->slots[i];
        bool is_on = is_busy(one);
        watched[2 * i] = (struct pollfd){is_on ? one->process.from : -1, POLLIN, 0};
        watched[2 * i + 1] = (struct pollfd){is_on ? one->process.to : -1, POLLOUT, 0};
    }
    watched[count] = (struct pollfd){apo_interrupt_descriptor(), POLLIN, 0};
    if (pause_ms <= 0 || pause_ms > RENEWED_MS)
        pause_ms = RENEWED_MS / 4;
    (void)poll(watched, count + 1, (int)pause_ms);
    enum outcome outcome = OUTCOME_DONE;
    for (unsigned i = 0; i < all->options->slots; i++) {
        slot *one = &all->slots[i];
        if (watched[2 * i + 1].revents != 0)
            write_more(one);
        if (watched[2 * i].revents != 0 && !read_more(one) && hand_in(all, one) == OUTCOME_END)
            outcome = OUTCOME_END;
    }
    return outcome;
}

/* Gives unfinished work back. */
static void leave(worker *all, bool is_wanted)
{
    for (unsigned i = 0; i < all->options->slots; i++) {
        slot *one = &all->slots[i];
        bool is_on = is_busy(one);
        stop(one);
        if (is_on && is_wanted && tell(all, one, "return", apo_span_of("")) == OUTCOME_DONE)
            say(all, "returned", one);
        apo_buffer_clear(&one->input);
        apo_buffer_clear(&one->answer);
    }
}

static enum outcome work(worker *all)
{
    enum outcome outcome = OUTCOME_DONE;
    while (outcome != OUTCOME_END && !apo_interrupt_is_set() &&
           (wants_more(all) || has_busy_slot(all))) {
        outcome = fill(all);
        if (outcome != OUTCOME_END)
            outcome = attend(all);
        renew(all);
    }
    return outcome;
}

apo_status apo_worker_run(apo_bot_web *web, const apo_worker_options *options)
{
    worker *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    all->web = web;
    all->options = options;
    all->pause_ms = PAUSE_LEAST_MS;
    apo_buffer_init(&all->program, NULL);
    apo_buffer_init(&all->answer, NULL);
    apo_buffer_init(&all->body, NULL);
    for (unsigned i = 0; i < options->slots; i++) {
        apo_buffer_init(&all->slots[i].input, NULL);
        apo_buffer_init(&all->slots[i].answer, NULL);
    }
    apo_status status = apo_compute_program(&all->program);
    if (status == APO_OK) {
        enum outcome outcome = work(all);
        apo_interrupt_clear();
        leave(all, outcome != OUTCOME_END);
        status = outcome == OUTCOME_END ? APO_E_UNSUPPORTED : APO_OK;
    }
    apo_buffer_clear(&all->program);
    apo_buffer_clear(&all->answer);
    apo_buffer_clear(&all->body);
    apo_free(NULL, all);
    return status;
}
