/* Rule: effects; see effects.c, effects_build.c for its section of a definition,
 * effects_find.c for what a move captures or holds, and effects_relay.c for moves that pieces
 * lend. Internal to src/rules/rules. */
#ifndef APO_RULES_RULES_EFFECTS_H
#define APO_RULES_RULES_EFFECTS_H

#include "rules/rules/list.h"

/* What pieces do besides moving; a set of types each. */
enum apo_effect {
    APO_EFFECT_WITHDRAW,
    APO_EFFECT_ADVANCE,
    APO_EFFECT_PINCER,
    APO_EFFECT_COORDINATE,
    APO_EFFECT_LEAP,
    APO_EFFECT_SWAP,
    APO_EFFECT_BURN,
    APO_EFFECT_IMMOBILISE,
    APO_EFFECT_JUMP,
    APO_EFFECT_BURN_BACK,
    APO_EFFECT_CONVERT,
    APO_EFFECT_LEND,
    APO_EFFECTS
};

enum {
    APO_EFFECTS_KEYS = 23
};

extern const apo_key apo_effects_keys[APO_EFFECTS_KEYS];

/* The rule's data in a variant. */
typedef struct apo_effects_data {
    bool is_on;
    apo_types pieces[APO_EFFECTS];
    apo_types resigning;           /* when held fast, they may be taken off by their own side */
    apo_types imitators;           /* affect each piece as that piece would affect others */
    apo_types plain;               /* types with no effect: they capture as they move */
    apo_types partners;            /* types with which others coordinate */
    apo_types spared;              /* types that no jump captures */
    apo_types immune;              /* types that nothing captures */
    apo_types harmless;            /* types that capture nothing */
    apo_types borrowing;           /* types to which others lend their moves */
    apo_set bars;                  /* squares to which pawns do not go by lent moves */
    apo_set rim;                   /* squares that are entered only to capture */
    bool jumps_take_all;           /* a jump may capture a piece of any rank */
    uint8_t ranks[APO_TYPES_MAX];  /* a jumper passes only over lower ranks */
    uint8_t slides[APO_TYPES_MAX]; /* directions in which White's pieces slide, clockwise */
} apo_effects_data;

static inline const apo_effects_data *apo_effects_of(const apo_variant *var)
{
    return (const apo_effects_data *)apo_rule_data(var, APO_RULE_EFFECTS);
}

/* Hooks of the rule: reads its section of a definition, and what the compiled moves say. */
void apo_effects_build(apo_build *build);
void apo_effects_finish(apo_variant *var, void *data);

/* A move that may have effects, seen before it is made or after. */
typedef struct apo_effect_act {
    const apo_position *pos;
    apo_square from, to;
    unsigned side, type;
} apo_effect_act;

/* True if an enemy piece beside the piece on the square holds it fast. If so, `*out_holder` is
 * where it stands, unless NULL. */
bool apo_effects_hold(const apo_position *pos, apo_square sq, apo_square *out_holder);

/* Adds the pieces that the move captures, except one on its target. */
void apo_effects_captures(const apo_effect_act *act, apo_set *out);

/* True if a piece of the side on the square is next to an enemy that burns it. */
bool apo_effects_burn_back(const apo_position *pos, apo_square sq, unsigned side);

/* Adds the enemies of `side` that the piece on the square turns into its own side's when it has
 * moved there. */
void apo_effects_converts(const apo_position *pos, apo_square sq, unsigned side, apo_set *out);

/* Adds the squares to which the piece on the act's `from` may go by its effects alone: leaps,
 * jumps, what it captures as an imitator, and swaps. */
void apo_effects_targets(const apo_effect_act *act, apo_set *out);

/* Adds the squares to which the piece on the act's `from` may go by moves that friends lend it,
 * without those to which it goes by its own moves. */
void apo_effects_lent(const apo_effect_act *act, apo_set *out);

/* True if the piece on the act's `from` hits the square by a move that a friend lends it. */
bool apo_effects_lent_hit(const apo_effect_act *act, apo_square sq);

/* True if a piece of `by` could capture the piece on `sq` with its next move. */
bool apo_effects_take(const apo_position *pos, apo_square sq, unsigned by);

/* Hook of the rule. Of an empty square and one's own piece only lent moves are known: what
 * effects capture depends on what is captured. */
void apo_effects_attackers(const apo_position *pos, apo_square sq, unsigned by,
                           apo_set *attackers);

/* True if a piece of this kind swaps places with the piece there, when nothing is between. */
bool apo_effects_swap(const apo_effect_act *act, apo_piece there);

#endif
