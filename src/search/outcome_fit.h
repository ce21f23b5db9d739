/* The meaning of scores as probabilities. For a side with `score` in hundredths of a pawn,
 * P(result at least r) = 1 / (1 + exp(-(score - cut of r) / scale)), symmetric for both sides.
 * bench/outcomes.py fits the numbers; docs/protocols.md describes the data. */
#ifndef APO_SEARCH_OUTCOME_FIT_H
#define APO_SEARCH_OUTCOME_FIT_H

#include "rules/rules/engine_view.h"

typedef struct apo_outcome_fit {
    unsigned scale;
    unsigned win;    /* score at which a win is as likely as not, in hundredths of a pawn */
    unsigned better; /* score at which more than a draw is as likely as not */
} apo_outcome_fit;

/* The numbers for a game; borrowed from static data. Any thread. */
const apo_outcome_fit *apo_outcome_fit_of(const apo_variant *var);

#endif
