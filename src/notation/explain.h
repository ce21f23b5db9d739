/* Sentences for people: why a move is illegal. */
#ifndef APO_NOTATION_EXPLAIN_H
#define APO_NOTATION_EXPLAIN_H

#include "apothecary/notation.h"
#include "base/text.h"
#include "rules/kernel/movegen.h"

enum {
    APO_EXPLAIN_MAX = 200 /* enough for the longest sentence with long names of pieces */
};

/* As apo_move_explain, where the verdict on the move is at hand. */
void apo_verdict_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict);

#endif
