/* A thread for work that must not keep a protocol from listening: searches and counts. One job
 * at a time. The functions belong to the thread that listens. */
#ifndef APO_PROTOCOL_RUNNER_H
#define APO_PROTOCOL_RUNNER_H

#include <stdbool.h>

#include "base/alloc.h"
#include "base/status.h"

typedef struct apo_runner apo_runner;

/* Gives `*out` (free with apo_runner_free). Errors: APO_E_MEMORY. */
apo_status apo_runner_new(apo_runner **out, const apo_alloc *alloc);

/* Waits for the job to end, so stop it first. NULL is allowed. */
void apo_runner_free(apo_runner *runner);

/* Calls `job(context)` in a thread of its own, once the job before has ended. Errors:
 * APO_E_MEMORY: there is no thread to be had. */
apo_status apo_runner_start(apo_runner *runner, void (*job)(void *context), void *context);

bool apo_runner_is_busy(apo_runner *runner);

/* Sets the flag that apo_runner_is_stopped tells of and wakes whoever waits for it; then waits
 * for the job to end. Whatever else makes the job end has been done by the caller. */
void apo_runner_stop(apo_runner *runner);

/* Waits for the job to end by itself. */
void apo_runner_wait(apo_runner *runner);

/* For the job: has it been stopped? The second waits until it is. */
bool apo_runner_is_stopped(apo_runner *runner);
void apo_runner_wait_for_stop(apo_runner *runner);

#endif
