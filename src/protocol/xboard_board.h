/* Squares, moves and positions as XBoard writes them.
 *
 * It numbers the rows from the lower edge of all that is drawn, border ranks included: from 1,
 * and from 0 on boards with exactly ten rows. A move that takes a piece beside its target is
 * written as two legs, "e5f5,f5f6", which meet on that piece. Where several are taken only one
 * can be said: three legs have a meaning in the protocol, but XBoard 4.9 goes to the first of
 * the squares then. */
#ifndef APO_PROTOCOL_XBOARD_BOARD_H
#define APO_PROTOCOL_XBOARD_BOARD_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/kernel/movegen.h"

enum {
    APO_XBOARD_LEGS_MAX = 3 /* read; we write two */
};

void apo_xboard_add_square(apo_buffer *out, const apo_geometry *geo, apo_square sq);

/* Cuts a square off the front of `*rest`; APO_SQUARE_NONE, nothing cut, if there is none. */
apo_square apo_xboard_read_square(const apo_geometry *geo, apo_span *rest);

/* Adds a legal move, legs separated by `gap`: ",", or ",\nmove " where each has a line. */
void apo_xboard_add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         const char *gap);

/* Reads a move and finds it among the legal ones. Errors, with `out` untouched: APO_E_SYNTAX;
 * APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_xboard_read_move(apo_move *out, const apo_position *pos, apo_span text);

/* Reads an FEN: ours, the usual one, or XBoard's, which knows no unmoved pieces, reserves and
 * squares that vanish. What that cannot say is taken to be as at the start of the game. Errors:
 * as apo_fen_read. */
apo_status apo_xboard_read_fen(apo_position *out, const apo_variant *var, apo_span text,
                               apo_error *err);

/* Makes a position of pieces that have been put on a board one by one. `setup` is used up.
 * Errors: APO_E_POSITION. */
apo_status apo_xboard_settle(apo_position *out, const apo_variant *var, apo_setup *setup,
                             apo_error *err);

/* Adds the board of the position, as a `setup` command has it. */
void apo_xboard_add_board(apo_buffer *out, const apo_position *pos);

/* Adds "highlight BOARD" with the targets of the piece on `from`: red where something is taken,
 * magenta where a choice of promotion follows, else yellow. */
void apo_xboard_add_targets(apo_buffer *out, const apo_position *pos, apo_square from);

/* Adds "highlight BOARD" with the pieces in green that are taken if the piece on `from` goes to
 * `to`. */
void apo_xboard_add_victims(apo_buffer *out, const apo_position *pos, apo_square from,
                            apo_square to);

/* Adds the letters of the types that a piece going from `from` to `to` can become: "QRBN". */
void apo_xboard_add_choice(apo_buffer *out, const apo_position *pos, apo_square from,
                           apo_square to);

#endif
