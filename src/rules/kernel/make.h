/* The steps of making a move; rules use them in their `apply`. Internal to this folder. */
#ifndef APO_RULES_KERNEL_MAKE_H
#define APO_RULES_KERNEL_MAKE_H

#include "rules/kernel/compiled.h"

/* Puts `piece` (or empty, or void) on a place and records what was there. */
void apo_make_set(apo_position *pos, apo_undo *undo, apo_square sq, apo_piece piece);

/* Moves the piece to the target, as another type if the move says so, and captures what is
 * there: this is all of a plain move and part of most others. */
void apo_make_relocate(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* Captures the piece on `sq`: takes it off the board and restarts the half-move count. */
void apo_make_capture(apo_position *pos, apo_undo *undo, apo_square sq);

/* Moves along paths that capture pieces in passing. */
extern const apo_kind apo_kind_path;

/* The key of the position after a legal move, if the move is plain and changes nothing but the
 * board, the turn and what every move changes; else any number. For prefetching before the move
 * is made. */
uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv);

#endif
