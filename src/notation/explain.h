/* Sentences for people: why a move is illegal. */
#ifndef APO_NOTATION_EXPLAIN_H
#define APO_NOTATION_EXPLAIN_H

#include "apothecary/notation.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    APO_EXPLAIN_MAX = 200 /* enough for the longest sentence with long names of pieces */
};

/* As apo_move_explain, for callers that have the verdict on the move. */
void apo_verdict_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict);

/* Adds a sentence of less than 240 bytes, without a full stop, that says which rule forbids the
 * move, or that it is legal. `remedy` comes from apo_move_remedy for this move. */
void apo_remedy_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                        const apo_remedy *remedy);

/* Adds one change of the remedy for a move, as the words after "the move would be legal if"
 * ("the pawn on e5 were not there"). */
void apo_change_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                        const apo_remedy *remedy, unsigned index);

#endif
