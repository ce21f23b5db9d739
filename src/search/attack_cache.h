/* The attack cache: which squares a piece hits, and where it can go. An entry is worked out
 * once and stays valid as long as the squares that it depends on stay as they are; from node to
 * node of a search most do. Evaluation and move lists ask here before they look along lines. */
#ifndef APO_SEARCH_ATTACK_CACHE_H
#define APO_SEARCH_ATTACK_CACHE_H

#include "rules/rules/engine_view.h"
#include "search/block.h"

/* The sets of an entry, one after the other, each of as many words as the board has. */
enum apo_attack_set {
    APO_ATTACK_WATCHED, /* squares that it depends on: does a piece stand there? */
    APO_ATTACK_TAKEN,   /* those of them where one stood when it was found out */
    APO_ATTACK_HITS,    /* squares where it could capture, own pieces' among them */
    APO_ATTACK_MOVES,   /* squares where it could go if they are empty */
    APO_ATTACK_SETS,
    APO_ATTACK_UNIT = 8 /* words: a cache line, so that an entry takes whole ones */
};

/* The entries of one game by side, row and square, the last two of each; one cache a thread. A
 * transient square holds a piece or has ceased to exist, so that the pieces alone decide what
 * is attacked. */
typedef struct apo_attack_cache {
    apo_block block;
    uint64_t *entries; /* in the block */
    /* rows, a bit each, whose pieces have general paths, or some while unmoved */
    uint64_t has_paths;
} apo_attack_cache;

/* Allocates an empty cache for a game. `cache` is zeroed, or was started before: then it is
 * freed. Errors: APO_E_MEMORY. */
apo_status apo_attack_cache_start(apo_attack_cache *cache, const apo_variant *var,
                                  const apo_alloc *alloc);
void apo_attack_cache_free(apo_attack_cache *cache);

/* A cache and the board that it is asked about. Valid until the board changes. */
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

/* Fills an entry that is not valid: with the one before it, or by looking along the lines. Only
 * for apo_attack_cache_get. */
void apo_attack_cache_fill(const apo_position *pos, unsigned side, unsigned row,
                           apo_square from, uint64_t *sets);

/* Words of an entry. */
APO_INLINE size_t apo_attack_entry_words(unsigned words)
{
    return (APO_ATTACK_SETS * words + APO_ATTACK_UNIT - 1) / APO_ATTACK_UNIT * APO_ATTACK_UNIT;
}

/* True if what a piece saw is what it sees while `pieces` stand on the board. */
APO_INLINE bool apo_attack_entry_is_valid(unsigned words, const uint64_t *sets,
                                          const uint64_t *pieces)
{
    uint64_t changed = 0;
    for (unsigned i = 0; i < words; i++)
        changed |= (pieces[i] & sets[i]) ^ sets[APO_ATTACK_TAKEN * words + i];
    return changed == 0;
}

/* The sets (enum apo_attack_set) of a piece of `side` with the power of `row` on `from`, where
 * a piece stands. */
APO_INLINE const uint64_t *apo_attack_cache_get(unsigned words, const apo_attack_view *view,
                                                unsigned side, unsigned row, apo_square from)
{
    size_t index = (size_t)(side * view->rows + row) * view->squares + from;
    uint64_t *sets = view->entries + index * 2 * apo_attack_entry_words(words);
    if (__builtin_expect(!apo_attack_entry_is_valid(words, sets, view->pieces), 0))
        apo_attack_cache_fill(view->pos, side, row, from, sets);
    return sets;
}

/* The squares along all lines from a square up to the first piece, that included. */
void apo_open_lines(const apo_position *pos, apo_square sq, uint64_t *out);

#endif
