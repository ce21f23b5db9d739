/* How games end: the words for programs and for people. A rule with an ending of its own adds a
 * line here and a value to apo_ending (apothecary/position.h). web/lib/format.js repeats the
 * reasons for the pages. */
#ifndef APO_RULES_RULES_ENDINGS_H
#define APO_RULES_RULES_ENDINGS_H

#include "apothecary/position.h"

/* X(NAME, word, reason): the values of apo_ending, in order of precedence on one move. The
 * reason is shown after the result and translated; a game in progress has none. */
#define APO_END_LIST(X)                                                           \
    X(NONE, "none", "")                                                           \
    X(MATE, "mate", "checkmate")                                                  \
    X(STALEMATE, "stalemate", "no legal move is left")                            \
    X(BARE, "bare", "both kings are bare")                                        \
    X(REPETITION, "repetition", "the position has been repeated too often")       \
    X(MOVE_COUNT, "movecount", "too many moves without a capture or a pawn move") \
    X(RESIGNATION, "resignation", "the other side has resigned")                  \
    X(AGREEMENT, "agreement", "the players agree")                                \
    X(GOAL, "goal", "the goal is reached")                                        \
    X(EXTINCTION, "extinction", "the last decisive piece is gone")                \
    X(CHECKS, "checks", "the king has been checked too often")                    \
    X(BIKJANG, "bikjang", "the kings face each other")                            \
    X(DEAD, "dead", "no sequence of moves leads to mate")                         \
    X(PASSES, "passes", "both sides have passed")

/* The reason as people read it; static. */
const char *apo_ending_reason(apo_ending ending);

#endif
