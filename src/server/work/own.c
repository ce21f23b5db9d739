#include "server/work/own.h"

#include "base/text.h"
#include "server/web/await.h"
#include "server/web/token.h"
#include "server/work/child.h"
#include "server/work/work.h"

enum {
    RENEWED_MS = APO_WORK_LEASE_S * 1000 / 3,
    COMPILED_MS = 100, /* how often we look whether the rules have been compiled */
    COMPILED_MAX = 50, /* how often at most */
    LEASE_LETTERS = 24
};

typedef struct apo_work_own {
    apo_app *app;
    apo_work_child *child, *trial; /* computing; finding out which program it is; NULL: none */
    apo_http_timer *timer;         /* until the lease is renewed, or the rules are looked at */
    bool is_busy;                  /* leasing, computing or handing in */
    apo_store_work work;
    int64_t renewed;   /* the work whose lease was renewed last */
    apo_buffer answer; /* to be handed in */
    unsigned looks;
} own;

/* --- leases -------------------------------------------------------------- */

static void hear(void *context, apo_span answer);

/* Work that could not be done is tried again when its lease has ended. */
static void rest(own *all)
{
    apo_http_timer_stop(all->timer);
    apo_buffer_clear(&all->answer);
    all->is_busy = false;
}

/* Ends the computation without a result. */
static void drop(own *all)
{
    apo_work_child_stop(all->child);
    all->child = NULL;
    rest(all);
}

static apo_status start_child(own *all, apo_span input)
{
    const char *const arguments[] = {all->app->options.engine, "work", "--input", "-", NULL};
    return apo_work_child_run(&all->child, all->app->http, arguments, input, hear, all);
}

static void begin(void *context, apo_status status, const apo_store_work *work)
{
    own *all = context;
    apo_buffer input;
    apo_buffer_init(&input, NULL);
    if (status == APO_OK) {
        all->work = *work;
        status = apo_work_write(&input, all->app, work);
    }
    if (status == APO_OK)
        status = start_child(all, apo_buffer_span(&input));
    apo_buffer_clear(&input);
    if (status == APO_OK)
        apo_http_timer_set(all->timer, RENEWED_MS);
    else
        rest(all);
}

/* True if a part of a project has been given back for the sake of work that somebody waits
 * for. */
static bool gives_way(own *all)
{
    if (all->child == NULL || all->work.rank < APO_WORK_RANK_PROJECT ||
        !apo_work_has_before(all->app->work, apo_span_of(APO_STORE_WORK_SERVER),
                             all->work.rank))
        return false;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_return_work(batch, all->work.id, all->work.lease);
    apo_store_submit(all->app->store, batch, NULL, NULL);
    drop(all);
    return true;
}

static void wake(void *context)
{
    own *all = context;
    char lease[LEASE_LETTERS + 1];
    if (all->is_busy && !gives_way(all))
        return;
    all->is_busy = true;
    apo_token_name(lease, LEASE_LETTERS);
    apo_work_lease(all->app->work, apo_span_of(APO_STORE_WORK_SERVER), apo_span_of(lease),
                   begin, all);
}

/* Work that has been dropped meanwhile needs no result. */
static void end_renewal(void *context, apo_status status)
{
    own *all = context;
    if (status == APO_E_UNKNOWN && all->child != NULL && all->renewed == all->work.id)
        drop(all);
}

static void renew(own *all)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_renew_work(batch, all->work.id, all->work.lease,
                         apo_http_wall_clock_ms() + APO_WORK_LEASE_S * 1000);
    all->renewed = all->work.id;
    apo_store_submit(all->app->store, batch, end_renewal, all);
    apo_http_timer_set(all->timer, RENEWED_MS);
}

/* --- results ------------------------------------------------------------- */

static void end_taking(void *context, enum apo_work_outcome outcome, apo_status status)
{
    own *all = context;
    (void)status;
    if (outcome == APO_WORK_MALFORMED)
        apo_log_text(&all->app->log, "own_work_failed", "subject",
                     apo_span_of(all->work.subject));
    rest(all);
}

static void hand_in(own *all)
{
    const apo_work_result result = {apo_span_of(APO_STORE_WORK_SERVER),
                                    apo_span_of(all->work.lease), all->work.id,
                                    apo_span_trim(apo_buffer_span(&all->answer))};
    if (all->work.definition[0] != '\0' && all->looks++ < COMPILED_MAX &&
        apo_await_for_job(all->app, all->work.variant, all->work.definition)) {
        apo_http_timer_set_ticks(all->timer, COMPILED_MS);
        return;
    }
    apo_work_take(all->app->work, &result, end_taking, all);
}

static void hear(void *context, apo_span answer)
{
    own *all = context;
    all->child = NULL;
    all->looks = 0;
    apo_buffer_add_span(&all->answer, answer);
    hand_in(all);
}

static void ring(void *context)
{
    own *all = context;
    if (all->child != NULL)
        renew(all);
    else
        hand_in(all);
}

/* --- which program ------------------------------------------------------- */

static void hear_trial(void *context, apo_span answer)
{
    own *all = context;
    all->trial = NULL;
    apo_work_set_program(all->app->work, apo_span_trim(answer));
}

static void try_program(void *context)
{
    own *all = context;
    const char *const arguments[] = {all->app->options.engine, "work", "--program", NULL};
    if (all->trial == NULL)
        (void)apo_work_child_run(&all->trial, all->app->http, arguments, apo_span_of(""),
                                 hear_trial, all);
}

/* --- life ---------------------------------------------------------------- */

apo_status apo_work_own_open(apo_app *app)
{
    if (app->options.engine == NULL) {
        apo_work_set_program(app->work, apo_span_of(""));
        return APO_OK;
    }
    own *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    all->app = app;
    app->own_worker = all;
    apo_buffer_init(&all->answer, NULL);
    apo_status status = apo_http_timer_new(&all->timer, app->http, ring, all);
    const apo_work_hooks hooks = {wake, try_program, all};
    if (status == APO_OK)
        apo_work_set_own(app->work, &hooks);
    return status;
}

void apo_work_own_free(struct apo_work_own *all)
{
    const apo_work_hooks none = {NULL, NULL, NULL};
    if (all == NULL)
        return;
    apo_work_set_own(all->app->work, &none);
    apo_work_child_stop(all->child);
    apo_work_child_stop(all->trial);
    apo_http_timer_free(all->timer);
    apo_buffer_clear(&all->answer);
    apo_free(NULL, all);
}
