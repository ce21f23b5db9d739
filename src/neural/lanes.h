/* Vectors of 16-bit numbers as wide as the target processor supports: AVX2, SSE2, NEON,
 * WebAssembly's, or single numbers. Has only the operations of the accumulators. All forms
 * compute the same, so APO_NEURAL_PLAIN (single numbers) can check the others. Internal to this
 * folder. */
#ifndef APO_NEURAL_LANES_H
#define APO_NEURAL_LANES_H

#include <stdint.h>

#if defined __AVX2__ && !defined APO_NEURAL_PLAIN

#    include <immintrin.h>
#    define APO_LANES_AVX2
#    define APO_LANES      16 /* numbers of 16 bits */
#    define APO_LANES_TYPE __m256i
#    define APO_SUMS_TYPE  __m256i

#elif defined __SSE2__ && !defined APO_NEURAL_PLAIN

#    include <emmintrin.h>
#    define APO_LANES_SSE2
#    define APO_LANES      8 /* numbers of 16 bits */
#    define APO_LANES_TYPE __m128i
#    define APO_SUMS_TYPE  __m128i

#elif defined __ARM_NEON && !defined APO_NEURAL_PLAIN

#    include <arm_neon.h>
#    define APO_LANES_NEON
#    define APO_LANES      8 /* numbers of 16 bits */
#    define APO_LANES_TYPE int16x8_t
#    define APO_SUMS_TYPE  int32x4_t

#elif defined __wasm_simd128__ && !defined APO_NEURAL_PLAIN

#    include <wasm_simd128.h>
#    define APO_LANES_WASM
#    define APO_LANES      8 /* numbers of 16 bits */
#    define APO_LANES_TYPE v128_t
#    define APO_SUMS_TYPE  v128_t

#else

#    define APO_LANES      1 /* numbers of 16 bits */
#    define APO_LANES_TYPE int16_t
#    define APO_SUMS_TYPE  int32_t

#endif

typedef APO_LANES_TYPE apo_lanes; /* APO_LANES numbers of 16 bits */
typedef APO_SUMS_TYPE apo_sums;   /* half as many of 32 bits, at least one */

#if defined APO_LANES_AVX2

static inline apo_lanes apo_lanes_load(const int16_t *from)
{
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

static inline void apo_lanes_store(int16_t *to, apo_lanes lanes)
{
    _mm256_store_si256((__m256i *)(void *)to, lanes);
}

static inline apo_lanes apo_lanes_add(apo_lanes a, apo_lanes b)
{
    return _mm256_add_epi16(a, b);
}

static inline apo_lanes apo_lanes_sub(apo_lanes a, apo_lanes b)
{
    return _mm256_sub_epi16(a, b);
}

static inline apo_lanes apo_lanes_clamp(apo_lanes a, int16_t most)
{
    return _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()),
                            _mm256_set1_epi16(most));
}

static inline apo_sums apo_sums_zero(void)
{
    return _mm256_setzero_si256();
}

/* Adds a * a * b of each pair; a * b fits 16 bits. */
static inline apo_sums apo_sums_add(apo_sums sums, apo_lanes a, apo_lanes b)
{
    return _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_mullo_epi16(a, b), a));
}

static inline int32_t apo_sums_total(apo_sums sums)
{
    __m128i half =
        _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1)));
}

#elif defined APO_LANES_SSE2

static inline apo_lanes apo_lanes_load(const int16_t *from)
{
    return _mm_load_si128((const __m128i *)(const void *)from);
}

static inline void apo_lanes_store(int16_t *to, apo_lanes lanes)
{
    _mm_store_si128((__m128i *)(void *)to, lanes);
}

static inline apo_lanes apo_lanes_add(apo_lanes a, apo_lanes b)
{
    return _mm_add_epi16(a, b);
}

static inline apo_lanes apo_lanes_sub(apo_lanes a, apo_lanes b)
{
    return _mm_sub_epi16(a, b);
}

static inline apo_lanes apo_lanes_clamp(apo_lanes a, int16_t most)
{
    return _mm_min_epi16(_mm_max_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(most));
}

