/* The steps that moves are made of; rules use them in their `apply`. Internal to this
 * folder. */
#ifndef APO_RULES_KERNEL_MAKE_H
#define APO_RULES_KERNEL_MAKE_H

#include "rules/kernel/compiled.h"

/* Puts `piece` (or empty, or void) on a place and notes what was there. */
void apo_make_set(apo_position *pos, apo_undo *undo, apo_square sq, apo_piece piece);

/* Takes the piece on `sq` off as captured: it joins its owner's reserve, the count starts
 * again. */
void apo_make_capture(apo_position *pos, apo_undo *undo, apo_square sq);

/* The key of the position behind a move that may be played, if it is a plain one that touches
 * neither rights nor reserves and leaves no trail; else any number. For asking memory before
 * the move is made. */
uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv);

#endif
