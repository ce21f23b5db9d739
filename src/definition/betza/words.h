/* How a piece moves, in English. */
#ifndef APO_DEFINITION_BETZA_WORDS_H
#define APO_DEFINITION_BETZA_WORDS_H

#include "base/buffer.h"
#include "rules/tables/piece_moves.h"

/* Adds one phrase for each way to move, each on a line of its own: "leaps 2 orthogonally, then
 * slides diagonally outward". Ways that read the same are said once. A piece without moves
 * "does not move". Whoever can neither only move nor only capture does both. */
void apo_betza_words(apo_buffer *out, const apo_piece_moves *moves);

#endif
