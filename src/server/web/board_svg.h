/* A board as a picture that needs no script: for games that are over, and until the script has
 * come. */
#ifndef APO_SERVER_WEB_BOARD_SVG_H
#define APO_SERVER_WEB_BOARD_SVG_H

#include "base/buffer.h"
#include "rules/kernel/position.h"
#include "server/web/pictures.h"

/* Adds an <svg>. Pieces without a drawing in `pictures` (NULL: all) are the letters of the FEN
 * on discs, Black's on dark ones. */
void apo_board_svg(apo_buffer *out, const apo_position *pos, const apo_pictures *pictures);

#endif
