#include "neural/accumulators.h"

#include "base/alloc.h"
#include "base/mem.h"
#include "neural/lanes.h"

enum {
    LINE_BYTES = 64,
    PART_MAX = 64 /* sums that are made together, in registers */
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

/* Features to be added to a view and removed from it. */
typedef struct difference {
    const uint16_t *added, *removed;
    unsigned added_count, removed_count;
} difference;

static void sum_direct(const apo_network *network, int32_t *to, const int32_t *from,
                       const difference *change)
{
    int32_t sum[APO_NETWORK_BUCKETS_MAX];
    memcpy(sum, from, sizeof sum);
    for (unsigned i = 0; i < change->added_count; i++) {
        const int16_t *row =
            network->direct + (size_t)change->added[i] * APO_NETWORK_BUCKETS_MAX;
        for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX; b++)
            sum[b] += row[b];
    }
    for (unsigned i = 0; i < change->removed_count; i++) {
        const int16_t *row =
            network->direct + (size_t)change->removed[i] * APO_NETWORK_BUCKETS_MAX;
        for (unsigned b = 0; b < APO_NETWORK_BUCKETS_MAX; b++)
            sum[b] -= row[b];
    }
    memcpy(to, sum, sizeof sum);
}

/* `count` vectors of the sums from `h` on, held in registers: `count` is a constant. */
static inline void sum_part(const apo_network *network, int16_t *to, const int16_t *from,
                            const difference *change, size_t h, const unsigned count)
{
    apo_lanes sum[PART_MAX / APO_LANES];
    size_t hidden = network->hidden;
    const int16_t *weights = network->weights + h;
    for (unsigned k = 0; k < count; k++)
        sum[k] = apo_lanes_load(from + h + k * APO_LANES);
    for (unsigned i = 0; i < change->added_count; i++) {
        const int16_t *row = weights + change->added[i] * hidden;
        for (unsigned k = 0; k < count; k++)
            sum[k] = apo_lanes_add(sum[k], apo_lanes_load(row + k * APO_LANES));
    }
    for (unsigned i = 0; i < change->removed_count; i++) {
        const int16_t *row = weights + change->removed[i] * hidden;
        for (unsigned k = 0; k < count; k++)
            sum[k] = apo_lanes_sub(sum[k], apo_lanes_load(row + k * APO_LANES));
    }
    for (unsigned k = 0; k < count; k++)
        apo_lanes_store(to + h + k * APO_LANES, sum[k]);
}

static void sum_hidden(const apo_network *network, int16_t *to, const int16_t *from,
                       const difference *change)
{
    size_t h = 0;
    for (; h + PART_MAX <= network->hidden; h += PART_MAX)
        sum_part(network, to, from, change, h, PART_MAX / APO_LANES);
    if (h < network->hidden)
        sum_part(network, to, from, change, h, APO_NETWORK_HIDDEN_STEP / APO_LANES);
}

static void sum_fresh(const apo_network *network, half *out, const apo_position *pos,
                      unsigned viewer)
{
    static const int32_t zeros[APO_NETWORK_BUCKETS_MAX] = {0};
    uint16_t features[APO_FEATURES_ACTIVE_MAX];
    const difference all = {.added = features,
                            .added_count =
                                apo_features_list(&network->features, pos, viewer, features)};
    sum_hidden(network, out->sum, network->bias, &all);
    sum_direct(network, out->direct, zeros, &all);
}

/* Computes the sums of a view at a ply. */
static void sum_up(apo_accumulators *all, unsigned ply, const apo_position *pos,
                   unsigned viewer)
{
    unsigned from = ply;
    while (from > 0 && !all->plies[from].is_known[viewer] &&
           !all->plies[from].changes.is_fresh[viewer])
        from--;
    if (!all->plies[from].is_known[viewer]) {
        sum_fresh(all->network, &all->plies[ply].halves[viewer], pos, viewer);
        all->plies[ply].is_known[viewer] = true;
        return;
    }
    for (unsigned at = from + 1; at <= ply; at++) {
        accumulator *to = &all->plies[at];
        const half *before = &all->plies[at - 1].halves[viewer];
        const difference change = {.added = to->changes.added[viewer],
                                   .removed = to->changes.removed[viewer],
                                   .added_count = to->changes.added_count[viewer],
                                   .removed_count = to->changes.removed_count[viewer]};
        sum_hidden(all->network, to->halves[viewer].sum, before->sum, &change);
        sum_direct(all->network, to->halves[viewer].direct, before->direct, &change);
        to->is_known[viewer] = true;
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

static apo_sums fire(apo_sums sums, const int16_t *sum, const int16_t *output, size_t hidden)
{
    for (size_t h = 0; h < hidden; h += APO_LANES)
        sums = apo_sums_add(sums, apo_lanes_clamp(apo_lanes_load(sum + h), APO_NETWORK_ONE),
                            apo_lanes_load(output + h));
    return sums;
}

int apo_accumulators_value(apo_accumulators *accumulators, unsigned ply,
                           const apo_position *pos)
{
    const apo_network *network = accumulators->network;
    accumulator *here = &accumulators->plies[ply];
    unsigned mover = pos->state.side, other = mover ^ 1U;
    if (here->has_value)
        return here->value;
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++)
        if (!here->is_known[viewer])
            sum_up(accumulators, ply, pos, viewer);
    unsigned bucket =
        apo_features_bucket(&network->features, apo_features_pieces(pos), network->buckets);
    const int16_t *output = network->output + (size_t)bucket * APO_SIDES * network->hidden;
    apo_sums sums = fire(apo_sums_zero(), here->halves[mover].sum, output, network->hidden);
    sums = fire(sums, here->halves[other].sum, output + network->hidden, network->hidden);
    here->value = apo_network_scale(network, apo_sums_total(sums),
                                    (int64_t)network->output_bias[bucket] +
                                        here->halves[mover].direct[bucket] -
                                        here->halves[other].direct[bucket]);
    here->has_value = true;
    return here->value;
}
