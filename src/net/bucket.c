#include "net/bucket.h"

#include <string.h>

#include "base/alloc.h"
#include "net/hash.h"

enum {
    WAYS = 8, /* slots a key may take */
    US_PER_MS = 1000,
    US_PER_S = 1000000,
    US_PER_MINUTE = 60 * US_PER_S
};

/* A bucket is one number: the time at which it will be full again. A time in the past means a
 * full bucket, so an empty slot needs no mark of its own. */
typedef struct place {
    uint64_t key; /* hashed; two keys with the same hash would share a bucket */
    int64_t full_at_us;
} place;

struct apo_buckets {
    apo_hash_key hash;
    int64_t token_us; /* how long one token takes to come back */
    int64_t burst_us; /* how long an empty bucket takes to fill */
    size_t set_count;
    place places[];
};

apo_buckets *apo_buckets_new(const apo_bucket_limits *limits)
{
    size_t sets = ((size_t)limits->keys_max + WAYS - 1) / WAYS;
    sets = sets > 0 ? sets : 1;
    apo_buckets *buckets =
        apo_allocate_zero(NULL, sizeof *buckets + sets * WAYS * sizeof(place));
    if (buckets == NULL)
        return NULL;
    buckets->hash = apo_hash_key_random();
    buckets->set_count = sets;
    buckets->token_us =
        US_PER_MINUTE / (int64_t)(limits->per_minute > 0 ? limits->per_minute : 1);
    buckets->burst_us = buckets->token_us * (int64_t)limits->burst;
    return buckets;
}

void apo_buckets_free(apo_buckets *buckets)
{
    apo_free(NULL, buckets);
}

/* Index of the first slot that the key may take. */
static size_t first_place(const apo_buckets *buckets, uint64_t key)
{
    return (size_t)(key % buckets->set_count) * WAYS;
}

/* The key's slot, or the one with the fullest bucket: overwriting that loses least. */
static place *find_or_make(apo_buckets *buckets, uint64_t key)
{
    place *set = &buckets->places[first_place(buckets, key)];
    place *best = set;
    for (size_t i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].full_at_us < best->full_at_us)
            best = &set[i];
    }
    *best = (place){key, 0};
    return best;
}

/* When the bucket would be full if `cost` tokens were taken now. */
static int64_t after(const apo_buckets *buckets, int64_t full_at_us, unsigned cost,
                     int64_t now_us)
{
    int64_t from = full_at_us > now_us ? full_at_us : now_us;
    return from + (int64_t)cost * buckets->token_us;
}

static unsigned seconds_until(const apo_buckets *buckets, int64_t full_at_us, int64_t now_us)
{
    int64_t late = full_at_us - now_us - buckets->burst_us;
    return late <= 0 ? 0 : (unsigned)((late + US_PER_S - 1) / US_PER_S);
}

unsigned apo_buckets_wait_s(apo_buckets *buckets, apo_span key, unsigned cost, int64_t now_ms)
{
    const place *found = find_or_make(buckets, apo_hash_span(&buckets->hash, key));
    int64_t now_us = now_ms * US_PER_MS;
    return seconds_until(buckets, after(buckets, found->full_at_us, cost, now_us), now_us);
}

unsigned apo_buckets_take(apo_buckets *buckets, apo_span key, unsigned cost, int64_t now_ms)
{
    place *found = find_or_make(buckets, apo_hash_span(&buckets->hash, key));
    int64_t now_us = now_ms * US_PER_MS;
    int64_t full_at_us = after(buckets, found->full_at_us, cost, now_us);
    unsigned wait_s = seconds_until(buckets, full_at_us, now_us);
    if (wait_s == 0)
        found->full_at_us = full_at_us;
    return wait_s;
}
