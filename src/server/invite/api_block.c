/* Blocking: no invitations and no games between two people. Each change serves a form, which
 * redirects to the page /account/blocked, and JSON under /api/. */
#include "server/invite/invite.h"
#include "server/invite/routes.h"
#include "server/web/holding.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/person_act.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/follow.h"
#include "store/studies.h"

typedef struct block_job {
    apo_person_act act;
    apo_store_batch *batch;
    int64_t now_ms;
} block_job;

/* Both people of the request; NULL: it has been answered. */
static block_job *start(apo_app *app, apo_http_request *req)
{
    block_job *job =
        apo_person_act_start(sizeof *job, app, req, "key", "Log in to block somebody.");
    if (job == NULL)
        return NULL;
    job->now_ms = apo_http_wall_clock_ms();
    if (!apo_span_is(apo_span_of(job->act.person.id), job->act.other.id))
        return job;
    apo_http_reply_error(req, 422, "bad_request", "You cannot block yourself.");
    apo_ask_free(job);
    return NULL;
}

static void finish(void *context, apo_status status)
{
    block_job *job = context;
    if (status != APO_OK)
        apo_app_reply_failure(job->act.ask.app, job->act.ask.req, status);
    else
        apo_ask_reply_done(&job->act.ask, apo_span_of("/account/blocked"));
    apo_ask_free(job);
}

/* Closes an open invitation between the two: an answer to it could carry a message. */
static bool close_open(void *context, const apo_store_invitation *row)
{
    const block_job *job = context;
    bool is_from = apo_span_is(apo_span_of(job->act.other.id), row->asker);
    bool is_to = apo_span_is(apo_span_of(job->act.other.id), row->asked);
    apo_invite_act act = {.row = *row};
    const apo_invite_actor actor = {.person = apo_span_of(job->act.person.id),
                                    .now_ms = job->now_ms,
                                    .key = apo_span_of(row->id)}; /* another one for each */
    if ((is_from && apo_invite_decline(&act, &actor) == APO_INVITE_NONE) ||
        (is_to && apo_invite_withdraw(&act, &actor) == APO_INVITE_NONE))
        apo_invite_store(job->batch, &act);
    return true;
}

static void api_block(apo_http_request *req, void *context)
{
    block_job *job = start(context, req);
    if (job == NULL)
        return;
    const apo_span person = apo_span_of(job->act.person.id);
    if (!apo_store_is_blocked(job->act.ask.app->store, person,
                              apo_span_of(job->act.other.id)) &&
        !apo_holding_may_grow(job->act.ask.app, req, APO_HOLDING_BLOCKED, person)) {
        apo_ask_free(job);
        return;
    }
    job->batch = apo_store_batch_new();
    apo_store_block(job->batch, job->act.person.id, job->act.other.id, job->now_ms);
    apo_store_drop_follow(job->batch, job->act.person.id, job->act.other.id);
    apo_store_drop_follow(job->batch, job->act.other.id, job->act.person.id);
    apo_store_part_studies(job->batch, job->act.person.id, job->act.other.id);
    apo_store_part_studies(job->batch, job->act.other.id, job->act.person.id);
    /* The blocker leaves shared studies of other owners, who have chosen both people. */
    apo_store_leave_shared_studies(job->batch, job->act.person.id, job->act.other.id);
    for (unsigned is_asked = 0; is_asked < 2; is_asked++)
        apo_store_list_invitations(job->act.ask.app->store, apo_span_of(job->act.person.id),
                                   is_asked != 0, close_open, job);
    apo_http_defer(req);
    apo_store_submit(job->act.ask.app->store, job->batch, finish, job);
}

static void api_unblock(apo_http_request *req, void *context)
{
    block_job *job = start(context, req);
    if (job == NULL)
        return;
    job->batch = apo_store_batch_new();
    apo_store_unblock(job->batch, job->act.person.id, job->act.other.id);
    apo_http_defer(req);
    apo_store_submit(job->act.ask.app->store, job->batch, finish, job);
}

/* --- looking ------------------------------------------------------------- */

typedef struct block_list {
    apo_buffer *out; /* or NULL */
    apo_fill *fill;
    apo_app *app;
} block_list;

static bool view_blocked(void *context, const char *person, int64_t since_ms)
{
    const block_list *all = context;
    apo_person_label title;
    apo_person_label_of(&title, all->app->store, NULL, person, 0);
    if (all->out == NULL) {
        apo_fill *row = apo_fill_row(all->fill, "blocked");
        apo_fill_string(row, "name", title.name);
        apo_fill_string(row, "url", title.url);
        return true;
    }
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "name", title.name);
    apo_json_add_number(all->out, "since", since_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void api_blocked(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "Log in to see whom you have blocked.");
        return;
    }
    block_list all = {&out, NULL, app};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "blocked", '[');
    apo_store_list_blocked(app->store, apo_visitor_id(visitor), view_blocked, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void page_blocked(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/blocked");
    if (visitor == NULL)
        return;
    block_list all = {NULL, apo_fill_new(), app};
    apo_store_list_blocked(app->store, apo_visitor_id(visitor), view_blocked, &all);
    apo_pages_reply(app, req, 200, "blocked", "People you have blocked", all.fill);
}

const apo_http_route apo_api_block_routes[] = {
    {APO_HTTP_POST, "/api/people/:name/block", api_block, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Blocks somebody: no invitations, no games together",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/people/:name/unblock", api_unblock, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Unblocks somebody", .answer = "{}")},
    {APO_HTTP_GET, "/api/blocked", api_blocked, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Whom you have blocked",
                   .answer = "{blocked:[{name:text since:time}]}")},
    {APO_HTTP_GET, "/account/blocked", page_blocked, 0, 0, NULL},
    {APO_HTTP_POST, "/people/:name/block", api_block, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/people/:name/unblock", api_unblock, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
