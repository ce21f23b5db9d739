/* Second factors of accounts: the secret shared with a device, and recovery codes. */
#ifndef APO_STORE_FACTORS_H
#define APO_STORE_FACTORS_H

#include "store/store.h"

enum {
    APO_STORE_FACTOR_SECRET_MAX = 160
};

typedef struct apo_store_factor {
    char person[APO_STORE_ID_MAX];
    char secret[APO_STORE_FACTOR_SECRET_MAX]; /* encrypted by the caller */
    int64_t confirmed_ms;                     /* 0: not yet confirmed by a code */
    int64_t last_step;                        /* time step: codes up to it are used up */
} apo_store_factor;

/* --- writing ------------------------------------------------------------- */

/* Sets a new secret, not yet confirmed. APO_E_UNKNOWN fails the batch if there is a confirmed
 * one. */
void apo_store_begin_factor(apo_store_batch *batch, const char *person, const char *secret);

/* Confirms it. APO_E_UNKNOWN: there is none to confirm. */
void apo_store_confirm_factor(apo_store_batch *batch, const char *person, int64_t now_ms,
                              int64_t step);

/* Uses up the code of a step. APO_E_UNKNOWN: it, or a later one, has been used. */
void apo_store_use_factor(apo_store_batch *batch, const char *person, int64_t step);

/* Replaces the secret's encrypted form; the factor stays as it is. */
void apo_store_set_factor_secret(apo_store_batch *batch, const char *person,
                                 const char *secret);

/* Deletes the factor and all recovery codes. */
void apo_store_drop_factor(apo_store_batch *batch, const char *person);

/* Adds a recovery code by its digest; and uses it up: APO_E_UNKNOWN: the person has no such
 * code. */
void apo_store_add_recovery(apo_store_batch *batch, const char *digest, const char *person);
void apo_store_use_recovery(apo_store_batch *batch, const char *digest, const char *person);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_factor(apo_store *store, apo_store_factor *out, apo_span person);
bool apo_store_has_recovery(apo_store *store, apo_span digest, apo_span person);
unsigned apo_store_count_recovery(apo_store *store, apo_span person);

/* Calls `row` for each factor, confirmed or not; if it returns false, the list ends. */
typedef bool apo_store_factor_row(void *context, const apo_store_factor *factor);
apo_status apo_store_list_factors(apo_store *store, apo_store_factor_row *row, void *context);

/* True if anybody has a second factor. */
bool apo_store_has_factors(apo_store *store);

#endif
