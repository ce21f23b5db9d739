/* Switches the second factor of an account on and off: the forms of the page /account/second,
 * and JSON. */
#include <string.h>

#include "server/account/routes.h"
#include "server/account/second.h"
#include "server/email/mailing.h"
#include "server/web/ask.h"
#include "server/web/factors.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/qr.h"
#include "server/web/reauth.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

typedef struct second_job {
    apo_ask ask;
    char person[APO_STORE_ID_MAX], name[APO_STORE_NAME_MAX];
    char recovery[APO_RECOVERY_CODES][APO_RECOVERY_TEXT];
} second_job;

/* --- the page ------------------------------------------------------------ */

/* The URI as a QR code for a phone's camera. */
static void fill_picture(apo_fill *fill, const second_job *job, apo_span uri)
{
    apo_qr code;
    apo_buffer picture;
    const char *title =
        apo_tr(apo_i18n_for(job->ask.app, job->ask.req), "QR code with the secret");
    if (apo_qr_make(&code, uri) != APO_OK)
        return;
    apo_buffer_init(&picture, NULL);
    apo_qr_write_svg(&picture, &code, apo_span_of(title));
    apo_fill_text(fill, "picture", apo_buffer_span(&picture));
    apo_buffer_clear(&picture);
}

static void fill_secret(apo_fill *fill, const second_job *job, const apo_store_factor *factor)
{
    char secret[APO_TOTP_SECRET_TEXT];
    apo_buffer uri;
    if (!apo_second_secret(job->ask.app, factor, secret))
        return;
    apo_buffer_init(&uri, NULL);
    apo_second_write_uri(&uri, job->name, secret);
    apo_fill_string(fill, "secret", secret);
    apo_fill_text(fill, "uri", apo_buffer_span(&uri));
    fill_picture(fill, job, apo_buffer_span(&uri));
    apo_buffer_clear(&uri);
}

/* `has_recovery`: codes have just been made. */
static void reply_page(const second_job *job, unsigned status, const char *error,
                       bool has_recovery)
{
    apo_store_factor factor;
    apo_store *store = job->ask.app->store;
    apo_span person = apo_span_of(job->person);
    bool is_there = apo_store_find_factor(store, &factor, person) == APO_OK;
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "error", error);
    apo_fill_flag(fill, "is_off", !is_there);
    apo_fill_flag(fill, "is_demanded",
                  job->ask.app->options.has_two_factors &&
                      !apo_factors_are_there(job->ask.app, job->person));
    apo_fill_flag(fill, "is_begun", is_there && factor.confirmed_ms == 0);
    apo_fill_flag(fill, "is_on", is_there && factor.confirmed_ms > 0);
    apo_fill_number(fill, "left", apo_store_count_recovery(store, person));
    if (is_there && factor.confirmed_ms == 0)
        fill_secret(fill, job, &factor);
    apo_fill_flag(fill, "has_recovery", has_recovery);
    for (unsigned i = 0; has_recovery && i < APO_RECOVERY_CODES; i++)
        apo_fill_string(apo_fill_row(fill, "recovery"), "code", job->recovery[i]);
    apo_pages_reply(job->ask.app, job->ask.req, status, "second", "Second factor", fill);
}

static void page_second(apo_http_request *req, void *context)
{
    apo_app *app = context;
    second_job job = {.ask = {.app = app, .req = req}};
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/second");
    if (visitor == NULL)
        return;
    memcpy(job.person, visitor->person.id, sizeof job.person);
    memcpy(job.name, visitor->person.name, sizeof job.name);
    reply_page(&job, 200, NULL, false);
}

/* --- answers ------------------------------------------------------------- */

static void refuse(second_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json)
        apo_http_reply_error(job->ask.req, status, code, words);
    else
        reply_page(job, status, apo_tr(apo_i18n_for(job->ask.app, job->ask.req), words), false);
    apo_ask_free(job);
}

static void refuse_failure(second_job *job, apo_status status)
{
    apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void reply_secret(second_job *job)
{
    apo_store_factor factor;
    char secret[APO_TOTP_SECRET_TEXT];
    apo_buffer out, uri;
    if (apo_store_find_factor(job->ask.app->store, &factor, apo_span_of(job->person)) !=
            APO_OK ||
        !apo_second_secret(job->ask.app, &factor, secret)) {
        refuse_failure(job, APO_E_IO);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&uri, NULL);
    apo_second_write_uri(&uri, job->name, secret);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "secret", secret);
    apo_json_add_text(&out, "uri", apo_buffer_span(&uri));
    apo_json_close(&out, '}');
    apo_buffer_clear(&uri);
    apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
    apo_ask_free(job);
}

static void reply_recovery(second_job *job)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "codes", '[');
    for (unsigned i = 0; i < APO_RECOVERY_CODES; i++)
        apo_json_add_string(&out, NULL, job->recovery[i]);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
}

static void api_second(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_flag(&out, "is_on", apo_second_is_on(app, visitor->person.id));
    apo_json_add_number(&out, "codes_left",
                        apo_store_count_recovery(app->store, apo_visitor_id(visitor)));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- reading ------------------------------------------------------------- */

/* NULL: answered. */
static second_job *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    second_job *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        apo_ask_free(job);
        return NULL;
    }
    memcpy(job->person, visitor->person.id, sizeof job->person);
    memcpy(job->name, visitor->person.name, sizeof job->name);
    return job;
}

