/* Values for the gaps of sentences about a game: squares and pieces. Internal to this
 * folder. */
#ifndef APO_NOTATION_SENTENCE_PRIV_H
#define APO_NOTATION_SENTENCE_PRIV_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/position.h"

/* The character at a byte offset, for messages; "?" for an invalid byte; empty at the end. */
apo_span apo_char_at(apo_span text, size_t position);

/* Appends a square's name. */
void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq);

/* Writes a square's name to `buf` and returns it; "" for APO_SQUARE_NONE. */
const char *apo_square_named(const apo_geometry *geo, apo_square sq,
                             char buf[APO_SQUARE_NAME_MAX]);

#endif
