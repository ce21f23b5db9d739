/* The transposition table (TT): results of earlier searches, by position key. */
#ifndef APO_SEARCH_TT_H
#define APO_SEARCH_TT_H

#include "apothecary/move.h"
#include "search/block.h"

enum apo_bound {
    APO_BOUND_NONE,
    APO_BOUND_UPPER,
    APO_BOUND_LOWER,
    APO_BOUND_EXACT
};

/* What the TT keeps of a position. */
typedef struct apo_tt_data {
    uint32_t move;      /* apo_move_signature of the best move, 0 if none is known */
    int16_t score;      /* mate scores count from the position, not from the root */
    int16_t evaluation; /* static, or APO_SCORE_NONE */
    uint8_t depth;
    uint8_t bound; /* enum apo_bound */
} apo_tt_data;

typedef struct apo_tt_entry apo_tt_entry; /* 16 bytes */

typedef struct apo_tt {
    apo_block block;
    apo_tt_entry *entries;  /* in the block */
    uint32_t cluster_count; /* clusters of four entries: a cache line each */
    uint8_t age;            /* of this search, 0 to 63 */
} apo_tt;

/* Allocates `bytes` for an empty TT (at least one cluster). May be called again. Errors:
 * APO_E_MEMORY: the TT is unchanged. */
apo_status apo_tt_resize(apo_tt *tt, const apo_alloc *alloc, size_t bytes);
void apo_tt_free(apo_tt *tt);

/* Forgets everything. */
void apo_tt_clear(apo_tt *tt);

/* Starts a new search: entries of earlier ones are replaced first. */
void apo_tt_new_search(apo_tt *tt);

/* Prefetches the cluster of a key that will be probed soon. */
void apo_tt_prefetch(const apo_tt *tt, uint64_t key);

bool apo_tt_probe(const apo_tt *tt, uint64_t key, apo_tt_data *out);

/* Replaces the least valuable of the cluster's four entries. Without a move, the known one is
 * kept. */
void apo_tt_store(apo_tt *tt, uint64_t key, apo_tt_data saved);

/* The share of the TT that this search has filled, in permille (UCI "hashfull"); sampled. */
unsigned apo_tt_hashfull(const apo_tt *tt);

/* A move in 32 bits, never 0. Different moves of a position share a signature only if they
 * differ in nothing but the argument of their rule. */
uint32_t apo_move_signature(const apo_move *mv);

#endif
