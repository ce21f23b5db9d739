/* Mail: an account's address and preferences. Each change serves a form of the page
 * /account/mail, answered with a page, and JSON under /api/. */
#include <string.h>

#include "base/text.h"
#include "server/email/mailing.h"
#include "server/email/page_mail.h"
#include "server/email/routes.h"
#include "server/web/ask.h"
#include "server/web/device.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    HOURS = 24
};

/* A request and its state. */
typedef struct mail_job {
    apo_ask ask;
    char person[APO_STORE_ID_MAX], zone[APO_STORE_ZONE_MAX];
    apo_span address, password; /* of the request */
} mail_job;

/* --- answers ------------------------------------------------------------- */

static void refuse(mail_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json)
        apo_http_reply_error(job->ask.req, status, code, words);
    else
        apo_page_mail_reply(job->ask.app, job->ask.req, status, words);
    apo_ask_free(job);
}

static void add_box(apo_buffer *out, const apo_store_mailbox *box, const apo_app *app)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_flag(out, "is_there", app->mailer != NULL);
    apo_json_add_optional(out, "address", box->address);
    apo_json_add_flag(out, "is_confirmed", box->confirmed_ms > 0);
    if (box->refused_ms > 0)
        apo_json_add_string(out, "refusal", box->refusal);
    else
        apo_json_add_null(out, "refusal");
    apo_json_open(out, "wanted", '[');
    for (enum apo_email_kind kind = APO_EMAIL_TURN; kind < APO_EMAIL_CONFIRM; kind++) {
        if ((box->wanted >> kind & 1U) != 0)
            apo_json_add_string(out, NULL, apo_email_word(kind));
    }
    apo_json_close(out, ']');
    apo_json_add_number(out, "digest_hour", box->digest_hour);
    apo_json_close(out, '}');
}

static void reply_box(apo_app *app, apo_http_request *req, apo_span person)
{
    apo_store_mailbox box;
    apo_buffer out;
    apo_mailing_find(&box, app, person);
    apo_buffer_init(&out, NULL);
    add_box(&out, &box, app);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void finish(void *context, apo_status status)
{
    mail_job *job = context;
    if (status != APO_OK)
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    else if (job->ask.is_json)
        reply_box(job->ask.app, job->ask.req, apo_span_of(job->person));
    else
        apo_http_redirect(job->ask.req, apo_span_of("/account/mail"));
    if (status == APO_OK)
        apo_mailer_tick(job->ask.app->mailer);
    apo_ask_free(job);
}

static void api_mail(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    else
        reply_box(app, req, apo_visitor_id(visitor));
}

/* Reads the members that both requests share; NULL: it has been answered. */
static mail_job *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    mail_job *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (!apo_visitor_is_account(visitor)) {
        refuse(job, 401, "login_needed", APO_T("You are not logged in."));
        return NULL;
    }
    memcpy(job->person, visitor->person.id, sizeof job->person);
    memcpy(job->zone, visitor->person.zone, sizeof job->zone);
    return job;
}

/* --- what is wanted ------------------------------------------------------ */

static bool read_preferences(const mail_job *job, unsigned *wanted, int64_t *hour)
{
    const apo_json_value *list = apo_json_in_member(job->ask.body, "wanted");
    const apo_json_value *number = apo_json_in_member(job->ask.body, "digest_hour");
    *wanted = 0;
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        apo_span word;
        enum apo_email_kind kind;
        if (!apo_json_in_text(apo_json_in_element(list, i), &word) ||
            !apo_email_find(word, &kind) || (APO_EMAILS_OPTIONAL >> kind & 1U) == 0)
            return false;
        *wanted |= 1U << kind;
    }
    return number == NULL || apo_json_in_number(number, 0, HOURS - 1, hour);
}

