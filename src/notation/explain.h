/* Sentences for people: why a move is not legal. */
#ifndef APO_NOTATION_EXPLAIN_H
#define APO_NOTATION_EXPLAIN_H

#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    APO_EXPLAIN_MAX =
        200 /* the longest sentence with long names of pieces, and some to spare */
};

/* Adds a sentence without a full stop that says why `mv` is not legal in `pos` ("the king on g1
 * could be captured by the rook on g8"); "the move is legal" if it is. Slow
 * (apo_move_why_illegal). */
void apo_move_explain(apo_text *out, const apo_position *pos, const apo_move *mv);

/* The same where the verdict on the move is at hand. */
void apo_verdict_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict);

/* Adds why the jokers of `side` move as they do now: "White's joker moves as a rook, because
 * that is how Black's last piece moved". For games with a joker. */
void apo_joker_explain(apo_text *out, const apo_position *pos, apo_side side);

#endif
