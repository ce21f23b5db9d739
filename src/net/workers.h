/* Threads for work that would block the event loop too long: reading uploaded files, writing
 * downloads, searching. Each piece of work is two functions: `work` runs in some thread, and
 * then `done` in the loop's.
 *
 * The queue is served in order, so large work is submitted in small pieces, one after the
 * other: then everybody gets a share. The threads run at a lower priority than the loop where
 * the system allows that.
 *
 * Threads: everything here belongs to the loop's thread. */
#ifndef APO_NET_WORKERS_H
#define APO_NET_WORKERS_H

#include "net/http.h"

enum {
    APO_WORKERS_MAX = 8
};

typedef struct apo_workers apo_workers;

/* The work: `worker` is the number of the thread, from 0, for per-thread data. */
typedef void apo_workers_work(void *context, unsigned worker);

/* Called once for each piece of work, from the loop. APO_OK: the work was done. APO_E_FINISHED:
 * the server is stopping, and it was not. */
typedef void apo_workers_done(void *context, apo_status status);

/* Starts `count` threads, 1 to APO_WORKERS_MAX. `name`, "worker" or "reader", is part of the
 * names of their metrics. The caller frees it with apo_workers_free (after the loop). Errors:
 * APO_E_MEMORY. */
apo_status apo_workers_new(apo_workers **out, apo_http *http, apo_metrics *metrics,
                           const char *name, unsigned count);

/* Ends the threads after their current work, and calls `done` for everything, done or not. NULL
 * is allowed. */
void apo_workers_stop(apo_workers *workers);
void apo_workers_free(apo_workers *workers); /* NULL is allowed */

/* False: the queue is full, memory has run out or the server is stopping; `done` is not
 * called. Answer 503 then. */
bool apo_workers_submit(apo_workers *workers, apo_workers_work *work, apo_workers_done *done,
                        void *context);

/* How many pieces of work wait for a thread. */
size_t apo_workers_waiting(apo_workers *workers);

#endif
