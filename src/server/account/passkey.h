/* Passkeys of accounts: challenges and their answers. No HTTP.
 *
 * A challenge consists of the time and random letters, with a proof by the server's key; it is
 * not stored. It is valid for five minutes, for one purpose, and once: a passkey cannot answer
 * a challenge made before the last one it answered. Loop's thread. */
#ifndef APO_SERVER_ACCOUNT_PASSKEY_H
#define APO_SERVER_ACCOUNT_PASSKEY_H

#include "server/web/app.h"
#include "server/web/webauthn.h"
#include "store/passkeys.h"

enum {
    APO_PASSKEYS_MAX = 20,          /* of one account */
    APO_PASSKEY_CHALLENGE_TEXT = 85 /* with the terminator */
};

/* The site that passkeys are for. */
typedef struct apo_passkey_site {
    apo_span origin; /* "https://example.org:8080" */
    apo_span host;   /* "example.org"; borrowed from the origin */
} apo_passkey_site;

/* False if it is not an origin. */
bool apo_passkey_site_of(apo_passkey_site *out, apo_span origin);

/* A new challenge, as the text that the browser is given: its bytes are what is signed.
 * `person` gets a new passkey; "" for a log-in, where anybody may answer. */
void apo_passkey_challenge(char out[APO_PASSKEY_CHALLENGE_TEXT], const apo_app *app,
                           const char *person);

/* What a browser sends, in base64url. */
typedef struct apo_passkey_answer {
    apo_span id, client, data, signature; /* of a log-in */
    apo_span attestation;                 /* of a new passkey, with the client's */
} apo_passkey_answer;

/* Reads a new passkey of `out->person` into `out`, without its name. Errors: APO_E_SYNTAX;
 * APO_E_UNSUPPORTED: of another site, of a kind that we do not know, or without proof of who
 * uses it; APO_E_FINISHED: the challenge is not ours, or too old. */
apo_status apo_passkey_make(apo_store_passkey *out, const apo_app *app,
                            const apo_passkey_answer *answer, const apo_passkey_site *site);

/* Checks the answer of a passkey, which is put into `out`, and uses the challenge up in the
 * batch; the batch fails with APO_E_UNKNOWN if the challenge has been used already. Errors:
 * those above; APO_E_UNKNOWN: there is no such passkey; APO_E_ILLEGAL: the signature is
 * wrong. */
apo_status apo_passkey_check(apo_store_passkey *out, apo_store_batch *batch, const apo_app *app,
                             const apo_passkey_answer *answer, const apo_passkey_site *site);

#endif
