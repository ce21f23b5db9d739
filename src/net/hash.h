/* A keyed hash (SipHash-2-4) for hash tables with untrusted keys, and for ETags. */
#ifndef APO_NET_HASH_H
#define APO_NET_HASH_H

#include "base/span.h"

typedef struct apo_hash_key {
    uint64_t words[2];
} apo_hash_key;

/* A secret key, from the system's random numbers. */
apo_hash_key apo_hash_key_random(void);

/* Any thread. */
uint64_t apo_hash_span(const apo_hash_key *key, apo_span span);

#endif
