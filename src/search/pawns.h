/* The pawn table: a cache of evaluated pawn structures. Pawns move seldom, so most positions of
 * a search share a structure. */
#ifndef APO_SEARCH_PAWNS_H
#define APO_SEARCH_PAWNS_H

#include "rules/rules/engine_view.h"
#include "search/block.h"
#include "search/weights.h"

enum {
    APO_PAWN_ENTRIES = 8192
};

/* The sets of an entry: White's, then Black's. */
enum apo_pawn_set {
    APO_PAWN_PIECES,
    APO_PAWN_ATTACKS, /* squares attacked by pawns */
    APO_PAWN_PASSED,
    APO_PAWN_SETS
};

/* Sets are as many words long as the board needs: an entry of a 10x12 board takes two cache
 * lines. */
typedef struct apo_pawn_entry {
    uint64_t key;
    uint32_t files[APO_SIDES]; /* bit per file: has a pawn */
    apo_weight structure;      /* without passed pawns; from White's view */
    uint64_t sets[];           /* apo_pawn_set_of */
} apo_pawn_entry;

APO_INLINE const uint64_t *apo_pawn_set_of(unsigned words, const apo_pawn_entry *entry,
                                           enum apo_pawn_set which, unsigned side)
{
    return entry->sets + ((size_t)which * APO_SIDES + side) * words;
}

/* One per thread. Must be cleared when the evaluation changes. */
typedef struct apo_pawn_table {
    apo_block block;
    uint64_t *entries;  /* in the block */
    size_t entry_words; /* of each */
} apo_pawn_table;

/* Allocates an empty table for a game. `table` is zeroed or was started before; its old memory
 * is freed. Errors: APO_E_MEMORY. */
apo_status apo_pawns_start(apo_pawn_table *table, const apo_variant *var,
                           const apo_alloc *alloc);
void apo_pawns_clear(apo_pawn_table *table);
void apo_pawns_free(apo_pawn_table *table);

/* The entry for a pawn key. */
static inline apo_pawn_entry *apo_pawns_at(const apo_pawn_table *table, uint64_t key)
{
    return (apo_pawn_entry *)(table->entries + key % APO_PAWN_ENTRIES * table->entry_words);
}

#endif
