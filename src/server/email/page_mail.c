/* Pages about email: the account's settings, and the targets of links in emails. Following a
 * link changes nothing, since virus scanners follow links too: each leads to a page with a
 * button. */
#include "server/email/page_mail.h"

#include <string.h>

#include "base/text.h"
#include "server/email/mailing.h"
#include "server/email/routes.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/secret_link.h"

enum {
    HOURS = 24
};

/* --- the account's settings ---------------------------------------------- */

static void fill_preferences(apo_fill *fill, const apo_store_mailbox *box, const apo_i18n *i18n)
{
    for (enum apo_email_kind kind = APO_EMAIL_TURN; kind < APO_EMAIL_CONFIRM; kind++) {
        apo_fill *row = apo_fill_row(fill, "preferences");
        apo_fill_string(row, "kind", apo_email_word(kind));
        apo_fill_string(row, "words", apo_tr(i18n, apo_email_sentence(kind)));
        apo_fill_flag(row, "is_wanted", (box->wanted >> kind & 1U) != 0);
    }
    for (unsigned hour = 0; hour < HOURS; hour++) {
        apo_fill *row = apo_fill_row(fill, "hours");
        apo_fill_number(row, "hour", hour);
        apo_fill_flag(row, "is_chosen", hour == box->digest_hour);
    }
}

void apo_page_mail_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error)
{
    apo_store_mailbox box;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/mail");
    const apo_i18n *i18n = apo_i18n_for(app, req);
    if (visitor == NULL)
        return;
    apo_fill *fill = apo_fill_new();
    apo_mailing_find(&box, app, apo_visitor_id(visitor));
    apo_fill_flag(fill, "is_there", app->mailer != NULL);
    apo_fill_string(fill, "address", box.address);
    apo_fill_flag(fill, "is_confirmed", box.address[0] != '\0' && box.confirmed_ms > 0);
    apo_fill_flag(fill, "is_unconfirmed", box.address[0] != '\0' && box.confirmed_ms == 0);
    apo_fill_string(fill, "zone", visitor->person.zone);
    apo_fill_flag(fill, "is_refused", box.refused_ms > 0);
    apo_fill_string(fill, "refusal", box.refusal);
    fill_preferences(fill, &box, i18n);
    apo_fill_string(fill, "error", error != NULL ? apo_tr(i18n, error) : NULL);
    apo_pages_reply(app, req, status, "mail", APO_T("Mail"), fill);
}

static void page_mail(apo_http_request *req, void *context)
{
    apo_page_mail_reply(context, req, 200, NULL);
}

/* --- targets of links ---------------------------------------------------- */

/* A page with a text, and a button that posts to the same address, with the secret of the link
 * if it was sent, unless `button` is NULL. */
static void reply_link(apo_app *app, apo_http_request *req, const char *title, const char *text,
                       const char *button)
{
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_fill *fill = apo_fill_new();
    apo_fill_text(fill, "action", apo_http_path(req));
    apo_fill_text(fill, "secret", apo_secret_link_sent(req));
    apo_fill_string(fill, "text", apo_tr(i18n, text));
    apo_fill_string(fill, "button", button != NULL ? apo_tr(i18n, button) : NULL);
    apo_fill_flag(fill, "is_over", button == NULL);
    apo_pages_reply(app, req, 200, "mail-link", title, fill);
}

/* `is_reset`: the link was for a new password, and another one can be requested. */
static void reply_worthless(apo_app *app, apo_http_request *req, bool is_reset)
{
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_fill *fill = apo_fill_new();
    apo_fill_string(
        fill, "text",
        apo_tr(i18n, "It has been used, or it has expired, or a newer one has been sent."));
    apo_fill_flag(fill, "is_reset", is_reset);
    apo_fill_flag(fill, "is_over", true);
    apo_pages_reply(app, req, 404, "mail-link", APO_T("This link is no longer valid"), fill);
}

static void page_mail_confirm(apo_http_request *req, void *context)
{
    apo_secret_link_reply(context, req, APO_T("Your mail address"));
}

static void page_mail_confirm_old(apo_http_request *req, void *context)
{
    (void)context;
    apo_secret_link_move(req, "/mail/confirm");
}

/* A request waiting for its change to be stored. */
typedef struct pending {
    apo_app *app;
    apo_http_request *req;
} pending;

static pending *start(apo_app *app, apo_http_request *req)
{
    pending *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    *job = (pending){app, req};
    apo_http_defer(req);
    return job;
}

static void finish_confirm(void *context, apo_status status)
{
    pending job = *(pending *)context;
    apo_free(NULL, context);
    if (status == APO_OK)
        reply_link(job.app, job.req, APO_T("Your mail address"),
                   APO_T("Thank you: your mail will go to this address."), NULL);
    else if (status == APO_E_UNKNOWN)
        reply_worthless(job.app, job.req, false);
    else
        apo_app_reply_failure(job.app, job.req, status);
}

