/* Rule: explosions; see explosions.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_EXPLOSIONS_H
#define APO_RULES_RULES_EXPLOSIONS_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_explosions_data {
    bool is_on;
    apo_types immune;    /* types that never explode */
    apo_types sheltered; /* types that explode only on the square of the capture */
} apo_explosions_data;

static inline const apo_explosions_data *apo_explosions_of(const apo_variant *var)
{
    return (const apo_explosions_data *)apo_rule_data(var, APO_RULE_EXPLOSIONS);
}

/* The squares next to a square, with it. */
apo_set apo_explosion_area(const apo_variant *var, apo_square center);

#endif
