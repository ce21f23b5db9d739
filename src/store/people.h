/* People and their sessions in the store. */
#ifndef APO_STORE_PEOPLE_H
#define APO_STORE_PEOPLE_H

#include "store/store.h"

enum {
    APO_STORE_NAME_MAX = 64,    /* with the terminator, as all of these */
    APO_STORE_SECRET_MAX = 192, /* a password as argon2id writes it has about 100 bytes */
    APO_STORE_AGENT_MAX = 128,
    APO_STORE_LANGUAGE_MAX = 16,
    APO_STORE_ZONE_MAX = 48
};

/* Restrictions, rights and marks of a person: a set of bits, set only by store/moderation.h. */
enum apo_standing {
    APO_STANDING_MUTED = 1,     /* no messages, no invitations */
    APO_STANDING_CLOSED = 2,    /* cannot log in */
    APO_STANDING_GONE = 4,      /* the account is being deleted, or has been */
    APO_STANDING_MODERATOR = 8, /* may moderate in the browser */
    APO_STANDING_OPERATOR = 16, /* may also see the server's state, and change it */
    APO_STANDING_BOT = 32,      /* a program plays; never cleared */
    APO_STANDING_WORKER = 64,   /* its machines may do the server's work */
    APO_STANDING_OFFICES = APO_STANDING_MODERATOR | APO_STANDING_OPERATOR /* both bits */
};

typedef struct apo_store_person {
    char id[APO_STORE_ID_MAX];
    bool is_account;
    char name[APO_STORE_NAME_MAX];         /* as shown */
    char name_key[APO_STORE_NAME_MAX];     /* search key; accounts only, unique */
    char password[APO_STORE_SECRET_MAX];   /* accounts: hashed */
    char zone[APO_STORE_ZONE_MAX];         /* "Europe/Berlin"; "": never chosen, UTC */
    char language[APO_STORE_LANGUAGE_MAX]; /* of pages and emails: "de"; "": never chosen */
    int64_t created_ms;
    unsigned standing; /* enum apo_standing; read only */
} apo_store_person;

typedef struct apo_store_session {
    char digest[APO_STORE_DIGEST_MAX]; /* of the secret in the cookie */
    char person[APO_STORE_ID_MAX];
    int64_t created_ms, seen_ms, expires_ms;
    char agent[APO_STORE_AGENT_MAX]; /* the browser's name for itself */
} apo_store_session;

/* --- writing ------------------------------------------------------------- */

void apo_store_add_person(apo_store_batch *batch, const apo_store_person *person);
void apo_store_add_session(apo_store_batch *batch, const apo_store_session *session);

/* Sets everything of a person but id and creation. */
void apo_store_set_person(apo_store_batch *batch, const apo_store_person *person);
void apo_store_set_password(apo_store_batch *batch, const char *person, const char *password);

/* Replaces the hash `old` of a password by another one, `fresh`, of the same password. Does
 * nothing if the person has another password by now. */
void apo_store_renew_password(apo_store_batch *batch, const char *person, const char *old,
                              const char *fresh);

/* Does nothing if the person is gone. */
void apo_store_set_zone(apo_store_batch *batch, const char *person, const char *zone);
void apo_store_set_language(apo_store_batch *batch, const char *person, const char *language);

/* Does nothing if the session is gone. */
void apo_store_touch_session(apo_store_batch *batch, const char *digest, int64_t seen_ms,
                             int64_t expires_ms);

/* Ends sessions: one (or none, if it is gone); all of a person but `except` ("" spares none);
 * all of a person but the `keep` used last; those of all accounts; all expired ones. */
void apo_store_drop_session(apo_store_batch *batch, const char *digest);
void apo_store_drop_sessions(apo_store_batch *batch, const char *person, const char *except);
void apo_store_drop_oldest_sessions(apo_store_batch *batch, const char *person, unsigned keep);
void apo_store_drop_account_sessions(apo_store_batch *batch);
void apo_store_drop_expired(apo_store_batch *batch, int64_t now_ms);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_person(apo_store *store, apo_store_person *out, apo_span id);
apo_status apo_store_find_name(apo_store *store, apo_store_person *out, apo_span name_key);
apo_status apo_store_find_session(apo_store *store, apo_store_session *out, apo_span digest);

/* Calls `row` for accounts whose key begins with `start` ("": all) and comes after `after`, by
 * name; if it returns false, the list ends. */
typedef bool apo_store_account_row(void *context, const apo_store_person *person);
apo_status apo_store_list_accounts(apo_store *store, apo_span start, apo_span after,
                                   unsigned limit, apo_store_account_row *row, void *context);

/* The same for accounts that are muted or closed, and those of moderators and operators. */
apo_status apo_store_list_standing(apo_store *store, apo_store_account_row *row, void *context);

/* Calls `row` for each session of a person, the last seen first; if it returns false, the list
 * ends. */
typedef bool apo_store_session_row(void *context, const apo_store_session *session);
apo_status apo_store_list_sessions(apo_store *store, apo_span person,
                                   apo_store_session_row *row, void *context);

#endif
