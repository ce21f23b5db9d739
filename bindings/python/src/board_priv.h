/* The methods of Board by file; board.c has their table. */
#ifndef APO_PYTHON_BOARD_PRIV_H
#define APO_PYTHON_BOARD_PRIV_H

#include "core.h"

extern PyMethodDef board_moves_methods[]; /* board_moves.c: legal moves, texts, reasons */
extern PyMethodDef board_looks_methods[]; /* board_looks.c: what stands where, and results */
extern PyMethodDef board_epd_methods[];   /* board_epd.c: EPD */

/* True if the move is among the legal ones of the position. */
bool board_has_move(const apo_position *pos, const apo_move *mv);

/* Forgets the moves made, after `start` has been set again. */
void board_forget_game(board_object *self);

#endif
