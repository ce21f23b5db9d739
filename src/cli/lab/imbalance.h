/* Unequal armies: starts of a game from which each side lacks some pieces, about equally
 * much. */
#ifndef APO_CLI_LAB_IMBALANCE_H
#define APO_CLI_LAB_IMBALANCE_H

#include "base/random.h"
#include "rules/kernel/position.h"

typedef struct apo_imbalance {
    unsigned start_number;
    int8_t surplus[APO_TYPES_MAX];     /* by type: how many more the first side has */
    apo_position positions[APO_SIDES]; /* the first side is White; Black */
} apo_imbalance;

/* Imbalance `index`, the same each time: a start by chance, a type by chance that the first
 * side lacks a piece of, and about as much by `values` that the second lacks. Errors:
 * APO_E_POSITION: no such start is to be had. */
apo_status apo_imbalance_make(apo_imbalance *out, const apo_variant *var, const int16_t *values,
                              uint64_t seed, uint32_t index);

#endif
