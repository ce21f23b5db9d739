/* Six-digit codes that a device derives from a shared secret and the time: RFC 6238 with steps
 * of 30 seconds. Its hash is HMAC-SHA-1, which all such devices support, or HMAC-SHA-256; the
 * length of the secret says which. Uses liboath. Any thread, after apo_totp_init. */
#ifndef APO_SERVER_WEB_TOTP_H
#define APO_SERVER_WEB_TOTP_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_TOTP_SHA1 = 20,        /* bytes of a secret: as long as the hash, as RFC 4226 advises */
    APO_TOTP_SHA256 = 32,      /* the same of the other hash */
    APO_TOTP_SECRET_TEXT = 53, /* in base 32, with the terminator */
    APO_TOTP_STEP_MS = 30000,
    APO_TOTP_NONE = 0x7FFFFFFF /* no code at all */
};

typedef struct apo_totp_secret {
    size_t length; /* APO_TOTP_SHA1 or APO_TOTP_SHA256 */
    uint8_t bytes[APO_TOTP_SHA256];
} apo_totp_secret;

/* Once, before anything else here. Errors: APO_E_UNSUPPORTED. */
apo_status apo_totp_init(void);

/* The secret as people type it and devices read it: 32 or 52 letters and digits. False: out of
 * memory. */
bool apo_totp_write_secret(char out[APO_TOTP_SECRET_TEXT], const apo_totp_secret *secret);

/* False: malformed, or of another length. */
bool apo_totp_read_secret(apo_totp_secret *out, apo_span text);

/* The code of a time step, 0 to 999999; APO_TOTP_NONE if liboath fails. */
uint32_t apo_totp_code(const apo_totp_secret *secret, uint64_t step);

/* Finds the time step with the code `text`: the current one or, unless it is strict, one of its
 * neighbours, because clocks differ and typing takes time. Ignores blanks. False: none. */
bool apo_totp_check(int64_t *out_step, const apo_totp_secret *secret, apo_span text,
                    int64_t now_ms, bool is_strict);

#endif
