/* A board as a picture that needs no script: for games that are over, and until the script has come. */
#ifndef APO_SERVER_BOARD_SVG_H
#define APO_SERVER_BOARD_SVG_H

#include "base/buffer.h"
#include "rules/position.h"

/* Adds an <svg>; men are the letters of the FEN, Black's on dark discs. */
void apo_board_svg(apo_buffer *out, const apo_position *pos);

#endif
