/* Dead positions: no sequence of legal moves leads to mate. */
#ifndef APO_RULES_RULES_OUTCOME_DEAD_H
#define APO_RULES_RULES_OUTCOME_DEAD_H

#include "rules/kernel/position.h"

/* True if it has been proved that no sequence of legal moves mates either side; false if that
 * has not been proved. The position has `move_count` legal moves, at least one. Bounded: some
 * milliseconds at most, and for most positions a few comparisons. */
bool apo_is_dead(const apo_position *pos, uint64_t move_count);

/* True if positions of a game that has this rule can be proved dead. */
bool apo_dead_allows(unsigned rule);

#endif
