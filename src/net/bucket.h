/* Token buckets: rate limits for each address or account. Each key has a bucket of `burst`
 * tokens, refilled at a steady rate; each action takes tokens. */
#ifndef APO_NET_BUCKET_H
#define APO_NET_BUCKET_H

#include "base/span.h"

typedef struct apo_buckets apo_buckets;

typedef struct apo_bucket_limits {
    unsigned burst;      /* tokens when full, 1 to 1000000 */
    unsigned per_minute; /* tokens refilled, 1 to 1000000 */
    unsigned keys_max;   /* keys remembered; the fullest buckets are forgotten first */
} apo_bucket_limits;

/* The caller frees it with apo_buckets_free. NULL when out of memory. */
apo_buckets *apo_buckets_new(const apo_bucket_limits *limits);
void apo_buckets_free(apo_buckets *buckets); /* NULL is allowed */

/* Takes `cost` tokens (up to `burst`) for the key. Returns 0 if there were enough; otherwise
 * takes none and returns the seconds until there will be, at least 1. `now_ms` comes from a
 * monotonic clock (apo_http_ticks_ms). One thread. */
unsigned apo_buckets_take(apo_buckets *buckets, apo_span key, unsigned cost, int64_t now_ms);

/* What apo_buckets_take would return; takes nothing. */
unsigned apo_buckets_wait_s(apo_buckets *buckets, apo_span key, unsigned cost, int64_t now_ms);

#endif
