/* Rule: enclosing; see enclosing.c. Internal to src/rules/rules. */
#ifndef APO_RULES_RULES_ENCLOSING_H
#define APO_RULES_RULES_ENCLOSING_H

#include "rules/kernel/objection.h"
#include "rules/rules/list.h"

/* The rule's ground against a drop; NULL if it has none, or if the game lacks the rule. */
const apo_ground *apo_enclosing_ground(const apo_position *pos, const apo_move *mv);

#endif
