/* What long measurements have found so far: in a file that outlives a kill, and on the screen.
 *
 * The file begins with a line that says what is measured; then comes a line for each result. A
 * line cut off by a kill is dropped when the measurement goes on. */
#ifndef APO_CLI_LAB_LAB_LOG_H
#define APO_CLI_LAB_LAB_LOG_H

#include <stdio.h>

#include "cli/call/command.h"
#include "cli/io/input.h"

typedef struct apo_lab_log {
    FILE *file; /* NULL: none */
    const char *path;
} apo_lab_log;

/* Reads one line of the file; false if it makes no sense. */
typedef bool apo_lab_read_line(void *context, apo_span line);

/* Opens the file (`path` NULL: none is kept), which may exist already, and has what is in it
 * read. Failures are said: it cannot be read or written, is about something else than `title`,
 * has a line without sense. */
enum apo_exit apo_lab_log_open(apo_lab_log *out, const char *path, const char *title,
                               apo_lab_read_line *read, void *context);

/* Adds a line. False, and said, if it cannot be written. */
bool apo_lab_log_add(apo_lab_log *log, const char *line);

void apo_lab_log_close(apo_lab_log *log);

/* How far the work is, on one line of standard error that is written over. */
typedef struct apo_lab_progress {
    bool is_shown;
    int64_t start_ms, shown_ms;
    uint32_t known; /* done before the start */
} apo_lab_progress;

void apo_lab_progress_start(apo_lab_progress *out, uint32_t known, bool is_wanted);

/* Shows it, at most twice a second. */
void apo_lab_progress_show(apo_lab_progress *progress, uint32_t done, uint32_t total,
                           const char *of_what);

/* Ends the line. */
void apo_lab_progress_end(const apo_lab_progress *progress);

#endif
