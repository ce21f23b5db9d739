/* What a score means: the chances of the five results. Pure; any thread. */
#ifndef APO_PROTOCOL_CHANCES_H
#define APO_PROTOCOL_CHANCES_H

#include "rules/rules/outcome.h"

enum {
    APO_CHANCES = 5 /* by quarters: loss, disadvantage, draw, advantage, win */
};

/* Thousandths, which add up to 1000, for the side that has the score (hundredths of a pawn, or
 * a mate as search/score.h counts it). A game without advantage has none in the quarters
 * between. The numbers are fitted by bench/outcomes.py; docs/protocols.md says to what. */
void apo_outcome_chances(unsigned out[APO_CHANCES], const apo_variant *var, int score);

#endif
