/* Muting: hides what somebody writes from a person, without telling the writer. Each change
 * serves a form, which redirects to the person's page, and JSON under /api/. */
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/holding.h"
#include "server/web/person.h"
#include "server/web/person_act.h"
#include "server/web/route.h"

static void finish(void *context, apo_status status)
{
    apo_person_act *act = context;
    apo_person_label title;
    apo_person_entitle_row(&title, NULL, &act->other);
    if (status != APO_OK)
        apo_app_reply_failure(act->ask.app, act->ask.req, status);
    else
        apo_ask_reply_done(&act->ask, apo_span_of(title.url));
    apo_ask_free(act);
}

static void change(apo_app *app, apo_http_request *req, bool is_muted)
{
    apo_person_act *act =
        apo_person_act_start(sizeof *act, app, req, "key", "Log in to mute somebody.");
    if (act == NULL)
        return;
    const apo_span person = apo_span_of(act->person.id);
    if (is_muted && !apo_store_is_muted(app->store, person, apo_span_of(act->other.id)) &&
        !apo_holding_may_grow(app, req, APO_HOLDING_MUTED, person)) {
        apo_ask_free(act);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (is_muted)
        apo_store_mute(batch, act->person.id, act->other.id, apo_http_wall_clock_ms());
    else
        apo_store_unmute(batch, act->person.id, act->other.id);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, act);
}

static void api_mute(apo_http_request *req, void *context)
{
    change(context, req, true);
}

static void api_unmute(apo_http_request *req, void *context)
{
    change(context, req, false);
}

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
} listing;

static bool add_muted(void *context, const char *person, int64_t since_ms)
{
    const listing *all = context;
    apo_person_label title;
    apo_person_label_of(&title, all->app->store, NULL, person, 0);
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "name", title.name);
    apo_json_add_number(all->out, "since", since_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void api_muted(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    listing all = {app, &out};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "Log in to see whom you have muted.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "muted", '[');
    apo_store_list_muted(app->store, apo_visitor_id(visitor), add_muted, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_mute_routes[] = {
    {APO_HTTP_POST, "/api/people/:name/mute", api_mute, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Hides what somebody writes from you; they are not told",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/people/:name/unmute", api_unmute, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Ends muting somebody",
                   .answer = "{}")},
    {APO_HTTP_GET, "/api/muted", api_muted, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Whom you have muted",
                   .answer = "{muted:[{name:text since:time}]}")},
    {APO_HTTP_POST, "/people/:name/mute", api_mute, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/people/:name/unmute", api_unmute, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
