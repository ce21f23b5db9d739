/* A thread for work that must not block a protocol's input: searches and perft. One job at a
 * time. Call the functions from the listening thread. */
#ifndef APO_PROTOCOL_RUNNER_H
#define APO_PROTOCOL_RUNNER_H

#include <stdbool.h>

#include "base/alloc.h"
#include "base/status.h"

typedef struct apo_runner apo_runner;

/* Gives `*out` (free with apo_runner_free). Errors: APO_E_MEMORY. */
apo_status apo_runner_new(apo_runner **out, const apo_alloc *alloc);

/* Waits for the job, so stop it first. NULL is allowed. */
void apo_runner_free(apo_runner *runner);

/* Calls `job(context)` in its own thread once the previous job has ended. Errors: APO_E_MEMORY:
 * no thread available. */
apo_status apo_runner_start(apo_runner *runner, void (*job)(void *context), void *context);

bool apo_runner_is_busy(apo_runner *runner);

/* Sets the flag read by apo_runner_is_stopped, wakes a job that waits for the flag, and waits
 * for the job to end. If the job needs more to end, such as a stopped search, do that first. */
void apo_runner_stop(apo_runner *runner);

/* Waits for the job to end by itself. */
void apo_runner_wait(apo_runner *runner);

/* For the job: true once it has been stopped. The second function waits until then. */
bool apo_runner_is_stopped(apo_runner *runner);
void apo_runner_wait_for_stop(apo_runner *runner);

#endif
