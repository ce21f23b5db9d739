/* People's mail settings: address, preferences, links sent to them. No HTTP. */
#ifndef APO_SERVER_EMAIL_MAILING_H
#define APO_SERVER_EMAIL_MAILING_H

#include "server/email/email.h"
#include "server/email/mailer.h"

/* Fills `key` with the search key of an address. False: mail cannot be sent there. */
bool apo_mailing_read_address(char key[APO_STORE_ADDRESS_MAX], apo_span address);

/* The mailbox of a person; an empty one with the default preferences if there is none. */
void apo_mailing_find(apo_store_mailbox *out, apo_app *app, apo_span person);

/* Adds to the batch: a new address, unconfirmed, with the email that asks for confirmation, and
 * a notice to the old address. "" deletes the mailbox. Links sent before become invalid. */
void apo_mailing_set_address(apo_app *app, apo_store_batch *batch, const char *person,
                             apo_span address);

/* Adds to the batch: the preferences, and the next digest, whose hour is in the person's
 * zone. */
void apo_mailing_set_preferences(apo_store_batch *batch, const apo_store_mailbox *box,
                                 const char *zone, unsigned wanted, unsigned digest_hour);

/* Adds to the batch: a new time zone, and the next digest in it. */
void apo_mailing_set_zone(apo_app *app, apo_store_batch *batch, const char *person,
                          const char *zone);

/* Adds to the batch that the person wants no more emails of this kind. */
void apo_mailing_unwant(apo_store_batch *batch, const char *person, enum apo_email_kind kind);

/* Adds the job of the next digest. */
void apo_mailing_add_digest(apo_store_batch *batch, const char *person, const char *zone,
                            unsigned hour, int64_t now_ms);

/* Stores and sends links for a new password to all accounts with this confirmed address. The
 * caller does not learn whether there are any. Nobody gets two within five minutes. */
void apo_mailing_forgot(apo_app *app, apo_span address);

/* The secret of a link, if it is still good. Errors: APO_E_UNKNOWN. */
apo_status apo_mailing_find_secret(apo_app *app, apo_store_mail_secret *out, apo_span secret,
                                   const char *kind);

/* Tells a person whose address is confirmed what has been changed: "password", "second-on",
 * "second-off", "passkey-on", "passkey-off". */
void apo_mailing_tell(apo_app *app, apo_store_batch *batch, const char *person,
                      const char *what);

/* Adds to the batch a new password and its consequences: all sessions, tokens and reset links
 * end, and an email says so. Uses up the link. */
void apo_mailing_reset(apo_app *app, apo_store_batch *batch,
                       const apo_store_mail_secret *secret, const char *hash);

#endif
