/* The data of the rule outcome in a variant; see outcome.c. Internal to src/rules/rules and
 * search. */
#ifndef APO_RULES_RULES_OUTCOME_DATA_H
#define APO_RULES_RULES_OUTCOME_DATA_H

#include "rules/rules/list.h"

typedef struct apo_outcome_data {
    uint8_t stalemate;        /* 0 advantage, 1 draw, 2 loss */
    bool is_repetition_count; /* repetition and move limit end by the point count */
    bool is_bare_lost;   /* a king left alone loses, unless it can bare the other at once */
    uint8_t repetitions; /* 0: no rule */
    uint16_t move_limit; /* moves by each side; 0: no rule */
} apo_outcome_data;

static inline const apo_outcome_data *apo_outcome_of(const apo_variant *var)
{
    return (const apo_outcome_data *)apo_rule_data(var, APO_RULE_OUTCOME);
}

#endif
