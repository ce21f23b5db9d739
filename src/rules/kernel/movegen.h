/* Legal moves, what they capture, and check. */
#ifndef APO_RULES_KERNEL_MOVEGEN_H
#define APO_RULES_KERNEL_MOVEGEN_H

#include "apothecary/position.h"
#include "rules/kernel/check.h"

/* Appends the legal moves of all pieces that are shown as the one on `from` is, and others too,
 * among them all special moves. To read or write a move of that piece they are enough, and
 * faster to list than all legal moves. Any square is allowed, also APO_SQUARE_NONE: without a
 * piece there it appends all. Errors: as apo_moves_legal. */
apo_status apo_moves_like(apo_move_list *list, const apo_position *pos, apo_square from);

/* Writes the squares of all pieces that a legal move captures, in ascending order, and returns
 * how many. `out` must have space for APO_UNDO_SQUARES_MAX. */
unsigned apo_move_captures(const apo_position *pos, const apo_move *mv, apo_square *out);

/* True if a legal move captures anything. */
bool apo_move_is_capture(const apo_position *pos, const apo_move *mv);

#endif
