/* The transposition table (TT): what earlier searches found out about positions, by key. */
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

/* What is remembered of a position. */
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
    uint32_t cluster_count; /* entries in fours: a cache line each */
    uint8_t age;            /* of this search, 0..63 */
} apo_tt;

/* Gives the TT `bytes` of memory (at least one cluster); empty. May be called again. Errors:
 * APO_E_MEMORY: it keeps what it has. */
apo_status apo_tt_resize(apo_tt *tt, const apo_alloc *alloc, size_t bytes);
void apo_tt_free(apo_tt *tt);

/* Forgets everything. */
void apo_tt_clear(apo_tt *tt);

/* A new search begins: entries of earlier ones are replaced first. */
void apo_tt_new_search(apo_tt *tt);

/* Asks the memory for the cluster of a key, which will be probed soon. */
void apo_tt_prefetch(const apo_tt *tt, uint64_t key);

bool apo_tt_probe(const apo_tt *tt, uint64_t key, apo_tt_data *out);

/* Replaces what is least worth keeping of four. An entry without a move keeps the known one. */
void apo_tt_store(apo_tt *tt, uint64_t key, apo_tt_data saved);

/* How much of the TT this search has filled, in thousandths (UCI "hashfull"); a sample. */
unsigned apo_tt_hashfull(const apo_tt *tt);

/* A move in 32 bits, never 0. Different moves of a position may have the same signature only if
 * they differ in nothing but their rule's argument. */
uint32_t apo_move_signature(const apo_move *mv);

#endif
