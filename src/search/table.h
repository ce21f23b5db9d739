/* The transposition table: what earlier searches found out about positions, by key. */
#ifndef APO_SEARCH_TABLE_H
#define APO_SEARCH_TABLE_H

#include "base/status.h"
#include "rules/move.h"
#include "search/block.h"

enum apo_bound {
    APO_BOUND_NONE,
    APO_BOUND_UPPER,
    APO_BOUND_LOWER,
    APO_BOUND_EXACT
};

/* What is remembered of a position. */
typedef struct apo_finding {
    uint32_t move;      /* apo_move_signature of the best move, 0 if none is known */
    int16_t score;      /* mate scores count from the position, not from the root */
    int16_t evaluation; /* static, or APO_SCORE_NONE */
    uint8_t depth;
    uint8_t bound; /* enum apo_bound */
} apo_finding;

typedef struct apo_table_entry apo_table_entry; /* 16 bytes */

typedef struct apo_table {
    apo_block block;
    apo_table_entry *entries; /* in the block */
    uint32_t cluster_count;   /* entries in fours: a cache line each */
    uint8_t age;              /* of this search, 0..63 */
} apo_table;

/* Gives the table `bytes` of memory (at least one cluster); empty. May be called again.
 * Errors: APO_E_MEMORY: the table keeps what it has. */
apo_status apo_table_resize(apo_table *table, const apo_alloc *alloc, size_t bytes);
void apo_table_free(apo_table *table);

/* Forgets everything. */
void apo_table_clear(apo_table *table);

/* Findings of earlier searches become worth less than those from now on. */
void apo_table_next_search(apo_table *table);

/* Asks the memory for the place of a key, which will be looked at soon. */
void apo_table_prefetch(const apo_table *table, uint64_t key);

bool apo_table_find(const apo_table *table, uint64_t key, apo_finding *out);

/* Replaces what is least worth keeping of four. A finding without a move keeps the known one. */
void apo_table_store(apo_table *table, uint64_t key, apo_finding finding);

/* How much of the table this search has filled, in thousandths; a sample. */
unsigned apo_table_permille(const apo_table *table);

/* A move in 32 bits, never 0. Different moves of a position may have the same signature only if
 * they differ in nothing but their rule's argument. */
uint32_t apo_move_signature(const apo_move *mv);

#endif