/* Checks the password of the request, then continues with `fn`. */
static void ask_password(second_job *job, apo_hasher_checked *fn)
{
    apo_status status = apo_reauth_ask(job->ask.app, job->ask.req, job->person,
                                       apo_ask_text(&job->ask, "password"), fn, job);
    if (status == APO_E_FINISHED)
        apo_ask_free(job);
    else if (status == APO_E_OVERFLOW)
        refuse(job, 503, "busy", APO_REAUTH_BUSY);
    else if (status != APO_OK)
        refuse_failure(job, status);
}

/* --- on: a secret -------------------------------------------------------- */

static void finish_begin(void *context, apo_status status)
{
    second_job *job = context;
    if (status == APO_E_UNKNOWN) {
        refuse(job, 409, "conflict", "This account has a second factor already.");
    } else if (status != APO_OK) {
        refuse_failure(job, status);
    } else if (job->ask.is_json) {
        reply_secret(job);
    } else {
        apo_http_redirect(job->ask.req, apo_span_of("/account/second"));
        apo_ask_free(job);
    }
}

static void begin(void *context, bool is_right)
{
    second_job *job = context;
    if (!is_right) {
        refuse(job, 403, "forbidden", "The password is wrong.");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_second_begin(job->ask.app, batch, job->person);
    apo_store_submit(job->ask.app->store, batch, finish_begin, job);
}

static void api_second_begin(apo_http_request *req, void *context)
{
    second_job *job = start(req, context, "key password");
    if (job != NULL)
        ask_password(job, begin);
}

/* --- on: the device has it ----------------------------------------------- */

static void finish_confirm(void *context, apo_status status)
{
    second_job *job = context;
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    if (job->ask.is_json)
        reply_recovery(job);
    else
        reply_page(job, 200, NULL, true);
    memset(job->recovery, 0, sizeof job->recovery);
    apo_ask_free(job);
}

/* Ends the other sessions: they have not shown a second factor. */
static void api_second_confirm(apo_http_request *req, void *context)
{
    apo_app *app = context;
    second_job *job = start(req, app, "key code");
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    if (!apo_second_confirm(app, batch, job->person, apo_ask_text(&job->ask, "code"),
                            job->recovery)) {
        apo_store_batch_free(batch);
        refuse(job, 403, "forbidden", "The code is wrong.");
        return;
    }
    apo_store_drop_sessions(batch, job->person, apo_visitor_of(app, req)->digest);
    apo_mailing_tell(app, batch, job->person, "second-on");
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_confirm, job);
}

/* --- off ----------------------------------------------------------------- */

static void finish_end(void *context, apo_status status)
{
    second_job *job = context;
    if (status == APO_E_UNKNOWN) {
        refuse(job, 403, "forbidden", "The code is wrong.");
        return;
    }
    if (status != APO_OK)
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    else
        apo_ask_reply_done(&job->ask, apo_span_of("/account/second"));
    apo_ask_free(job);
}

static void end(void *context, bool is_right)
{
    second_job *job = context;
    apo_store_batch *batch = apo_store_batch_new();
    enum apo_second second =
        apo_second_use(job->ask.app, batch, job->person, apo_ask_text(&job->ask, "code"));
    if (!is_right || (second != APO_SECOND_RIGHT && second != APO_SECOND_OFF)) {
        apo_store_batch_free(batch);
        refuse(job, 403, "forbidden", "The password or code is wrong.");
        return;
    }
    apo_store_drop_factor(batch, job->person);
    if (second == APO_SECOND_RIGHT)
        apo_mailing_tell(job->ask.app, batch, job->person, "second-off");
    apo_store_submit(job->ask.app->store, batch, finish_end, job);
}

static void api_second_end(apo_http_request *req, void *context)
{
    second_job *job = start(req, context, "key password code");
    if (job != NULL)
        ask_password(job, end);
}

const apo_http_route apo_api_second_routes[] = {
    {APO_HTTP_GET, "/api/second-factor", api_second, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Whether your log-in needs a code",
                   .answer = "{is_on:flag codes_left:int}")},
    {APO_HTTP_POST, "/api/second-factor/begin", api_second_begin, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Makes a secret for your device",
                   .answer = "{secret:text uri:text}", .body = "password:text")},
    {APO_HTTP_POST, "/api/second-factor/confirm", api_second_confirm, 0, APO_BODY_SMALL,
     APO_OPERATION(
             .scope = APO_SCOPE_SESSION,
             .summary =
                 "Switches it on with a first code; only this answer has the recovery codes",
             .answer = "{codes:[text]}", .body = "code:text")},
    {APO_HTTP_POST, "/api/second-factor/end", api_second_end, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Switches it off", .answer = "{}",
                   .body = "password:text code:text")},
    {APO_HTTP_GET, "/account/second", page_second, 0, 0, NULL},
    {APO_HTTP_POST, "/account/second/begin", api_second_begin, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/account/second/confirm", api_second_confirm, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/account/second/end", api_second_end, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
