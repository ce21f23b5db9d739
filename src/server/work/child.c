#include "server/work/child.h"

#include <errno.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/process.h"

enum {
    ANSWER_MAX = 112 * 1024,
    CPU_MAX_S = 3600, /* a review of a very long game on a slow machine */
    READ_MAX = 16 * 1024
};

static const size_t memory_max = (size_t)768 * 1024 * 1024;

struct apo_work_child {
    apo_process process;
    apo_http_watch *writing, *reading; /* of its pipes; NULL: closed, or not open yet */
    apo_work_child_done *done;
    void *context;
    apo_buffer input, answer;
    size_t written;
};

static void free_child(apo_work_child *child)
{
    apo_http_watch_free(child->writing);
    apo_http_watch_free(child->reading);
    if (child->process.pid != 0)
        (void)apo_process_end(&child->process);
    apo_buffer_clear(&child->input);
    apo_buffer_clear(&child->answer);
    apo_free(NULL, child);
}

void apo_work_child_stop(apo_work_child *child)
{
    if (child != NULL)
        free_child(child);
}

static void write_more(void *context)
{
    apo_work_child *child = context;
    while (child->written < child->input.length) {
        ssize_t count = write(child->process.to, child->input.bytes + child->written,
                              child->input.length - child->written);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count < 0)
            break; /* it has died, which reading will notice */
        child->written += (size_t)count;
    }
    apo_http_watch_free(child->writing);
    child->writing = NULL;
    close(child->process.to);
    child->process.to = -1;
}

static void read_more(void *context)
{
    apo_work_child *child = context;
    char bytes[READ_MAX];
    ssize_t count = read(child->process.from, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    bool is_long = count > 0 && child->answer.length + (size_t)count > ANSWER_MAX;
    if (count > 0 && !is_long) {
        apo_buffer_add_span(&child->answer, (apo_span){bytes, (size_t)count});
        return;
    }
    bool is_good = !is_long && !child->answer.is_failed;
    child->done(child->context, is_good ? apo_buffer_span(&child->answer) : apo_span_of(""));
    free_child(child);
}

static apo_status start(apo_work_child *child, apo_http *http, const char *const *arguments)
{
    const apo_process_setup setup = {.arguments = arguments,
                                     .is_asked = true,
                                     .is_quiet = true,
                                     .memory_max_bytes = memory_max,
                                     .cpu_max_s = CPU_MAX_S};
    apo_status status = apo_process_start(&child->process, &setup);
    if (status == APO_OK)
        status = apo_http_watch_new(&child->reading, http, child->process.from, false,
                                    read_more, child);
    if (status == APO_OK)
        status = apo_http_watch_new(&child->writing, http, child->process.to, true, write_more,
                                    child);
    return status == APO_OK && child->input.is_failed ? APO_E_MEMORY : status;
}

apo_status apo_work_child_run(apo_work_child **out, apo_http *http,
                              const char *const *arguments, apo_span input,
                              apo_work_child_done *done, void *context)
{
    apo_work_child *child = apo_allocate_zero(NULL, sizeof *child);
    if (child == NULL)
        return APO_E_MEMORY;
    child->done = done;
    child->context = context;
    apo_buffer_init(&child->input, NULL);
    apo_buffer_init(&child->answer, NULL);
    apo_buffer_add_span(&child->input, input);
    apo_status status = start(child, http, arguments);
    if (status == APO_OK)
        *out = child;
    else
        free_child(child);
    return status;
}
