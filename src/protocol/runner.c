#include "protocol/runner.h"

#include <pthread.h>

struct apo_runner {
    const apo_alloc *alloc;
    bool has_thread; /* since the first job; it waits for more, for a new one costs 0.2 ms */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    bool is_busy, is_stopped;
    void (*job)(void *context); /* NULL: the thread ends */
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
    if (pthread_cond_init(&runner->changed, NULL) != 0)
        goto no_condition;
    *out = runner;
    return APO_OK;
no_condition:
    pthread_mutex_destroy(&runner->mutex);
no_mutex:
    apo_free(alloc, runner);
    return APO_E_MEMORY;
}

static void set(apo_runner *runner, bool *flag, bool value)
{
    pthread_mutex_lock(&runner->mutex);
    *flag = value;
    pthread_cond_broadcast(&runner->changed);
    pthread_mutex_unlock(&runner->mutex);
}

static bool get(apo_runner *runner, const bool *flag)
{
    pthread_mutex_lock(&runner->mutex);
    bool value = *flag;
    pthread_mutex_unlock(&runner->mutex);
    return value;
}

static void wait_until(apo_runner *runner, const bool *flag, bool value)
{
    pthread_mutex_lock(&runner->mutex);
    while (*flag != value)
        pthread_cond_wait(&runner->changed, &runner->mutex);
    pthread_mutex_unlock(&runner->mutex);
}

void apo_runner_free(apo_runner *runner)
{
    if (runner == NULL)
        return;
    apo_runner_wait(runner);
    if (runner->has_thread) {
        runner->job = NULL;
        set(runner, &runner->is_busy, true);
        pthread_join(runner->thread, NULL);
    }
    pthread_cond_destroy(&runner->changed);
    pthread_mutex_destroy(&runner->mutex);
    apo_free(runner->alloc, runner);
}

static void *work(void *context)
{
    apo_runner *runner = context;
    for (;;) {
        wait_until(runner, &runner->is_busy, true);
        if (runner->job == NULL)
            return NULL;
        runner->job(runner->context);
        set(runner, &runner->is_busy, false);
    }
}

apo_status apo_runner_start(apo_runner *runner, void (*job)(void *context), void *context)
{
    apo_runner_wait(runner);
    if (!runner->has_thread && pthread_create(&runner->thread, NULL, work, runner) != 0)
        return APO_E_MEMORY;
    runner->has_thread = true;
    runner->job = job;
    runner->context = context;
    set(runner, &runner->is_stopped, false);
    set(runner, &runner->is_busy, true);
    return APO_OK;
}

bool apo_runner_is_busy(apo_runner *runner)
{
    return get(runner, &runner->is_busy);
}

void apo_runner_stop(apo_runner *runner)
{
    set(runner, &runner->is_stopped, true);
    apo_runner_wait(runner);
}

void apo_runner_wait(apo_runner *runner)
{
    wait_until(runner, &runner->is_busy, false);
}

bool apo_runner_is_stopped(apo_runner *runner)
{
    return get(runner, &runner->is_stopped);
}

void apo_runner_wait_for_stop(apo_runner *runner)
{
    wait_until(runner, &runner->is_stopped, true);
}
