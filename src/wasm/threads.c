#include "wasm/threads.h"

#include <stdatomic.h>

#include "base/alloc.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum {
    STACK_BYTES = 4 << 20, /* as much as the engine's own thread has */
    HELPERS_MAX = 63
};

/* What a helper does. */
enum state {
    ABSENT, /* no worker has come for this place */
    IDLE,
    BUSY
};

/* A helper's place. Gets work while it is idle, and becomes idle again afterwards. */
typedef struct place {
    _Atomic int state; /* enum state */
    void (*work)(void *argument);
    void *argument;
} place;

static place places[HELPERS_MAX];
static _Atomic unsigned taken;

static void change(place *p, enum state to)
{
    atomic_store(&p->state, (int)to);
    (void)__builtin_wasm_memory_atomic_notify((int *)&p->state, 1);
}

/* Out of line, because V8's baseline compiler (11.3, in node 20) loses the variables of a
 * function that waits. */
__attribute__((noinline)) static void wait_while(place *p, enum state from)
{
    while (atomic_load(&p->state) == (int)from)
        (void)__builtin_wasm_memory_atomic_wait32((int *)&p->state, (int)from, -1);
}

static void *start(void (*work)(void *argument), void *argument)
{
    for (unsigned i = 0; i < HELPERS_MAX; i++)
        if (atomic_load(&places[i].state) == IDLE) {
            places[i].work = work;
            places[i].argument = argument;
            change(&places[i], BUSY);
            return &places[i];
        }
    return NULL;
}

static void join(void *thread)
{
    wait_while(thread, BUSY);
}

const apo_threads *apo_helper_threads(void)
{
    static const apo_threads threads = {start, join};
    return &threads;
}

EXPORT(apo_helper_stack) void *apo_helper_stack(void)
{
    char *stack = apo_allocate(NULL, STACK_BYTES);
    return stack == NULL ? NULL : stack + STACK_BYTES;
}

EXPORT(apo_helper_stay) void apo_helper_stay(void)
{
    unsigned number = atomic_fetch_add(&taken, 1);
    if (number >= HELPERS_MAX)
        return;
    place *mine = &places[number];
    atomic_store(&mine->state, IDLE);
    for (;;) {
        wait_while(mine, IDLE);
        mine->work(mine->argument);
        change(mine, IDLE);
    }
}
