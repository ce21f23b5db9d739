#include "store/faults/turns.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <ucontext.h>

enum {
    STACK_BYTES = 1 << 20
};

static struct {
    bool is_on;
    bool is_used;   /* the other thread exists */
    bool has_ended; /* it waits to be joined */
    bool is_other;  /* the other thread has the turn */
    ucontext_t caller, other;
    void *(*run)(void *argument);
    void *argument;
} turns;

static char stack[STACK_BYTES];

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument);
int __real_pthread_join(pthread_t thread, void **out);
int __wrap_pthread_join(pthread_t thread, void **out);
int __real_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __real_fcntl(int file, int command, ...);
int __wrap_fcntl(int file, int command, ...);

void turns_switch(bool is_on)
{
    turns.is_on = is_on;
    turns.is_used = false;
}

static void give_turn(void)
{
    turns.is_other = !turns.is_other;
    if (turns.is_other)
        swapcontext(&turns.caller, &turns.other);
    else
        swapcontext(&turns.other, &turns.caller);
}

static void run_other(void)
{
    (void)turns.run(turns.argument);
    turns.has_ended = true;
    give_turn();
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*run)(void *), void *argument)
{
    if (!turns.is_on)
        return __real_pthread_create(thread, attributes, run, argument);
    if (turns.is_used || getcontext(&turns.other) != 0)
        return EAGAIN;
    turns.is_used = true;
    turns.has_ended = false;
    turns.run = run;
    turns.argument = argument;
    turns.other.uc_stack.ss_sp = stack;
    turns.other.uc_stack.ss_size = sizeof stack;
    turns.other.uc_link = NULL;
    makecontext(&turns.other, run_other, 0);
    *thread = pthread_self();
    return 0;
}

int __wrap_pthread_join(pthread_t thread, void **out)
{
    if (!turns.is_on)
        return __real_pthread_join(thread, out);
    while (!turns.has_ended)
        give_turn();
    turns.is_used = false;
    return 0;
}

/* Returns after each turn of the other thread, whether it has signalled or not, as a condition
 * may. Two threads that wait for each other take turns for ever. */
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (!turns.is_on)
        return __real_pthread_cond_wait(condition, mutex);
    pthread_mutex_unlock(mutex);
    give_turn();
    return pthread_mutex_lock(mutex);
}

/* A forked process may take the lock of its parent's database: its disk is its own. */
int __wrap_fcntl(int file, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return turns.is_on && command == F_SETLK ? 0 : __real_fcntl(file, command, argument);
}
