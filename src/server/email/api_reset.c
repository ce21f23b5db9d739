/* Forgotten passwords: requesting a link, and using it. Pages and JSON. */
#include <string.h>

#include "base/text.h"
#include "server/email/mailing.h"
#include "server/email/page_mail.h"
#include "server/email/routes.h"
#include "server/web/ask.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/password.h"
#include "server/web/route.h"
#include "server/web/secret_link.h"
#include "server/web/visitor.h"

/* --- asking -------------------------------------------------------------- */

/* Answers first, so that neither the answer nor its timing reveals whether the address
 * exists. */
static void forget(apo_app *app, apo_http_request *req, apo_span address, bool is_json)
{
    char key[APO_STORE_ADDRESS_MAX], typed[APO_STORE_ADDRESS_MAX];
    address = apo_span_trim(address);
    bool is_address = apo_mailing_read_address(key, address);
    apo_text_copy_span(typed, sizeof typed, address);
    if (!apo_app_may(app, req, APO_LIMIT_LOGINS, apo_http_remote_key(req)) ||
        (is_address && !apo_app_may(app, req, APO_LIMIT_MAILS, apo_span_of(key))))
        return;
    if (is_json)
        apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else
        apo_page_forgot_reply(app, req, true);
    apo_mailing_forgot(app, apo_span_of(typed));
}

static void api_forgot(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    apo_span address = {NULL, 0};
    if (!apo_ask_start(&ask, req, "key address"))
        return;
    apo_json_in_text(apo_json_in_member(ask.body, "address"), &address);
    if (app->mailer == NULL)
        apo_http_reply_error(req, 409, "conflict", "This server sends no mail.");
    else
        forget(app, req, address, true);
    apo_ask_end(&ask);
}

static void form_forgot(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span address = {NULL, 0};
    apo_http_form(req, "address", &address);
    if (app->mailer == NULL)
        apo_page_forgot_reply(app, req, false);
    else
        forget(app, req, address, false);
}

/* --- the new password ---------------------------------------------------- */

typedef struct reset_job {
    apo_app *app;
    apo_http_request *req;
    apo_store_mail_secret secret;
} reset_job;

static void finish_reset(void *context, apo_status status)
{
    reset_job *job = context;
    if (status == APO_E_UNKNOWN) {
        apo_page_reset_reply(job->app, job->req, 404, NULL);
    } else if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->req, status);
    } else {
        apo_visitor_clear_cookie(job->req);
        apo_http_redirect(job->req, apo_span_of("/login?reset=1"));
        apo_mailer_tick(job->app->mailer);
    }
    apo_free(NULL, job);
}

static void store_reset(void *context, const char *hash)
{
    reset_job *job = context;
    if (hash[0] == '\0') {
        finish_reset(job, APO_E_MEMORY);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_reset(job->app, batch, &job->secret, hash);
    apo_store_submit(job->app->store, batch, finish_reset, job);
}

/* Without the field "new": shows the page where it is entered. */
static void form_reset(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_mail_secret secret;
    apo_span password = {NULL, 0};
    if (!apo_http_form(req, "new", &password)) {
        apo_page_reset_reply(app, req, 200, NULL);
        return;
    }
    if (!apo_app_may(app, req, APO_LIMIT_LOGINS, apo_http_remote_key(req)))
        return;
    if (apo_mailing_find_secret(app, &secret, apo_secret_link_sent(req), "reset") != APO_OK) {
        apo_page_reset_reply(app, req, 404, NULL);
        return;
    }
    const char *fault = apo_password_fault(password, apo_span_of(""), app->stolen);
    if (fault != NULL) {
        apo_page_reset_reply(app, req, 422, fault);
        return;
    }
    reset_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (reset_job){app, req, secret};
    apo_http_defer(req);
    if (!apo_hasher_make(app->hasher, password, store_reset, job)) {
        apo_free(NULL, job);
        apo_http_reply_error(
            req, 503, "busy",
            "Too many people are logging in just now; please try again in a moment.");
    }
}

const apo_http_route apo_api_reset_routes[] = {
    {APO_HTTP_POST, "/api/forgot", api_forgot, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Sends a link for a new password, if any account has the address",
                   .answer = "{}", .body = "address:text")},
    {APO_HTTP_POST, "/forgot", form_forgot, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/reset", form_reset, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
