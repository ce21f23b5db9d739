#include "server/jobs/jobs.h"

#include <string.h>

enum {
    WAIT_MIN_MS = 1000,
    WAIT_MAX_MS = 3600 * 1000, /* pause between tries of a job that cannot be stored */
    DOUBLINGS_MAX = 12
};

struct apo_job {
    apo_jobs *jobs;
    const char *kind;
    apo_job_handler *handler;
    bool is_busy;
    apo_store_job row; /* while it is busy */
};

struct apo_jobs {
    apo_app *app;
    bool is_stopping;
    unsigned count;
    apo_job kinds[APO_JOBS_MAX];
};

apo_jobs *apo_jobs_new(apo_app *app)
{
    apo_jobs *jobs = apo_allocate_zero(NULL, sizeof *jobs);
    if (jobs != NULL)
        jobs->app = app;
    return jobs;
}

void apo_jobs_free(apo_jobs *jobs)
{
    apo_free(NULL, jobs);
}

void apo_jobs_stop(apo_jobs *jobs)
{
    if (jobs != NULL)
        jobs->is_stopping = true;
}

void apo_jobs_add(apo_jobs *jobs, const char *kind, apo_job_handler *handler)
{
    if (jobs->count < APO_JOBS_MAX)
        jobs->kinds[jobs->count++] = (apo_job){.jobs = jobs, .kind = kind, .handler = handler};
}

bool apo_jobs_know(const apo_jobs *jobs, const char *kind)
{
    for (unsigned i = 0; jobs != NULL && i < jobs->count; i++) {
        if (strcmp(jobs->kinds[i].kind, kind) == 0)
            return true;
    }
    return false;
}

/* Begins the next job of a kind, if one is due. end() continues with the next one. */
static void begin(apo_job *job)
{
    apo_app *app = job->jobs->app;
    if (job->is_busy || job->jobs->is_stopping)
        return;
    if (apo_store_next_job(app->store, &job->row, job->kind, apo_http_wall_clock_ms()) !=
        APO_OK)
        return;
    job->is_busy = true;
    job->handler(app, job);
}

void apo_jobs_tick(apo_jobs *jobs)
{
    for (unsigned i = 0; i < jobs->count; i++)
        begin(&jobs->kinds[i]);
}

const apo_store_job *apo_job_row(const apo_job *job)
{
    return &job->row;
}

static int64_t patience_ms(unsigned tries)
{
    int64_t wait_ms = (int64_t)WAIT_MIN_MS << (tries < DOUBLINGS_MAX ? tries : DOUBLINGS_MAX);
    return wait_ms < WAIT_MAX_MS ? wait_ms : WAIT_MAX_MS;
}

static void end(apo_job *job)
{
    job->is_busy = false;
    begin(job);
}

static void finish_delay(void *context, apo_status status)
{
    apo_job *job = context;
    job->is_busy = false;
    /* If even postponing a job fails, the next tick begins it again. */
    if (status == APO_OK)
        begin(job);
}

void apo_job_delay(apo_job *job, int64_t wait_ms)
{
    apo_app *app = job->jobs->app;
    apo_store_batch *batch = apo_store_batch_new();
    int64_t due_ms = apo_http_wall_clock_ms() + (wait_ms > WAIT_MIN_MS ? wait_ms : WAIT_MIN_MS);
    apo_store_delay_job(batch, job->row.id, due_ms);
    apo_store_submit(app->store, batch, finish_delay, job);
}

void apo_job_drop(const apo_job *job, apo_store_batch *batch)
{
    apo_store_drop_job(batch, job->row.id);
}

void apo_job_end(apo_job *job, apo_status status)
{
    if (status == APO_OK) {
        end(job);
        return;
    }
    apo_log_text(&job->jobs->app->log, "job_put_off", "kind", apo_span_of(job->kind));
    apo_job_delay(job, patience_ms(job->row.tries));
}

bool apo_job_is_transient(apo_status status)
{
    return status == APO_E_IO || status == APO_E_MEMORY;
}

static void finish(void *context, apo_status status)
{
    apo_job_end(context, status);
}

void apo_job_done(apo_job *job, apo_store_batch *batch)
{
    apo_app *app = job->jobs->app;
    if (batch == NULL)
        batch = apo_store_batch_new();
    apo_job_drop(job, batch);
    apo_store_submit(app->store, batch, finish, job);
}
