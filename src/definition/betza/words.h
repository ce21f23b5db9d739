/* How a piece moves, in English. */
#ifndef APO_DEFINITION_BETZA_WORDS_H
#define APO_DEFINITION_BETZA_WORDS_H

#include "base/buffer.h"
#include "rules/tables/piece_moves.h"

/* Appends one phrase for each way to move, each on its own line: "leaps 2 orthogonally, then
 * slides diagonally outward". Equal phrases are written once. A piece without moves "does not
 * move". A phrase that names neither moving nor capturing means both. */
void apo_betza_words(apo_buffer *out, const apo_piece_moves *moves);

#endif
