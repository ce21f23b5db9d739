/* Random names, secrets and their digests. Call apo_token_init before anything else here. */
#ifndef APO_SERVER_WEB_TOKEN_H
#define APO_SERVER_WEB_TOKEN_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_TOKEN_TEXT = 44,        /* a secret of 256 bits, with the terminator */
    APO_TOKEN_DIGEST_TEXT = 65, /* SHA-256 in hexadecimal, with the terminator */
    APO_TOKEN_KEY_BYTES = 32,
    APO_TOKEN_SEALED_MAX = 32,  /* bytes sealed at once: a second factor's secret */
    APO_TOKEN_SEALED_TEXT = 147 /* the form, "1:", nonce (24), authentication tag (16) and data,
                                 * in hexadecimal, with the terminator */
};

/* Errors: APO_E_UNSUPPORTED: no random numbers available. */
apo_status apo_token_init(void);

/* A name of `length` random letters and digits (nearly 6 bits each), with a terminator. */
void apo_token_name(char *out, size_t length);

/* A secret for a cookie or a link. */
void apo_token_secret(char out[APO_TOKEN_TEXT]);

/* A secret derived from the server's key and the text: always the same, and unpredictable
 * without the key. `purpose` keeps the secrets of different uses apart. */
void apo_token_derive(char out[APO_TOKEN_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span text);

/* Encrypts data that the server must be able to read back from the database, with a key derived
 * from its own. The text begins with the number of its form, which says by which cipher: form 1
 * is XChaCha20-Poly1305. The data is bound to `owner`, so that it cannot be moved to another
 * person's row. At most APO_TOKEN_SEALED_MAX bytes. */
void apo_token_seal(char out[APO_TOKEN_SEALED_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                    const char *purpose, apo_span owner, apo_span secret);

/* Decrypts `length` sealed bytes; texts of older versions have no form, and mean 1. False:
 * malformed, of an unknown form, or of another key, purpose or owner. */
bool apo_token_unseal(uint8_t *out, size_t length, const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span owner, apo_span sealed);

/* The stored form of a secret: its SHA-256. The timing of a look-up tells an attacker nothing
 * useful, since they cannot choose digests. */
void apo_token_digest(char out[APO_TOKEN_DIGEST_TEXT], apo_span secret);

/* The code challenge of an app's secret (S256 of RFC 7636): its SHA-256 as base64url. */
void apo_token_challenge(char out[APO_TOKEN_TEXT], apo_span secret);

/* True if both are equal; takes time that depends only on their lengths. */
bool apo_token_same(apo_span a, apo_span b);

/* Reads the server's key from the file. Errors: APO_E_UNKNOWN: there is no such file;
 * APO_E_SYNTAX: it is damaged; APO_E_IO. */
apo_status apo_token_read_key(uint8_t out[APO_TOKEN_KEY_BYTES], const char *path);

/* Makes a key and writes it to the file, whole or not at all. Errors: APO_E_IO. */
apo_status apo_token_make_key(uint8_t out[APO_TOKEN_KEY_BYTES], const char *path);

/* A uniform random number from 0 to bound - 1. */
uint32_t apo_token_below(uint32_t bound);

#endif
