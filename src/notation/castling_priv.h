/* Castling for the notations. Internal to this folder. */
#ifndef APO_NOTATION_CASTLING_PRIV_H
#define APO_NOTATION_CASTLING_PRIV_H

#include "rules/kernel/movegen.h"

/* True if the castling `mv` is written O-O or O-O-O: there is no other to this side in the
 * game, or in games that name the castling pieces, as Chess960 does, among the legal moves. */
bool apo_castling_is_short(const apo_position *pos, const apo_move *mv,
                           const apo_move_list *legal);

/* The square written as a move's target: the piece's target, or the partner's square if the
 * king castles by one square, which would look like a step, or stays where it is. */
apo_square apo_move_written_to(const apo_position *pos, const apo_move *mv);

/* True if the castling `mv` takes the king to the right (O-O). */
bool apo_castling_is_right(const apo_position *pos, const apo_move *mv);

#endif
