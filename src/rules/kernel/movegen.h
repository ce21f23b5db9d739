/* Legal moves, what they capture, and check. */
#ifndef APO_RULES_KERNEL_MOVEGEN_H
#define APO_RULES_KERNEL_MOVEGEN_H

#include "apothecary/position.h"
#include "rules/kernel/check.h"

/* Writes the squares of all pieces that a legal move captures, in ascending order, and returns
 * how many. `out` must have space for APO_UNDO_SQUARES_MAX. */
unsigned apo_move_captures(const apo_position *pos, const apo_move *mv, apo_square *out);

/* True if a legal move captures anything. */
bool apo_move_is_capture(const apo_position *pos, const apo_move *mv);

#endif
