/* Runs the stored jobs (store/jobs.h). Each kind of job has one handler; jobs of a kind are run
 * one after another, each when it is due. A handler puts its effect into the batch that also
 * drops the job, so that no crash can lose or double it. Loop's thread. */
#ifndef APO_SERVER_JOBS_JOBS_H
#define APO_SERVER_JOBS_JOBS_H

#include "server/web/app.h"
#include "store/jobs.h"

typedef struct apo_jobs apo_jobs;
typedef struct apo_job apo_job;

enum {
    APO_JOBS_MAX = 32 /* kinds */
};

/* Does a job, now or later. It must end the job with exactly one of apo_job_done,
 * apo_job_delay, or apo_job_drop and apo_job_end; until then, no other job of this kind begins.
 * `context` is the apo_app. */
typedef void apo_job_handler(void *context, apo_job *job);

/* The caller frees it with apo_jobs_free (when the store is closed). NULL when out of memory.
 */
apo_jobs *apo_jobs_new(apo_app *app);
void apo_jobs_free(apo_jobs *jobs); /* NULL is allowed */

/* Registers the handler of a kind (a literal), before the server runs. */
void apo_jobs_add(apo_jobs *jobs, const char *kind, apo_job_handler *handler);

/* True if a kind has a handler: jobs of other kinds need not be stored. NULL: no kind has
 * one. */
bool apo_jobs_know(const apo_jobs *jobs, const char *kind);

/* Begins the jobs that are due. Call it once a second, and after storing an urgent job. */
void apo_jobs_tick(apo_jobs *jobs);

/* Begins no more jobs: the server is stopping. */
void apo_jobs_stop(apo_jobs *jobs); /* NULL is allowed */

/* Its row in the store; borrowed until the job ends. */
const apo_store_job *apo_job_row(const apo_job *job);

/* Ends it: adds the drop of the job to `batch` (taken; NULL: the job no longer has any effect)
 * and stores it. If it cannot be stored, the job stays and is tried again later. */
void apo_job_done(apo_job *job, apo_store_batch *batch);

/* Postpones it by at least a second. */
void apo_job_delay(apo_job *job, int64_t wait_ms);

/* True for transient errors (no memory, no space): the job is not done, and should be retried
 * by calling apo_job_end with this status. */
bool apo_job_is_transient(apo_status status);

/* For an effect whose batch another function submits (a move, a new game): adds the drop of the
 * job to that batch. Then call apo_job_end with the batch's status. */
void apo_job_drop(const apo_job *job, apo_store_batch *batch);
void apo_job_end(apo_job *job, apo_status status);

#endif
