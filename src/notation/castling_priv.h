/* What the notations need to know of a game's castling. Internal to this folder. */
#ifndef APO_NOTATION_CASTLING_PRIV_H
#define APO_NOTATION_CASTLING_PRIV_H

#include "rules/kernel/movegen.h"

/* True if each side can castle in at most one way to the right and one to the left, so that O-O
 * and O-O-O say it all. */
bool apo_castling_is_single(const apo_variant *var);

/* The square written as a move's target: the one the piece goes to, or the partner's if the
 * king castles to the square beside it, where its step would be written alike. */
apo_square apo_move_written_to(const apo_position *pos, const apo_move *mv);

/* True if the castling `mv` takes the king to the right (O-O). */
bool apo_castling_is_right(const apo_position *pos, const apo_move *mv);

#endif
