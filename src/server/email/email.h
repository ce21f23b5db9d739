/* What mails say, in the language of those who get them. A mail's row holds what its text is
 * made of; the text is made when it is sent, so that no secret of a link is ever stored, and
 * what is not true any more is not told. */
#ifndef APO_SERVER_EMAIL_EMAIL_H
#define APO_SERVER_EMAIL_EMAIL_H

#include "server/live/email_kind.h"
#include "server/web/app.h"
#include "store/mail.h"

typedef struct apo_email {
    apo_buffer subject, body;
    apo_buffer unsubscribe; /* URL; empty: it cannot be switched off */
    const char *language;
} apo_email;

/* Writes the mail of a row. `out` is to be cleared in any case. Errors: APO_E_IO and
 * APO_E_MEMORY, when it is to be tried again; any other says that the mail is not needed any
 * more. */
apo_status apo_email_write(apo_email *out, apo_app *app, const apo_store_mail *mail);
void apo_email_clear(apo_email *email);

/* The secret in the link of a mail ("reset", "confirm"), by the mail's id. */
void apo_email_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *kind,
                      const char *id);

/* What stands behind the address of a link that ends such mails, so that nobody else can. */
void apo_email_signature(char out[APO_TOKEN_TEXT], const apo_app *app, const char *person,
                         const char *kind);

#endif
