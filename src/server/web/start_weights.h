/* Which start a game at random gets. All have the same chance, unless the operator wants richer
 * ones more often; then the archive says how rich they are:
 *
 *     s = (White's points + 10) / (games + 20)     as if there had been 20 even games more
 *     r = (1 - 2 |s - 1/2|)^2                      1 for a start where both do equally well
 *     share = 1/2 * 1/N + 1/2 * r / (sum of r)     of N starts
 *
 * So no start has less than half of what it would have by right, and one that has not been
 * played counts as even, which lets it be played. */
#ifndef APO_SERVER_WEB_START_WEIGHTS_H
#define APO_SERVER_WEB_START_WEIGHTS_H

#include "server/web/catalog.h"
#include "store/archive.h"

enum {
    APO_START_WEIGHTS_PRIOR_GAMES = 20,
    APO_START_WEIGHTS_SUM = 1 << 30 /* all shares together */
};

/* The share of each start, of which stats[i] says how its games went, `count` of them. */
void apo_start_weights_compute(uint32_t *out, const apo_store_stats *stats, unsigned count);

/* Reads how the games of all starts went, and sets the shares of all games in the catalog.
 * Errors: APO_E_MEMORY, APO_E_IO; the shares of some games are as they were then. */
apo_status apo_start_weights_renew(apo_catalog *catalog, apo_store *store);

/* A start at random, from 1 on. */
uint32_t apo_start_weights_draw(const apo_catalog_entry *entry);

/* The start at a place from 0 to APO_START_WEIGHTS_SUM - 1 of all the shares one behind the
 * other. */
uint32_t apo_start_weights_find(const uint32_t *shares, unsigned count, uint32_t place);

#endif
