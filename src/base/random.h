/* Seeded random numbers: small, fast, the same on every machine. Not for secrets. */
#ifndef APO_BASE_RANDOM_H
#define APO_BASE_RANDOM_H

#include <stdint.h>

typedef struct apo_random {
    uint64_t state;
} apo_random;

void apo_random_seed(apo_random *random, uint64_t seed);
uint64_t apo_random_next(apo_random *random);

/* A uniform number from 0 to bound - 1; bound at least 1. */
uint32_t apo_random_below(apo_random *random, uint32_t bound);

/* A hash of the word (the finaliser of splitmix64). */
uint64_t apo_mix(uint64_t word);

#endif
