/* Sets of types of pieces: a bit for each, bit 0 for "none". Internal to src/rules and the
 * layers above it. */
#ifndef APO_RULES_KERNEL_TYPES_H
#define APO_RULES_KERNEL_TYPES_H

#include "apothecary/board.h"
#include "base/mem.h"
#include "rules/kernel/geometry.h"

/* One bit for each possible type. Aligned like a 64-bit word, as rules keep such sets in memory
 * with that alignment. */
__extension__ typedef unsigned __int128 apo_types __attribute__((aligned(8)));

enum {
    APO_TYPE_WORDS = APO_TYPES_MAX / 64 /* of a set */
};

/* The lower or the upper half of a set. */
static inline uint64_t apo_types_word(apo_types types, unsigned half)
{
    return (uint64_t)(half == 0 ? types : types >> 64);
}

/* A set of its two halves. */
static inline apo_types apo_types_join(const uint64_t words[APO_TYPE_WORDS])
{
    return (apo_types)words[1] << 64 | words[0];
}

/* The set of one type. */
static inline apo_types apo_type_bit(unsigned type)
{
    uint64_t bit = (uint64_t)1 << (type & 63U);
    return type < 64 ? bit : (apo_types)bit << 64;
}

static inline bool apo_types_has(apo_types types, unsigned type)
{
    if (__builtin_expect(type >= 64, 0))
        return apo_types_word(types, 1) >> (type & 63U) & 1U;
    return (uint64_t)types >> type & 1U;
}

/* The same for a set in memory, of which only the word with the type is read. */
static inline bool apo_types_hold(const apo_types *types, unsigned type)
{
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    unsigned at = APO_TYPE_WORDS - 1 - (type >> 6);
#else
    unsigned at = type >> 6;
#endif
    uint64_t word;
    memcpy(&word, (const char *)types + at * sizeof word, sizeof word);
    return word >> (type & 63U) & 1U;
}

/* Code in inner loops takes the number of words of a set of squares (set.h). A game with types
 * beyond 63 has the widest square sets whatever its board. So with fewer words the upper half
 * of every set of types is empty. */
static inline bool apo_types_are_wide(unsigned words)
{
    return words == APO_SET_WORDS_MAX;
}

/* The word of a set in which a type is, for such code. */
static inline unsigned apo_type_word(unsigned words, unsigned type)
{
    return apo_types_are_wide(words) ? type >> 6 : 0;
}

/* The same set, for such code. */
static inline apo_types apo_types_within(unsigned words, apo_types types)
{
    return apo_types_are_wide(words) ? types : (uint64_t)types;
}

/* The set of one type, for such code. */
static inline apo_types apo_type_bit_within(unsigned words, unsigned type)
{
    return apo_types_are_wide(words) ? apo_type_bit(type) : (uint64_t)1 << (type & 63U);
}

static inline bool apo_types_has_within(unsigned words, apo_types types, unsigned type)
{
    return apo_types_are_wide(words) ? apo_types_has(types, type)
                                     : (uint64_t)types >> (type & 63U) & 1U;
}

/* The lowest type of a set that is not empty. */
static inline unsigned apo_types_first(apo_types types)
{
    uint64_t low = (uint64_t)types;
    return low != 0 ? (unsigned)__builtin_ctzll(low)
                    : 64U + (unsigned)__builtin_ctzll(apo_types_word(types, 1));
}

/* How many types a set has. */
static inline unsigned apo_types_count(apo_types types)
{
    return (unsigned)__builtin_popcountll((uint64_t)types) +
           (unsigned)__builtin_popcountll(apo_types_word(types, 1));
}

/* A walk through a set, from the lowest type to the highest:
 *
 *     for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
 *         use(walk.type);
 *
 * Looks at one half after the other, which is fastest if all types are in the first. */
typedef struct apo_type_walk {
    uint64_t now, rest;
    unsigned base;
    unsigned type;
} apo_type_walk;

static inline apo_type_walk apo_type_walk_of(apo_types types)
{
    apo_type_walk walk = {(uint64_t)types, apo_types_word(types, 1), 0, 0};
    return walk;
}

static inline bool apo_type_walk_next(apo_type_walk *walk)
{
    if (walk->now == 0) {
        if (walk->rest == 0)
            return false;
        walk->now = walk->rest;
        walk->rest = 0;
        walk->base = 64;
    }
    walk->type = walk->base + (unsigned)__builtin_ctzll(walk->now);
    walk->now &= walk->now - 1;
    return true;
}

#endif
