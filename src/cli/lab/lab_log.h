/* The results of a long measurement so far: in a file that survives a kill, and on the screen.
 *
 * The first line of the file says what is measured; one line per result follows. A line cut off
 * by a kill is dropped when the measurement resumes. */
#ifndef APO_CLI_LAB_LAB_LOG_H
#define APO_CLI_LAB_LAB_LOG_H

#include <stdio.h>

#include "cli/call/command.h"
#include "cli/io/input.h"

typedef struct apo_lab_log {
    FILE *file; /* NULL: none */
    const char *path;
} apo_lab_log;

/* Reads one line of the file; false if it is invalid. */
typedef bool apo_lab_read_line(void *context, apo_span line);

/* Opens the file (`path` NULL: no file), which may already exist, and reads its lines. Reports
 * failures: the file cannot be read or written, has a title other than `title`, or an invalid
 * line. */
enum apo_exit apo_lab_log_open(apo_lab_log *out, const char *path, const char *title,
                               apo_lab_read_line *read, void *context);

/* Appends a line. Returns false and reports it if it cannot be written. */
bool apo_lab_log_add(apo_lab_log *log, const char *line);

void apo_lab_log_close(apo_lab_log *log);

/* Progress, on one line of standard error that is overwritten. */
typedef struct apo_lab_progress {
    bool is_shown;
    int64_t start_ms, shown_ms;
    uint32_t known; /* done in earlier runs */
} apo_lab_progress;

void apo_lab_progress_start(apo_lab_progress *out, uint32_t known, bool is_wanted);

/* Shows the progress, at most twice a second. */
void apo_lab_progress_show(apo_lab_progress *progress, uint32_t done, uint32_t total,
                           const char *of_what);

/* Ends the line. */
void apo_lab_progress_end(const apo_lab_progress *progress);

#endif
