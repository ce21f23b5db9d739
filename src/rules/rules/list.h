/* All special rules, one list: sections of a definition file in the order the rules take
 * part. */
#ifndef APO_RULES_RULES_LIST_H
#define APO_RULES_RULES_LIST_H

#include "rules/kernel/rule.h"

/* Number of rules, at most APO_RULES_MAX. */
size_t apo_rule_count(void);

/* The rule with this index, 0 .. apo_rule_count() - 1; static data. */
const apo_rule_info *apo_rule_at(size_t index);

extern const apo_rule apo_rule_promotion, apo_rule_reserve, apo_rule_joker, apo_rule_launch,
    apo_rule_kings_jump, apo_rule_multi_step, apo_rule_castling, apo_rule_checker,
    apo_rule_outcome, apo_rule_points, apo_rule_handicap, apo_rule_area, apo_rule_river,
    apo_rule_values;

/* The rule with this index; see apo_rule_at. */
const apo_rule *apo_rule_whole(size_t index);

#endif
