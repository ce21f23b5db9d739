/* The attack cache: the squares that each piece attacks or can move to. An entry is computed
 * once and stays valid while the squares it depends on do not change; from node to node of a
 * search most entries stay valid. Evaluation and move generation query the cache before they
 * scan lines. */
#ifndef APO_SEARCH_ATTACK_CACHE_H
#define APO_SEARCH_ATTACK_CACHE_H

#include "rules/rules/engine_view.h"
#include "search/block.h"

/* The sets of an entry, stored one after another, each as many words long as a set of the
 * board. */
enum apo_attack_set {
    APO_ATTACK_WATCHED, /* squares it depends on: is there a piece? */
    APO_ATTACK_TAKEN,   /* those of them that were occupied when the entry was filled */
    APO_ATTACK_HITS,    /* squares it attacks, own pieces included */
    APO_ATTACK_MOVES,   /* squares it could move to if they are empty */
    APO_ATTACK_SETS,
    APO_ATTACK_UNIT = 8 /* words in a cache line; an entry takes whole lines */
};

/* The entries of one game by side, row and square, the last two of each. One cache per thread.
 * A transient square holds a piece or has ceased to exist, so the pieces alone decide what is
 * attacked. */
typedef struct apo_attack_cache {
    apo_block block;
    uint64_t *entries; /* in the block */
    /* bit per row: its pieces have general paths, or some while unmoved */
    apo_types has_paths;
} apo_attack_cache;

/* Allocates an empty cache for a game. `cache` is zeroed or was started before; its old memory
 * is freed. Errors: APO_E_MEMORY. */
apo_status apo_attack_cache_start(apo_attack_cache *cache, const apo_variant *var,
                                  const apo_alloc *alloc);
void apo_attack_cache_free(apo_attack_cache *cache);

/* A cache and the board it is queried for. Valid until the board changes. */
typedef struct apo_attack_view {
    const apo_position *pos;
    uint64_t *entries;
    unsigned rows, squares;
    uint64_t pieces[APO_SET_WORDS_MAX]; /* all pieces */
} apo_attack_view;

APO_INLINE apo_attack_view apo_attack_view_of(unsigned words, const apo_attack_cache *cache,
                                              const apo_position *pos)
{
    apo_attack_view out;
    out.pos = pos;
    out.entries = cache->entries;
    out.rows = pos->var->row_count;
    out.squares = pos->var->squares;
    for (unsigned i = 0; i < words; i++)
        out.pieces[i] = pos->pieces[0].words[i] | pos->pieces[1].words[i];
    return out;
}

/* Fills an invalid entry: from the one before it, or by scanning the lines. Only for
 * apo_attack_cache_get. */
void apo_attack_cache_fill(const apo_position *pos, unsigned side, unsigned row,
                           apo_square from, uint64_t *sets);

/* Words of an entry. */
APO_INLINE size_t apo_attack_entry_words(unsigned words)
{
    return (APO_ATTACK_SETS * words + APO_ATTACK_UNIT - 1) / APO_ATTACK_UNIT * APO_ATTACK_UNIT;
}

/* True if the entry still holds for a board with these `pieces`. */
APO_INLINE bool apo_attack_entry_is_valid(unsigned words, const uint64_t *sets,
                                          const uint64_t *pieces)
{
    uint64_t changed = 0;
    for (unsigned i = 0; i < words; i++)
        changed |= (pieces[i] & sets[i]) ^ sets[APO_ATTACK_TAKEN * words + i];
    return changed == 0;
}

/* The sets (enum apo_attack_set) of a piece of `side` with the powers of `row` on `from`, which
 * must hold a piece. */
APO_INLINE const uint64_t *apo_attack_cache_get(unsigned words, const apo_attack_view *view,
                                                unsigned side, unsigned row, apo_square from)
{
    size_t index = (size_t)(side * view->rows + row) * view->squares + from;
    uint64_t *sets = view->entries + index * 2 * apo_attack_entry_words(words);
    if (__builtin_expect(!apo_attack_entry_is_valid(words, sets, view->pieces), 0))
        apo_attack_cache_fill(view->pos, side, row, from, sets);
    return sets;
}

/* The squares along all lines from a square up to and including the first piece. */
void apo_open_lines(const apo_position *pos, apo_square sq, uint64_t *out);

#endif
