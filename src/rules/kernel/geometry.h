/* The board: files, rows, which places are squares, and the names of squares. */
#ifndef APO_RULES_KERNEL_GEOMETRY_H
#define APO_RULES_KERNEL_GEOMETRY_H

#include "apothecary/board.h"
#include "base/text.h"

enum {
    APO_SET_WORDS_MAX = (APO_SQUARES_MAX + 63) / 64
};

/* The square on the same file, with rows counted from the other edge. */
apo_square apo_geometry_mirror(const apo_geometry *geo, apo_square sq);

/* The place at this distance in files and rows, or APO_SQUARE_NONE off the board. */
apo_square apo_geometry_step(const apo_geometry *geo, apo_square from, int files, int rows);

/* Appends a square's name; nothing for APO_SQUARE_NONE. */
void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq);

#endif
