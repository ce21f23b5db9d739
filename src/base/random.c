#include "base/random.h"

enum {
    HALF_BITS = 32
};

/* splitmix64 (Sebastiano Vigna, public domain): the state is a counter with the golden ratio as
 * its step, the output is its hash, so every seed is good. */
static const uint64_t step = UINT64_C(0x9E3779B97F4A7C15);

uint64_t apo_mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

void apo_random_seed(apo_random *random, uint64_t seed)
{
    random->state = seed;
}

uint64_t apo_random_next(apo_random *random)
{
    random->state += step;
    return apo_mix(random->state);
}

uint32_t apo_random_below(apo_random *random, uint32_t bound)
{
    /* The high half of the product is uniform over 0 to bound - 1 once the few biased low
     * halves are rejected (Lemire 2018). */
    uint32_t uneven = (uint32_t)(0 - bound) % bound;
    uint64_t product;
    do {
        product = (apo_random_next(random) >> HALF_BITS) * bound;
    } while ((uint32_t)product < uneven);
    return (uint32_t)(product >> HALF_BITS);
}
