/* Reading games in another thread: a long one takes some tens of milliseconds, and its
 * definition may have to be compiled. */
#include "base/text.h"
#include "server/live/live_priv.h"

typedef struct loading {
    apo_loading link; /* first: in live->loadings */
    apo_live *live;
    apo_http_request *req;
    apo_http_handler *handler;
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
    loading *job = context;
    apo_live *live = job->live;
    apo_live_game *game;
    unlink_job(job);
    if (status == APO_OK && job->round != NULL && !job->link.is_stale)
        (void)apo_live_keep(live, &game, &job->row, job->round);
    else
        apo_round_free(job->round);
    if (status == APO_OK) {
        live->awaited = job->req;
        job->handler(job->req, live->app);
        live->awaited = NULL;
    } else {
        apo_app_reply_busy(job->req, 1);
    }
    apo_free(NULL, job);
}

bool apo_live_await(apo_live *live, apo_http_request *req, apo_http_handler *handler,
                    apo_span id)
{
    if (live->awaited == req || apo_live_has(live, id))
        return false;
    loading *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return false;
    *job = (loading){.link.next = live->loadings, .live = live, .req = req, .handler = handler};
    live->loadings = &job->link;
    apo_text_copy_span(job->link.id, sizeof job->link.id, id);
    apo_http_defer(req);
    if (!apo_workers_submit(live->app->readers, read_game, go_on, job))
        go_on(job, APO_E_FINISHED);
    return true;
}
