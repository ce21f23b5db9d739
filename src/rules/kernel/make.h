/* The steps of making a move; rules use them in their `apply`. Internal to this folder. */
#ifndef APO_RULES_KERNEL_MAKE_H
#define APO_RULES_KERNEL_MAKE_H

#include "rules/kernel/compiled.h"

/* Puts `piece` (or empty, or void) on a place and records what was there. */
void apo_make_set(apo_position *pos, apo_undo *undo, apo_square sq, apo_piece piece);

/* Moves the piece to the target, as another type if the move says so, and captures any piece
 * there. That is all of a plain move and part of most others. */
void apo_make_relocate(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* Captures the piece on `sq`: takes it off the board and restarts the half-move count. */
void apo_make_capture(apo_position *pos, apo_undo *undo, apo_square sq);

/* Moves along paths that capture pieces in passing. */
extern const apo_kind apo_kind_path;

/* Predicts the key after a legal move, so that its hash entry can be prefetched. Correct for
 * plain moves that change only the board, the turn and what every move changes; otherwise any
 * number. */
uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv);

#endif
