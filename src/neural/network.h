/* A net: its parts, and its value for a position. The arithmetic uses integers and gives
 * bit-identical results everywhere. apo_network_value in network.c is the reference; all faster
 * forms must agree with it. For a position with side to move m and the other side o, and lists
 * of true features in the views of both (neural/features.h):
 *
 *     sum[v][h]  = bias[h] + sum over the features f of view v of weights[f][h]    modulo 2^16
 *     active     = sum[v][h] clamped to 0 .. APO_NETWORK_ONE
 *     hidden     = sum over h of  active[m][h]^2 * output[b][0][h]
 *                               + active[o][h]^2 * output[b][1][h]
 *     direct     = output_bias[b] + sum over f of view m of direct[f][b]
 *                                 - sum over f of view o of direct[f][b]
 *     value      = (hidden * hidden_scale + direct * direct_scale) / 2^shift
 *
 * where b is the bucket for the number of pieces (apo_features_bucket), the division rounds
 * towards 0, and the value is clamped to +-APO_NETWORK_VALUE_MAX. It is in hundredths of a pawn
 * for the side to move.
 *
 * `hidden` fits 32 bits: 2 * 128 * 255^2 * 127 < 2^31. A trainer keeps the sums of each hidden
 * neuron within 16 bits; beyond, they wrap around, here as in every other form.
 *
 * For a trainer with activation 1.0 = APO_NETWORK_ONE, output weights w and values in units of
 * S hundredths of a pawn: weights = round(255 w'), output = round(Q w) with |output| <= 127,
 * hidden_scale / 2^shift = S / (255^2 Q); and direct = round(D w'') with direct_scale / 2^shift
 * = S / D. */
#ifndef APO_NEURAL_NETWORK_H
#define APO_NEURAL_NETWORK_H

#include "neural/features.h"

enum {
    APO_NETWORK_HIDDEN_STEP = 32, /* the number of hidden neurons is a multiple of it */
    APO_NETWORK_HIDDEN_MAX = 128,
    APO_NETWORK_BUCKETS_MAX = 8,
    APO_NETWORK_ONE = 255,           /* an activation of 1.0 */
    APO_NETWORK_OUTPUT_MAX = 127,    /* output weights are -127 .. 127 */
    APO_NETWORK_SCALE_MAX = 1 << 30, /* of the scales, from 0 */
    APO_NETWORK_SHIFT_MAX = 40,
    APO_NETWORK_VALUE_MAX = 30000,
    APO_NETWORK_TEXT_MAX = 4096 /* bytes of provenance, with the terminator */
};

/* A net of one game. After its numbers have been set it does not change, so threads may share
 * it. Made by apo_network_new, or read by apo_network_read (network_file.h). */
typedef struct apo_network {
    const apo_alloc *alloc;
    apo_features features;
    uint64_t digest;  /* of the features */
    uint32_t hidden;  /* neurons of a view: 32, 64, 96, 128 */
    uint32_t buckets; /* 1 .. APO_NETWORK_BUCKETS_MAX */
    bool is_alone;    /* its value is the whole evaluation; else it is added to the hand-written
                         one */
    int32_t hidden_scale, direct_scale;
    uint32_t shift;
    char text[APO_NETWORK_TEXT_MAX]; /* where it comes from: games, positions, recipe */

    int16_t *bias;    /* [hidden]; all four aligned to cache lines */
    int16_t *weights; /* [feature][hidden] */
    int16_t *direct;  /* [feature][APO_NETWORK_BUCKETS_MAX]; 0 beyond `buckets` */
    int16_t *output;  /* [bucket][2][hidden], -127 .. 127 */
    int32_t output_bias[APO_NETWORK_BUCKETS_MAX];
    uint8_t bucket[APO_SQUARES_MAX + 1]; /* by the number of pieces: apo_features_bucket */
    void *block;                         /* the memory of the arrays */
} apo_network;

/* Gives a net (free with apo_network_free) with all numbers 0, scales and shift included, and
 * an empty text. `var` is borrowed. Errors, with `*out` untouched: APO_E_RANGE: an unsupported
 * number of hidden neurons or buckets, or a game with too many features; APO_E_MEMORY. */
apo_status apo_network_new(apo_network **out, const apo_variant *var, uint32_t hidden,
                           uint32_t buckets, const apo_alloc *alloc);

/* NULL is allowed. */
void apo_network_free(apo_network *network);

/* The value of what the formula above calls `hidden` and `direct`. */
static inline int apo_network_scale(const apo_network *network, int64_t hidden, int64_t direct)
{
    int64_t total = hidden * network->hidden_scale + direct * network->direct_scale;
    int64_t value = total < 0 ? -(-total >> network->shift) : total >> network->shift;
    if (value > APO_NETWORK_VALUE_MAX)
        return APO_NETWORK_VALUE_MAX;
    return value < -APO_NETWORK_VALUE_MAX ? -APO_NETWORK_VALUE_MAX : (int)value;
}

/* The value of a position of the net's variant, from scratch. */
int apo_network_value(const apo_network *network, const apo_position *pos);

/* The same from the features in both views, equally many in each, and the number of pieces on
 * the board. */
int apo_network_value_of(const apo_network *network, const uint16_t *mover_features,
                         const uint16_t *other_features, unsigned count, unsigned pieces);

#endif
