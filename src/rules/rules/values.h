/* Section values: piece values for the engine. */
#ifndef APO_RULES_RULES_VALUES_H
#define APO_RULES_RULES_VALUES_H

#include "rules/rules/list.h"
#include "rules/rules/value_terms.h"

typedef struct apo_values_data {
    apo_types has[4]; /* types with a piece, reach, ranks and files line */
    int16_t piece[APO_TYPES_MAX][2], reach[APO_TYPES_MAX][2];
    int16_t rank[APO_TYPES_MAX][APO_ROWS_MAX + 1]; /* by own rank */
    int16_t file[APO_TYPES_MAX][APO_FILES_MAX / 2];
    uint64_t has_term;          /* bits by enum apo_term */
    int16_t term[APO_TERMS][2]; /* with many pieces, with few */
} apo_values_data;

static inline const apo_values_data *apo_values_of(const apo_variant *var)
{
    return (const apo_values_data *)apo_rule_data(var, APO_RULE_VALUES);
}

#endif
