/* What a type of piece can do, as a few marks: enough for a picture the size of a square.
 */
#ifndef APO_RULES_KERNEL_EMBLEM_H
#define APO_RULES_KERNEL_EMBLEM_H

#include "apothecary/variant.h"

enum {
    APO_EMBLEM_MAX = 48,  /* marks of one type; a picture with more would be unreadable */
    APO_EMBLEM_REACH = 4, /* squares to each side that an emblem shows */
    APO_PICTURE_MAX = 32  /* a drawing's name and its terminator: "knightrider-arrow" */
};

/* What a mark means (bits). */
enum apo_emblem_kind {
    APO_EMBLEM_MOVE = 1,    /* it moves there */
    APO_EMBLEM_CAPTURE = 2, /* it captures there */
    APO_EMBLEM_RIDE = 4,    /* it can repeat the step to the edge of the board */
    APO_EMBLEM_HOP = 8,     /* over a piece that stays */
    APO_EMBLEM_TAKE = 16,   /* over a piece that it captures */
    APO_EMBLEM_FIRST = 32   /* only as its first move */
};

/* One step: files to the right and ranks ahead for White. A ride begins at (x,y), seen from the
 * piece; any other mark begins at the piece. */
typedef struct apo_emblem_mark {
    int8_t x, y, dx, dy;
    uint8_t kinds;
} apo_emblem_mark;

/* The marks of a type; none for a piece that a rule moves. Borrowed from the variant. */
const apo_emblem_mark *apo_type_emblem(const apo_variant *var, unsigned type, unsigned *count);

/* The drawing that the definition chooses for a type; "": none. Borrowed from the variant. */
const char *apo_type_picture(const apo_variant *var, unsigned type);

#endif
