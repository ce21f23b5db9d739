/* Unequal armies: starts of a game where each side lacks some pieces of about equal value. */
#ifndef APO_CLI_LAB_IMBALANCE_H
#define APO_CLI_LAB_IMBALANCE_H

#include "base/random.h"
#include "rules/rules/program_view.h"

typedef struct apo_imbalance {
    unsigned start_number;
    int8_t surplus[APO_TYPES_MAX];     /* by type: surplus of the first side */
    apo_position positions[APO_SIDES]; /* with the first side as White; as Black */
} apo_imbalance;

/* Imbalance `index`, deterministic: a random start, where of about half of the types one side
 * lacks pieces, and pawns too; what the two lack is worth about the same by `values`. Errors:
 * APO_E_POSITION: no such start found. */
apo_status apo_imbalance_make(apo_imbalance *out, const apo_variant *var, const int16_t *values,
                              uint64_t seed, uint32_t index);

#endif
