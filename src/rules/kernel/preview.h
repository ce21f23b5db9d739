/* Move preview: the moves of a piece that a user points at, whichever side is to move, and even
 * if they expose the king. Nothing here is fast. */
#ifndef APO_RULES_KERNEL_PREVIEW_H
#define APO_RULES_KERNEL_PREVIEW_H

#include "rules/kernel/position.h"

/* A copy of `pos` in which `side` is to move, for previews only, not for play: rights that the
 * last move gave for one turn are lost unless `side` was already to move. */
void apo_preview_as(apo_position *out, const apo_position *pos, apo_side side);

/* Appends the moves of the piece on `from`, whose side is to move: its plain and first-move
 * powers and those of special rules. Each target appears once, without other types or added
 * pieces. Whether its king could be captured afterwards does not matter. Errors:
 * APO_E_OVERFLOW. */
apo_status apo_preview_moves(apo_move_list *list, const apo_position *pos, apo_square from);

/* True if apo_preview_moves lists a move to `to`. */
bool apo_preview_goes(const apo_position *pos, apo_square from, apo_square to);

/* True if the piece on `from` could go to `to` by its plain and first-move powers, not by moves
 * of special rules. */
bool apo_preview_reaches(const apo_position *pos, apo_square from, apo_square to);

/* The squares that the piece on `from` can reach in one move on some board by its own powers:
 * every square for a piece whose power changes or is in no table. */
apo_set apo_preview_reach(const apo_position *pos, apo_square from);

/* True if the piece on `from` could go as far as `to`, and in the same direction, from some
 * square of the board: if it cannot from its own, a rule forbids that there. */
bool apo_preview_is_elsewhere(const apo_position *pos, apo_square from, apo_square to);

/* A copy of `pos` without any piece or right, White to move, for previews of single
 * pieces. It has no kings, so only apo_preview_moves and apo_preview_as can use it. */
void apo_preview_clear(apo_position *out, const apo_position *pos);

/* Puts a piece on a square of that board, which may be a transient one; `is_unmoved` gives it
 * the powers of an unmoved piece. */
void apo_preview_put(apo_position *pos, apo_square sq, apo_piece piece, bool is_unmoved);

/* Pretends that `side` moved a piece of `type` last, which gives pieces of the other side their
 * power. */
void apo_look_moved(apo_position *pos, apo_side side, unsigned type);

#endif
