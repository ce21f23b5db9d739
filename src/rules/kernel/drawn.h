/* What rules draw on a board besides its squares: lines and water (enum apo_drawn). */
#ifndef APO_RULES_KERNEL_DRAWN_H
#define APO_RULES_KERNEL_DRAWN_H

#include "rules/kernel/geometry.h"
#include "rules/kernel/set.h"
#include "rules/kernel/variant.h"

/* Draws the border between the squares of a set and all others: its horizontal parts as
 * `above`, its vertical ones as APO_DRAWN_RIGHT. The edge of the board is no part of it. */
void apo_draw_border(apo_drawing *out, const apo_geometry *geo, const apo_set *squares,
                     unsigned above);

/* Draws the step between two diagonal neighbours. */
void apo_draw_step(apo_drawing *out, const apo_geometry *geo, apo_square from, apo_square to);

#endif
