/* The probable meaning of a text that is not a legal move, so that it can be explained. */
#ifndef APO_NOTATION_GUESS_H
#define APO_NOTATION_GUESS_H

#include "base/span.h"
#include "rules/kernel/movegen.h"

typedef struct apo_meaning {
    bool has_move;       /* it names a move from one square to another */
    apo_move mv;         /* that move; illegal */
    apo_verdict verdict; /* why */
} apo_meaning;

/* Guesses the meaning of a text that apo_move_read_any rejected. */
apo_meaning apo_move_guess(const apo_position *pos, apo_span text);

/* True if the text uses the wrong letter for the piece on the start square. */
bool apo_meaning_is_other_piece(const apo_position *pos, const apo_meaning *meaning,
                                apo_span text);

#endif
