/* Rule: screens; see screens.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_SCREENS_H
#define APO_RULES_RULES_SCREENS_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_screens_data {
    apo_types pieces;    /* types for which the rule holds */
    apo_types not_over;  /* types over which they cannot hop */
    apo_types not_taken; /* types that they cannot capture */
} apo_screens_data;

static inline const apo_screens_data *apo_screens_of(const apo_variant *var)
{
    return (const apo_screens_data *)apo_rule_data(var, APO_RULE_SCREENS);
}

#endif
