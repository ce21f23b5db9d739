/* The mailer: takes emails from the outbox (store/mail.h) and hands them to the mail server,
 * one after another, in its own thread.
 *
 * A row is marked as being sent before it is handed over, and as sent when the mail server has
 * accepted it; each mark is on disk before the next step. If the server dies in between, nobody
 * knows whether the email was sent. Such rows are sent again when the server starts, with the
 * same Message-ID: nothing is lost, and duplicates can be recognised.
 *
 * Everything here belongs to the loop's thread. */
#ifndef APO_SERVER_EMAIL_MAILER_H
#define APO_SERVER_EMAIL_MAILER_H

#include "server/email/email.h"
#include "server/web/app.h"
#include "store/mail.h"

typedef struct apo_mailer apo_mailer;

/* Opens the mailer and resumes interrupted emails, if the options name a mail server. Otherwise
 * `*out` is NULL, which all functions here allow: emails are dropped. The caller frees it with
 * apo_mailer_free. Errors: APO_E_UNSUPPORTED: built without libcurl; APO_E_SYNTAX: the sender
 * is not an address; APO_E_MEMORY. */
apo_status apo_mailer_new(apo_mailer **out, apo_app *app);

/* Stops the thread and records its results; no more emails are begun. Then the store may be
 * flushed and closed, and the mailer freed. */
void apo_mailer_stop(apo_mailer *mailer);
void apo_mailer_free(apo_mailer *mailer);

/* Begins sending what is due. Called once a second; call it also when emails have been
 * stored. */
void apo_mailer_tick(apo_mailer *mailer);

/* Adds an email to the batch, to be sent at once. `cause` NULL: none; else the batch fails with
 * APO_E_EXISTS if there is an email for this cause already. The id is left in `id` unless that
 * is NULL. */
void apo_outbox_add(apo_store_batch *batch, const apo_store_mailbox *box,
                    enum apo_email_kind kind, const char *data, const char *cause,
                    char id[APO_STORE_ID_MAX]);

#endif
