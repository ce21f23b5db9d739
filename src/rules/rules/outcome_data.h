/* The data of the rule outcome in a variant; see outcome.c. Internal to src/rules/rules and
 * search. */
#ifndef APO_RULES_RULES_OUTCOME_DATA_H
#define APO_RULES_RULES_OUTCOME_DATA_H

#include "rules/rules/hands.h"
#include "rules/rules/list.h"

/* What happens to a side without a legal move that is not in check. */
enum apo_stalemate {
    APO_STALEMATE_ADVANTAGE,
    APO_STALEMATE_DRAW,
    APO_STALEMATE_LOSS,
    APO_STALEMATE_WIN,
    APO_STALEMATE_FEWER_WINS,
    APO_STALEMATE_MORE_WINS
};

typedef struct apo_outcome_data {
    uint8_t stalemate;        /* enum apo_stalemate */
    uint8_t mate;             /* outcome.c has the words */
    uint8_t repetition;       /* the same */
    bool is_perpetual_lost;   /* the side that repeats by perpetual check loses */
    bool has_limit_pieces;    /* only `limit_pieces` restart the count of moves */
    apo_types limit_pieces;   /* types */
    bool is_repetition_count; /* repetition and move limit end by the point count */
    bool is_bare_lost;      /* a king left alone loses, unless it can bare the other at once */
    bool is_dead_drawn;     /* a position that is proved dead is a draw */
    bool is_bare_playing;   /* two bare kings play on */
    uint8_t repetitions;    /* 0: no rule */
    uint8_t checks_counted; /* checks of a side that count for the move limit; 0: all */
    uint16_t move_limit;    /* moves by each side; 0: no rule */
} apo_outcome_data;

static inline const apo_outcome_data *apo_outcome_of(const apo_variant *var)
{
    return (const apo_outcome_data *)apo_rule_data(var, APO_RULE_OUTCOME);
}

/* True if the game ends when both sides have only their kings left. */
static inline bool apo_is_bare_drawn(const apo_variant *var)
{
    return !apo_outcome_of(var)->is_bare_playing && !(var->rules >> APO_RULE_GOAL & 1U);
}

/* The same in games without a royal piece: the side has one piece. */
bool apo_is_alone(const apo_position *pos, unsigned side);

/* True if the side has its king alone, and nothing to drop. */
static inline bool apo_is_bare(const apo_position *pos, unsigned side)
{
    unsigned royal = pos->var->royal;
    if (royal == APO_TYPE_NONE)
        return apo_outcome_of(pos->var)->is_bare_lost && apo_is_alone(pos, side);
    /* One word tells for nearly all positions. */
    return pos->by_side[side].types[royal >> 6] == (uint64_t)1 << (royal & 63U) &&
           apo_types_here(pos, side) == apo_type_bit(royal) && !apo_hands_has_any(pos, side);
}

#endif
