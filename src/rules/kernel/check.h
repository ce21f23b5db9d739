/* Check and attack. */
#ifndef APO_RULES_KERNEL_CHECK_H
#define APO_RULES_KERNEL_CHECK_H

#include "apothecary/position.h"
#include "rules/kernel/hooks.h"

/* For a rule's `generate`: true if the king of the side to move is in check; caches the answer
 * in `check`. */
bool apo_check_ask(const apo_position *pos, apo_check *check);

/* True if a piece of `by` would capture the king of the other side on the square, by what the
 * tables and `attacker` say. False for APO_SQUARE_NONE. */
bool apo_is_hit(const apo_position *pos, apo_square sq, unsigned by);

#endif
