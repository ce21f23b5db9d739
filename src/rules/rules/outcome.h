/* How a game ends: mate, stalemate, bare kings, repetition, move count, point count; five
 * outcomes in quarters of a point (rules 1.3, 1.4, 1.9-1.11). */
#ifndef APO_RULES_RULES_OUTCOME_H
#define APO_RULES_RULES_OUTCOME_H

#include "rules/kernel/position.h"

/* X(NAME, word): why a game ended, in order of precedence on one move. */
#define APO_END_LIST(X)           \
    X(NONE, "none")               \
    X(MATE, "mate")               \
    X(STALEMATE, "stalemate")     \
    X(BARE, "bare")               \
    X(REPETITION, "repetition")   \
    X(MOVE_COUNT, "movecount")    \
    X(RESIGNATION, "resignation") \
    X(AGREEMENT, "agreement")

typedef enum apo_ending {
#define APO_END_ENUM(name, word) APO_ENDING_##name,
    APO_END_LIST(APO_END_ENUM)
#undef APO_END_ENUM
    APO_ENDINGS
} apo_ending;

/* The ending as one word, for programs: "mate", "movecount"; static. */
const char *apo_ending_word(apo_ending ending);

enum {
    APO_QUARTERS_LOSS = 0,
    APO_QUARTERS_DISADVANTAGE = 1,
    APO_QUARTERS_DRAW = 2,
    APO_QUARTERS_ADVANTAGE = 3,
    APO_QUARTERS_WIN = 4,
    APO_QUARTERS_UNKNOWN = -1
};

typedef struct apo_outcome {
    apo_ending ending; /* APO_ENDING_NONE: the game goes on */
    /* White's result in quarters, 0..4; APO_QUARTERS_UNKNOWN while it goes on */
    int white_quarters;
} apo_outcome;

/* How the position ends the game by itself: mate, stalemate or bare kings, or not. */
apo_outcome apo_position_outcome(const apo_position *pos);

/* As above, and also the repetition and move-count rules: `occurrences` is how often the
 * position has now stood on the board, this time included. */
apo_outcome apo_position_outcome_with_history(const apo_position *pos, unsigned occurrences);

/* The point count (rules 1.10). Returns false if the game has none (`out` untouched). */
bool apo_position_points(const apo_position *pos, int out[APO_SIDES]);

/* Points that one piece counts now, 0 for kings and in games without a point count. */
int apo_position_piece_points(const apo_position *pos, apo_square sq);

/* White's quarters by point count (2 when the lead is small). */
int apo_position_point_result(const apo_position *pos);

/* True if the game knows advantage and disadvantage (results of a quarter). */
bool apo_variant_has_advantage(const apo_variant *var);

#endif
