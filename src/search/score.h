/* Scores: hundredths of a pawn for the side to move, with a range above for mates. */
#ifndef APO_SEARCH_SCORE_H
#define APO_SEARCH_SCORE_H

#include "apothecary/search.h"

enum {
    APO_SCORE_INFINITE = 32000,
    APO_SCORE_NONE = 32001,           /* no score is known */
    APO_SCORE_EVALUATION_MAX = 20000, /* no evaluation is beyond it */
    /* Three quarters of a point for certain. On the usual curve, 1/(1+10^(-x/400)) is the share
     * of points (64 % for a pawn), and 75 % is 190: with a better score, play on. */
    APO_SCORE_ADVANTAGE = 190
};

/* The score of a result in quarters of a point (0..4), `ply` half-moves from now. */
static inline int apo_score_of_quarters(int quarters, unsigned ply)
{
    static const int scores[] = {-APO_SCORE_MATE, -APO_SCORE_ADVANTAGE, 0, APO_SCORE_ADVANTAGE,
                                 APO_SCORE_MATE};
    int distance = quarters == 0 ? (int)ply : quarters == 4 ? -(int)ply : 0;
    return scores[quarters] + distance;
}

#endif
