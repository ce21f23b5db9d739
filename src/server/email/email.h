/* Writes emails, in the language of their recipients. An email's row holds the data for its
 * text; the text is written when it is sent, so that a link's secret is never stored and
 * outdated news is not sent. */
#ifndef APO_SERVER_EMAIL_EMAIL_H
#define APO_SERVER_EMAIL_EMAIL_H

#include "server/live/email_kind.h"
#include "server/web/app.h"
#include "store/mail.h"

typedef struct apo_email {
    apo_buffer subject, body;
    apo_buffer unsubscribe; /* unsubscribe URL; empty: none */
    const char *language;
} apo_email;

/* Writes the email of a row. `out` must be cleared in any case. Errors: APO_E_IO and
 * APO_E_MEMORY: try again later; any other: the email is no longer needed. */
apo_status apo_email_write(apo_email *out, apo_app *app, const apo_store_mail *mail);
void apo_email_clear(apo_email *email);

/* The lifetime of the link for a new password. */
int64_t apo_email_reset_ms(const apo_app *app);

/* The secret in the link of an email ("reset", "confirm"), by the email's id. */
void apo_email_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *kind,
                      const char *id);

/* The signature of an unsubscribe link, so that nobody else can make one. */
void apo_email_signature(char out[APO_TOKEN_TEXT], const apo_app *app, const char *person,
                         const char *kind);

#endif
