/* How a type of piece moves in its game, in English: its definition and the rules that move it.
 */
#ifndef APO_DEFINITION_FILE_TYPE_WORDS_H
#define APO_DEFINITION_FILE_TYPE_WORDS_H

#include "base/buffer.h"
#include "rules/kernel/variant.h"
#include "rules/tables/piece_moves.h"

/* Appends a line for each phrase: those of apo_betza_words for `moves`, its moves in the
 * definition, and those of castling, the king's jump and multiple steps; or, for a joker or a
 * checker, those of their rule alone. */
void apo_type_words(apo_buffer *out, const apo_variant *var, unsigned type,
                    const apo_piece_moves *moves);

#endif
