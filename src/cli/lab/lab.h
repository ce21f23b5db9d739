/* The tools of a measurement: an engine that plays itself, the log of results, and the
 * positions kept for the tuner. */
#ifndef APO_CLI_LAB_LAB_H
#define APO_CLI_LAB_LAB_H

#include "cli/lab/sample.h"
#include "cli/nets/nets.h"

typedef struct apo_lab {
    apo_lab_table table; /* owns its engine; the caller sets the rules before opening */
    apo_lab_log log;
    apo_lab_sample sample;
    apo_lab_progress progress;
    apo_nets nets; /* the nets that the engine evaluates with */
} apo_lab;

/* Creates an engine for the variant, with the program's own net or that of --eval-file, and
 * opens the file of --state; see apo_lab_log_open. If there is a net, the log's title names it
 * after `title`, so that no measurement mixes two. Reports failures. `lab` is empty except for
 * its rules, and must be closed even after a failure. */
enum apo_exit apo_lab_open(apo_lab *lab, const apo_call *call, const apo_variant *var,
                           const char *title, apo_lab_read_line *read, void *context);

/* From now on, positions of the games that the engine plays go to the file of --positions.
 * Reports failures. */
enum apo_exit apo_lab_sample_games(apo_lab *lab, const apo_call *call, const apo_variant *var);

void apo_lab_close(apo_lab *lab);

#endif
