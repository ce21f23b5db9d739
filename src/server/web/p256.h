/* Keys of the curve P-256 for OpenSSL. Any thread. */
#ifndef APO_SERVER_WEB_P256_H
#define APO_SERVER_WEB_P256_H

#include <openssl/types.h>
#include <stdint.h>

enum {
    APO_P256_SECRET = 32,
    APO_P256_COORDINATE = 32,
    APO_P256_POINT = 1 + 2 * APO_P256_COORDINATE, /* uncompressed */
    APO_P256_MARK = 4                             /* its first byte */
};

/* Gives a key (free with EVP_PKEY_free); `secret` NULL: a public one. NULL: they are not a key,
 * or out of memory. */
EVP_PKEY *apo_p256_key(const uint8_t *secret, const uint8_t point[APO_P256_POINT]);

#endif
