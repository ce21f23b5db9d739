/* Random names, secrets and their digests. Call apo_token_init before anything else here. */
#ifndef APO_SERVER_WEB_TOKEN_H
#define APO_SERVER_WEB_TOKEN_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_TOKEN_TEXT = 44,        /* a secret of 256 bits, with the terminator */
    APO_TOKEN_DIGEST_TEXT = 65, /* SHA-256 in hexadecimal, with the terminator */
    APO_TOKEN_KEY_BYTES = 32,
    APO_TOKEN_SEALED_MAX = 20, /* bytes that are sealed at once: a second factor's secret */
    APO_TOKEN_SEALED_TEXT =
        121 /* 24 bytes of nonce, 16 of seal and those in hexadecimal, terminated */
};

/* Errors: APO_E_UNSUPPORTED: no random numbers to be had. */
apo_status apo_token_init(void);

/* A name of `length` random letters and digits (6 bits each, nearly), with a terminator. */
void apo_token_name(char *out, size_t length);

/* A secret for a cookie or a link. */
void apo_token_secret(char out[APO_TOKEN_TEXT]);

/* A secret that follows from the server's key and the text: the same every time, and nobody
 * without the key can tell it. `purpose` keeps the secrets of different uses apart. */
void apo_token_derive(char out[APO_TOKEN_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span text);

/* Encrypts what the server has to read again, for the database, with a key that is derived from
 * its own. `owner` is sealed with it: nobody can put it in another's place. At most
 * APO_TOKEN_SEALED_MAX bytes. */
void apo_token_seal(char out[APO_TOKEN_SEALED_TEXT], const uint8_t key[APO_TOKEN_KEY_BYTES],
                    const char *purpose, apo_span owner, apo_span secret);

/* Reads `length` bytes that were sealed. False: it is no such text, or of another key, purpose
 * or owner. */
bool apo_token_unseal(uint8_t *out, size_t length, const uint8_t key[APO_TOKEN_KEY_BYTES],
                      const char *purpose, apo_span owner, apo_span sealed);

/* What is kept of a secret: its SHA-256. Looking for a digest in a table tells an attacker
 * nothing of use by its timing, since he cannot choose digests. */
void apo_token_digest(char out[APO_TOKEN_DIGEST_TEXT], apo_span secret);

/* True if both are the same, in a time that depends on their lengths alone. */
bool apo_token_same(apo_span a, apo_span b);

/* Reads the server's key from the file, or makes one there. Errors: APO_E_IO. */
apo_status apo_token_load_key(uint8_t out[APO_TOKEN_KEY_BYTES], const char *path);

/* Evenly from 0 to bound - 1. */
uint32_t apo_token_below(uint32_t bound);

#endif
