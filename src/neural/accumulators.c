#include "neural/accumulators.h"

#include "base/alloc.h"
#include "base/mem.h"
#include "neural/lanes.h"

enum {
    LINE_BYTES = 64,
    /* Sums that are made together: in 8 of the 16 registers of AVX2 or SSE2. */
    PART_MAX = APO_LANES == 16 ? 128 : 64
};

/* The sums of one view. */
typedef struct half {
    _Alignas(LINE_BYTES) int16_t sum[APO_NETWORK_HIDDEN_MAX];
    int32_t direct[APO_NETWORK_BUCKETS_MAX];
} half;

typedef struct accumulator {
    half halves[APO_SIDES];
    bool is_known[APO_SIDES];
    bool has_value;
    int value;
    apo_feature_changes changes; /* by the move that led to this ply */
} accumulator;

struct apo_accumulators {
    const apo_alloc *alloc;
    const apo_network *network;
    accumulator *plies; /* in `block`, aligned to cache lines */
    void *block;
};

/* --- memory -------------------------------------------------------------- */

apo_status apo_accumulators_new(apo_accumulators **out, const apo_network *network,
                                unsigned plies, const apo_alloc *alloc)
{
    apo_accumulators *all = apo_allocate_zero(alloc, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    all->alloc = alloc;
    all->network = network;
    all->block = apo_allocate_zero(alloc, plies * sizeof *all->plies + LINE_BYTES);
    if (all->block == NULL) {
        apo_free(alloc, all);
        return APO_E_MEMORY;
    }
    char *start = all->block;
    start += (LINE_BYTES - (uintptr_t)start % LINE_BYTES) % LINE_BYTES;
    all->plies = (void *)start;
    *out = all;
    return APO_OK;
}

void apo_accumulators_free(apo_accumulators *accumulators)
{
    if (accumulators == NULL)
        return;
    apo_free(accumulators->alloc, accumulators->block);
    apo_free(accumulators->alloc, accumulators);
}

const apo_network *apo_accumulators_network(const apo_accumulators *accumulators)
{
    return accumulators->network;
}

/* --- sums ---------------------------------------------------------------- */

/* Features to be added to the view of a side and removed from it. */
typedef struct difference {
    const apo_feature_pair *added, *removed;
    unsigned added_count, removed_count, viewer;
} difference;

/* `count` vectors of the sums from neuron `h` on, held in registers, and the direct ones too if
 * `has_direct`: both are constants. A move changes two or three features, so the loops over
 * them are not worth unrolling. */
APO_INLINE void sum_part(const apo_network *network, half *to, const half *from,
                         const difference *change, const size_t hidden, const size_t h,
                         const unsigned count, const bool has_direct)
{
    apo_lanes sum[PART_MAX / APO_LANES];
    int32_t direct[APO_NETWORK_BUCKETS_MAX];
    const int16_t *weights = network->weights + h;
    for (unsigned k = 0; k < count; k++)
        sum[k] = apo_lanes_load(from->sum + h + k * APO_LANES);
    for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX && has_direct; b++)
        direct[b] = from->direct[b];
#pragma GCC unroll 1
    for (unsigned i = 0; i < change->added_count; i++) {
        size_t feature = apo_feature_seen(change->added[i], change->viewer);
        const int16_t *row = weights + feature * hidden;
        const int16_t *direct_row = network->direct + feature * APO_NETWORK_BUCKETS_MAX;
        for (unsigned k = 0; k < count; k++)
            sum[k] = apo_lanes_add(sum[k], apo_lanes_load(row + k * APO_LANES));
        for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX && has_direct; b++)
            direct[b] += direct_row[b];
    }
#pragma GCC unroll 1
    for (unsigned i = 0; i < change->removed_count; i++) {
        size_t feature = apo_feature_seen(change->removed[i], change->viewer);
        const int16_t *row = weights + feature * hidden;
        const int16_t *direct_row = network->direct + feature * APO_NETWORK_BUCKETS_MAX;
        for (unsigned k = 0; k < count; k++)
            sum[k] = apo_lanes_sub(sum[k], apo_lanes_load(row + k * APO_LANES));
        for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX && has_direct; b++)
            direct[b] -= direct_row[b];
    }
    for (unsigned k = 0; k < count; k++)
        apo_lanes_store(to->sum + h + k * APO_LANES, sum[k]);
    for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX && has_direct; b++)
        to->direct[b] = direct[b];
}

APO_INLINE void sum_view(const apo_network *network, half *to, const half *from,
                         const difference *change, const size_t hidden)
{
    for (size_t h = 0; h < hidden; h += PART_MAX) {
        size_t part = hidden - h < PART_MAX ? hidden - h : PART_MAX;
        sum_part(network, to, from, change, hidden, h, (unsigned)(part / APO_LANES), h == 0);
    }
}

