/* Work for the machines of people that operators trust with it (`apothecary work`): leasing,
 * results; and the work that somebody waits for. */
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/work/routes.h"
#include "server/work/waiting.h"
#include "server/work/work.h"

enum {
    PAUSE_S = 2,                          /* pause before a worker should ask again */
    RESULT_BODY = APO_WORK_RESULT_MAX * 3 /* with its JSON escapes */
};

/* --- asking for work ----------------------------------------------------- */

/* A request of a worker, kept until the store has answered. */
typedef struct asking {
    apo_ask ask;
    apo_app *app;
    int64_t id;
    int64_t until_ms; /* how long it may wait for work; 0: not at all */
} asking;

/* NULL: it has been answered. */
static asking *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    asking *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    job->app = app;
    if (visitor != NULL && apo_visitor_is_account(visitor) && apo_work_may(&visitor->person))
        return job;
    apo_http_reply_error(req, 403, "forbidden",
                         "Operators have not allowed this account to work for the server.");
    apo_ask_free(job);
    return NULL;
}

static apo_span worker_of(const asking *job)
{
    return apo_visitor_id(apo_visitor_of(job->app, job->ask.req));
}

static void reply_not_yours(apo_http_request *req)
{
    apo_http_reply_error(req, 409, "conflict",
                         "This work is not leased to you, or no longer is.");
}

static void ask_again(void *context);

/* True: the request waits until there may be work. */
static bool waits_on(asking *job)
{
    return apo_http_ticks_ms() < job->until_ms && !apo_http_is_stopping(job->app->http) &&
           apo_work_await(job->app->work, ask_again, job, job->until_ms);
}

static void reply_leased(void *context, apo_status status, const apo_store_work *work)
{
    asking *job = context;
    apo_http_request *req = job->ask.req;
    apo_buffer out;
    if (status == APO_E_UNKNOWN && waits_on(job))
        return;
    apo_buffer_init(&out, NULL);
    if (status == APO_OK)
        status = apo_work_write(&out, job->app, work);
    if (status == APO_OK) {
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    } else if (status == APO_E_UNKNOWN) {
        if (job->until_ms == 0)
            apo_http_add_retry(req, PAUSE_S);
        apo_http_reply(req, 204, APO_HTTP_JSON, apo_span_of(""));
    } else if (status == APO_E_EXISTS) {
        reply_not_yours(req);
    } else {
        apo_app_reply_failure(job->app, req, status);
    }
    if (status != APO_OK)
        apo_buffer_clear(&out);
    apo_ask_free(job);
}

/* Meanwhile the worker may have gone, or be trusted no longer. */
static void ask_again(void *context)
{
    asking *job = context;
    apo_store_person person = {.name = ""};
    bool is_there = !apo_http_is_deserted(job->ask.req) &&
                    apo_store_find_person(job->app->store, &person, worker_of(job)) == APO_OK &&
                    apo_work_may(&person);
    if (is_there) {
        apo_work_lease(job->app->work, worker_of(job), job->ask.key, reply_leased, job);
        return;
    }
    job->until_ms = 0;
    reply_leased(job, APO_E_UNKNOWN, NULL);
}

/* True if the worker runs the same program; another might find different results. False: the
 * request has been answered. */
static bool has_program(const asking *job)
{
    apo_span program = apo_ask_text(&job->ask, "program"), ours = apo_work_program(job->app);
    if (ours.length == 0 || apo_span_same(program, ours))
        return true;
    apo_http_reply_error(job->ask.req, 409, "other_program",
                         "This is not the server's version of apothecary.");
    return false;
}

/* False: it has been answered. */
static bool read_wait(asking *job)
{
    int64_t wait_s = 0;
    const apo_json_value *asked = apo_json_in_member(job->ask.body, "wait_s");
    if (asked != NULL && !apo_json_in_number(asked, 0, APO_WORK_WAIT_MAX_S, &wait_s)) {
        apo_reply_bad(job->ask.req, "\"wait_s\" is a number of seconds, at most 20.");
        return false;
    }
    job->until_ms = wait_s > 0 ? apo_http_ticks_ms() + wait_s * 1000 : 0;
    return true;
}

/* False: it has been answered. */
static bool may_lease(asking *job)
{
    if (!read_wait(job))
        return false;
    if (apo_work_is_ready(job->app->work))
        return has_program(job);
    apo_app_reply_busy(job->ask.req, 1);
    return false;
}

static void api_acquire(apo_http_request *req, void *context)
{
    apo_app *app = context;
    asking *job = start(req, app, "key program wait_s");
    if (job == NULL)
        return;
    if (!may_lease(job)) {
        apo_ask_free(job);
        return;
    }
    apo_http_defer(req);
    apo_work_lease(app->work, worker_of(job), job->ask.key, reply_leased, job);
}

/* --- leases -------------------------------------------------------------- */

