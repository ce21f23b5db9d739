#include "neural/network.h"

#include "base/alloc.h"
#include "base/mem.h"

enum {
    LINE_BYTES = 64
};

/* --- memory -------------------------------------------------------------- */

static size_t round_up(size_t bytes)
{
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

apo_status apo_network_new(apo_network **out, const apo_variant *var, uint32_t hidden,
                           uint32_t buckets, const apo_alloc *alloc)
{
    if (hidden == 0 || hidden > APO_NETWORK_HIDDEN_MAX ||
        hidden % APO_NETWORK_HIDDEN_STEP != 0 || buckets == 0 ||
        buckets > APO_NETWORK_BUCKETS_MAX)
        return APO_E_RANGE;
    apo_network *network = apo_allocate_zero(alloc, sizeof *network);
    if (network == NULL)
        return APO_E_MEMORY;
    apo_features_init(&network->features, var);
    size_t features = network->features.count;
    if (features > APO_FEATURES_MAX) {
        apo_free(alloc, network);
        return APO_E_RANGE;
    }
    size_t bias = round_up(hidden * sizeof(int16_t));
    size_t weights = round_up(features * hidden * sizeof(int16_t));
    size_t direct = round_up(features * APO_NETWORK_BUCKETS_MAX * sizeof(int16_t));
    size_t output = round_up((size_t)buckets * APO_SIDES * hidden * sizeof(int16_t));
    network->block = apo_allocate_zero(alloc, bias + weights + direct + output + LINE_BYTES);
    if (network->block == NULL) {
        apo_free(alloc, network);
        return APO_E_MEMORY;
    }
    char *at = network->block;
    at += round_up((uintptr_t)at) - (uintptr_t)at;
    network->alloc = alloc;
    network->digest = apo_features_digest(&network->features);
    network->hidden = hidden;
    network->buckets = buckets;
    network->bias = (void *)at;
    network->weights = (void *)(at + bias);
    network->direct = (void *)(at + bias + weights);
    network->output = (void *)(at + bias + weights + direct);
    for (unsigned pieces = 0; pieces <= APO_SQUARES_MAX; pieces++)
        network->bucket[pieces] =
            (uint8_t)apo_features_bucket(&network->features, pieces, buckets);
    *out = network;
    return APO_OK;
}

void apo_network_free(apo_network *network)
{
    if (network == NULL)
        return;
    apo_free(network->alloc, network->block);
    apo_free(network->alloc, network);
}

/* --- the value ----------------------------------------------------------- */

/* The view of one side. */
typedef struct view {
    uint16_t sum[APO_NETWORK_HIDDEN_MAX]; /* modulo 2^16 */
    int64_t direct;
} view;

static void look(const apo_network *network, const uint16_t *features, unsigned count,
                 unsigned bucket, view *out)
{
    out->direct = 0;
    for (uint32_t h = 0; h < network->hidden; h++)
        out->sum[h] = (uint16_t)network->bias[h];
    for (unsigned i = 0; i < count; i++) {
        const int16_t *row = network->weights + (size_t)features[i] * network->hidden;
        for (uint32_t h = 0; h < network->hidden; h++)
            out->sum[h] = (uint16_t)(out->sum[h] + (uint16_t)row[h]);
        out->direct += network->direct[(size_t)features[i] * APO_NETWORK_BUCKETS_MAX + bucket];
    }
}

static int64_t fire(const apo_network *network, const view *seen, const int16_t *output)
{
    int64_t sum = 0;
    for (uint32_t h = 0; h < network->hidden; h++) {
        int32_t active = (int16_t)seen->sum[h];
        active = active < 0 ? 0 : active > APO_NETWORK_ONE ? APO_NETWORK_ONE : active;
        sum += (int64_t)active * active * output[h];
    }
    return sum;
}

int apo_network_value_of(const apo_network *network, const uint16_t *mover_features,
                         const uint16_t *other_features, unsigned count, unsigned pieces)
{
    view mover, other;
    unsigned bucket = apo_features_bucket(&network->features, pieces, network->buckets);
    const int16_t *output = network->output + (size_t)bucket * APO_SIDES * network->hidden;
    look(network, mover_features, count, bucket, &mover);
    look(network, other_features, count, bucket, &other);
    int64_t hidden =
        fire(network, &mover, output) + fire(network, &other, output + network->hidden);
    int64_t direct = network->output_bias[bucket] + mover.direct - other.direct;
    return apo_network_scale(network, hidden, direct);
}

int apo_network_value(const apo_network *network, const apo_position *pos)
{
    uint16_t mover[APO_FEATURES_ACTIVE_MAX], other[APO_FEATURES_ACTIVE_MAX];
    unsigned side = pos->state.side;
    unsigned count = apo_features_list(&network->features, pos, side, mover);
    (void)apo_features_list(&network->features, pos, side ^ 1U, other);
    return apo_network_value_of(network, mover, other, count, apo_features_pieces(pos));
}
