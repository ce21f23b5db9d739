/* SHA-1 (FIPS 180-4): only for lists that others publish in this form; it is not safe against
 * forgery. Any thread. */
#ifndef APO_NET_SHA1_H
#define APO_NET_SHA1_H

#include <stdint.h>

#include "base/span.h"

enum {
    APO_SHA1_BYTES = 20
};

void apo_sha1(uint8_t out[APO_SHA1_BYTES], apo_span text);

#endif
