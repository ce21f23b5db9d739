/* Chess960 for programs that select it by an option of chess and send starts as FEN. */
#ifndef APO_PROTOCOL_CHESS960_H
#define APO_PROTOCOL_CHESS960_H

#include "base/text.h"
#include "rules/rules/program_view.h"

#define APO_CHESS960 "chess960"

/* True for the built-in game. */
bool apo_is_chess960(const apo_variant *var);

/* Appends a move in UCI's coordinates for Chess960: castling is the king's move onto its
 * rook. */
void apo_chess960_add_move(apo_text *out, const apo_position *pos, const apo_move *mv);

/* The start that other programs mean by default: start 1, but in Chess960 that of chess.
 */
apo_status apo_usual_start(apo_position *out, const apo_variant *var);

#endif