/* Asks; the button's "sure" confirms. */
static void form_mail_confirm(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_mail_secret secret;
    apo_span sure;
    if (apo_mailing_find_secret(app, &secret, apo_secret_link_sent(req), "confirm") != APO_OK) {
        reply_worthless(app, req, false);
        return;
    }
    if (!apo_http_form(req, "sure", &sure)) {
        reply_link(
            app, req, APO_T("Your mail address"),
            APO_T("Should your account's mail go to the address that received this link?"),
            APO_T("Yes, it is mine"));
        return;
    }
    pending *job = start(app, req);
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_use_mail_secret(batch, secret.digest);
    apo_store_confirm_mailbox(batch, secret.person, secret.address, apo_http_wall_clock_ms());
    apo_store_submit(app->store, batch, finish_confirm, job);
}

/* --- unsubscribing ------------------------------------------------------- */

static bool is_signed(const apo_app *app, const apo_http_request *req, apo_span kind)
{
    char person[APO_STORE_ID_MAX], word[APO_STORE_MAIL_KIND_MAX], signature[APO_TOKEN_TEXT];
    apo_text id = apo_text_start(person, sizeof person);
    apo_text text = apo_text_start(word, sizeof word);
    apo_text_add_span(&id, apo_http_param(req, "person"));
    apo_text_add_span(&text, kind);
    apo_email_signature(signature, app, person, word);
    return !id.is_overflowed && !text.is_overflowed &&
           apo_token_same(apo_http_param(req, "signature"), apo_span_of(signature));
}

static void page_mail_off(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (is_signed(app, req, apo_http_param(req, "kind")))
        reply_link(app, req, APO_T("Stop these mails"),
                   APO_T("Do you want to stop mails of this kind?"), APO_T("Stop them"));
    else
        reply_worthless(app, req, false);
}

static void finish_off(void *context, apo_status status)
{
    pending job = *(pending *)context;
    apo_free(NULL, context);
    if (status == APO_OK)
        reply_link(job.app, job.req, APO_T("Stop these mails"),
                   APO_T("You will get no more mails of this kind."), NULL);
    else
        apo_app_reply_failure(job.app, job.req, status);
}

/* Mail programs post here when their unsubscribe button is pressed (RFC 8058): without a
 * cookie, from anywhere. The signature shows that the request is genuine. */
static void form_mail_off(apo_http_request *req, void *context)
{
    apo_app *app = context;
    enum apo_email_kind kind;
    char person[APO_STORE_ID_MAX];
    apo_span word = apo_http_param(req, "kind");
    if (!is_signed(app, req, word) || !apo_email_find(word, &kind)) {
        reply_worthless(app, req, false);
        return;
    }
    pending *job = start(app, req);
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_text_copy_span(person, sizeof person, apo_http_param(req, "person"));
    apo_mailing_unwant(batch, person, kind);
    apo_store_submit(app->store, batch, finish_off, job);
}

/* --- a forgotten password ------------------------------------------------ */

void apo_page_forgot_reply(apo_app *app, apo_http_request *req, bool is_asked)
{
    apo_fill *fill = apo_fill_new();
    apo_fill_flag(fill, "is_asked", is_asked);
    apo_fill_flag(fill, "is_there", app->mailer != NULL);
    apo_pages_reply(app, req, 200, "forgot", APO_T("A new password"), fill);
}

static void page_forgot(apo_http_request *req, void *context)
{
    apo_page_forgot_reply(context, req, false);
}

void apo_page_reset_reply(apo_app *app, apo_http_request *req, unsigned status,
                          const char *error)
{
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_store_person person;
    apo_store_mail_secret secret;
    if (apo_mailing_find_secret(app, &secret, apo_secret_link_sent(req), "reset") != APO_OK ||
        apo_store_find_person(app->store, &person, apo_span_of(secret.person)) != APO_OK) {
        reply_worthless(app, req, true);
        return;
    }
    apo_fill *fill = apo_fill_new();
    apo_fill_text(fill, "secret", apo_secret_link_sent(req));
    apo_fill_string(fill, "name", person.name);
    apo_fill_string(fill, "error", error != NULL ? apo_tr(i18n, error) : NULL);
    apo_pages_reply(app, req, status, "reset", APO_T("A new password"), fill);
}

static void page_reset(apo_http_request *req, void *context)
{
    apo_secret_link_reply(context, req, APO_T("A new password"));
}

static void page_reset_old(apo_http_request *req, void *context)
{
    (void)context;
    apo_secret_link_move(req, "/reset");
}

const apo_http_route apo_page_mail_routes[] = {
    {APO_HTTP_GET, "/account/mail", page_mail, 0, 0, NULL},
    {APO_HTTP_GET, "/mail/confirm", page_mail_confirm, 0, 0, NULL},
    {APO_HTTP_POST, "/mail/confirm", form_mail_confirm, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/mail/confirm/:secret", page_mail_confirm_old, 0, 0, NULL},
    {APO_HTTP_GET, "/mail/off/:person/:kind/:signature", page_mail_off, 0, 0, NULL},
    {APO_HTTP_POST, "/mail/off/:person/:kind/:signature", form_mail_off, APO_HTTP_ANY_ORIGIN,
     APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/forgot", page_forgot, 0, 0, NULL},
    {APO_HTTP_GET, "/reset", page_reset, 0, 0, NULL},
    {APO_HTTP_GET, "/reset/:secret", page_reset_old, 0, 0, NULL},
    APO_ROUTES_END,
};
