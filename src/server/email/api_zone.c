/* The time zone of an account, for times in emails and for the hour of the daily email. A form
 * of the page /account/mail, and JSON. */
#include "base/text.h"
#include "server/email/mailing.h"
#include "server/email/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"

typedef struct zone_job {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
} zone_job;

static void finish(void *context, apo_status status)
{
    zone_job *job = context;
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else
        apo_ask_reply_done(&job->ask, apo_span_of("/account/mail"));
    apo_free(NULL, job);
}

static void store(apo_app *app, apo_http_request *req, const apo_ask *ask, apo_span name)
{
    char zone[APO_STORE_ZONE_MAX];
    const apo_visitor *visitor = apo_visitor_of(app, req);
    zone_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (zone_job){app, req, *ask};
    apo_text_copy_span(zone, sizeof zone, name);
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_set_zone(app, batch, visitor->person.id, zone);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void api_zone(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    if (!apo_ask_start_either(&ask, req, "key zone"))
        return;
    apo_span name = apo_span_trim(apo_ask_text(&ask, "zone"));
    if (apo_visitor_account_id(app, req).length == 0)
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    else if (name.length > 0 && !apo_zones_has(name))
        apo_http_reply_error(req, 422, "bad_request", "There is no such time zone here.");
    else
        store(app, req, &ask, name);
    apo_ask_end(&ask);
}

const apo_http_route apo_api_zone_routes[] = {
    {APO_HTTP_POST, "/api/zone", api_zone, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Chooses the time zone of emails",
                   .answer = "{}", .body = "zone:text")},
    {APO_HTTP_POST, "/zone", api_zone, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
