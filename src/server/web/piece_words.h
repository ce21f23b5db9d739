/* How each piece of a game moves, in words: as lines that can be stored, and as the table of a
 * page of rules. A line is a letter, a name and English phrases ("leaps 2 diagonally"), with
 * tabs between. */
#ifndef APO_SERVER_WEB_PIECE_WORDS_H
#define APO_SERVER_WEB_PIECE_WORDS_H

#include "apothecary/variant.h"
#include "net/template.h"

/* Adds the lines; `bundle` is the definition of the variant. Errors: APO_E_MEMORY. Any
 * thread. */
apo_status apo_piece_words_write(apo_buffer *out, const apo_variant *var, apo_span bundle);

/* Fills a row of "pieces" for each line: "letter", "name", "moves". Returns how many. */
unsigned apo_piece_words_fill(apo_fill *fill, const apo_i18n *i18n, apo_span lines);

#endif