static bool read_preferences_form(const mail_job *job, unsigned *wanted, int64_t *hour)
{
    apo_span value;
    uint32_t number;
    *wanted = 0;
    for (enum apo_email_kind kind = APO_EMAIL_TURN; kind < APO_EMAIL_CONFIRM; kind++) {
        char field[APO_STORE_MAIL_KIND_MAX + 8];
        apo_text text = apo_text_start(field, sizeof field);
        apo_text_add(&text, "want_");
        apo_text_add(&text, apo_email_word(kind));
        if (apo_http_form(job->ask.req, field, &value))
            *wanted |= 1U << kind;
    }
    if (!apo_http_form(job->ask.req, "digest_hour", &value))
        return true;
    bool is_read = apo_span_number(value, HOURS - 1, &number);
    *hour = is_read ? (int64_t)number : *hour;
    return is_read;
}

static void api_mail_preferences(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_mailbox box;
    unsigned wanted;
    mail_job *job = start(req, app, "key wanted digest_hour");
    if (job == NULL)
        return;
    apo_mailing_find(&box, app, apo_span_of(job->person));
    int64_t hour = box.digest_hour;
    if (!(job->ask.is_json ? read_preferences(job, &wanted, &hour)
                           : read_preferences_form(job, &wanted, &hour))) {
        refuse(job, 422, "bad_request", APO_T("There is no such mail, or no such hour."));
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_set_preferences(batch, &box, job->zone, wanted, (unsigned)hour);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

/* --- the address --------------------------------------------------------- */

static void store_address(void *context, bool is_right)
{
    mail_job *job = context;
    if (!is_right) {
        refuse(job, 403, "forbidden", APO_T("The password is wrong."));
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_mailing_set_address(job->ask.app, batch, job->person, job->address);
    apo_store_submit(job->ask.app->store, batch, finish, job);
}

/* Asks for the password, so that nobody can take over an account in somebody else's open
 * browser by changing the address. */
static void api_mail_address(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    char key[APO_STORE_ADDRESS_MAX];
    mail_job *job = start(req, app, "key address password");
    if (job == NULL)
        return;
    job->address = apo_ask_text(&job->ask, "address");
    job->password = apo_ask_text(&job->ask, "password");
    job->address = apo_span_trim(job->address);
    apo_status status = apo_store_find_person(app->store, &person, apo_span_of(job->person));
    if (status != APO_OK) {
        apo_app_reply_failure(app, req, status);
        apo_ask_free(job);
    } else if (app->mailer == NULL) {
        refuse(job, 409, "conflict", APO_T("This server sends no mail."));
    } else if (job->address.length > 0 && !apo_mailing_read_address(key, job->address)) {
        refuse(job, 422, "bad_request", APO_T("This is not a mail address."));
    } else if (job->password.length > APO_PASSWORD_MAX) {
        refuse(job, 403, "forbidden", APO_T("The password is wrong."));
    } else if (!apo_device_may_confirm(app, req, apo_visitor_of(app, req)) ||
               !apo_app_may(app, req, APO_LIMIT_MAILS, apo_span_of(job->person))) {
        apo_ask_free(job);
    } else {
        apo_http_defer(req);
        if (!apo_hasher_check(app->hasher, job->password, person.password, store_address, job))
            refuse(
                job, 503, "busy",
                APO_T(
                    "Too many people are logging in just now; please try again in a moment."));
    }
}

const apo_http_route apo_api_mail_routes[] = {
    {APO_HTTP_GET, "/api/mail", api_mail, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Your mail address, and what you get",
                   .answer = "Mailbox")},
    {APO_HTTP_POST, "/api/mail", api_mail_preferences, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Changes what you get",
                   .answer = "Mailbox", .body = "wanted:[MailKind] digest_hour?:int")},
    {APO_HTTP_POST, "/api/mail/address", api_mail_address, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Changes the address; an empty one ends all mail",
                   .answer = "Mailbox", .body = "address:text password:text")},
    {APO_HTTP_POST, "/account/mail", api_mail_preferences, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/account/mail/address", api_mail_address, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
