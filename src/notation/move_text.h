/* Moves in any notation. */
#ifndef APO_NOTATION_MOVE_TEXT_H
#define APO_NOTATION_MOVE_TEXT_H

#include "apothecary/notation.h"
#include "notation/coordinate.h"
#include "notation/courier.h"
#include "notation/san.h"

/* The notation that the text looks like by its form alone. */
enum apo_notation apo_notation_guess(apo_span text);

#endif
