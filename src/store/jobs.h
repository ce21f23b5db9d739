/* Jobs: work still to be done. A job is stored in the same batch as its cause, and dropped in
 * the same batch as its effect; so a crash in between neither loses nor repeats anything. */
#ifndef APO_STORE_JOBS_H
#define APO_STORE_JOBS_H

#include "store/store.h"

enum {
    APO_STORE_JOB_KIND_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_JOB_DATA_MAX = 256
};

typedef struct apo_store_job {
    int64_t id;                        /* ascending; given by the store */
    char kind[APO_STORE_JOB_KIND_MAX]; /* names its handler */
    char subject[APO_STORE_ID_MAX];    /* a game, a person, ... */
    char data[APO_STORE_JOB_DATA_MAX]; /* for the handler */
    int64_t due_ms;                    /* not before */
    unsigned tries;                    /* how often it has been postponed */
} apo_store_job;

/* Adds a job for the handler of `kind` about `subject`, not before `due_ms`; `data` ("": none)
 * is for the handler. Texts are copied; they must fit an apo_store_job. */
void apo_store_add_job(apo_store_batch *batch, const char *kind, const char *subject,
                       const char *data, int64_t due_ms);

/* Drops a job; APO_E_UNKNOWN fails the batch if it is gone: it has been done already. */
void apo_store_drop_job(apo_store_batch *batch, int64_t id);

/* Postpones a job. */
void apo_store_delay_job(apo_store_batch *batch, int64_t id, int64_t due_ms);

/* Drops all jobs of a kind about a subject, if there are any. */
void apo_store_drop_jobs(apo_store_batch *batch, const char *kind, const char *subject);

/* The first due job of a kind, if there is one; of two, the older one. */
apo_status apo_store_next_job(apo_store *store, apo_store_job *out, const char *kind,
                              int64_t now_ms);

/* Calls `row` for each job of a kind about a subject, by due time; if it returns false, the
 * list ends. */
typedef bool apo_store_job_row(void *context, const apo_store_job *job);
apo_status apo_store_list_jobs(apo_store *store, const char *kind, apo_span subject,
                               apo_store_job_row *row, void *context);

#endif
