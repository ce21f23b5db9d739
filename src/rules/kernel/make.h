/* The steps that moves are made of; rules use them in their `apply`. Internal to this
 * folder. */
#ifndef APO_RULES_KERNEL_MAKE_H
#define APO_RULES_KERNEL_MAKE_H

#include "rules/kernel/compiled.h"

/* Puts `piece` (or empty, or void) on a place and notes what was there. */
void apo_make_set(apo_position *pos, apo_undo *undo, apo_square sq, apo_piece piece);

/* Puts the move's piece, or what it promotes to, on the target, capturing what stands there:
 * all of a plain move, and part of most others. */
void apo_make_relocate(apo_position *pos, const apo_move *mv, apo_undo *undo);

/* Takes the piece on `sq` off as captured: the count starts again. */
void apo_make_capture(apo_position *pos, apo_undo *undo, apo_square sq);

/* Nobody can be captured on the trail any more. Keeps the key. */
void apo_make_forget_trail(apo_state *state);

/* Moves along paths that take pieces in passing. */
extern const apo_kind apo_kind_path;

/* The key of the position behind a move that may be played, if it is a plain one that touches
 * neither rights nor reserves and leaves no trail; else any number. For asking memory before
 * the move is made. */
uint64_t apo_make_foresee(const apo_position *pos, const apo_move *mv);

#endif
