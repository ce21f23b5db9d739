/* Sets of squares: one bit per square, in as many 64-bit words as the board needs. Functions in
 * inner loops take the number of words, which is constant where they are inlined. */
#ifndef APO_RULES_KERNEL_SET_H
#define APO_RULES_KERNEL_SET_H

#include "rules/kernel/geometry.h"

typedef struct apo_set {
    uint64_t words[APO_SET_WORDS_MAX];
} apo_set;

static inline bool apo_set_has(const apo_set *set, apo_square sq)
{
    return set->words[sq >> 6] >> (sq & 63U) & 1U;
}

static inline void apo_set_add(apo_set *set, apo_square sq)
{
    set->words[sq >> 6] |= (uint64_t)1 << (sq & 63U);
}

static inline void apo_set_remove(apo_set *set, apo_square sq)
{
    set->words[sq >> 6] &= ~((uint64_t)1 << (sq & 63U));
}

static inline bool apo_set_is_empty(const apo_set *set)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        any |= set->words[i];
    return any == 0;
}

static inline bool apo_set_meets(const apo_set *a, const apo_set *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        any |= a->words[i] & b->words[i];
    return any != 0;
}

/* The number of squares in a word. The empty statement keeps compilers from counting two words
 * in one vector, which takes several times as many instructions on machines without a vector
 * popcount. */
static inline unsigned apo_word_count(uint64_t word)
{
#if defined __x86_64__ && !defined __AVX512VPOPCNTDQ__
    __asm__("" : "+r"(word));
#endif
    return (unsigned)__builtin_popcountll(word);
}

/* Takes the lowest square out of a word that is not 0; `base` is 64 times the word's index. */
static inline apo_square apo_word_pop(uint64_t *word, unsigned base)
{
    unsigned bit = (unsigned)__builtin_ctzll(*word);
    *word &= *word - 1;
    return (apo_square)(base + bit);
}

/* Calls a function whose first argument is the number of words. For the usual sizes (8x8;
 * 10x12; 12x14) it is a constant, so the compiler unrolls the loops. A small build (APO_SMALL)
 * has one copy for all sizes. */
#ifdef APO_SMALL
#    define APO_BY_WORDS(count, function, ...) function((count), __VA_ARGS__)
#else
#    define APO_BY_WORDS(count, function, ...)     \
        ((count) == 1   ? function(1, __VA_ARGS__) \
         : (count) == 2 ? function(2, __VA_ARGS__) \
         : (count) == 3 ? function(3, __VA_ARGS__) \
                        : function((count), __VA_ARGS__))

#endif

#define APO_INLINE static inline __attribute__((always_inline))

/* For code that is rare or has several callers: one copy, out of line. The code of a search is
 * larger than the first-level cache. */
#define APO_APART static __attribute__((noinline))

#endif