static void reply_changed(void *context, apo_status status)
{
    asking *job = context;
    if (status == APO_OK)
        apo_http_reply(job->ask.req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else if (status == APO_E_UNKNOWN)
        reply_not_yours(job->ask.req);
    else
        apo_app_reply_failure(job->app, job->ask.req, status);
    apo_ask_free(job);
}

static bool read_id(asking *job)
{
    uint32_t id;
    if (!apo_span_number(apo_http_param(job->ask.req, "id"), UINT32_MAX, &id))
        return false;
    job->id = id;
    return true;
}

/* The work that the request names, if it is leased to its sender with the lease that it also
 * names. False: it has been answered. */
static bool find_leased(asking *job, apo_store_work *out)
{
    apo_status status =
        read_id(job) ? apo_store_find_work(job->app->store, out, job->id) : APO_E_UNKNOWN;
    if (status != APO_OK && status != APO_E_UNKNOWN) {
        apo_app_reply_failure(job->app, job->ask.req, status);
        return false;
    }
    if (status == APO_OK && out->lease[0] != '\0' &&
        apo_span_is(apo_ask_text(&job->ask, "lease"), out->lease) &&
        apo_span_is(worker_of(job), out->worker))
        return true;
    reply_not_yours(job->ask.req);
    return false;
}

static void change(asking *job, bool is_renewed)
{
    apo_store_work work;
    if (!find_leased(job, &work)) {
        apo_ask_free(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (is_renewed)
        apo_store_renew_work(batch, work.id, work.lease,
                             apo_http_wall_clock_ms() + APO_WORK_LEASE_S * 1000);
    else
        apo_store_return_work(batch, work.id, work.lease);
    apo_http_defer(job->ask.req);
    apo_store_submit(job->app->store, batch, reply_changed, job);
}

static void api_renew(apo_http_request *req, void *context)
{
    asking *job = start(req, context, "key lease");
    if (job != NULL)
        change(job, true);
}

static void api_return(apo_http_request *req, void *context)
{
    asking *job = start(req, context, "key lease");
    if (job != NULL)
        change(job, false);
}

/* --- results ------------------------------------------------------------- */

static void reply_taken(void *context, enum apo_work_outcome outcome, apo_status status)
{
    asking *job = context;
    apo_http_request *req = job->ask.req;
    switch (outcome) {
    case APO_WORK_DONE:
        apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{\"is_final\":true}"));
        break;
    case APO_WORK_KEPT:
        apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{\"is_final\":false}"));
        break;
    case APO_WORK_NOT_YOURS: reply_not_yours(req); break;
    case APO_WORK_MALFORMED:
        apo_http_reply_error(req, 422, "bad_request",
                             "This cannot be the result. The account gets no more work.");
        break;
    case APO_WORK_FAILED: apo_app_reply_failure(job->app, req, status); break;
    }
    apo_ask_free(job);
}

static void api_result(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_work work;
    asking *job = start(req, app, "key lease result");
    if (job == NULL)
        return;
    apo_span text = apo_ask_text(&job->ask, "result");
    if (text.length == 0 || text.length > APO_WORK_RESULT_MAX) {
        apo_reply_bad(req, "\"result\" is a text of at most 112 kB.");
        apo_ask_free(job);
        return;
    }
    if (!find_leased(job, &work) ||
        (work.definition[0] != '\0' &&
         apo_await_definition(app, req, work.variant, work.definition))) {
        apo_ask_free(job);
        return;
    }
    const apo_work_result result = {worker_of(job), apo_ask_text(&job->ask, "lease"), job->id,
                                    text};
    apo_http_defer(req);
    apo_work_take(app->work, &result, reply_taken, job);
}

/* --- what somebody waits for --------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer out;
} listing;

static bool add_waiting(void *context, const apo_store_work *work)
{
    listing *all = context;
    int64_t wait_s = apo_work_wait_s(all->app, work);
    apo_json_open(&all->out, NULL, '{');
    apo_json_add_number(&all->out, "id", work->id);
    apo_json_add_string(&all->out, "kind", work->kind);
    apo_json_add_string(&all->out, "subject", work->subject);
    apo_json_add_number(&all->out, "created", work->created_ms);
    apo_json_add_flag(&all->out, "is_begun", work->lease[0] != '\0');
    if (wait_s >= 0)
        apo_json_add_number(&all->out, "wait_s", wait_s);
    else
        apo_json_add_null(&all->out, "wait_s");
    apo_json_close(&all->out, '}');
    return true;
}

static void api_waiting(apo_http_request *req, void *context)
{
    listing all = {.app = context};
    apo_span person = apo_visitor_account_id(all.app, req);
    if (person.length == 0) {
        apo_http_reply_error(req, 401, "login_needed", "Log in to see what you wait for.");
        return;
    }
    apo_buffer_init(&all.out, NULL);
    apo_json_open(&all.out, NULL, '{');
    apo_json_open(&all.out, "work", '[');
    (void)apo_store_list_work_of(all.app->store, person, add_waiting, &all);
    apo_json_close(&all.out, ']');
    apo_json_close(&all.out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &all.out);
}

const apo_http_route apo_api_work_routes[] = {
    {APO_HTTP_GET, "/api/work", api_waiting, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "The work that you wait for",
                   .answer = "{work:[{id:int kind:text subject:id created:time is_begun:flag "
                             "wait_s:int|null}]}")},
    {APO_HTTP_POST, "/api/work/acquire", api_acquire, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_WORK, .summary = "Leases a piece of work",
                   .answer = "{id:int kind:text lease:key lease_s:int variant:id input:text "
                             "rules:text}",
                   .body = "program:text wait_s?:int", .may_be_empty = true)},
    {APO_HTTP_POST, "/api/work/:id/renew", api_renew, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_WORK, .summary = "Renews a lease", .answer = "{}",
                   .body = "lease:key")},
    {APO_HTTP_POST, "/api/work/:id/return", api_return, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_WORK, .summary = "Gives work back without a result",
                   .answer = "{}", .body = "lease:key")},
    {APO_HTTP_POST, "/api/work/:id/result", api_result, APO_HTTP_COSTLY, RESULT_BODY,
     APO_OPERATION(.scope = APO_SCOPE_WORK, .summary = "Hands in a result",
                   .answer = "{is_final:flag}", .body = "lease:key result:text")},
    APO_ROUTES_END,
};
