/* Coordinate moves, for exchange between programs: `e9e10q`, `b2d3j`, `g1i1`, `c5xe7xg9` (rules
 * 6.2).
 *
 * A path that captures in passing (no built-in game has one) is written as from and to squares,
 * with every piece captured in passing appended, in square order: `e4g6*f5`. So is a capture en
 * passant where the same pawn could also step to the square: `a5b6*b5`. */
#ifndef APO_NOTATION_COORDINATE_H
#define APO_NOTATION_COORDINATE_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    /* From-square 3; a series of APO_SERIES_MAX landing squares of 4 bytes 120, or a target 3
     * and up to APO_UNDO_SQUARES_MAX captures of 4 bytes 192; promotion 1; launch 1; terminator
     * 1. */
    APO_COORDINATE_MAX = 3 + 3 + 192 + 1 + 1 + 1
};

/* Appends the canonical text of a legal move. */
void apo_coordinate_write(apo_text *out, const apo_position *pos, const apo_move *mv);

/* Reads a move and finds it among the legal ones; the span must contain nothing else. Accepts
 * also `e7e8Q`, `e7e8=q`, `e7-e8`, the king's square and its partner's for castling (`e1h1`),
 * and any order of a checker's jumps that gives the same move. Errors, with `out` untouched and
 * the offending byte in `err`: APO_E_SYNTAX; APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_coordinate_read(apo_move *out, const apo_position *pos, apo_span text,
                               apo_error *err);

/* Appends the legal moves that reading the text of one move needs, and then writing that move
 * in any notation: seldom all. The list records an overflow. */
void apo_coordinate_list(apo_move_list *list, const apo_position *pos, apo_span text);

/* The same as apo_coordinate_read for callers that have such a list, or all legal moves. */
apo_status apo_coordinate_read_among(apo_move *out, const apo_position *pos, apo_span text,
                                     const apo_move_list *legal, apo_error *err);

/* The character for the promotion of a move: "q", "+" for a promoted form, "-" back. */
char apo_coordinate_promotion(const apo_position *pos, const apo_move *mv);

#endif
