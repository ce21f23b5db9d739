/* The requester's own collection: removing one game or all, showing and hiding it. */
#include "server/archive/collection.h"
#include "server/archive/filter.h"
#include "server/archive/routes.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

typedef struct removing {
    apo_app *app;
    apo_http_request *req;
    apo_store_batch *batch;
    apo_span person;
    apo_ask ask;
    bool is_found;
    bool is_awaiting; /* the game is being compiled; the handler will be called again */
} removing;

static void answer(void *context, apo_status status)
{
    removing *job = context;
    if (status == APO_E_UNKNOWN)
        status = APO_OK; /* a repeated request: it is gone */
    apo_jobs_tick(job->app->jobs);
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else
        apo_ask_reply_done(&job->ask, apo_span_of("/archive?mine=yes"));
    apo_free(NULL, job);
}

/* NULL: answered. */
static removing *start(apo_app *app, apo_http_request *req)
{
    apo_ask ask;
    if (!apo_ask_start_either(&ask, req, "key"))
        return NULL;
    apo_ask_end(&ask);
    apo_span person = apo_archive_asker(app, req);
    if (person.length == 0) {
        apo_http_reply_error(req, 401, "login_needed",
                             "A collection of your own needs an account.");
        return NULL;
    }
    removing *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    *job = (removing){.app = app, .req = req, .person = person, .ask = ask};
    return job;
}

static bool take_out(void *context, const apo_store_record *record)
{
    removing *job = context;
    job->is_found = apo_span_is(job->person, record->collection);
    if (!job->is_found)
        return false;
    job->is_awaiting =
        apo_await_definition(job->app, job->req, record->variant, record->definition);
    if (!job->is_awaiting) {
        job->batch = apo_store_batch_new();
        apo_collection_take_out(job->app, job->app->store, job->batch, record);
    }
    return false;
}

static void api_collection_drop(apo_http_request *req, void *context)
{
    apo_app *app = context;
    removing *job = start(app, req);
    if (job == NULL)
        return;
    apo_status status =
        apo_store_find_record(app->store, apo_http_param(req, "id"), take_out, job);
    if (job->is_awaiting) {
        apo_free(NULL, job);
        return;
    }
    if (status != APO_OK || !job->is_found) {
        apo_free(NULL, job);
        if (status != APO_OK && status != APO_E_UNKNOWN)
            apo_app_reply_failure(app, req, status);
        else
            apo_http_reply_error(req, 404, "not_found",
                                 "There is no such game in your collection.");
        return;
    }
    apo_http_defer(req);
    apo_store_submit(app->store, job->batch, answer, job);
}

static void api_collection_clear(apo_http_request *req, void *context)
{
    apo_app *app = context;
    removing *job = start(app, req);
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (job == NULL)
        return;
    job->batch = apo_store_batch_new();
    apo_collection_ask_clear(job->batch, visitor->person.id, apo_http_wall_clock_ms());
    apo_http_defer(req);
    apo_store_submit(app->store, job->batch, answer, job);
}

/* Shows the collection to everybody, or hides it from everybody else. */
static void change_shown(apo_app *app, apo_http_request *req, bool is_shown)
{
    removing *job = start(app, req);
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (job == NULL)
        return;
    if (is_shown && (visitor->person.standing & APO_STANDING_MUTED) != 0) {
        apo_http_reply_error(req, 403, "forbidden",
                             "You cannot show your collection at present.");
        apo_free(NULL, job);
        return;
    }
    job->batch = apo_store_batch_new();
    if (is_shown)
        apo_store_show_collection(job->batch, visitor->person.id, apo_http_wall_clock_ms());
    else
        apo_store_hide_collection(job->batch, visitor->person.id);
    apo_http_defer(req);
    apo_store_submit(app->store, job->batch, answer, job);
}

static void api_collection_show(apo_http_request *req, void *context)
{
    change_shown(context, req, true);
}

static void api_collection_hide(apo_http_request *req, void *context)
{
    change_shown(context, req, false);
}

const apo_http_route apo_api_collection_routes[] = {
    {APO_HTTP_POST, "/api/archive/games/:id/delete", api_collection_drop, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Removes a game from your collection",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/archive/collection/delete", api_collection_clear, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Empties your collection",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/archive/collection/show", api_collection_show, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Shows your collection to everybody",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/archive/collection/hide", api_collection_hide, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Hides your collection again",
                   .answer = "{}")},
    {APO_HTTP_POST, "/archive/collection/show", api_collection_show, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/archive/collection/hide", api_collection_hide, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/archive/games/:id/delete", api_collection_drop, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/archive/collection/delete", api_collection_clear, 0, APO_BODY_SMALL,
     NULL},
    APO_ROUTES_END,
};
