#include "net/workers.h"

#include <pthread.h>
#include <sys/resource.h>

#include "base/alloc.h"
#include "base/text.h"

enum {
    WAITING_MAX = 512, /* some hundred people at a time, with one piece of work each */
    METRIC_SIZE = 64,
    NICENESS = 5 /* the loop and the writing thread come first */
};

typedef struct task {
    struct task *next;
    apo_workers_work *work;
    apo_workers_done *done;
    void *context;
    uint64_t turn; /* of the loop (net/turns.h) */
    apo_status status;
} task;

typedef struct task_queue {
    task *first, **end;
    size_t count;
} task_queue;

typedef struct worker {
    apo_workers *all;
    unsigned number;
    pthread_t thread;
} worker;

struct apo_workers {
    apo_http *http;
    apo_metric *count_done;
    worker threads[APO_WORKERS_MAX];
    unsigned count;
    bool is_stopped;
    pthread_mutex_t mutex; /* guards the following members */
    pthread_cond_t has_work;
    task_queue waiting, done;
    bool is_stopping;
};

static void append(task_queue *queue, task *one)
{
    one->next = NULL;
    if (queue->first == NULL)
        queue->end = &queue->first;
    *queue->end = one;
    queue->end = &one->next;
    queue->count++;
}

static task *take_first(task_queue *queue)
{
    task *one = queue->first;
    if (one == NULL)
        return NULL;
    queue->first = one->next;
    queue->count--;
    return one;
}

/* In the loop's thread. */
static void collect(void *context)
{
    apo_workers *workers = context;
    pthread_mutex_lock(&workers->mutex);
    task *one = take_first(&workers->done);
    pthread_mutex_unlock(&workers->mutex);
    if (one == NULL)
        return; /* apo_workers_stop was faster */
    one->done(one->context, one->status);
    apo_turns_leave(apo_http_turns(workers->http), one->turn);
    apo_free(NULL, one);
}

static task *wait_for_task(apo_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    while (workers->waiting.first == NULL && !workers->is_stopping)
        pthread_cond_wait(&workers->has_work, &workers->mutex);
    task *one = workers->is_stopping ? NULL : take_first(&workers->waiting);
    pthread_mutex_unlock(&workers->mutex);
    return one;
}

static void lower_priority(void)
{
#ifdef __linux__
    /* On Linux each thread has its own priority, and 0 means the calling thread. */
    if (getpriority(PRIO_PROCESS, 0) < NICENESS)
        (void)setpriority(PRIO_PROCESS, 0, NICENESS);
#endif
}

static void *run(void *context)
{
    worker *self = context;
    apo_workers *workers = self->all;
    task *one;
    lower_priority();
    while ((one = wait_for_task(workers)) != NULL) {
        one->work(one->context, self->number);
        one->status = APO_OK;
        apo_metric_add(workers->count_done, 1);
        pthread_mutex_lock(&workers->mutex);
        append(&workers->done, one);
        pthread_mutex_unlock(&workers->mutex);
        /* If there is no memory for the call, the next successful call, or the end, collects
         * the result. */
        (void)apo_http_post(workers->http, collect, workers);
    }
    return NULL;
}

static int64_t count_waiting(void *context)
{
    return (int64_t)apo_workers_waiting(context);
}

static void add_metrics(apo_workers *workers, apo_metrics *metrics, const char *name)
{
    char done[METRIC_SIZE], waiting[METRIC_SIZE];
    apo_text text = apo_text_start(done, sizeof done);
    apo_text_add(&text, "apothecary_");
    apo_text_add(&text, name);
    apo_text_add(&text, "_tasks_total");
    workers->count_done =
        apo_metrics_counter(metrics, done, NULL, "Pieces of work done by these threads.");
    text = apo_text_start(waiting, sizeof waiting);
    apo_text_add(&text, "apothecary_");
    apo_text_add(&text, name);
    apo_text_add(&text, "_waiting");
    apo_metrics_gauge(metrics, waiting, NULL, "Pieces of work waiting for one of them.",
                      count_waiting, workers);
}

apo_status apo_workers_new(apo_workers **out, apo_http *http, apo_metrics *metrics,
                           const char *name, unsigned count)
{
    apo_workers *workers = apo_allocate_zero(NULL, sizeof *workers);
    if (workers == NULL)
        return APO_E_MEMORY;
    workers->http = http;
    if (pthread_mutex_init(&workers->mutex, NULL) != 0 ||
        pthread_cond_init(&workers->has_work, NULL) != 0) {
        apo_free(NULL, workers);
        return APO_E_MEMORY;
    }
    for (; workers->count < count && workers->count < APO_WORKERS_MAX; workers->count++) {
        worker *one = &workers->threads[workers->count];
        *one = (worker){.all = workers, .number = workers->count};
        if (pthread_create(&one->thread, NULL, run, one) != 0)
            break;
    }
    if (workers->count == 0) {
        apo_workers_free(workers);
        return APO_E_MEMORY;
    }
    add_metrics(workers, metrics, name);
    *out = workers;
    return APO_OK;
}

void apo_workers_stop(apo_workers *workers)
{
    if (workers == NULL || workers->is_stopped)
        return;
    workers->is_stopped = true;
    pthread_mutex_lock(&workers->mutex);
    workers->is_stopping = true;
    pthread_cond_broadcast(&workers->has_work);
    pthread_mutex_unlock(&workers->mutex);
    for (unsigned i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i].thread, NULL);
    for (task *one; (one = take_first(&workers->waiting)) != NULL;) {
        one->status = APO_E_FINISHED;
        append(&workers->done, one);
    }
    while (workers->done.first != NULL)
        collect(workers);
}

void apo_workers_free(apo_workers *workers)
{
    if (workers == NULL)
        return;
    apo_workers_stop(workers);
    pthread_cond_destroy(&workers->has_work);
    pthread_mutex_destroy(&workers->mutex);
    apo_free(NULL, workers);
}

bool apo_workers_submit(apo_workers *workers, apo_workers_work *work, apo_workers_done *done,
                        void *context)
{
    task *one = workers->is_stopped ? NULL : apo_allocate(NULL, sizeof *one);
    if (one == NULL)
        return false;
    *one = (task){.work = work, .done = done, .context = context};
    pthread_mutex_lock(&workers->mutex);
    bool has_place = workers->waiting.count < WAITING_MAX;
    if (has_place) {
        append(&workers->waiting, one);
        pthread_cond_signal(&workers->has_work);
    }
    pthread_mutex_unlock(&workers->mutex);
    if (has_place)
        one->turn = apo_turns_enter(apo_http_turns(workers->http));
    else
        apo_free(NULL, one);
    return has_place;
}

size_t apo_workers_waiting(apo_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    size_t count = workers->waiting.count;
    pthread_mutex_unlock(&workers->mutex);
    return count;
}
