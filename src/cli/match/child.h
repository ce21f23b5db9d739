/* A child process that exchanges lines with us. Use each child from one thread. */
#ifndef APO_CLI_MATCH_CHILD_H
#define APO_CLI_MATCH_CHILD_H

#include <stdio.h>
#include <sys/types.h>

#include "base/span.h"
#include "base/status.h"

enum {
    APO_CHILD_LINE_MAX = 1 << 16 /* bytes; longer lines are split */
};

typedef struct apo_child {
    pid_t id; /* 0: none */
    int to, from;
    char *bytes; /* owned; a buffer of APO_CHILD_LINE_MAX */
    size_t length, taken;
    bool is_at_end;
    bool (*is_stopped)(const void *context); /* polled while waiting; may be NULL */
    const void *stop_context;
    FILE *log;        /* may be NULL */
    const char *name; /* in the log */
    /* Of our own engine, for --constants; NULL: the usual ones. */
    const char *constants;
} apo_child;

enum apo_child_event {
    APO_CHILD_LINE,
    APO_CHILD_LATE,   /* timeout */
    APO_CHILD_ENDED,  /* no more output will come */
    APO_CHILD_STOPPED /* is_stopped says so */
};

/* Starts `command` in the shell, or our own engine if it is NULL. Discards the child's standard
 * error. `out` is zero except for is_stopped, `log`, `name` and `constants`. Errors:
 * APO_E_MEMORY; APO_E_IO, with errno. */
apo_status apo_child_start(apo_child *out, const char *command);

bool apo_child_is_running(const apo_child *child);

/* CPU time of the child in milliseconds; -1: unknown. */
int64_t apo_child_work_ms(const apo_child *child);

/* Sends a line, given without its line end. False: the child does not accept it. */
bool apo_child_send(apo_child *child, const char *line);

/* Waits for a line until the engine clock shows `until_ms`. `*out` is borrowed until the next
 * call. */
enum apo_child_event apo_child_read(apo_child *child, int64_t until_ms, apo_span *out);

/* Kills the child if it has not exited within `grace_ms`. */
void apo_child_stop(apo_child *child, int64_t grace_ms);

#endif
