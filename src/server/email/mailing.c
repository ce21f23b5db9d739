#include "server/email/mailing.h"

#include <string.h>

#include "base/text.h"
#include "net/mime.h"
#include "server/web/zones.h"
#include "store/jobs.h"
#include "store/people.h"
#include "store/tokens.h"

enum {
    USUAL_HOUR = 7,
    ACCOUNTS_MAX = 5,        /* with the same address that get a link at once */
    AGAIN_MS = 5 * 60 * 1000 /* the shortest time between two links */
};

bool apo_mailing_read_address(char key[APO_STORE_ADDRESS_MAX], apo_span address)
{
    if (!apo_mime_is_address(address))
        return false;
    apo_text_copy_span(key, APO_STORE_ADDRESS_MAX, address);
    for (size_t i = 0; key[i] != '\0'; i++)
        key[i] = apo_to_lower(key[i]);
    return true;
}

void apo_mailing_find(apo_store_mailbox *out, apo_app *app, apo_span person)
{
    if (apo_store_find_mailbox(app->store, out, person) == APO_OK)
        return;
    *out = (apo_store_mailbox){.wanted = APO_EMAILS_USUAL, .digest_hour = USUAL_HOUR};
    apo_text_copy_span(out->person, sizeof out->person, person);
}

/* --- secrets ------------------------------------------------------------- */

/* Adds an email with a link, and the digest of the link's secret. */
static void send_link(apo_app *app, apo_store_batch *batch, const apo_store_mailbox *box,
                      enum apo_email_kind kind, const char *cause, int64_t good_ms)
{
    char id[APO_STORE_ID_MAX], secret[APO_TOKEN_TEXT];
    apo_store_mail_secret row = {.expires_ms = apo_http_wall_clock_ms() + good_ms};
    const char *word = apo_email_word(kind);
    apo_outbox_add(batch, box, kind, "", cause, id);
    apo_email_secret(secret, app, word, id);
    apo_token_digest(row.digest, apo_span_of(secret));
    memcpy(row.person, box->person, sizeof row.person);
    memcpy(row.address, box->address, sizeof row.address);
    apo_text_copy(row.kind, sizeof row.kind, word);
    apo_store_drop_mail_secrets(batch, box->person, word);
    apo_store_add_mail_secret(batch, &row);
}

apo_status apo_mailing_find_secret(apo_app *app, apo_store_mail_secret *out, apo_span secret,
                                   const char *kind)
{
    char digest[APO_TOKEN_DIGEST_TEXT];
    if (secret.length >= APO_TOKEN_TEXT)
        return APO_E_UNKNOWN;
    apo_token_digest(digest, secret);
    apo_status status = apo_store_find_mail_secret(app->store, out, apo_span_of(digest));
    if (status == APO_OK && (!apo_span_is(apo_span_of(out->kind), kind) ||
                             out->expires_ms <= apo_http_wall_clock_ms()))
        return APO_E_UNKNOWN;
    return status;
}

/* --- addresses and preferences ------------------------------------------- */

void apo_mailing_set_address(apo_app *app, apo_store_batch *batch, const char *person,
                             apo_span address)
{
    apo_store_mailbox box;
    apo_mailing_find(&box, app, apo_span_of(person));
    if (box.confirmed_ms > 0 && !apo_span_is(address, box.address))
        apo_outbox_add(batch, &box, APO_EMAIL_CHANGED, "address", NULL, NULL);
    if (address.length == 0) {
        apo_store_drop_jobs(batch, "digest", person);
        apo_store_drop_mailbox(batch, person);
        return;
    }
    apo_text_copy_span(box.address, sizeof box.address, address);
    apo_mailing_read_address(box.address_key, address);
    box.confirmed_ms = 0;
    box.refused_ms = 0;
    box.refusal[0] = '\0';
    apo_store_set_mailbox(batch, &box);
    apo_store_drop_mail_secrets(batch, person, apo_email_word(APO_EMAIL_RESET));
    send_link(app, batch, &box, APO_EMAIL_CONFIRM, NULL, APO_CONFIRM_MS);
}

