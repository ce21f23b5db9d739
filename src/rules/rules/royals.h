/* Pieces that are royal as the last of their type; see royals.c. */
#ifndef APO_RULES_RULES_ROYALS_H
#define APO_RULES_RULES_ROYALS_H

#include "rules/kernel/position.h"

/* The side's pieces that are royal now by [royals]; none in games without it. */
apo_set apo_royals_of(const apo_position *pos, unsigned side);

/* True if an enemy could take a royal piece of the side on that square. It could not if one of
 * its own royal pieces would explode too. */
bool apo_royals_can_be_taken(const apo_position *pos, apo_square sq, unsigned side);

#endif
