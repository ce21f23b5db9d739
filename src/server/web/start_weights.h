/* The random choice of a start. All starts have the same chance, unless the operator prefers
 * balanced ones. Then the archive shows how balanced they are:
 *
 *     s = (White's points + 10) / (games + 20)     as if there had been 20 even games more
 *     r = (1 - 2 |s - 1/2|)^2                      1 for a start where both do equally well
 *     share = 1/2 * 1/N + 1/2 * r / (sum of r)     of N starts
 *
 * So every start keeps at least half of an equal share. A start that has not been played counts
 * as even, so that it gets played. */
#ifndef APO_SERVER_WEB_START_WEIGHTS_H
#define APO_SERVER_WEB_START_WEIGHTS_H

#include "server/web/variant_map.h"
#include "store/archive.h"

enum {
    APO_START_WEIGHTS_PRIOR_GAMES = 20,
    APO_START_WEIGHTS_SUM = 1 << 30 /* sum of all shares */
};

/* The shares of `count` starts, from the results stats[i] of each. */
void apo_start_weights_compute(uint32_t *out, const apo_store_stats *stats, unsigned count);

/* Reads the results of all starts, and sets the shares of all games in the variant map. Errors:
 * APO_E_MEMORY, APO_E_IO; then some games keep their old shares. */
apo_status apo_start_weights_renew(apo_variant_map *variants, apo_store *store);

/* A start of a game at random, from 1 on. */
uint32_t apo_start_weights_draw(apo_variant_map *variants, const apo_variant_entry *entry);

/* The start at a point from 0 to APO_START_WEIGHTS_SUM - 1 of all shares laid end to end. */
uint32_t apo_start_weights_find(const uint32_t *weights, unsigned count, uint32_t place);

#endif
