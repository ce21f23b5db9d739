/* An account's second factor: codes from an authenticator, and recovery codes. No HTTP. Loop's
 * thread. */
#ifndef APO_SERVER_ACCOUNT_SECOND_H
#define APO_SERVER_ACCOUNT_SECOND_H

#include "server/web/app.h"
#include "server/web/token.h"
#include "server/web/totp.h"
#include "store/factors.h"

enum {
    APO_RECOVERY_CODES = 10,
    /* "abcd-efgh-ijkm-nopq-rstu-vwxy-z234", 140 random bits, with the terminator */
    APO_RECOVERY_TEXT = 35
};

enum apo_second {
    APO_SECOND_OFF,     /* the account has none */
    APO_SECOND_MISSING, /* it has one, and no code was given */
    APO_SECOND_WRONG,
    APO_SECOND_RIGHT
};

/* True if the account has a confirmed second factor. */
bool apo_second_is_on(apo_app *app, const char *person);

/* Checks a code, and uses it up in the batch: APO_E_UNKNOWN fails the batch if the code has
 * been used in the meantime. */
enum apo_second apo_second_use(apo_app *app, apo_store_batch *batch, const char *person,
                               apo_span code);

/* A new secret, to be shown once and then confirmed by a code. It is stored encrypted with the
 * server's key. */
void apo_second_begin(apo_app *app, apo_store_batch *batch, const char *person);

/* The secret as people type it and devices read it. False: the server's key has changed, or out
 * of memory. */
bool apo_second_secret(const apo_app *app, const apo_store_factor *factor,
                       char out[APO_TOTP_SECRET_TEXT]);

/* Encrypts the secrets of all accounts with `key` in place of the app's, in the batch. Those
 * that the app's key cannot read stay as they are. Errors: as apo_store_list_factors. */
apo_status apo_second_rekey(apo_app *app, const uint8_t key[APO_TOKEN_KEY_BYTES],
                            apo_store_batch *batch);

/* Confirms the device by its first code: from now on, logging in requires codes. Gives new
 * recovery codes. False: the code is wrong, or there is nothing to confirm. */
bool apo_second_confirm(apo_app *app, apo_store_batch *batch, const char *person, apo_span code,
                        char recovery[APO_RECOVERY_CODES][APO_RECOVERY_TEXT]);

/* The URI from which devices read the secret: "otpauth://totp/...". */
void apo_second_write_uri(apo_buffer *out, const char *name, const char *secret);

#endif
