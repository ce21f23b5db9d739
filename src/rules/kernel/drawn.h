/* What is drawn on a board besides its squares: lines and water. It is for people only; the
 * rules of a game know themselves what it means. */
#ifndef APO_RULES_KERNEL_DRAWN_H
#define APO_RULES_KERNEL_DRAWN_H

#include "rules/kernel/geometry.h"
#include "rules/kernel/set.h"
#include "rules/kernel/variant.h"

/* What is drawn at a square, as White sees it: bits. */
enum apo_drawn {
    APO_DRAWN_ABOVE = 1,   /* a line along its upper edge */
    APO_DRAWN_RIGHT = 2,   /* along its right edge */
    APO_DRAWN_RISING = 4,  /* from its middle to that of the square above and to the right */
    APO_DRAWN_FALLING = 8, /* from its middle to that of the square below and to the right */
    APO_DRAWN_WATER = 16   /* water along its upper edge */
};

typedef struct apo_drawing {
    uint8_t at[APO_SQUARES_MAX]; /* by square: bits of enum apo_drawn */
} apo_drawing;

/* Gives what is drawn on the board of a game; nothing in most games. */
void apo_variant_draw(apo_drawing *out, const apo_variant *var);

/* Draws the border between the squares of a set and all others: its horizontal parts as
 * `above`, its vertical ones as APO_DRAWN_RIGHT. The edge of the board is no part of it. */
void apo_draw_border(apo_drawing *out, const apo_geometry *geo, const apo_set *squares,
                     unsigned above);

/* Draws the step between two diagonal neighbours. */
void apo_draw_step(apo_drawing *out, const apo_geometry *geo, apo_square from, apo_square to);

#endif
