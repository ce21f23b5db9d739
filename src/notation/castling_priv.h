/* Castling for the notations. Internal to this folder. */
#ifndef APO_NOTATION_CASTLING_PRIV_H
#define APO_NOTATION_CASTLING_PRIV_H

#include "rules/kernel/movegen.h"

/* True if each side can castle in at most one way to the right and one to the left, so that O-O
 * and O-O-O are unambiguous. */
bool apo_castling_is_single(const apo_variant *var);

/* The square written as a move's target: the piece's target, or the partner's square if the
 * king castles by one square, which would look like a step, or stays where it is. */
apo_square apo_move_written_to(const apo_position *pos, const apo_move *mv);

/* True if the castling `mv` takes the king to the right (O-O). */
bool apo_castling_is_right(const apo_position *pos, const apo_move *mv);

#endif
