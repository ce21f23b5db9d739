/* Second factors of accounts: the secret that a device shares, and codes for the day on which
 * it is lost. */
#ifndef APO_STORE_FACTORS_H
#define APO_STORE_FACTORS_H

#include "store/store.h"

enum {
    APO_STORE_FACTOR_SECRET_MAX = 128
};

typedef struct apo_store_factor {
    char person[APO_STORE_ID_MAX];
    char secret[APO_STORE_FACTOR_SECRET_MAX]; /* the caller's, encrypted */
    int64_t confirmed_ms; /* 0: the device has not shown yet that it has the secret */
    int64_t last_step;    /* of time: codes up to it are used up */
} apo_store_factor;

/* --- writing ------------------------------------------------------------- */

/* A new secret, not confirmed. APO_E_UNKNOWN fails the batch if one is confirmed already. */
void apo_store_begin_factor(apo_store_batch *batch, const char *person, const char *secret);

/* From now on it counts. APO_E_UNKNOWN: there is none to be confirmed. */
void apo_store_confirm_factor(apo_store_batch *batch, const char *person, int64_t now_ms,
                              int64_t step);

/* Uses up the code of a step. APO_E_UNKNOWN: it has been used, or a later one. */
void apo_store_use_factor(apo_store_batch *batch, const char *person, int64_t step);

/* Does away with the factor and all recovery codes. */
void apo_store_drop_factor(apo_store_batch *batch, const char *person);

/* A recovery code, by its digest; and using it up: APO_E_UNKNOWN: there is none of this
 * person. */
void apo_store_add_recovery(apo_store_batch *batch, const char *digest, const char *person);
void apo_store_use_recovery(apo_store_batch *batch, const char *digest, const char *person);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_factor(apo_store *store, apo_store_factor *out, apo_span person);
bool apo_store_has_recovery(apo_store *store, apo_span digest, apo_span person);
unsigned apo_store_count_recovery(apo_store *store, apo_span person);

#endif
