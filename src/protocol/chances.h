/* The chances of the five results that a score implies. Pure functions; any thread. */
#ifndef APO_PROTOCOL_CHANCES_H
#define APO_PROTOCOL_CHANCES_H

#include "rules/rules/program_view.h"

enum {
    APO_CHANCES = 5 /* by quarters: loss, disadvantage, draw, advantage, win */
};

/* Permille, with the sum 1000, for the side that has the score (hundredths of a pawn, or a mate
 * score as in search/score.h). Without advantage results the quarters in between are 0. */
void apo_outcome_chances(unsigned out[APO_CHANCES], const apo_variant *var, int score);

#endif
