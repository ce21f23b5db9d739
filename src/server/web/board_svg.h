/* A board as a picture without scripts: for finished games, the lobby, and until the script has
 * loaded. */
#ifndef APO_SERVER_WEB_BOARD_SVG_H
#define APO_SERVER_WEB_BOARD_SVG_H

#include "base/buffer.h"
#include "net/template.h"
#include "rules/rules/program_view.h"
#include "server/web/app.h"
#include "server/web/pictures.h"

/* Adds an <svg>. A piece without a drawing in `pictures` is shown by its moves, on a tablet. */
void apo_board_svg(apo_buffer *out, const apo_position *pos, const apo_pictures *pictures);

/* The rows of the board without the border ranks of which no square is left. */
unsigned apo_board_rows_left(const apo_position *pos);

/* Fills "board_svg" of a page, or of a row of it, with that picture. */
void apo_board_fill(apo_fill *fill, const apo_app *app, const apo_position *pos);

#endif
