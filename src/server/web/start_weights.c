#include "server/web/start_weights.h"

#include "apothecary/variant.h"

static double balance(const apo_store_stats *stats)
{
    double points = APO_START_WEIGHTS_PRIOR_GAMES / 2.0;
    for (int i = 0; i < APO_STORE_RESULTS; i++)
        points += (double)(stats->results[i] * i) / 4;
    double score = points / (double)(stats->games + APO_START_WEIGHTS_PRIOR_GAMES);
    double evenness = 1 - 2 * (score > 0.5 ? score - 0.5 : 0.5 - score);
    return evenness * evenness;
}

void apo_start_weights_compute(uint32_t *out, const apo_store_stats *stats, unsigned count)
{
    double sum = 0;
    uint32_t given = 0;
    if (count == 0)
        return;
    for (unsigned i = 0; i < count; i++)
        sum += balance(&stats[i]);
    for (unsigned i = 0; i < count; i++) {
        double part = sum > 0 ? balance(&stats[i]) / sum : 1.0 / count;
        double share = (1.0 / count + part) / 2;
        out[i] = (uint32_t)(share * APO_START_WEIGHTS_SUM);
        given += out[i];
    }
    /* The rounding remainder: less than one per start. */
    for (unsigned i = 0; given < APO_START_WEIGHTS_SUM; i = (i + 1) % count, given++)
        out[i]++;
}

typedef struct gathering {
    apo_store_stats *stats;
    unsigned count;
} gathering;

static bool gather(void *context, apo_span name, int64_t number, const apo_store_stats *stats)
{
    gathering *all = context;
    if (name.length == 0 && number > 0 && number <= (int64_t)all->count)
        all->stats[number - 1] = *stats;
    return true;
}

static apo_status renew(apo_variant_map *variants, size_t index, apo_store *store)
{
    const apo_offered_game *game = apo_variant_map_get(variants, index);
    gathering all = {.count = game->synopsis.starts};
    if (all.count < 2)
        return APO_OK;
    all.stats = apo_allocate_zero(NULL, all.count * sizeof *all.stats);
    uint32_t *weights = apo_allocate(NULL, all.count * sizeof *weights);
    apo_status status = APO_E_MEMORY;
    if (all.stats != NULL && weights != NULL)
        status = apo_store_list_starts(store, apo_span_of(game->id),
                                       (1U << APO_RECORD_KINDS) - 1, gather, &all);
    if (status == APO_OK) {
        apo_start_weights_compute(weights, all.stats, all.count);
        apo_variant_map_set_start_weights(variants, index, weights);
        weights = NULL;
    }
    apo_free(NULL, weights);
    apo_free(NULL, all.stats);
    return status;
}

apo_status apo_start_weights_renew(apo_variant_map *variants, apo_store *store)
{
    for (size_t i = 0; i < apo_variant_map_count(variants); i++) {
        apo_status status = renew(variants, i, store);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

uint32_t apo_start_weights_find(const uint32_t *weights, unsigned count, uint32_t place)
{
    unsigned i = 0;
    while (i + 1 < count && place >= weights[i])
        place -= weights[i++];
    return i + 1;
}

uint32_t apo_start_weights_draw(apo_variant_map *variants, const apo_variant_entry *entry)
{
    unsigned count = apo_variant_info_of(entry->var)->start_count;
    uint32_t *weights = apo_variant_map_start_weights(variants, entry->digest);
    if (weights == NULL)
        return 1 + apo_token_below(count);
    uint32_t number =
        apo_start_weights_find(weights, count, apo_token_below(APO_START_WEIGHTS_SUM));
    apo_free(NULL, weights);
    return number;
}
