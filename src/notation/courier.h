/* Game Courier notation: full algebraic, the parts of a move separated by "; " (rules 6.4): `P
 * e9-e10; Q-e10`, `K g1-i1; R k1-h1`, `N b2-d3; J-b2`, `P d5-e6; e5-`. */
#ifndef APO_NOTATION_COURIER_H
#define APO_NOTATION_COURIER_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    /* First part "C a10-a12" 9; APO_SERIES_MAX more legs of 11 bytes "; C a10-a12" 330;
     * APO_UNDO_SQUARES_MAX captures of 6 bytes "; a10-" 288; promotion and launch 7 each;
     * castling partner 11; terminator 1. */
    APO_COURIER_MAX = 9 + 330 + 288 + 7 + 7 + 11 + 1
};

/* Appends the canonical text of a legal move, with labels. */
void apo_courier_write(apo_text *out, const apo_position *pos, const apo_move *mv);

/* Reads a move and finds it among the legal ones. Labels may be missing or in either case;
 * parts after the first may be missing if the move is unambiguous, but must not be wrong; `//
 * comment` ends the text. Errors, with `out` untouched: APO_E_SYNTAX; APO_E_ILLEGAL;
 * APO_E_AMBIGUOUS. */
apo_status apo_courier_read(apo_move *out, const apo_position *pos, apo_span text,
                            apo_error *err);

/* The same for callers that have the list of all legal moves. */
apo_status apo_courier_read_among(apo_move *out, const apo_position *pos, apo_span text,
                                  const apo_move_list *legal, apo_error *err);

#endif
