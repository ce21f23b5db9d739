#include "server/site/chores.h"

#include <string.h>

enum {
    WAIT_MIN_MS = 1000,
    WAIT_MAX_MS = 3600 * 1000, /* between tries of a task that cannot be stored */
    DOUBLINGS_MAX = 12
};

struct apo_chore {
    apo_chores *chores;
    const char *kind;
    apo_chore_doer *doer;
    bool is_busy;
    apo_store_task task; /* while it is busy */
};

struct apo_chores {
    apo_app *app;
    bool is_stopping;
    unsigned count;
    apo_chore kinds[APO_CHORES_MAX];
};

apo_chores *apo_chores_new(apo_app *app)
{
    apo_chores *chores = apo_allocate_zero(NULL, sizeof *chores);
    if (chores != NULL)
        chores->app = app;
    return chores;
}

void apo_chores_free(apo_chores *chores)
{
    apo_free(NULL, chores);
}

void apo_chores_stop(apo_chores *chores)
{
    if (chores != NULL)
        chores->is_stopping = true;
}

void apo_chores_add(apo_chores *chores, const char *kind, apo_chore_doer *doer)
{
    if (chores->count < APO_CHORES_MAX)
        chores->kinds[chores->count++] =
            (apo_chore){.chores = chores, .kind = kind, .doer = doer};
}

bool apo_chores_know(const apo_chores *chores, const char *kind)
{
    for (unsigned i = 0; chores != NULL && i < chores->count; i++) {
        if (strcmp(chores->kinds[i].kind, kind) == 0)
            return true;
    }
    return false;
}

/* The next task of a kind, if one is due. Goes on from task to task by itself: see end(). */
static void begin(apo_chore *chore)
{
    apo_app *app = chore->chores->app;
    if (chore->is_busy || chore->chores->is_stopping)
        return;
    if (apo_store_next_task(app->store, &chore->task, chore->kind, apo_http_wall_clock_ms()) !=
        APO_OK)
        return;
    chore->is_busy = true;
    chore->doer(app, chore);
}

void apo_chores_tick(apo_chores *chores)
{
    for (unsigned i = 0; i < chores->count; i++)
        begin(&chores->kinds[i]);
}

const apo_store_task *apo_chore_task(const apo_chore *chore)
{
    return &chore->task;
}

static int64_t patience_ms(unsigned tries)
{
    int64_t wait_ms = (int64_t)WAIT_MIN_MS << (tries < DOUBLINGS_MAX ? tries : DOUBLINGS_MAX);
    return wait_ms < WAIT_MAX_MS ? wait_ms : WAIT_MAX_MS;
}

static void end(apo_chore *chore)
{
    chore->is_busy = false;
    begin(chore);
}

static void finish_delay(void *context, apo_status status)
{
    apo_chore *chore = context;
    chore->is_busy = false;
    /* What cannot even be put off is begun again by the next tick. */
    if (status == APO_OK)
        begin(chore);
}

void apo_chore_later(apo_chore *chore, int64_t wait_ms)
{
    apo_app *app = chore->chores->app;
    apo_store_batch *batch = apo_store_batch_new();
    int64_t due_ms = apo_http_wall_clock_ms() + (wait_ms > WAIT_MIN_MS ? wait_ms : WAIT_MIN_MS);
    apo_store_delay_task(batch, chore->task.id, due_ms);
    apo_store_submit(app->store, batch, finish_delay, chore);
}

void apo_chore_drop(const apo_chore *chore, apo_store_batch *batch)
{
    apo_store_drop_task(batch, chore->task.id);
}

void apo_chore_end(apo_chore *chore, apo_status status)
{
    if (status == APO_OK) {
        end(chore);
        return;
    }
    apo_log_text(&chore->chores->app->log, "task_put_off", "kind", apo_span_of(chore->kind));
    apo_chore_later(chore, patience_ms(chore->task.tries));
}

bool apo_chore_may_pass(apo_status status)
{
    return status == APO_E_IO || status == APO_E_MEMORY;
}

static void finish(void *context, apo_status status)
{
    apo_chore_end(context, status);
}

void apo_chore_done(apo_chore *chore, apo_store_batch *batch)
{
    apo_app *app = chore->chores->app;
    if (batch == NULL)
        batch = apo_store_batch_new();
    apo_chore_drop(chore, batch);
    apo_store_submit(app->store, batch, finish, chore);
}
