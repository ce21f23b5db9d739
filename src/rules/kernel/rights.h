/* Rights that need an unmoved piece: which marks of the unmoved set are still alive.
 * Internal. */
#ifndef APO_RULES_KERNEL_RIGHTS_H
#define APO_RULES_KERNEL_RIGHTS_H

#include "rules/kernel/compiled.h"

/* The marks that a position with these pieces could have at most, and that are alive with the
 * marks given: castling while king and partner are both marked, the king's jump, launching
 * while the pocket holds a piece and its limit has not run out, powers of unmoved pieces (rules
 * 6.3, unmoved). `pieces` is a board; `state` gives unmoved marks, pockets, side and move
 * number. */
apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state);

/* Of these marks, the squares of kings and partners that can still castle by history. */
apo_set apo_rights_castling(const apo_variant *var, const apo_piece *pieces,
                            const apo_set *unmoved);

/* True if the side may still launch by the move limit, with a piece in its pocket. */
bool apo_rights_can_launch(const apo_variant *var, const apo_state *state, unsigned side);

/* Drops dead marks after a move, keeps the key. */
void apo_rights_settle(apo_position *pos);

/* Sets whether the imitated types count (some joker may come to use them). The key is not
 * touched. */
void apo_rights_settle_imitation(apo_position *pos);

#endif
