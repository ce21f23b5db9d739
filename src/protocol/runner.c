#include "protocol/runner.h"

#include <pthread.h>

struct apo_runner {
    const apo_alloc *alloc;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards is_stopped and is_ended */
    pthread_cond_t stopped;
    bool has_thread; /* to be joined */
    bool is_stopped, is_ended;
    void (*job)(void *context);
    void *context;
};

apo_status apo_runner_new(apo_runner **out, const apo_alloc *alloc)
{
    apo_runner *runner = apo_allocate_zero(alloc, sizeof *runner);
    if (runner == NULL)
        return APO_E_MEMORY;
    runner->alloc = alloc;
    if (pthread_mutex_init(&runner->mutex, NULL) != 0)
        goto no_mutex;
    if (pthread_cond_init(&runner->stopped, NULL) != 0)
        goto no_condition;
    *out = runner;
    return APO_OK;
no_condition:
    pthread_mutex_destroy(&runner->mutex);
no_mutex:
    apo_free(alloc, runner);
    return APO_E_MEMORY;
}

void apo_runner_free(apo_runner *runner)
{
    if (runner == NULL)
        return;
    apo_runner_wait(runner);
    pthread_cond_destroy(&runner->stopped);
    pthread_mutex_destroy(&runner->mutex);
    apo_free(runner->alloc, runner);
}

static void *run(void *context)
{
    apo_runner *runner = context;
    runner->job(runner->context);
    pthread_mutex_lock(&runner->mutex);
    runner->is_ended = true;
    pthread_mutex_unlock(&runner->mutex);
    return NULL;
}

apo_status apo_runner_start(apo_runner *runner, void (*job)(void *context), void *context)
{
    apo_runner_wait(runner);
    runner->job = job;
    runner->context = context;
    runner->is_stopped = runner->is_ended = false;
    if (pthread_create(&runner->thread, NULL, run, runner) != 0)
        return APO_E_MEMORY;
    runner->has_thread = true;
    return APO_OK;
}

bool apo_runner_is_busy(apo_runner *runner)
{
    pthread_mutex_lock(&runner->mutex);
    bool is_busy = runner->has_thread && !runner->is_ended;
    pthread_mutex_unlock(&runner->mutex);
    return is_busy;
}

void apo_runner_stop(apo_runner *runner)
{
    pthread_mutex_lock(&runner->mutex);
    runner->is_stopped = true;
    pthread_cond_signal(&runner->stopped);
    pthread_mutex_unlock(&runner->mutex);
    apo_runner_wait(runner);
}

void apo_runner_wait(apo_runner *runner)
{
    if (runner->has_thread)
        pthread_join(runner->thread, NULL);
    runner->has_thread = false;
}

bool apo_runner_is_stopped(apo_runner *runner)
{
    pthread_mutex_lock(&runner->mutex);
    bool is_stopped = runner->is_stopped;
    pthread_mutex_unlock(&runner->mutex);
    return is_stopped;
}

void apo_runner_wait_for_stop(apo_runner *runner)
{
    pthread_mutex_lock(&runner->mutex);
    while (!runner->is_stopped)
        pthread_cond_wait(&runner->stopped, &runner->mutex);
    pthread_mutex_unlock(&runner->mutex);
}
