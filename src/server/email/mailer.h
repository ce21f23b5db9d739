/* The mailer: takes mails from the outbox (store/mail.h) and hands them to the mail server, one
 * after another, in a thread of its own.
 *
 * A row is marked as being sent before it is handed over, and as sent when the mail server has
 * taken it; both are on the disk before the next step. If the server dies in between, nobody
 * knows whether the mail has gone. Such rows are sent again when the server starts, with the
 * same Message-ID: nothing is lost, and a repeat can be told from a second mail.
 *
 * Everything here belongs to the loop's thread. */
#ifndef APO_SERVER_EMAIL_MAILER_H
#define APO_SERVER_EMAIL_MAILER_H

#include "server/email/email.h"
#include "server/web/app.h"
#include "store/mail.h"

typedef struct apo_mailer apo_mailer;

/* Opens the mailer and resumes what was under way, if the options name a mail server. Otherwise
 * `*out` is NULL, which all functions here allow: no mail is taken. Gives (free with
 * apo_mailer_free). Errors: APO_E_UNSUPPORTED: built without libcurl; APO_E_SYNTAX: the sender
 * is no address; APO_E_MEMORY. */
apo_status apo_mailer_new(apo_mailer **out, apo_app *app);

/* Ends the thread, and notes what it has done; nothing more is begun. Then the store may be
 * flushed and closed, and the mailer freed. */
void apo_mailer_stop(apo_mailer *mailer);
void apo_mailer_free(apo_mailer *mailer);

/* Begins what is due. Called once a second; call it too when mails have been stored. */
void apo_mailer_tick(apo_mailer *mailer);

/* Adds a mail to the batch, to be sent at once. `cause` NULL: none; else the batch fails with
 * APO_E_EXISTS if this cause has had its mail. The id is left in `id` unless that is NULL. */
void apo_outbox_add(apo_store_batch *batch, const apo_store_mailbox *box,
                    enum apo_email_kind kind, const char *data, const char *cause,
                    char id[APO_STORE_ID_MAX]);

#endif
