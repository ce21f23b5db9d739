/* Moves in any notation. */
#ifndef APO_NOTATION_MOVE_TEXT_H
#define APO_NOTATION_MOVE_TEXT_H

#include "apothecary/notation.h"
#include "notation/coordinate.h"
#include "notation/courier.h"
#include "notation/san.h"

/* The notation that the text looks like by its form alone. */
enum apo_notation apo_notation_guess(apo_span text);

/* apo_move_read_any for callers that have the list of all legal moves. */
apo_status apo_move_read_among(apo_move *out, const apo_position *pos, apo_span text,
                               const apo_move_list *legal, apo_error *err);

#endif
