/* Web Push without the network: messages encrypted for one browser (RFC 8291, in the coding
 * aes128gcm of RFC 8188), and the header by which push services know the sender (VAPID, RFC
 * 8292). Any thread. */
#ifndef APO_SERVER_NOTICE_PUSH_CIPHER_H
#define APO_SERVER_NOTICE_PUSH_CIPHER_H

#include "base/buffer.h"
#include "base/status.h"

enum {
    APO_PUSH_POINT = 65,        /* bytes of a public key: an uncompressed point of P-256 */
    APO_PUSH_SECRET = 32,       /* bytes of a private key */
    APO_PUSH_SALT = 16,         /* also of a browser's authentication secret */
    APO_PUSH_POINT_TEXT = 88,   /* a public key in base64url, with the terminator */
    APO_PUSH_MESSAGE_MAX = 2000 /* bytes; every push service takes 3,993 */
};

/* The keys that a browser gives to permitted senders. */
typedef struct apo_push_browser {
    uint8_t point[APO_PUSH_POINT];
    uint8_t auth[APO_PUSH_SALT];
} apo_push_browser;

/* Reads both in base64url. False: malformed. Encryption checks later whether the point is on
 * the curve. */
bool apo_push_browser_read(apo_push_browser *out, apo_span point, apo_span auth);

/* Reads a private key in base64url. False: malformed. */
bool apo_push_secret_read(uint8_t out[APO_PUSH_SECRET], apo_span text);

/* The public key of a private one. Errors: APO_E_RANGE: no private key (0, or too large). */
apo_status apo_push_public(char out[APO_PUSH_POINT_TEXT],
                           const uint8_t secret[APO_PUSH_SECRET]);

/* The random parts of each message. */
typedef struct apo_push_fresh {
    uint8_t secret[APO_PUSH_SECRET];
    uint8_t salt[APO_PUSH_SALT];
} apo_push_fresh;

/* From the system's random numbers; after apo_token_init. */
void apo_push_fresh_make(apo_push_fresh *out);

/* Adds the body of a request that brings `text` to the browser. Errors: APO_E_TOO_LARGE: longer
 * than APO_PUSH_MESSAGE_MAX; APO_E_RANGE: a key is invalid. */
apo_status apo_push_encrypt(apo_buffer *out, const apo_push_browser *browser,
                            const apo_push_fresh *fresh, apo_span text);

/* Adds the value of the header Authorization: to the push service `origin`
 * ("https://push.example.net"), from `contact` ("mailto:..." or an address of the site), valid
 * until `expires_s` (seconds since 1970, at most a day ahead). Errors: APO_E_RANGE: no private
 * key, or the texts are longer than 512 bytes together. */
apo_status apo_push_authorize(apo_buffer *out, const uint8_t secret[APO_PUSH_SECRET],
                              apo_span origin, apo_span contact, int64_t expires_s);

#endif