static void sum_afresh(const apo_network *network, half *out, const apo_position *pos,
                       unsigned viewer)
{
    uint16_t features[APO_FEATURES_ACTIVE_MAX];
    apo_feature_pair pairs[APO_FEATURES_ACTIVE_MAX];
    unsigned count = apo_features_list(&network->features, pos, viewer, features);
    const difference all = {.added = pairs, .added_count = count, .viewer = APO_WHITE};
    for (unsigned i = 0; i < count; i++)
        pairs[i] = features[i];
    half empty = {.direct = {0}};
    memcpy(empty.sum, network->bias, network->hidden * sizeof *network->bias);
    sum_view(network, out, &empty, &all, network->hidden);
}

/* Computes the sums of a view at a ply, from those of the last ply that has them, or afresh. */
APO_INLINE void sum_up(apo_accumulators *all, accumulator *here, const apo_position *pos,
                       unsigned viewer, const size_t hidden)
{
    accumulator *at = here;
    while (at != all->plies && !at->is_known[viewer] && !at->changes.is_fresh[viewer])
        at--;
    if (!at->is_known[viewer]) {
        sum_afresh(all->network, &here->halves[viewer], pos, viewer);
        here->is_known[viewer] = true;
        return;
    }
    while (at != here) {
        const half *before = &at->halves[viewer];
        at++;
        const difference change = {.added = at->changes.added,
                                   .removed = at->changes.removed,
                                   .added_count = at->changes.added_count,
                                   .removed_count = at->changes.removed_count,
                                   .viewer = viewer};
        sum_view(all->network, &at->halves[viewer], before, &change, hidden);
        at->is_known[viewer] = true;
    }
}

/* --- values -------------------------------------------------------------- */

void apo_accumulators_start(apo_accumulators *accumulators)
{
    accumulator *root = &accumulators->plies[0];
    root->is_known[APO_WHITE] = root->is_known[APO_BLACK] = root->has_value = false;
}

void apo_accumulators_note(apo_accumulators *accumulators, unsigned ply,
                           const apo_position *pos, const apo_undo *undo)
{
    accumulator *here = &accumulators->plies[ply];
    here->is_known[APO_WHITE] = here->is_known[APO_BLACK] = here->has_value = false;
    apo_features_changes(&accumulators->network->features, pos, undo, &here->changes);
}

APO_INLINE apo_sums fire(apo_sums sums, const int16_t *sum, const int16_t *output,
                         const size_t hidden)
{
    for (size_t h = 0; h < hidden; h += APO_LANES)
        sums = apo_sums_add(sums, apo_lanes_clamp(apo_lanes_load(sum + h), APO_NETWORK_ONE),
                            apo_lanes_load(output + h));
    return sums;
}

/* The value at a ply. `hidden` is a constant, so all loops are unrolled. */
APO_INLINE int value_of(apo_accumulators *all, accumulator *here, const apo_position *pos,
                        const size_t hidden)
{
    const apo_network *network = all->network;
    unsigned mover = pos->state.side, other = mover ^ 1U;
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++)
        if (!here->is_known[viewer])
            sum_up(all, here, pos, viewer, hidden);
    unsigned bucket = network->bucket[apo_features_pieces(pos)];
    const int16_t *output = network->output + bucket * APO_SIDES * hidden;
    apo_sums sums = fire(apo_sums_zero(), here->halves[mover].sum, output, hidden);
    sums = fire(sums, here->halves[other].sum, output + hidden, hidden);
    return apo_network_scale(network, apo_sums_total(sums),
                             (int64_t)network->output_bias[bucket] +
                                 here->halves[mover].direct[bucket] -
                                 here->halves[other].direct[bucket]);
}

APO_APART int value_of_32(apo_accumulators *all, accumulator *here, const apo_position *pos)
{
    return value_of(all, here, pos, 32);
}

APO_APART int value_of_64(apo_accumulators *all, accumulator *here, const apo_position *pos)
{
    return value_of(all, here, pos, 64);
}

APO_APART int value_of_96(apo_accumulators *all, accumulator *here, const apo_position *pos)
{
    return value_of(all, here, pos, 96);
}

APO_APART int value_of_128(apo_accumulators *all, accumulator *here, const apo_position *pos)
{
    return value_of(all, here, pos, 128);
}

int apo_accumulators_value(apo_accumulators *accumulators, unsigned ply,
                           const apo_position *pos)
{
    accumulator *here = &accumulators->plies[ply];
    if (here->has_value)
        return here->value;
    here->has_value = true;
    switch (accumulators->network->hidden) {
    case 32: return here->value = value_of_32(accumulators, here, pos);
    case 64: return here->value = value_of_64(accumulators, here, pos);
    case 96: return here->value = value_of_96(accumulators, here, pos);
    default: return here->value = value_of_128(accumulators, here, pos);
    }
}
