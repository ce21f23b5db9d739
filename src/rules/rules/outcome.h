/* How a game ends: mate, stalemate, bare kings, repetition, move count, point count; five
 * outcomes in quarters of a point (rules 1.3, 1.4, 1.9-1.11). */
#ifndef APO_RULES_RULES_OUTCOME_H
#define APO_RULES_RULES_OUTCOME_H

#include "base/text.h"
#include "rules/kernel/position.h"
#include "rules/rules/endings.h"

enum {
    APO_QUIET_NO_LIMIT = 0xFFFF /* more than 2 * 10000, the longest limit */
};

/* What a game's history says about its position. */
typedef struct apo_repetition {
    unsigned occurrences; /* of the position, this time included */
    /* The side to move, or its opponent, gave check with every move since the occurrence that
     * the count began with; false unless apo_perpetual_matters. */
    bool is_own_perpetual, is_enemy_perpetual;
    /* The same for a chase of one piece; false unless apo_chase_matters. */
    bool is_own_chase, is_enemy_chase;
    /* Half-moves that do not count for the move limit, because they belong to more checks than
     * apo_checks_counted; 0 while the limit is not reached. */
    unsigned uncounted;
} apo_repetition;

/* As apo_position_outcome, with the repetition and move-count rules. */
apo_outcome apo_position_outcome_with_history(const apo_position *pos,
                                              const apo_repetition *history);

/* Half-moves without a capture or pawn move until the game ends; 0: it is over.
 * APO_QUIET_NO_LIMIT in games without that rule. */
unsigned apo_quiet_left(const apo_position *pos);

/* White's result, in quarters, if the move count ended the game with what is on the board. */
int apo_move_count_quarters(const apo_position *pos);

/* True if perpetual check makes a repetition lost. */
bool apo_perpetual_matters(const apo_variant *var);

/* How many checks of a side count for the move limit; 0: all of them. */
unsigned apo_checks_counted(const apo_variant *var);

/* True if this many half-moves reach the move limit. */
bool apo_is_move_limit(const apo_position *pos);

/* Appends what can end a game, with the result where it is always the same: "mate (loss), no
 * legal move (draw), a position 3 times (draw)". */
void apo_variant_ends(apo_text *out, const apo_variant *var);

/* How often a position must occur to end the game; 0: no such rule. */
unsigned apo_repetitions_needed(const apo_variant *var);

/* The result for the side to move, in quarters, if the side with more pieces wins. */
int apo_majority_quarters(const apo_position *pos);

/* The same if the points decide. */
int apo_points_quarters(const apo_position *pos);

/* Results for the side to move, in quarters: without a legal move and not in check; in check;
 * by a repetition without perpetual check. */
int apo_stalemate_quarters(const apo_position *pos);
int apo_mate_quarters(const apo_position *pos);
int apo_repetition_quarters(const apo_position *pos);

/* The point count by side. False, with `out` untouched, if the game has none. */
bool apo_position_points(const apo_position *pos, int out[APO_SIDES]);

/* The current points of one piece; 0 for kings and in games without a point count. */
int apo_position_piece_points(const apo_position *pos, apo_square sq);

/* White's quarters by the point count (2 if the lead is small). */
int apo_position_point_result(const apo_position *pos);

#endif
