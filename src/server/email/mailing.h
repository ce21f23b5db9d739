/* What people decide about their mail: address, preferences, links that were sent to them. No
 * HTTP in it. */
#ifndef APO_SERVER_EMAIL_MAILING_H
#define APO_SERVER_EMAIL_MAILING_H

#include "server/email/email.h"
#include "server/email/mailer.h"

/* Fills `key` with the form of an address by which it is looked for. False: mail cannot be sent
 * there. */
bool apo_mailing_read_address(char key[APO_STORE_ADDRESS_MAX], apo_span address);

/* The mailbox of a person; an empty one with the usual preferences if there is none. */
void apo_mailing_find(apo_store_mailbox *out, apo_app *app, apo_span person);

/* Adds to the batch: another address, not confirmed yet, with the mail that asks for
 * confirmation, and a word to the old address. "" does away with the mailbox. Links that were
 * sent before are worth nothing. */
void apo_mailing_set_address(apo_app *app, apo_store_batch *batch, const char *person,
                             apo_span address);

/* Adds to the batch: what is wanted, and the next digest, whose hour is that of the zone. */
void apo_mailing_set_preferences(apo_store_batch *batch, const apo_store_mailbox *box,
                                 const char *zone, unsigned wanted, unsigned digest_hour);

/* Adds to the batch: another time zone, and the next digest by it. */
void apo_mailing_set_zone(apo_app *app, apo_store_batch *batch, const char *person,
                          const char *zone);

/* Adds to the batch: no more mails of this kind. */
void apo_mailing_unwant(apo_store_batch *batch, const char *person, enum apo_email_kind kind);

/* Adds the job of the next digest. */
void apo_mailing_add_digest(apo_store_batch *batch, const char *person, const char *zone,
                            unsigned hour, int64_t now_ms);

/* Stores and sends links for a new password to all accounts with this confirmed address.
 * Nothing tells the caller whether there are any. Nobody gets two in the same five minutes. */
void apo_mailing_forgot(apo_app *app, apo_span address);

/* The secret of a link, if it is still good. Errors: APO_E_UNKNOWN. */
apo_status apo_mailing_find_secret(apo_app *app, apo_store_mail_secret *out, apo_span secret,
                                   const char *kind);

/* Tells a person whose address is confirmed what has been changed: "password", "second-on",
 * "second-off". */
void apo_mailing_tell(apo_app *app, apo_store_batch *batch, const char *person,
                      const char *what);

/* Adds to the batch what a new password entails: it is set, all sessions, tokens and links of
 * resets end, and a mail says so. Uses the link up. */
void apo_mailing_reset(apo_app *app, apo_store_batch *batch,
                       const apo_store_mail_secret *secret, const char *hash);

#endif
