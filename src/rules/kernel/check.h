/* Check and attack. */
#ifndef APO_RULES_KERNEL_CHECK_H
#define APO_RULES_KERNEL_CHECK_H

#include "rules/kernel/position.h"

/* True if the side to move is in check (rules 1.2, with the joker's power of rules 2.5). */
bool apo_position_is_check(const apo_position *pos);

/* True if a piece of `by` could capture a piece of the other side on `sq` by a move of its
 * own, as the position stands. Checkers attack by the squares they could end on (rules,
 * section 5). */
bool apo_position_is_attacked(const apo_position *pos, apo_square sq, apo_side by);

#endif