static inline apo_sums apo_sums_zero(void)
{
    return _mm_setzero_si128();
}

static inline apo_sums apo_sums_add(apo_sums sums, apo_lanes a, apo_lanes b)
{
    return _mm_add_epi32(sums, _mm_madd_epi16(_mm_mullo_epi16(a, b), a));
}

static inline int32_t apo_sums_total(apo_sums sums)
{
    __m128i half = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1)));
}

#elif defined APO_LANES_NEON

static inline apo_lanes apo_lanes_load(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline void apo_lanes_store(int16_t *to, apo_lanes lanes)
{
    vst1q_s16(to, lanes);
}

static inline apo_lanes apo_lanes_add(apo_lanes a, apo_lanes b)
{
    return vaddq_s16(a, b);
}

static inline apo_lanes apo_lanes_sub(apo_lanes a, apo_lanes b)
{
    return vsubq_s16(a, b);
}

static inline apo_lanes apo_lanes_clamp(apo_lanes a, int16_t most)
{
    return vminq_s16(vmaxq_s16(a, vdupq_n_s16(0)), vdupq_n_s16(most));
}

static inline apo_sums apo_sums_zero(void)
{
    return vdupq_n_s32(0);
}

static inline apo_sums apo_sums_add(apo_sums sums, apo_lanes a, apo_lanes b)
{
    int16x8_t product = vmulq_s16(a, b);
    sums = vmlal_s16(sums, vget_low_s16(product), vget_low_s16(a));
    return vmlal_s16(sums, vget_high_s16(product), vget_high_s16(a));
}

static inline int32_t apo_sums_total(apo_sums sums)
{
    int32x2_t half = vadd_s32(vget_low_s32(sums), vget_high_s32(sums));
    return vget_lane_s32(vpadd_s32(half, half), 0);
}

#elif defined APO_LANES_WASM

static inline apo_lanes apo_lanes_load(const int16_t *from)
{
    return wasm_v128_load(from);
}

static inline void apo_lanes_store(int16_t *to, apo_lanes lanes)
{
    wasm_v128_store(to, lanes);
}

static inline apo_lanes apo_lanes_add(apo_lanes a, apo_lanes b)
{
    return wasm_i16x8_add(a, b);
}

static inline apo_lanes apo_lanes_sub(apo_lanes a, apo_lanes b)
{
    return wasm_i16x8_sub(a, b);
}

static inline apo_lanes apo_lanes_clamp(apo_lanes a, int16_t most)
{
    return wasm_i16x8_min(wasm_i16x8_max(a, wasm_i16x8_const_splat(0)), wasm_i16x8_splat(most));
}

static inline apo_sums apo_sums_zero(void)
{
    return wasm_i32x4_const_splat(0);
}

static inline apo_sums apo_sums_add(apo_sums sums, apo_lanes a, apo_lanes b)
{
    return wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_i16x8_mul(a, b), a));
}

static inline int32_t apo_sums_total(apo_sums sums)
{
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) +
           wasm_i32x4_extract_lane(sums, 2) + wasm_i32x4_extract_lane(sums, 3);
}

#else

static inline apo_lanes apo_lanes_load(const int16_t *from)
{
    return *from;
}

static inline void apo_lanes_store(int16_t *to, apo_lanes lanes)
{
    *to = lanes;
}

static inline apo_lanes apo_lanes_add(apo_lanes a, apo_lanes b)
{
    return (int16_t)(uint16_t)((unsigned)a + (unsigned)b);
}

static inline apo_lanes apo_lanes_sub(apo_lanes a, apo_lanes b)
{
    return (int16_t)(uint16_t)((unsigned)a - (unsigned)b);
}

static inline apo_lanes apo_lanes_clamp(apo_lanes a, int16_t most)
{
    return a < 0 ? (int16_t)0 : a > most ? most : a;
}

static inline apo_sums apo_sums_zero(void)
{
    return 0;
}

static inline apo_sums apo_sums_add(apo_sums sums, apo_lanes a, apo_lanes b)
{
    return sums + (int32_t)a * a * b;
}

static inline int32_t apo_sums_total(apo_sums sums)
{
    return sums;
}

#endif

#endif
