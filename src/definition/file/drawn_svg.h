/* What is drawn on a board besides its squares, as paths of a picture. */
#ifndef APO_DEFINITION_FILE_DRAWN_SVG_H
#define APO_DEFINITION_FILE_DRAWN_SVG_H

#include "base/buffer.h"
#include "rules/kernel/drawn.h"

/* Appends an SVG path: the river, or all lines but it; nothing if the board has none. A square
 * is 100 units wide and high. The left edge of the first file is at 0, and the upper edge of
 * rank n at -100 n. */
void apo_drawn_svg(apo_buffer *out, const apo_variant *var, bool is_river);

#endif
