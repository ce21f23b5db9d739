/* Rule: counting; see counting.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_COUNTING_H
#define APO_RULES_RULES_COUNTING_H

#include "rules/kernel/position.h"

/* True if the count has passed its limit: the game is drawn unless the position is mate. */
static inline bool apo_counting_is_over(const apo_position *pos)
{
    return pos->state.rules.count_limit != 0 &&
           pos->state.rules.counted > pos->state.rules.count_limit;
}

#endif
