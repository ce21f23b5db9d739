/* What a measurement works with: an engine that plays with itself, what has been found so far,
 * and positions kept for the tuner. */
#ifndef APO_CLI_LAB_LAB_H
#define APO_CLI_LAB_LAB_H

#include "cli/lab/sample.h"

typedef struct apo_lab {
    apo_lab_table table; /* owns its engine; the caller sets the rules before opening */
    apo_lab_log log;
    apo_lab_sample sample;
    apo_lab_progress progress;
} apo_lab;

/* Makes an engine for the variant, and opens the files that --state and --positions name; for
 * the log see apo_lab_log_open. Failures are said. `lab` is empty but for its rules, and to be
 * closed whatever comes of it. */
enum apo_exit apo_lab_open(apo_lab *lab, const apo_call *call, const apo_variant *var,
                           const char *title, apo_lab_read_line *read, void *context);

void apo_lab_close(apo_lab *lab);

#endif
