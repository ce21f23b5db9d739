/* A board as a picture without scripts: for finished games, and until the script has loaded. */
#ifndef APO_SERVER_WEB_BOARD_SVG_H
#define APO_SERVER_WEB_BOARD_SVG_H

#include "base/buffer.h"
#include "rules/rules/program_view.h"
#include "server/web/pictures.h"

/* Adds an <svg>. Pieces without a drawing in `pictures` (NULL: all) are shown by their FEN
 * letters on discs, Black's on dark ones. */
void apo_board_svg(apo_buffer *out, const apo_position *pos, const apo_pictures *pictures);

#endif
