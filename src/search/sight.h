/* What pieces see from their squares: which they hit, and where they can go. It is found out once and
 * holds as long as the squares that it depends on stay as they are; from node to node of a search most
 * of a piece's surroundings do. Evaluation and lists of moves ask here before they look along lines. */
#ifndef APO_SEARCH_SIGHT_H
#define APO_SEARCH_SIGHT_H

#include "rules/compiled.h"
#include "search/block.h"

/* The sets of a sight, one after the other, each of as many words as the board has. */
enum apo_sight_set {
    APO_SIGHT_WATCHED, /* squares that it depends on: does a piece stand there? */
    APO_SIGHT_TAKEN,   /* those of them where one stood when it was found out */
    APO_SIGHT_HITS,    /* squares where it could capture, own pieces' among them */
    APO_SIGHT_MOVES,   /* squares where it could go if they are empty */
    APO_SIGHT_SETS,
    APO_SIGHT_UNIT = 8 /* words: a line of the cache, so that a sight takes whole ones */
};

/* Sights of one game by side, row and square, the last two of each; one a thread. A transient square holds a piece or has
 * ceased to exist, so that the pieces alone decide what is seen. */
typedef struct apo_sights {
    apo_block block;
    uint64_t *entries; /* in the block */
    uint64_t
        has_paths; /* rows, a bit each, whose pieces have general paths, or some while unmoved */
} apo_sights;

/* Makes room for a game, nothing seen yet. `sights` is zeroed, or was started before: then it is freed.
 * Errors: APO_E_MEMORY. */
apo_status apo_sights_start(apo_sights *sights, const apo_variant *var, const apo_alloc *alloc);
void apo_sights_free(apo_sights *sights);

/* Sights and the board that they are of. Valid until the board changes. */
typedef struct apo_outlook {
    const apo_position *pos;
    uint64_t *entries;
    unsigned rows, squares;
    uint64_t pieces[APO_SET_WORDS_MAX]; /* all pieces */
} apo_outlook;

APO_INLINE apo_outlook apo_outlook_of(unsigned words, const apo_sights *sights,
                                      const apo_position *pos)
{
    apo_outlook out;
    out.pos = pos;
    out.entries = sights->entries;
    out.rows = pos->var->row_count;
    out.squares = pos->var->squares;
    for (unsigned i = 0; i < words; i++)
        out.pieces[i] = pos->pieces[0].words[i] | pos->pieces[1].words[i];
    return out;
}

/* Fills the sets of a sight that does not hold: with the one before it, or by looking. Only for
 * apo_sight. */
void apo_sight_look(const apo_position *pos, unsigned side, unsigned row, apo_square from,
                    uint64_t *sets);

/* Words of a sight. */
APO_INLINE size_t apo_sight_words(unsigned words)
{
    return (APO_SIGHT_SETS * words + APO_SIGHT_UNIT - 1) / APO_SIGHT_UNIT * APO_SIGHT_UNIT;
}

/* True if what a piece saw is what it sees while `pieces` stand on the board. */
APO_INLINE bool apo_sight_holds(unsigned words, const uint64_t *sets, const uint64_t *pieces)
{
    uint64_t changed = 0;
    for (unsigned i = 0; i < words; i++)
        changed |= (pieces[i] & sets[i]) ^ sets[APO_SIGHT_TAKEN * words + i];
    return changed == 0;
}

/* The sets (enum apo_sight_set) of a piece of `side` with the power of `row` on `from`, where a piece
 * stands. */
APO_INLINE const uint64_t *apo_sight(unsigned words, const apo_outlook *view, unsigned side,
                                     unsigned row, apo_square from)
{
    size_t index = (size_t)(side * view->rows + row) * view->squares + from;
    uint64_t *sets = view->entries + index * 2 * apo_sight_words(words);
    if (__builtin_expect(!apo_sight_holds(words, sets, view->pieces), 0))
        apo_sight_look(view->pos, side, row, from, sets);
    return sets;
}

/* The squares along all lines from a square up to the first piece, that included. */
void apo_open_lines(const apo_position *pos, apo_square sq, uint64_t *out);

#endif
