/* Moves in whatever notation somebody has typed. */
#ifndef APO_NOTATION_MOVE_TEXT_H
#define APO_NOTATION_MOVE_TEXT_H

#include "notation/coordinate.h"
#include "notation/courier.h"
#include "notation/san.h"

enum apo_notation {
    APO_NOTATION_COORDINATE,
    APO_NOTATION_SAN,
    APO_NOTATION_COURIER,
    APO_NOTATIONS
};

enum {
    APO_MOVE_TEXT_MAX = APO_COURIER_MAX /* the longest of the three */
};

/* Adds the canonical text of a legal move in the given notation. */
void apo_move_write(apo_text *out, const apo_position *pos, const apo_move *mv,
                    enum apo_notation notation);

/* Reads a move in any notation; blanks around it are ignored. Where none fits, the error is
 * that of the notation that the text looks like. Errors, with `out` untouched: APO_E_SYNTAX;
 * APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_move_read_any(apo_move *out, const apo_position *pos, apo_span text,
                             apo_error *err);

/* The notation that the text looks like by its form alone. */
enum apo_notation apo_notation_guess(apo_span text);

#endif
