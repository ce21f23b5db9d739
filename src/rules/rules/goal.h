/* How near a side is to its goal; see goal.c. For the engine. */
#ifndef APO_RULES_RULES_GOAL_H
#define APO_RULES_RULES_GOAL_H

#include "rules/kernel/position.h"

enum {
    APO_GOAL_FAR = 99 /* no goal, or no piece that counts */
};

/* King's steps from the nearest piece that counts to the nearest square of the goal. */
unsigned apo_goal_distance(const apo_position *pos, unsigned side);

/* True if one piece is enough, and a piece of this type is on the side's goal there. */
bool apo_goal_has(const apo_variant *var, unsigned side, unsigned type, apo_square sq);

#endif
