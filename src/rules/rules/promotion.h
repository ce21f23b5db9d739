/* Rule: promotion; see promotion.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_PROMOTION_H
#define APO_RULES_RULES_PROMOTION_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_promotion_data {
    apo_types pieces;                           /* types that promote, a bit each */
    uint8_t pawn;                               /* the first of them in the definition */
    apo_types choices[APO_SIDES][APO_ROWS_MAX]; /* by row: types available there */
    uint32_t is_compulsory[APO_SIDES];          /* rows, a bit each */
    bool has_squares;                           /* pieces promote on some squares of the rows */
    apo_set squares[APO_SIDES];                 /* these */
    bool has_limits;
    uint8_t most[APO_TYPES_MAX]; /* of a side on the board, as choices; 0: any number */
    uint8_t order_count;
    uint8_t order[APO_TYPES_MAX]; /* types in the order of the promotion table */
} apo_promotion_data;

static inline const apo_promotion_data *apo_promotion_of(const apo_variant *var)
{
    return (const apo_promotion_data *)apo_rule_data(var, APO_RULE_PROMOTION);
}

/* True if pieces of `side` that promote may do so on a square, or must. */
static inline bool apo_promotion_covers(const apo_promotion_data *data, unsigned side,
                                        apo_square sq)
{
    return !data->has_squares || apo_set_has(&data->squares[side], sq);
}

/* The types that the section lists as choices. */
apo_types apo_promotion_listed(const apo_values *values);

/* The types to which a piece of `side` and `type` can promote on `to`; `*out_must` is set if it
 * must promote. */
apo_types apo_promotion_choices(const apo_position *pos, unsigned side, unsigned type,
                                apo_square to, bool *out_must);

#endif
