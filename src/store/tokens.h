/* Personal tokens: programs use them instead of a password. Kept as digests only. */
#ifndef APO_STORE_TOKENS_H
#define APO_STORE_TOKENS_H

#include "store/store.h"

enum {
    APO_STORE_TOKEN_NAME_MAX = 128 /* 40 letters of up to 3 bytes, with the terminator */
};

typedef struct apo_store_token {
    char digest[APO_STORE_DIGEST_MAX];   /* of the secret */
    char id[APO_STORE_ID_MAX];           /* identifies it to its owner; unique */
    char person[APO_STORE_ID_MAX];       /* its owner */
    char name[APO_STORE_TOKEN_NAME_MAX]; /* "my bot" */
    unsigned scopes;                     /* bits; the caller's */
    int64_t created_ms, used_ms;         /* used_ms 0: never */
} apo_store_token;

/* --- writing ------------------------------------------------------------- */

void apo_store_add_token(apo_store_batch *batch, const apo_store_token *token);

/* Does nothing if the token is gone. */
void apo_store_touch_token(apo_store_batch *batch, const char *digest, int64_t used_ms);

/* Deletes one of a person's tokens, if it exists; all of them. */
void apo_store_drop_token(apo_store_batch *batch, const char *person, apo_span id);
void apo_store_drop_tokens(apo_store_batch *batch, const char *person);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_token(apo_store *store, apo_store_token *out, apo_span digest);

/* Calls `row` for each token of a person, the newest first; if it returns false, the list
 * ends. */
typedef bool apo_store_token_row(void *context, const apo_store_token *token);
apo_status apo_store_list_tokens(apo_store *store, apo_span person, apo_store_token_row *row,
                                 void *context);

#endif
