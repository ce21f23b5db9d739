/* Rule: launch; see launch.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_LAUNCH_H
#define APO_RULES_RULES_LAUNCH_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_launch_data {
    bool is_on;
    bool may_block;            /* the launched piece may shield its own king */
    apo_types pieces;          /* types that start in the pocket */
    apo_types launchers;       /* types */
    uint32_t until[APO_SIDES]; /* last move number */
} apo_launch_data;

static inline const apo_launch_data *apo_launch_of(const apo_variant *var)
{
    return (const apo_launch_data *)apo_rule_data(var, APO_RULE_LAUNCH);
}

/* Squares whose pieces may launch when they move, for the side to move. */
apo_set apo_launch_squares(const apo_position *pos);

/* True if `side` can launch on its next turn: it is within the move limit, has a piece in its
 * pocket and one that may launch it. */
bool apo_launch_is_possible(const apo_position *pos, unsigned side);

/* Appends `mv` with each launch from the pocket. */
void apo_launch_add(const apo_position *pos, apo_move mv, apo_move_list *list);

#endif
