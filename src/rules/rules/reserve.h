/* Rule: reserve; see reserve.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_RESERVE_H
#define APO_RULES_RULES_RESERVE_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_reserve_data {
    bool is_on;
    uint8_t start[APO_HELD_TYPES_MAX];
    /* pieces of a type in reserve and on the board at the start */
    uint8_t total[APO_HELD_TYPES_MAX];
    /* of a side, on the board, in the pocket and in reserve at the start */
    uint16_t most_pieces;
} apo_reserve_data;

static inline const apo_reserve_data *apo_reserve_of(const apo_variant *var)
{
    return (const apo_reserve_data *)apo_rule_data(var, APO_RULE_RESERVE);
}

/* Changes the number of pieces of a type that a side holds, and the key. */
void apo_reserve_change(apo_position *pos, unsigned side, unsigned type, int by);

#endif
