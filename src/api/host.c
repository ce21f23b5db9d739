#include "api/host.h"

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"

int64_t apo_engine_now(void *context)
{
    struct timespec now;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

typedef struct hand {
    pthread_t thread;
    void (*work)(void *argument);
    void *argument;
} hand;

static void *run(void *context)
{
    hand *one = context;
    one->work(one->argument);
    return NULL;
}

static void *start(void (*work)(void *argument), void *argument)
{
    hand *one = apo_allocate(NULL, sizeof *one);
    if (one == NULL)
        return NULL;
    one->work = work;
    one->argument = argument;
    if (pthread_create(&one->thread, NULL, run, one) == 0)
        return one;
    apo_free(NULL, one);
    return NULL;
}

static void join(void *thread)
{
    hand *one = thread;
    pthread_join(one->thread, NULL);
    apo_free(NULL, one);
}

const apo_threads *apo_posix_threads(void)
{
    static const apo_threads threads = {start, join};
    return &threads;
}
