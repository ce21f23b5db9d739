/* Terms for games that can end in other ways than mate: the distance to the goal, the checks
 * given, and pieces that a side wants to lose. */
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"

enum {
    NEAR_GOAL = 5, /* king's steps; farther away nothing counts */
    GOAL_STEP = 14,
    CHECKS_FAR = 3 /* checks to give, from which on each counts little */
};

/* The value of being this many steps from the goal: the last ones count most. */
static int value_of_distance(unsigned steps)
{
    int left = NEAR_GOAL - (int)(steps < NEAR_GOAL ? steps : NEAR_GOAL);
    return GOAL_STEP * left * left;
}

/* The value of the checks that a side has still to give: the last one is worth most. Scores
 * 17.5 % against Fairy-Stockfish in three-check (40 games at 3,000 nodes), 12.5 % with a
 * quarter of it. */
static int value_of_left(int left)
{
    static const int values[CHECKS_FAR + 1] = {0, 900, 250, 60};
    return left <= CHECKS_FAR ? values[left]
                              : values[CHECKS_FAR] * CHECKS_FAR * CHECKS_FAR / (left * left);
}

static int checks_left(const apo_position *pos, unsigned side)
{
    return pos->state.rules.bytes[APO_BYTE_CHECKS + side];
}

int apo_goals_check_gain(const apo_position *pos)
{
    int left = checks_left(pos, pos->state.side);
    return left == 0   ? 0
           : left == 1 ? APO_GOAL_GAIN
                       : value_of_left(left - 1) - value_of_left(left);
}

bool apo_goals_may_press(const apo_position *pos)
{
    unsigned side = pos->state.side;
    return apo_hands_of(pos->var)->is_on ||
           (pos->var->hooks.ends_count > 0 &&
            (checks_left(pos, side) != 0 || apo_goal_distance(pos, side) == 1));
}

int apo_goals_evaluate(const apo_position *pos, int score)
{
    if (apo_extinction_is_wanted(pos->var))
        score = -score;
    return score + value_of_distance(apo_goal_distance(pos, APO_WHITE)) -
           value_of_distance(apo_goal_distance(pos, APO_BLACK)) +
           value_of_left(checks_left(pos, APO_WHITE)) -
           value_of_left(checks_left(pos, APO_BLACK));
}
