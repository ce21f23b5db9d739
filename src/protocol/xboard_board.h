/* Squares, moves and positions in XBoard's notation.
 *
 * Rows are numbered from the lower edge of the drawn board, border ranks included: from 1, or
 * from 0 on boards with exactly ten rows. A move that captures a piece on another square than
 * its target is written as two legs, "e5f5,f5f6", which meet on the captured piece. Only one of
 * several captured pieces can be named: the protocol defines three legs, but XBoard 4.9 then
 * moves to the first of the squares. */
#ifndef APO_PROTOCOL_XBOARD_BOARD_H
#define APO_PROTOCOL_XBOARD_BOARD_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/rules/program_view.h"

enum {
    APO_XBOARD_LEGS_MAX = 3 /* accepted; we write at most two */
};

/* Cuts a square off the front of `*rest`; APO_SQUARE_NONE, with nothing cut, if there is
 * none. */
apo_square apo_xboard_read_square(const apo_geometry *geo, apo_span *rest);

/* Appends a legal move, its legs separated by `gap`: ",", or ",\nmove " for one line per
 * leg. */
void apo_xboard_add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         const char *gap);

/* Reads a move and finds it among the legal ones. Errors, with `out` untouched: APO_E_SYNTAX;
 * APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_xboard_read_move(apo_move *out, const apo_position *pos, apo_span text);

/* Reads a FEN: ours, the usual one, or XBoard's, which has no unmoved pieces, reserves or
 * vanishing squares. What the form cannot express is taken from the start of the game. Errors:
 * as apo_fen_read. */
apo_status apo_xboard_read_fen(apo_position *out, const apo_variant *var, apo_span text,
                               apo_error *err);

/* Makes a position from pieces placed one by one. Consumes `setup`. Errors: APO_E_POSITION. */
apo_status apo_xboard_settle(apo_position *out, const apo_variant *var, apo_setup *setup,
                             apo_error *err);

/* Appends the board of the position as in a `setup` command. */
void apo_xboard_add_board(apo_buffer *out, const apo_position *pos);

/* Appends "highlight BOARD" with the targets of the piece on `from`: red for captures, magenta
 * for a choice of promotions, otherwise yellow. */
void apo_xboard_add_targets(apo_buffer *out, const apo_position *pos, apo_square from);

/* Appends "highlight BOARD" with the pieces captured by a move from `from` to `to` in green. */
void apo_xboard_add_victims(apo_buffer *out, const apo_position *pos, apo_square from,
                            apo_square to);

/* Appends the letters of the promotion choices for a move from `from` to `to`: "QRBN". */
void apo_xboard_add_choice(apo_buffer *out, const apo_position *pos, apo_square from,
                           apo_square to);

#endif
