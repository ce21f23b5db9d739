/* A move: a small value. Two moves of one position are equal iff they are the same move. */
#ifndef APO_RULES_KERNEL_MOVE_H
#define APO_RULES_KERNEL_MOVE_H

#include "apothecary/move.h"
#include "rules/kernel/geometry.h"

enum {
    /* Number of kinds of moves: those of apo_move_kind, and some spare. */
    APO_MOVE_KINDS_MAX = 16
};

/* What the last square of a move may hold; alternatives, a bit each. */
enum apo_end {
    APO_END_MOVE = 1,    /* empty */
    APO_END_CAPTURE = 2, /* an enemy piece, captured by replacement */
    APO_END_FRIEND = 8,  /* a piece of the mover's side, removed */
    APO_END_ROYAL = 16   /* an enemy royal piece only */
};

/* --- what a move adds ----------------------------------------------------
 * The public fields have the names of rules. The kernel knows what they mean to all rules, and
 * reads them only here. */

/* The type that the piece becomes, or APO_TYPE_NONE. */
static inline unsigned apo_move_becomes(const apo_move *mv)
{
    return mv->promoted;
}

/* The type of the piece that comes from beside the board, or APO_TYPE_NONE. */
static inline unsigned apo_move_brings(const apo_move *mv)
{
    return mv->launched;
}

/* True if the move puts a piece on the board from beside it. */
static inline bool apo_move_puts_piece(const apo_move *mv)
{
    return mv->launched != APO_TYPE_NONE;
}

static inline void apo_move_add(apo_move *mv, unsigned becomes, unsigned brings)
{
    mv->promoted = (uint8_t)becomes;
    mv->launched = (uint8_t)brings;
}

/* The plain move from one square to another. */
static inline apo_move apo_move_plain(apo_square from, apo_square to)
{
    apo_move mv = {.from = from,
                   .to = to,
                   .kind = APO_MOVE_PLAIN,
                   .promoted = APO_TYPE_NONE,
                   .launched = APO_TYPE_NONE,
                   .wall = 0,
                   .arg = 0};
    return mv;
}

/* The move of `kind` that brings a piece from beside the board to the empty square `to`. */
static inline apo_move apo_move_arrival(unsigned kind, apo_square to, unsigned type)
{
    apo_move mv = {.from = to,
                   .to = to,
                   .kind = (uint8_t)kind,
                   .promoted = APO_TYPE_NONE,
                   .launched = (uint8_t)type,
                   .wall = 0,
                   .arg = 0};
    return mv;
}

/* The move without its additions to the way of its piece. */
static inline apo_move apo_move_bare(apo_move mv)
{
    apo_move_add(&mv, APO_TYPE_NONE, APO_TYPE_NONE);
    mv.wall = 0;
    return mv;
}

static inline void apo_move_list_add(apo_move_list *list, apo_move mv)
{
    if (list->count < list->capacity)
        list->moves[list->count++] = mv;
    else
        list->is_overflowed = true;
}

#endif
