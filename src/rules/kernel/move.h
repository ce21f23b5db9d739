/* A move: a small value. Two moves of one position are equal iff they are the same move. */
#ifndef APO_RULES_KERNEL_MOVE_H
#define APO_RULES_KERNEL_MOVE_H

#include "apothecary/move.h"
#include "rules/kernel/geometry.h"

enum {
    /* Kinds of moves by number: those of apo_move_kind, and some spare ones. */
    APO_MOVE_KINDS_MAX = 16
};

/* What the last square of a move may hold; alternatives, a bit each. */
enum apo_end {
    APO_END_MOVE = 1,    /* empty */
    APO_END_CAPTURE = 2, /* an enemy piece, captured by replacement */
    APO_END_FRIEND = 8,  /* a piece of the mover's side, removed */
    APO_END_ROYAL = 16   /* an enemy royal piece only */
};

/* True if the move puts another piece on the board, besides moving its own. */
static inline bool apo_move_puts_piece(const apo_move *mv)
{
    return mv->launched != APO_TYPE_NONE;
}

/* The move without what it adds: a promotion, a piece put on the board. */
static inline apo_move apo_move_bare(apo_move mv)
{
    mv.promoted = mv.launched = APO_TYPE_NONE;
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
