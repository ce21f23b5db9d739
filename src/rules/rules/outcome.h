/* How a game ends: mate, stalemate, bare kings, repetition, move count, point count; five
 * outcomes in quarters of a point (rules 1.3, 1.4, 1.9-1.11). */
#ifndef APO_RULES_RULES_OUTCOME_H
#define APO_RULES_RULES_OUTCOME_H

#include "rules/kernel/position.h"

/* X(NAME, word): the values of apo_ending, in order of precedence on one move. */
#define APO_END_LIST(X)           \
    X(NONE, "none")               \
    X(MATE, "mate")               \
    X(STALEMATE, "stalemate")     \
    X(BARE, "bare")               \
    X(REPETITION, "repetition")   \
    X(MOVE_COUNT, "movecount")    \
    X(RESIGNATION, "resignation") \
    X(AGREEMENT, "agreement")

/* As apo_position_outcome, with the repetition and move-count rules: `occurrences` is how often
 * the position has occurred, this time included. */
apo_outcome apo_position_outcome_with_history(const apo_position *pos, unsigned occurrences);

/* The current points of one piece; 0 for kings and in games without a point count. */
int apo_position_piece_points(const apo_position *pos, apo_square sq);

/* White's quarters by the point count (2 if the lead is small). */
int apo_position_point_result(const apo_position *pos);

#endif