void apo_mailing_add_digest(apo_store_batch *batch, const char *person, const char *zone,
                            unsigned hour, int64_t now_ms)
{
    apo_store_add_job(batch, "digest", person, "", apo_zones_next_hour(zone, now_ms, hour));
}

void apo_mailing_set_zone(apo_app *app, apo_store_batch *batch, const char *person,
                          const char *zone)
{
    apo_store_mailbox box;
    apo_store_set_zone(batch, person, zone);
    apo_mailing_find(&box, app, apo_span_of(person));
    if (box.address[0] == '\0' || (box.wanted >> APO_EMAIL_DIGEST & 1U) == 0)
        return;
    apo_store_drop_jobs(batch, "digest", person);
    apo_mailing_add_digest(batch, person, zone, box.digest_hour, apo_http_wall_clock_ms());
}

void apo_mailing_set_preferences(apo_store_batch *batch, const apo_store_mailbox *box,
                                 const char *zone, unsigned wanted, unsigned digest_hour)
{
    apo_store_mailbox fresh = *box;
    fresh.wanted = wanted & APO_EMAILS_OPTIONAL;
    fresh.digest_hour = digest_hour;
    apo_store_set_mailbox(batch, &fresh);
    apo_store_drop_jobs(batch, "digest", box->person);
    if ((wanted >> APO_EMAIL_DIGEST & 1U) != 0)
        apo_mailing_add_digest(batch, box->person, zone, digest_hour, apo_http_wall_clock_ms());
}

void apo_mailing_unwant(apo_store_batch *batch, const char *person, enum apo_email_kind kind)
{
    apo_store_unwant_mail(batch, person, 1U << kind);
    if (kind == APO_EMAIL_DIGEST)
        apo_store_drop_jobs(batch, "digest", person);
}

/* --- a forgotten password ------------------------------------------------ */

typedef struct forgotten {
    unsigned count;
    apo_store_mailbox boxes[ACCOUNTS_MAX];
} forgotten;

static bool gather(void *context, const apo_store_mailbox *box)
{
    forgotten *all = context;
    all->boxes[all->count++] = *box;
    return all->count < ACCOUNTS_MAX;
}

static void poke(void *context, apo_status status)
{
    apo_app *app = context;
    if (status == APO_OK)
        apo_mailer_tick(app->mailer);
}

/* One link in each interval: a second request finds that the email exists. */
static void send_reset(apo_app *app, const apo_store_mailbox *box)
{
    char cause[APO_STORE_KEY_MAX];
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, "reset/");
    apo_text_add(&text, box->person);
    apo_text_add_char(&text, '/');
    apo_text_add_number(&text, apo_http_wall_clock_ms() / AGAIN_MS);
    apo_store_batch *batch = apo_store_batch_new();
    send_link(app, batch, box, APO_EMAIL_RESET, cause, apo_email_reset_ms(app));
    apo_store_submit(app->store, batch, poke, app);
}

void apo_mailing_forgot(apo_app *app, apo_span address)
{
    char key[APO_STORE_ADDRESS_MAX];
    forgotten all = {.count = 0};
    if (app->mailer == NULL || !apo_mailing_read_address(key, address))
        return;
    apo_store_list_mailboxes(app->store, apo_span_of(key), gather, &all);
    for (unsigned i = 0; i < all.count; i++)
        send_reset(app, &all.boxes[i]);
}

void apo_mailing_tell(apo_app *app, apo_store_batch *batch, const char *person,
                      const char *what)
{
    apo_store_mailbox box;
    apo_mailing_find(&box, app, apo_span_of(person));
    if (box.confirmed_ms > 0)
        apo_outbox_add(batch, &box, APO_EMAIL_CHANGED, what, NULL, NULL);
}

void apo_mailing_reset(apo_app *app, apo_store_batch *batch,
                       const apo_store_mail_secret *secret, const char *hash)
{
    apo_store_use_mail_secret(batch, secret->digest);
    apo_store_drop_mail_secrets(batch, secret->person, "reset");
    apo_store_set_password(batch, secret->person, hash);
    apo_store_drop_sessions(batch, secret->person, "");
    apo_store_drop_tokens(batch, secret->person);
    apo_mailing_tell(app, batch, secret->person, "password");
}
