/* Mail, as the store keeps it: addresses with what their owners want to get, the outbox, and
 * the secrets of links that were sent. A mail is a row that is added in the same batch as its
 * cause. */
#ifndef APO_STORE_MAIL_H
#define APO_STORE_MAIL_H

#include "store/store.h"

enum {
    APO_STORE_ADDRESS_MAX =
        256, /* with the terminator, as all of these; RFC 5321 allows 254 bytes */
    APO_STORE_MAIL_KIND_MAX = 16,
    APO_STORE_MAIL_DATA_MAX = 512,
    APO_STORE_MAIL_REPLY_MAX = 160
};

typedef struct apo_store_mailbox {
    char person[APO_STORE_ID_MAX];
    char address[APO_STORE_ADDRESS_MAX];     /* as it was typed */
    char address_key[APO_STORE_ADDRESS_MAX]; /* by which it is looked for */
    int64_t confirmed_ms;                    /* 0: not yet */
    unsigned wanted;                         /* bits; the caller's */
    unsigned digest_hour;                    /* 0 to 23, UTC */
    int64_t refused_ms; /* when the mail server has refused the address; 0: it has not */
    char refusal[APO_STORE_MAIL_REPLY_MAX]; /* in its words */
} apo_store_mailbox;

enum apo_mail_state {
    APO_MAIL_WAITING, /* for its time */
    APO_MAIL_SENDING, /* may have been handed over; nobody knows until its answer is stored */
    APO_MAIL_SENT,
    APO_MAIL_FAILED, /* for good: `reply` says why */
    APO_MAIL_DROPPED /* not needed any more when its time had come */
};

typedef struct apo_store_mail {
    char id[APO_STORE_ID_MAX]; /* what its Message-ID is made of: the same at each try */
    char kind[APO_STORE_MAIL_KIND_MAX];
    char person[APO_STORE_ID_MAX];
    char address[APO_STORE_ADDRESS_MAX];
    char cause[APO_STORE_KEY_MAX];      /* unique: one mail for one cause; "" for none */
    char data[APO_STORE_MAIL_DATA_MAX]; /* what its text is made of; the caller's */
    enum apo_mail_state state;
    unsigned tries;
    int64_t due_ms, created_ms, changed_ms;
    char reply[APO_STORE_MAIL_REPLY_MAX]; /* last words of the mail server; "" */
} apo_store_mail;

/* A secret in a link that was sent: good for one use, for a while. */
typedef struct apo_store_mail_secret {
    char digest[APO_STORE_DIGEST_MAX];
    char person[APO_STORE_ID_MAX];
    char kind[APO_STORE_MAIL_KIND_MAX]; /* "reset", "confirm" */
    char address[APO_STORE_ADDRESS_MAX];
    int64_t expires_ms;
} apo_store_mail_secret;

/* --- writing ------------------------------------------------------------- */

/* Sets all of a person's mailbox, whether there was one or not. */
void apo_store_set_mailbox(apo_store_batch *batch, const apo_store_mailbox *box);

/* APO_E_UNKNOWN fails the batch if the mailbox has another address by now. */
void apo_store_confirm_mailbox(apo_store_batch *batch, const char *person, const char *address,
                               int64_t confirmed_ms);

/* Notes what the mail server has said of an address at last: refused at that time, in these
 * words; 0 and "": it has taken a mail. Does nothing if the person has another address by
 * now. */
void apo_store_note_address(apo_store_batch *batch, const char *person, const char *address,
                            int64_t refused_ms, const char *refusal);

/* Takes bits away from what is wanted; does nothing if there is no mailbox. */
void apo_store_unwant_mail(apo_store_batch *batch, const char *person, unsigned bits);

/* Does away with a person's address, secrets and mails that are not sent yet. */
void apo_store_drop_mailbox(apo_store_batch *batch, const char *person);

/* `state`, `tries`, `changed_ms` and `reply` do not matter. A cause that has had its mail:
 * APO_E_EXISTS. */
void apo_store_add_mail(apo_store_batch *batch, const apo_store_mail *mail);

/* State, tries, due_ms, changed_ms and reply. */
void apo_store_set_mail(apo_store_batch *batch, const apo_store_mail *mail);

/* What was being sent when the server ended waits again. */
void apo_store_resume_mail(apo_store_batch *batch, int64_t now_ms);

/* Forgets mails that are done since before that time, and secrets that are over by now. */
void apo_store_sweep_mail(apo_store_batch *batch, int64_t before_ms, int64_t now_ms);

void apo_store_add_mail_secret(apo_store_batch *batch, const apo_store_mail_secret *secret);

/* Uses a secret up: APO_E_UNKNOWN fails the batch if that has been done already. */
void apo_store_use_mail_secret(apo_store_batch *batch, const char *digest);

/* All secrets of a kind that a person has. */
void apo_store_drop_mail_secrets(apo_store_batch *batch, const char *person, const char *kind);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_mailbox(apo_store *store, apo_store_mailbox *out, apo_span person);
apo_status apo_store_find_mail(apo_store *store, apo_store_mail *out, apo_span id);
apo_status apo_store_find_mail_cause(apo_store *store, apo_store_mail *out, apo_span cause);
apo_status apo_store_find_mail_secret(apo_store *store, apo_store_mail_secret *out,
                                      apo_span digest);

/* Calls `row` for confirmed mailboxes with an address; false from it ends the list. */
typedef bool apo_store_mailbox_row(void *context, const apo_store_mailbox *box);
apo_status apo_store_list_mailboxes(apo_store *store, apo_span address_key,
                                    apo_store_mailbox_row *row, void *context);

/* Calls `row` for mails that wait and are due, the longest due first; false from it ends the
 * list. */
typedef bool apo_store_mail_row(void *context, const apo_store_mail *mail);
apo_status apo_store_list_due_mail(apo_store *store, int64_t now_ms, apo_store_mail_row *row,
                                   void *context);

#endif
