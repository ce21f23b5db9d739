/* Another program that lines are exchanged with. A child belongs to one thread. */
#ifndef APO_CLI_MATCH_CHILD_H
#define APO_CLI_MATCH_CHILD_H

#include <stdio.h>
#include <sys/types.h>

#include "base/span.h"
#include "base/status.h"

enum {
    APO_CHILD_LINE_MAX = 1 << 16 /* bytes; what is longer is cut into several lines */
};

typedef struct apo_child {
    pid_t id; /* 0: none */
    int to, from;
    char *bytes; /* owned; a buffer of APO_CHILD_LINE_MAX */
    size_t length, taken;
    bool is_at_end;
    bool (*is_stopped)(const void *context); /* asked while waiting; may be NULL */
    const void *stop_context;
    FILE *log;        /* may be NULL */
    const char *name; /* in the log */
} apo_child;

enum apo_child_event {
    APO_CHILD_LINE,
    APO_CHILD_LATE,   /* the time is over */
    APO_CHILD_ENDED,  /* it will say nothing more */
    APO_CHILD_STOPPED /* is_stopped says so */
};

/* Starts `command` by the shell, or our own engine if it is NULL. What the child says on its
 * standard error is dropped. `out` is zero but for is_stopped, `log` and `name`. Errors:
 * APO_E_MEMORY; APO_E_IO, with errno. */
apo_status apo_child_start(apo_child *out, const char *command);

bool apo_child_is_running(const apo_child *child);

/* Milliseconds for which processors have worked for the child since it was started; -1: not
 * known. */
int64_t apo_child_work_ms(const apo_child *child);

/* Sends a line, without its end. False: the child does not take it. */
bool apo_child_send(apo_child *child, const char *line);

/* Waits for a line until the engine clock shows `until_ms`. `*out` is borrowed until the next
 * call. */
enum apo_child_event apo_child_read(apo_child *child, int64_t until_ms, apo_span *out);

/* Ends the child at once if it is still there, after `grace_ms` for its own leave. */
void apo_child_stop(apo_child *child, int64_t grace_ms);

#endif
