/* What other rules know about kings that face each other. */
#ifndef APO_RULES_RULES_BIKJANG_H
#define APO_RULES_RULES_BIKJANG_H

#include "rules/kernel/position.h"

/* True if the game has the rule and the kings face each other: then a pass is always safe, as
 * it ends the game. */
bool apo_bikjang_is_called(const apo_position *pos);

/* True if the points decide after a pass while the kings face each other. */
bool apo_bikjang_counts_points(const apo_variant *var);

#endif
