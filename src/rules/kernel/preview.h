/* Move preview: what a piece could do, for people who point at it, whoever is to move, whatever
 * becomes of the king. Nothing here is fast. */
#ifndef APO_RULES_KERNEL_PREVIEW_H
#define APO_RULES_KERNEL_PREVIEW_H

#include "rules/kernel/position.h"

/* A copy of `pos` in which `side` is to move, to look at and not to play on: what the
 * last move allows once is gone unless `side` was to move already. */
void apo_preview_as(apo_position *out, const apo_position *pos, apo_side side);

/* Appends the moves of the piece on `from`, whose side is to move: its plain and first-move
 * powers and what special rules add, each move to a square once, as it is and in no other way.
 * That its king could be captured afterwards does not matter. Errors: APO_E_OVERFLOW. */
apo_status apo_preview_moves(apo_move_list *list, const apo_position *pos, apo_square from);

/* The squares that the piece on `from` can come to by its own powers on some board, in one
 * move. A piece whose power changes, or has no table, might come to every square. */
apo_set apo_preview_reach(const apo_position *pos, apo_square from);

/* A copy of `pos` without any piece, right or pocket, White to move: to put pieces on and look
 * at them. It has no kings, so it can be used for apo_preview_moves and apo_preview_as only. */
void apo_preview_clear(apo_position *out, const apo_position *pos);

/* Puts a piece on a square of such a board, which may be a transient one; `is_unmoved` gives it
 * the powers of a piece that has never moved. */
void apo_preview_put(apo_position *pos, apo_square sq, apo_piece piece, bool is_unmoved);

/* `side` is taken to have moved a piece of `type` last, for pieces of the other side whose
 * power that gives. */
void apo_look_moved(apo_position *pos, apo_side side, unsigned type);

#endif
