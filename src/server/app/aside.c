#include "server/app/aside.h"

#include <limits.h>

#include "net/key_counter.h"
#include "server/web/visitor.h"

enum {
    READERS = 2,        /* one for each processor of a small machine */
    PER_ADDRESS_MAX = 8 /* a browser has six connections; one client must not fill the queue */
};

struct apo_aside {
    apo_app apps[READERS];   /* what handlers see in each thread */
    apo_key_counter *counts; /* requests under way, by address */
};

typedef struct reading {
    apo_app *app;
    apo_http_request *req;
} reading;

/* Parts that belong to the loop stay NULL, so a handler that uses one fails its tests. */
static void make_copy(apo_app *out, const apo_app *app, apo_store *store)
{
    *out = (apo_app){.options = app->options,
                     .log = app->log,
                     .http = app->http,
                     .store = store,
                     .metrics = app->metrics,
                     .routes = app->routes,
                     .variants = app->variants,
                     .books = app->books,
                     .pages = app->pages,
                     .pictures = app->pictures,
                     .languages = app->languages};
}

apo_status apo_aside_open(apo_app *app, const char *database, apo_error *err)
{
    const apo_store_options options = {.path = database, .is_read_only = true};
    apo_aside *aside = apo_allocate_zero(NULL, sizeof *aside);
    app->aside = aside;
    if (aside == NULL || (aside->counts = apo_key_counter_new()) == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < READERS; i++) {
        apo_status status = apo_store_open(&app->reader_stores[i], &options, err);
        if (status != APO_OK)
            return status;
        make_copy(&aside->apps[i], app, app->reader_stores[i]);
    }
    return apo_workers_new(&app->readers, app->http, app->metrics, "reader", READERS);
}

void apo_aside_stop(apo_app *app)
{
    apo_workers_stop(app->readers);
}

void apo_aside_close(apo_app *app)
{
    apo_workers_free(app->readers);
    for (unsigned i = 0; i < READERS; i++)
        apo_store_close(app->reader_stores[i]);
    if (app->aside != NULL)
        apo_key_counter_free(app->aside->counts);
    apo_free(NULL, app->aside);
}

/* In a reader's thread. */
static void handle(void *context, unsigned reader)
{
    const reading *job = context;
    apo_http_handle_aside(job->req, &job->app->aside->apps[reader]);
}

static void finish(void *context, apo_status status)
{
    reading job = *(reading *)context;
    apo_free(NULL, context);
    apo_key_counter_leave(job.app->aside->counts, apo_http_remote_key(job.req));
    if (status == APO_OK)
        apo_http_end_aside(job.req);
    else
        apo_app_reply_busy(job.req, 1);
}

bool apo_aside_take(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span address = apo_http_remote_key(req);
    /* In the loop's thread: looking up the visitor may write to the store. */
    if (app->readers == NULL || apo_visitor_of(app, req) == NULL)
        return false;
    reading *job = apo_allocate(NULL, sizeof *job);
    unsigned most = app->options.has_limits ? PER_ADDRESS_MAX : UINT_MAX;
    if (job == NULL || !apo_key_counter_enter(app->aside->counts, address, most)) {
        apo_free(NULL, job);
        apo_app_reply_busy(req, 1);
        return true;
    }
    *job = (reading){app, req};
    apo_http_defer(req);
    if (!apo_workers_submit(app->readers, handle, finish, job))
        finish(job, APO_E_FINISHED);
    return true;
}
