/* The time zone of an account, for times in emails and for the hour of the daily email. A form
 * of the page /account/mail, and JSON. */
#include "base/text.h"
#include "server/email/mailing.h"
#include "server/email/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"

static void finish(void *context, apo_status status)
{
    apo_ask *ask = context;
    if (status != APO_OK)
        apo_app_reply_failure(ask->app, ask->req, status);
    else
        apo_ask_reply_done(ask, apo_span_of("/account/mail"));
    apo_ask_free(ask);
}

static void store(apo_ask *ask, apo_span person, apo_span name)
{
    char zone[APO_STORE_ZONE_MAX], id[APO_STORE_ID_MAX];
    apo_text_copy_span(zone, sizeof zone, name);
    apo_text_copy_span(id, sizeof id, person);
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_set_zone(ask->app, batch, id, zone);
    apo_http_defer(ask->req);
    apo_store_submit(ask->app->store, batch, finish, ask);
}

static void api_zone(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask *ask = apo_ask_new(sizeof *ask, app, req, "key zone");
    if (ask == NULL)
        return;
    apo_span name = apo_span_trim(apo_ask_text(ask, "zone"));
    apo_span person = apo_visitor_account_id(app, req);
    if (person.length > 0 && (name.length == 0 || apo_zones_has(name))) {
        store(ask, person, name);
        return;
    }
    if (person.length == 0)
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    else
        apo_http_reply_error(req, 422, "bad_request", "There is no such time zone here.");
    apo_ask_free(ask);
}

const apo_http_route apo_api_zone_routes[] = {
    {APO_HTTP_POST, "/api/zone", api_zone, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Chooses the time zone of emails",
                   .answer = "{}", .body = "zone:text")},
    {APO_HTTP_POST, "/zone", api_zone, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
