/* Building the sentence of an error out of several words. Internal to this folder. */
#ifndef APO_NOTATION_SENTENCE_PRIV_H
#define APO_NOTATION_SENTENCE_PRIV_H

#include "base/error.h"
#include "base/text.h"
#include "rules/position.h"

typedef struct apo_sentence {
    char bytes[APO_ERROR_DETAIL_MAX];
    apo_text text;
} apo_sentence;

/* Starts an empty sentence; `text` then refers to `bytes`, so a sentence is not copied. */
void apo_sentence_start(apo_sentence *sentence, const char *string);

/* Each adds to the sentence. A word from outside is clipped; control characters and what is
 * no UTF-8 become '?'. */
void apo_sentence_add(apo_sentence *sentence, const char *string);
void apo_sentence_add_number(apo_sentence *sentence, size_t number);
void apo_sentence_add_word(apo_sentence *sentence, apo_span word);
void apo_sentence_add_square(apo_sentence *sentence, const apo_geometry *geo, apo_square sq);

/* Fills `err` (may be NULL) with the sentence and returns `status`. */
apo_status apo_sentence_fail(const apo_sentence *sentence, apo_error *err, apo_status status,
                             size_t position);

/* The character at a byte offset, to be shown; "?" for a byte that is none; empty at the end. */
apo_span apo_char_at(apo_span text, size_t position);

/* Adds a square's name to a text. */
void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq);

/* Adds "a rook" or "an osprey". */
void apo_text_add_a_man(apo_text *text, const apo_variant *var, unsigned type);

#endif
