/* Passkeys: keys of devices with which people log in instead of by password. Only public keys
 * are kept. */
#ifndef APO_STORE_PASSKEYS_H
#define APO_STORE_PASSKEYS_H

#include "store/store.h"

enum {
    APO_STORE_PASSKEY_ID_MAX = 1366, /* base64url of 1023 bytes, with the terminator */
    APO_STORE_PASSKEY_KEY_MAX = 172, /* base64url of 128 bytes */
    APO_STORE_PASSKEY_NAME_MAX = 164 /* 40 characters of up to 4 bytes */
};

typedef struct apo_store_passkey {
    char id[APO_STORE_PASSKEY_ID_MAX];     /* of the credential, by the device; base64url */
    char person[APO_STORE_ID_MAX];         /* its owner */
    char name[APO_STORE_PASSKEY_NAME_MAX]; /* "my phone" */
    char public_key[APO_STORE_PASSKEY_KEY_MAX];
    int64_t count; /* of its signatures, as last told; 0: it does not count */
    int64_t created_ms;
    int64_t used_ms; /* when the last challenge that it answered was made; 0: none */
} apo_store_passkey;

/* --- writing ------------------------------------------------------------- */

/* APO_E_UNKNOWN fails the batch if there is one with this id already. */
void apo_store_add_passkey(apo_store_batch *batch, const apo_store_passkey *passkey);

/* Records a log-in by a challenge made at `made_ms`, with the count that the device reported.
 * APO_E_UNKNOWN fails the batch if this passkey has answered this challenge, or a later one,
 * already, or if the count has not grown: somebody has a copy of the key. */
void apo_store_use_passkey(apo_store_batch *batch, const char *id, int64_t made_ms,
                           int64_t count);

/* Deletes one of a person's passkeys. APO_E_UNKNOWN: there is none. */
void apo_store_drop_passkey(apo_store_batch *batch, const char *person, apo_span id);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_passkey(apo_store *store, apo_store_passkey *out, apo_span id);

/* Calls `row` for each passkey of a person, the newest first; if it returns false, the list
 * ends. */
typedef bool apo_store_passkey_row(void *context, const apo_store_passkey *passkey);
apo_status apo_store_list_passkeys(apo_store *store, apo_span person,
                                   apo_store_passkey_row *row, void *context);

#endif
