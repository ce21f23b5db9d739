/* Words and sentences about games in plain English. */
#ifndef APO_CLI_VIEW_SENTENCES_H
#define APO_CLI_VIEW_SENTENCES_H

#include <apothecary/position.h>

#include "base/buffer.h"

/* "White" or "Black"; static. */
const char *apo_side_name(apo_side side);

/* "a " or "an ", to match the type's name; static. */
const char *apo_type_article(const apo_variant *var, unsigned type);

/* Appends "e4". */
void apo_sentence_add_square(apo_buffer *out, const apo_position *pos, apo_square sq);

/* Appends "a rook" or "an osprey". */
void apo_sentence_add_a_type(apo_buffer *out, const apo_position *pos, unsigned type);

/* Appends "rook on e4". */
void apo_sentence_add_piece_on(apo_buffer *out, const apo_position *pos, apo_square sq);

/* Appends "e4", "e4 and e5", "e4, e5 and e6"; `last` is the word before the last square. */
void apo_sentence_add_squares(apo_buffer *out, const apo_position *pos,
                              const apo_square *squares, size_t count, const char *last);

/* "advantage to White", for White's result in quarters, 0 to 4; static. */
const char *apo_result_words(int quarters);

/* Appends a sentence on how the game ended: "Mate: White wins." `pos` is the last position. */
void apo_sentence_add_outcome(apo_buffer *out, const apo_position *pos, apo_outcome outcome);

/* The same, addressed to the player of side `you`: "Mate: you won." APO_SIDES: to neither
 * player. */
void apo_sentence_add_outcome_to(apo_buffer *out, const apo_position *pos, apo_outcome outcome,
                                 unsigned you);

#endif
