/* Values for the gaps of sentences about a game: squares and pieces. Internal to this
 * folder. */
#ifndef APO_NOTATION_SENTENCE_PRIV_H
#define APO_NOTATION_SENTENCE_PRIV_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/position.h"

/* Writes a square's name to `buf` and returns it; "" for APO_SQUARE_NONE. */
const char *apo_square_named(const apo_geometry *geo, apo_square sq,
                             char buf[APO_SQUARE_NAME_MAX]);

#endif
