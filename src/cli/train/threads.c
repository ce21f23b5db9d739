#include "cli/train/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct apo_train_threads {
    apo_parallel parallel;
    pthread_t *list; /* owned; without the caller's */
    size_t count;
    pthread_mutex_t mutex; /* guards all below but `next` */
    pthread_cond_t begin, end;
    unsigned round; /* of work */
    size_t busy;    /* threads that work on this round */
    bool is_over;
    void (*job)(void *context, size_t index);
    void *context;
    size_t jobs;
    atomic_size_t next; /* job */
};

static void work(apo_train_threads *threads)
{
    size_t index;
    while ((index = atomic_fetch_add(&threads->next, 1)) < threads->jobs)
        threads->job(threads->context, index);
}

static void *wait_for_work(void *context)
{
    apo_train_threads *threads = context;
    unsigned round = 0;
    pthread_mutex_lock(&threads->mutex);
    while (true) {
        while (!threads->is_over && threads->round == round)
            pthread_cond_wait(&threads->begin, &threads->mutex);
        if (threads->is_over)
            break;
        round = threads->round;
        pthread_mutex_unlock(&threads->mutex);
        work(threads);
        pthread_mutex_lock(&threads->mutex);
        if (--threads->busy == 0)
            pthread_cond_signal(&threads->end);
    }
    pthread_mutex_unlock(&threads->mutex);
    return NULL;
}

static void run(void *self, size_t count, void (*job)(void *context, size_t index),
                void *context)
{
    apo_train_threads *threads = self;
    pthread_mutex_lock(&threads->mutex);
    threads->job = job;
    threads->context = context;
    threads->jobs = count;
    atomic_store(&threads->next, 0);
    threads->busy = threads->count;
    threads->round++;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->mutex);
    work(threads);
    pthread_mutex_lock(&threads->mutex);
    while (threads->busy > 0)
        pthread_cond_wait(&threads->end, &threads->mutex);
    pthread_mutex_unlock(&threads->mutex);
}

apo_train_threads *apo_train_threads_new(size_t count)
{
    apo_train_threads *threads = calloc(1, sizeof *threads);
    if (threads == NULL)
        return NULL;
    threads->list = calloc(count, sizeof *threads->list);
    if (threads->list == NULL) {
        free(threads);
        return NULL;
    }
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->begin, NULL);
    pthread_cond_init(&threads->end, NULL);
    while (threads->count + 1 < count &&
           pthread_create(&threads->list[threads->count], NULL, wait_for_work, threads) == 0)
        threads->count++;
    threads->parallel = (apo_parallel){run, threads, threads->count + 1};
    return threads;
}

void apo_train_threads_free(apo_train_threads *threads)
{
    if (threads == NULL)
        return;
    pthread_mutex_lock(&threads->mutex);
    threads->is_over = true;
    pthread_cond_broadcast(&threads->begin);
    pthread_mutex_unlock(&threads->mutex);
    for (size_t i = 0; i < threads->count; i++)
        pthread_join(threads->list[i], NULL);
    pthread_cond_destroy(&threads->begin);
    pthread_cond_destroy(&threads->end);
    pthread_mutex_destroy(&threads->mutex);
    free(threads->list);
    free(threads);
}

const apo_parallel *apo_train_threads_all(const apo_train_threads *threads)
{
    return &threads->parallel;
}
