/* Rights that need an unmoved piece: which marks of the unmoved set are still alive.
 * Internal. */
#ifndef APO_RULES_KERNEL_RIGHTS_H
#define APO_RULES_KERNEL_RIGHTS_H

#include "rules/kernel/compiled.h"

/* The marks that a position with these pieces could have at most, and that are alive with the
 * marks given: those of pieces with powers while unmoved (rules 6.3, unmoved), and those that a
 * rule has a use for. `pieces` is a board; `state` gives unmoved marks, pockets, side and move
 * number. */
apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state);

/* For a rule's `rights`: adds the marked squares of pieces of `side` and these types. */
void apo_rights_keep(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                     const apo_set *unmoved, unsigned side, uint32_t types);

/* Drops dead marks after a move, keeps the key. */
void apo_rights_settle(apo_position *pos);

#endif
