/* Check and attack. */
#ifndef APO_RULES_KERNEL_CHECK_H
#define APO_RULES_KERNEL_CHECK_H

#include "rules/kernel/hooks.h"

/* True if the side to move is in check (rules 1.2), by the powers that pieces have now (rules
 * 2.5). */
bool apo_position_is_check(const apo_position *pos);

/* True if a piece of `by` could capture a piece of the other side on `sq` by a move of its own,
 * as the position stands. Pieces that capture without coming to stand on the square attack by
 * the squares they could end on (rules, section 5). */
bool apo_position_is_attacked(const apo_position *pos, apo_square sq, apo_side by);

/* For a rule's `generate`: true if the side to move is in check; remembers the answer in
 * `check`. */
bool apo_check_ask(const apo_position *pos, apo_check *check);

#endif
