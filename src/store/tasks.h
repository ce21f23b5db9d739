/* Tasks: what is still to be done. A task is stored in the same batch as what causes it, and dropped in
 * the same batch as its effect; so a crash between the two loses nothing and doubles nothing. */
#ifndef APO_STORE_TASKS_H
#define APO_STORE_TASKS_H

#include "store/store.h"

enum {
    APO_STORE_TASK_KIND_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_TASK_DATA_MAX = 256
};

typedef struct apo_store_task {
    int64_t id;                         /* numbers rise; the store gives them */
    char kind[APO_STORE_TASK_KIND_MAX]; /* who does it */
    char subject[APO_STORE_ID_MAX];     /* of what: a game, a person, ... */
    char data[APO_STORE_TASK_DATA_MAX]; /* the doer's */
    int64_t due_ms;                     /* not before */
    unsigned tries;                     /* how often it was put off */
} apo_store_task;

/* What `kind` is to do with `subject`, not before `due_ms`; `data` ("": none) is the doer's. Texts are
 * copied; they must have room in a task. */
void apo_store_add_task(apo_store_batch *batch, const char *kind, const char *subject,
                        const char *data, int64_t due_ms);

/* Does away with a task; APO_E_UNKNOWN fails the batch if it is gone: it has been done already. */
void apo_store_drop_task(apo_store_batch *batch, int64_t id);

/* Puts a task off. */
void apo_store_delay_task(apo_store_batch *batch, int64_t id, int64_t due_ms);

/* Does away with all tasks of a kind about a subject, if there are any. */
void apo_store_drop_tasks(apo_store_batch *batch, const char *kind, const char *subject);

/* The task of a kind that is due first, if its time has come; of two, the older one. */
apo_status apo_store_next_task(apo_store *store, apo_store_task *out, const char *kind,
                               int64_t now_ms);

/* Calls `row` for each task of a kind about a subject, in the order of their times; false from it
 * ends the list. */
typedef bool apo_store_task_row(void *context, const apo_store_task *task);
apo_status apo_store_list_tasks(apo_store *store, const char *kind, apo_span subject,
                                apo_store_task_row *row, void *context);

#endif
