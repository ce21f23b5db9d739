#include "server/web/await.h"

#include "base/text.h"

enum {
    FULL_RETRY_S = 10 /* games that nobody plays any more are dropped by then */
};

typedef struct waiting {
    apo_app *app;
    apo_http_request *req; /* NULL: a job waits */
    char id[APO_ID_MAX];
    char digest[APO_TOKEN_DIGEST_TEXT];
} waiting;

/* In a reader's thread. */
static void compile(void *context, unsigned reader)
{
    const waiting *job = context;
    apo_variant_map_find_version(job->app->variants, job->app->reader_stores[reader],
                                 apo_span_of(job->id), apo_span_of(job->digest));
    apo_memory_note(job->app->memory);
}

static void go_on(void *context, apo_status status)
{
    waiting job = *(waiting *)context;
    apo_free(NULL, context);
    if (job.req == NULL)
        return; /* the job asks again */
    bool is_full = !apo_variant_map_is_ready(job.app->variants, job.id, job.digest) &&
                   apo_variant_map_is_full(job.app->variants);
    if (status != APO_OK || is_full) {
        apo_app_reply_busy(job.req, is_full ? FULL_RETRY_S : 1);
        return;
    }
    /* If it cannot be compiled, the handler says so; it must not wait again. */
    job.app->awaited = job.req;
    apo_http_route_of(job.req)->handler(job.req, job.app);
    job.app->awaited = NULL;
}

/* NULL when out of memory. */
static waiting *new_waiting(apo_app *app, apo_http_request *req, const char *id,
                            const char *digest)
{
    waiting *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL)
        return NULL;
    *job = (waiting){.app = app, .req = req};
    apo_text_copy(job->id, sizeof job->id, id);
    apo_text_copy(job->digest, sizeof job->digest, digest);
    return job;
}

static void submit(waiting *job)
{
    if (!apo_workers_submit(job->app->readers, compile, go_on, job))
        go_on(job, APO_E_FINISHED);
}

bool apo_await_definition(apo_app *app, apo_http_request *req, const char *id,
                          const char *digest)
{
    if (app->awaited == req || apo_variant_map_is_ready(app->variants, id, digest))
        return false;
    waiting *job = new_waiting(app, req, id, digest);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return true;
    }
    apo_http_defer(req);
    submit(job);
    return true;
}

bool apo_await_for_job(apo_app *app, const char *id, const char *digest)
{
    if (apo_variant_map_is_ready(app->variants, id, digest))
        return false;
    waiting *job = new_waiting(app, NULL, id, digest);
    if (job != NULL)
        submit(job);
    return true;
}

bool apo_await_game(apo_app *app, apo_http_request *req, apo_span id)
{
    apo_store_published row;
    const apo_offered_game *game = apo_variant_map_find_offered(app->variants, id);
    if (game != NULL)
        return apo_await_definition(app, req, game->id, game->digest);
    return apo_store_find_published(app->store, &row, id) == APO_OK &&
           apo_await_definition(app, req, row.variant, row.definition);
}
