/* Mail in the store: addresses with their owners' preferences, the outbox, and the secrets of
 * sent links. An email is a row added in the same batch as its cause. */
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
    char address[APO_STORE_ADDRESS_MAX];     /* as typed */
    char address_key[APO_STORE_ADDRESS_MAX]; /* search key */
    int64_t confirmed_ms;                    /* 0: not yet */
    unsigned wanted;                         /* bits; the caller's */
    unsigned digest_hour;                    /* 0 to 23, in the person's zone */
    int64_t refused_ms; /* when the mail server refused the address; 0: it has not */
    char refusal[APO_STORE_MAIL_REPLY_MAX]; /* in its words */
} apo_store_mailbox;

enum apo_mail_state {
    APO_MAIL_WAITING, /* until it is due */
    APO_MAIL_SENDING, /* being sent; unknown until the result is stored */
    APO_MAIL_SENT,
    APO_MAIL_FAILED, /* for good; `reply` says why */
    APO_MAIL_DROPPED /* no longer needed when it was due */
};

typedef struct apo_store_mail {
    char id[APO_STORE_ID_MAX]; /* the source of its Message-ID: the same at each try */
    char kind[APO_STORE_MAIL_KIND_MAX];
    char person[APO_STORE_ID_MAX];
    char address[APO_STORE_ADDRESS_MAX];
    char cause[APO_STORE_KEY_MAX];      /* unique: one email for one cause; "" for none */
    char data[APO_STORE_MAIL_DATA_MAX]; /* the data for its text; the caller's */
    enum apo_mail_state state;
    unsigned tries;
    int64_t due_ms, created_ms, changed_ms;
    char reply[APO_STORE_MAIL_REPLY_MAX]; /* the mail server's last words; "" */
} apo_store_mail;

/* The secret of a sent link: good for one use, for a limited time. */
typedef struct apo_store_mail_secret {
    char digest[APO_STORE_DIGEST_MAX];
    char person[APO_STORE_ID_MAX];
    char kind[APO_STORE_MAIL_KIND_MAX]; /* "reset", "confirm" */
    char address[APO_STORE_ADDRESS_MAX];
    int64_t expires_ms;
} apo_store_mail_secret;

/* --- writing ------------------------------------------------------------- */

/* Creates or replaces a person's mailbox. */
void apo_store_set_mailbox(apo_store_batch *batch, const apo_store_mailbox *box);

/* Confirms an address. APO_E_UNKNOWN fails the batch if the mailbox has a different address by
 * now. */
void apo_store_confirm_mailbox(apo_store_batch *batch, const char *person, const char *address,
                               int64_t confirmed_ms);

/* Records the mail server's last verdict on an address: when it was refused, and in which
 * words; 0 and "": accepted. Does nothing if the person has changed the address. */
void apo_store_note_address(apo_store_batch *batch, const char *person, const char *address,
                            int64_t refused_ms, const char *refusal);

/* Clears bits of `wanted`; does nothing if there is no mailbox. */
void apo_store_unwant_mail(apo_store_batch *batch, const char *person, unsigned bits);

/* Deletes a person's address, secrets and unsent emails. */
void apo_store_drop_mailbox(apo_store_batch *batch, const char *person);

/* Ignores `state`, `tries`, `changed_ms` and `reply`. APO_E_EXISTS: there is an email for this
 * cause already. */
void apo_store_add_mail(apo_store_batch *batch, const apo_store_mail *mail);

/* Sets state, tries, due_ms, changed_ms and reply. */
void apo_store_set_mail(apo_store_batch *batch, const apo_store_mail *mail);

/* Queues the emails again that were being sent when the server stopped. */
void apo_store_resume_mail(apo_store_batch *batch, int64_t now_ms);

/* Deletes emails done before that time, and expired secrets. */
void apo_store_sweep_mail(apo_store_batch *batch, int64_t before_ms, int64_t now_ms);

void apo_store_add_mail_secret(apo_store_batch *batch, const apo_store_mail_secret *secret);

/* Uses up a secret: APO_E_UNKNOWN fails the batch if that has been done already. */
void apo_store_use_mail_secret(apo_store_batch *batch, const char *digest);

/* All secrets of a kind that a person has. */
void apo_store_drop_mail_secrets(apo_store_batch *batch, const char *person, const char *kind);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_mailbox(apo_store *store, apo_store_mailbox *out, apo_span person);
apo_status apo_store_find_mail_cause(apo_store *store, apo_store_mail *out, apo_span cause);
apo_status apo_store_find_mail_secret(apo_store *store, apo_store_mail_secret *out,
                                      apo_span digest);

/* Calls `row` for confirmed mailboxes with an address; if it returns false, the list ends. */
typedef bool apo_store_mailbox_row(void *context, const apo_store_mailbox *box);
apo_status apo_store_list_mailboxes(apo_store *store, apo_span address_key,
                                    apo_store_mailbox_row *row, void *context);

/* Calls `row` for waiting emails that are due, the earliest due first; if it returns false, the
 * list ends. */
typedef bool apo_store_mail_row(void *context, const apo_store_mail *mail);
apo_status apo_store_list_due_mail(apo_store *store, int64_t now_ms, apo_store_mail_row *row,
                                   void *context);

#endif
