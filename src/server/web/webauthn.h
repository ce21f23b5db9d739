/* The messages of authenticators, when they make a passkey and when somebody logs in with it
 * (Web Authentication, level 3). Keys are of P-256 with SHA-256 (ES256) or Ed25519 (EdDSA).
 *
 * Attestations are neither asked for nor verified: people may keep their key on any device.
 * Challenges are the caller's: see server/account/passkey.h. Any thread. */
#ifndef APO_SERVER_WEB_WEBAUTHN_H
#define APO_SERVER_WEB_WEBAUTHN_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_WEBAUTHN_ID_MAX = 1023,       /* bytes of a credential's id, by the standard */
    APO_WEBAUTHN_KEY_MAX = 128,       /* bytes of a public key; ours have 77 at most */
    APO_WEBAUTHN_CHALLENGE_MAX = 128, /* bytes */
    APO_WEBAUTHN_ES256 = -7,          /* the numbers of the signatures that we know */
    APO_WEBAUTHN_EDDSA = -8
};

/* What the browser says about itself and the request. */
typedef struct apo_webauthn_client {
    char challenge[APO_WEBAUTHN_CHALLENGE_MAX];
    size_t challenge_length;
    uint8_t digest[32]; /* SHA-256 of the whole, which is signed */
} apo_webauthn_client;

/* Reads its JSON text. Errors: APO_E_SYNTAX: malformed; APO_E_UNSUPPORTED: it is not of `type`
 * ("webauthn.create", "webauthn.get"), comes from another origin than `origin`
 * ("https://example.org"), or from a frame in a page of another; APO_E_MEMORY. */
apo_status apo_webauthn_read_client(apo_webauthn_client *out, apo_span json, const char *type,
                                    apo_span origin);

/* What the authenticator says. */
typedef struct apo_webauthn_facts {
    bool is_present;  /* somebody touched it */
    bool is_verified; /* and proved to it who they are: by PIN, finger, face */
    uint32_t count;   /* of signatures; always 0 if it does not count them */
    apo_span id, key; /* of a new credential: its id and public key (COSE); else empty */
} apo_webauthn_facts;

/* Reads the attestation object of a new credential; its spans are borrowed. Errors:
 * APO_E_SYNTAX: malformed; APO_E_UNSUPPORTED: it is for another host than `host`
 * ("example.org"), or its key is of an unknown kind. */
apo_status apo_webauthn_read_made(apo_webauthn_facts *out, apo_span attestation, apo_span host);

/* Reads and verifies the data of a log-in: that it is for `host`, and signed with the public
 * key together with what the client says. Errors: APO_E_SYNTAX; APO_E_UNSUPPORTED: it is for
 * another host, or the key is of an unknown kind; APO_E_ILLEGAL: the signature is wrong;
 * APO_E_MEMORY. */
apo_status apo_webauthn_verify(apo_webauthn_facts *out, const apo_webauthn_client *client,
                               apo_span data, apo_span signature, apo_span key, apo_span host);

#endif
