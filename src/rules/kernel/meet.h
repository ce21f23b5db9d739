/* Which types' sets intersect, several at a time where the processor can. Internal to this
 * folder.
 *
 * A node of the search asks this more often than anything else: may a piece of any type attack
 * this square? */
#ifndef APO_RULES_KERNEL_MEET_H
#define APO_RULES_KERNEL_MEET_H

#include "rules/kernel/set.h"
#include "rules/kernel/types.h"

#ifdef __AVX2__
#    include <immintrin.h>

static inline __m256i apo_meet_load(const uint64_t *four)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)four);
}

/* A bit for each of four words: set where the two have no bit in common. */
static inline uint64_t apo_meet_apart(__m256i common)
{
    __m256i is_zero = _mm256_cmpeq_epi64(common, _mm256_setzero_si256());
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_zero));
}

APO_INLINE uint64_t apo_meet_1(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    __m256i mask = _mm256_set1_epi64x((long long)(within != NULL ? within[0] : ~(uint64_t)0));
    uint64_t apart = 0;
    for (unsigned type = 0; type <= count; type += 4)
        apart |= apo_meet_apart(mask & apo_meet_load(a + type) & apo_meet_load(b + type))
                 << type;
    return ~apart;
}

APO_INLINE uint64_t apo_meet_2(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    const __m256i all = _mm256_set1_epi64x(-1);
    __m256i mask = within != NULL ? _mm256_broadcastsi128_si256(
                                        _mm_loadu_si128((const __m128i *)(const void *)within))
                                  : all;
    uint64_t apart = 0;
    for (unsigned type = 0; type <= count; type += 4, a += 8, b += 8) {
        __m256i two = mask & apo_meet_load(a) & apo_meet_load(b);
        __m256i next = mask & apo_meet_load(a + 4) & apo_meet_load(b + 4);
        __m256i common = _mm256_unpacklo_epi64(two, next) | _mm256_unpackhi_epi64(two, next);
        common = _mm256_permute4x64_epi64(common, 0xd8); /* they were in the order 0, 2, 1, 3 */
        apart |= apo_meet_apart(common) << type;
    }
    return ~apart;
}

APO_INLINE uint64_t apo_meet_3(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    __m256i mask = _mm256_set_epi64x(0, -1, -1, -1);
    uint64_t types = 0;
    if (within != NULL)
        mask = _mm256_set_epi64x(0, (long long)within[2], (long long)within[1],
                                 (long long)within[0]);
    for (unsigned type = 1; type <= count; type++) {
        a += 3;
        b += 3;
        bool is_apart = _mm256_testz_si256(apo_meet_load(a) & mask, apo_meet_load(b));
        types |= (uint64_t)!is_apart << type;
    }
    return types;
}

#elif defined __wasm_simd128__
#    include <wasm_simd128.h>

APO_INLINE uint64_t apo_meet_1(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    v128_t mask = wasm_i64x2_splat(within != NULL ? (int64_t)within[0] : -1);
    uint64_t apart = 0;
    for (unsigned type = 0; type <= count; type += 2) {
        v128_t common = wasm_v128_load(a + type) & wasm_v128_load(b + type) & mask;
        apart |= (uint64_t)wasm_i64x2_bitmask(wasm_i64x2_eq(common, wasm_i64x2_splat(0)))
                 << type;
    }
    return ~apart;
}

APO_INLINE uint64_t apo_meet_2(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    v128_t mask = within != NULL ? wasm_v128_load(within) : wasm_i64x2_splat(-1);
    uint64_t types = 0;
    for (unsigned type = 1; type <= count; type++) {
        v128_t common = wasm_v128_load(a + 2 * type) & wasm_v128_load(b + 2 * type) & mask;
        types |= (uint64_t)wasm_v128_any_true(common) << type;
    }
    return types;
}

APO_INLINE uint64_t apo_meet_3(const uint64_t *a, const uint64_t *b, const uint64_t *within,
                               unsigned count)
{
    v128_t mask = within != NULL ? wasm_v128_load(within) : wasm_i64x2_splat(-1);
    v128_t mask_last = wasm_i64x2_make(within != NULL ? (int64_t)within[2] : -1, 0);
    uint64_t types = 0;
    for (unsigned type = 1; type <= count; type++) {
        a += 3;
        b += 3;
        v128_t common = wasm_v128_load(a) & wasm_v128_load(b) & mask;
        common |= wasm_v128_load64_zero(a + 2) & wasm_v128_load64_zero(b + 2) & mask_last;
        types |= (uint64_t)wasm_v128_any_true(common) << type;
    }
    return types;
}

#endif

/* The types up to `count` whose sets in `a` and `b` share a place; if `within` is not NULL,
 * only places in that set count. The sets of type `t` have `words` words, from `t * words` on.
 * Reads up to 64 bytes past the last set and ignores them. */
APO_INLINE apo_types apo_meeting_types(unsigned words, const uint64_t *a, const uint64_t *b,
                                       const uint64_t *within, unsigned count)
{
    uint64_t types[APO_TYPE_WORDS] = {0};
#if defined __AVX2__ || defined __wasm_simd128__
    if (words < APO_SET_WORDS_MAX) { /* so there are fewer than 64 types */
        types[0] = words == 1   ? apo_meet_1(a, b, within, count)
                   : words == 2 ? apo_meet_2(a, b, within, count)
                                : apo_meet_3(a, b, within, count);
        types[0] &= ((uint64_t)2 << count) - 2;
        return apo_types_join(types);
    }
#endif
    for (unsigned type = 1; type <= count; type++) {
        uint64_t any = 0;
        for (unsigned i = 0; i < words; i++)
            any |= a[type * words + i] & b[type * words + i] &
                   (within != NULL ? within[i] : ~(uint64_t)0);
        types[apo_type_word(words, type)] |= (uint64_t)(any != 0) << (type & 63U);
    }
    return apo_types_join(types);
}

#endif
