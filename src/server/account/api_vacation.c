/* Vacation: its state, starting and ending one. */
#include "game/leave.h"
#include "server/account/routes.h"
#include "server/account/vacation.h"
#include "server/jobs/jobs.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    VACATIONS_MAX = 50, /* a year: one that is ended at once takes no days */
    DAY_MS = 24 * 3600 * 1000
};

static void write_state(apo_buffer *out, const apo_vacation_state *state, int64_t now_ms)
{
    int64_t left_ms = APO_LEAVE_DAYS * (int64_t)DAY_MS - state->taken_ms;
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "days_a_year", APO_LEAVE_DAYS);
    apo_json_add_number(out, "left_ms", left_ms > 0 ? left_ms : 0);
    apo_json_add_number(out, "latest", state->latest_ms);
    if (state->is_on) {
        apo_json_open(out, "current", '{');
        apo_json_add_number(out, "from", state->current.from_ms);
        apo_json_add_number(out, "until", state->current.until_ms);
        apo_json_close(out, '}');
    } else {
        apo_json_add_null(out, "current");
    }
    apo_json_add_number(out, "now", now_ms);
    apo_json_close(out, '}');
}

/* The visitor's vacation; false: the request has been answered. */
static bool find_state(apo_vacation_state *out, apo_app *app, apo_http_request *req,
                       int64_t now_ms)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL || !visitor->is_known) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        return false;
    }
    apo_status status = apo_vacation_find(out, app, apo_visitor_id(visitor), now_ms);
    if (status != APO_OK)
        apo_app_reply_failure(app, req, status);
    return status == APO_OK;
}

static void reply_state(apo_app *app, apo_http_request *req)
{
    apo_vacation_state state;
    apo_buffer out;
    int64_t now_ms = apo_http_wall_clock_ms();
    if (!find_state(&state, app, req, now_ms))
        return;
    apo_buffer_init(&out, NULL);
    write_state(&out, &state, now_ms);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_vacation(apo_http_request *req, void *context)
{
    reply_state(context, req);
}

typedef struct change {
    apo_app *app;
    apo_http_request *req;
} change;

static void finish(void *context, apo_status status)
{
    change job = *(change *)context;
    apo_free(NULL, context);
    if (status != APO_OK) {
        apo_app_reply_failure(job.app, job.req, status);
        return;
    }
    apo_jobs_tick(job.app->jobs);
    reply_state(job.app, job.req);
}

static void submit(apo_app *app, apo_http_request *req, apo_store_batch *batch)
{
    change *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_store_batch_free(batch);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (change){app, req};
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void begin(apo_app *app, apo_http_request *req, const apo_ask *ask)
{
    apo_vacation_state state;
    int64_t now_ms = apo_http_wall_clock_ms(), days = 0;
    if (!find_state(&state, app, req, now_ms))
        return;
    if (state.is_on && apo_span_is(ask->key, state.current.key)) {
        reply_state(app, req); /* sent again */
        return;
    }
    if (state.is_on) {
        apo_http_reply_error(req, 409, "conflict", "You are on vacation already.");
        return;
    }
    if (state.count >= VACATIONS_MAX) {
        apo_http_reply_error(req, 409, "conflict",
                             "You have been on vacation 50 times this year.");
        return;
    }
    if (!apo_json_in_number(apo_json_in_member(ask->body, "days"), 1, APO_LEAVE_DAYS, &days) ||
        now_ms + days * DAY_MS > state.latest_ms) {
        apo_http_reply_error(req, 422, "bad_request",
                             "You do not have that many days of vacation left this year.");
        return;
    }
    apo_store_vacation vacation = {.from_ms = now_ms, .until_ms = now_ms + days * DAY_MS};
    apo_text person = apo_text_start(vacation.person, sizeof vacation.person);
    apo_text key = apo_text_start(vacation.key, sizeof vacation.key);
    apo_text_add_span(&person, apo_visitor_id(apo_visitor_of(app, req)));
    apo_text_add_span(&key, ask->key);
    apo_store_batch *batch = apo_store_batch_new();
    apo_vacation_begin(app, batch, &vacation);
    submit(app, req, batch);
}

static void api_vacation_begin(apo_http_request *req, void *context)
{
    apo_ask ask;
    if (!apo_ask_start(&ask, req, "key days"))
        return;
    begin(context, req, &ask);
    apo_ask_end(&ask);
}

static void end(apo_app *app, apo_http_request *req)
{
    apo_vacation_state state;
    int64_t now_ms = apo_http_wall_clock_ms();
    if (!find_state(&state, app, req, now_ms))
        return;
    if (!state.is_on) {
        reply_state(app, req);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_vacation_end(app, batch, apo_visitor_id(apo_visitor_of(app, req)), now_ms);
    submit(app, req, batch);
}

static void api_vacation_end(apo_http_request *req, void *context)
{
    apo_ask ask;
    if (!apo_ask_start(&ask, req, "key"))
        return;
    end(context, req);
    apo_ask_end(&ask);
}

#define VACATION \
    "{days_a_year:int left_ms:int latest:int current:{from:int until:int}|null now:int}"

const apo_http_route apo_api_vacation_routes[] = {
    {APO_HTTP_GET, "/api/vacation", api_vacation, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "The state of your vacation",
                   .answer = VACATION)},
    {APO_HTTP_POST, "/api/vacation", api_vacation_begin, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Begins a vacation", .answer = VACATION,
                   .body = "days:int")},
    {APO_HTTP_POST, "/api/vacation/end", api_vacation_end, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Ends a vacation", .answer = VACATION,
                   .body = "")},
    APO_ROUTES_END,
};
