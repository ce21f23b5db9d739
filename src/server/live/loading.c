/* Reading games in another thread: a long one takes some tens of milliseconds, and its
 * definition may have to be compiled. */
#include "base/text.h"
#include "server/live/live_priv.h"

enum {
    TIMED_MAX = 32 /* readers have requests to answer too */
};

typedef struct loading {
    apo_loading link; /* first: in live->loadings */
    apo_live *live;
    apo_live_fetched *fn;
    void *context;
    apo_store_game row;
    apo_round *round;
} loading;

/* Runs in a reader's thread. If a game cannot be replayed, the loop tries again and reports
 * why. */
static void read_game(void *context, unsigned reader)
{
    loading *job = context;
    apo_app *app = job->live->app;
    apo_store *store = app->reader_stores[reader];
    apo_status status = apo_store_find_game(store, &job->row, apo_span_of(job->link.id));
    if (status == APO_OK)
        job->round = apo_live_replay(app->variants, store, &job->row, &status);
}

static void unlink_job(loading *job)
{
    apo_loading **at = &job->live->loadings;
    while (*at != &job->link)
        at = &(*at)->next;
    *at = job->link.next;
}

static void go_on(void *context, apo_status status)
{
    loading job = *(loading *)context;
    apo_live_game *game;
    unlink_job(context);
    apo_free(NULL, context);
    if (status == APO_OK && job.round != NULL && !job.link.is_stale)
        (void)apo_live_keep(job.live, &game, &job.row, job.round);
    else
        apo_round_free(job.round);
    job.fn(job.context, status);
}

void apo_live_fetch(apo_live *live, apo_span id, apo_live_fetched *fn, void *context)
{
    if (apo_live_has(live, id)) {
        fn(context, APO_OK);
        return;
    }
    loading *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        fn(context, APO_E_MEMORY);
        return;
    }
    *job = (loading){.link.next = live->loadings, .live = live, .fn = fn, .context = context};
    live->loadings = &job->link;
    apo_text_copy_span(job->link.id, sizeof job->link.id, id);
    if (!apo_workers_submit(live->app->readers, read_game, go_on, job))
        go_on(job, APO_E_FINISHED);
}

bool apo_live_may_fetch(const apo_live *live, apo_span id)
{
    unsigned count = 0;
    for (const apo_loading *job = live->loadings; job != NULL; job = job->next) {
        if (++count == TIMED_MAX || apo_span_is(id, job->id))
            return false;
    }
    return true;
}

/* --- requests ------------------------------------------------------------ */

typedef struct asking {
    apo_live *live;
    apo_http_request *req;
    apo_http_handler *handler;
    apo_buffer ids; /* owned */
    apo_span rest;
} asking;

/* The next game that is to be read; empty: none. */
static apo_span next_missing(asking *all)
{
    apo_span id;
    do
        id = apo_span_word(&all->rest);
    while (id.length > 0 && apo_live_has(all->live, id));
    return id;
}

/* NOLINTNEXTLINE(misc-no-recursion): no deeper than once, as the next game is not in memory */
static void go_on_asking(void *context, apo_status status)
{
    asking *all = context;
    apo_live *live = all->live;
    apo_http_request *req = all->req;
    apo_http_handler *handler = all->handler;
    apo_span id = status == APO_OK ? next_missing(all) : apo_span_of("");
    if (id.length > 0) {
        apo_live_fetch(live, id, go_on_asking, all);
        return;
    }
    apo_buffer_clear(&all->ids);
    apo_free(NULL, all);
    if (status != APO_OK) {
        apo_app_reply_busy(req, 1);
        return;
    }
    live->awaited = req;
    handler(req, live->app);
    live->awaited = NULL;
}

bool apo_live_await(apo_live *live, apo_http_request *req, apo_http_handler *handler,
                    apo_span ids)
{
    asking here = {.live = live, .req = req, .handler = handler, .rest = ids};
    if (live->awaited == req || next_missing(&here).length == 0)
        return false;
    asking *all = apo_allocate(NULL, sizeof *all);
    if (all == NULL)
        return false;
    *all = here;
    apo_buffer_init(&all->ids, NULL);
    apo_buffer_add_span(&all->ids, ids);
    all->rest = apo_buffer_span(&all->ids);
    apo_http_defer(req);
    go_on_asking(all, APO_OK);
    return true;
}

/* --- jobs ---------------------------------------------------------------- */

typedef struct errand {
    apo_app *app;
    apo_job *job;
    apo_job_handler *handler;
} errand;

static void do_job(void *context, apo_status status)
{
    errand all = *(errand *)context;
    apo_free(NULL, context);
    if (status == APO_OK)
        all.handler(all.app, all.job);
    else
        apo_job_end(all.job, status);
}

void apo_live_for_job(apo_app *app, apo_job *job, apo_span id, apo_job_handler *handler)
{
    errand *all = apo_allocate(NULL, sizeof *all);
    if (all == NULL) {
        apo_job_end(job, APO_E_MEMORY);
        return;
    }
    *all = (errand){app, job, handler};
    apo_live_fetch(app->live, id, do_job, all);
}
