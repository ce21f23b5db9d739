/* Rule: hands; see hands.c, and hands_build.c for its section of a definition. Internal to
 * src/rules/rules and search. */
#ifndef APO_RULES_RULES_HANDS_H
#define APO_RULES_RULES_HANDS_H

#include "rules/rules/list.h"

enum {
    APO_HANDS_KEYS = 20
};

/* The rule's data in a variant. */
typedef struct apo_hands_data {
    bool is_on;
    bool takes;            /* captured pieces join a hand: the captor's ... */
    bool returns;          /* ... or their owner's */
    bool may_check;        /* a drop may give check */
    bool may_be_stuck;     /* also where the piece can never move */
    apo_types types;       /* types that can be in hand */
    apo_types no_mate;     /* types that may not mate by a drop */
    apo_types mate_loses;  /* types that lose by such a mate */
    bool is_endless;       /* all types can always be dropped, and nothing is counted */
    bool is_falling;       /* only on the lowest empty square of a file */
    bool may_castle;       /* dropped kings and partners castle */
    apo_types two_colours; /* types that are dropped on both colours in equal numbers */
    uint8_t file_most;     /* of the types below, on one file */
    apo_types file_types;  /* types that are limited by file */
    uint8_t
        held_as[APO_TYPES_MAX]; /* what a captured piece is in hand; APO_TYPE_NONE: nothing */
    uint8_t form_of[APO_TYPES_MAX]; /* the promoted form as which it may be dropped, or none */
    uint8_t start[APO_SIDES][APO_HELD_TYPES_MAX];
    apo_set squares[APO_SIDES][APO_TYPES_MAX]; /* where a type may be dropped */
} apo_hands_data;

static inline const apo_hands_data *apo_hands_of(const apo_variant *var)
{
    return (const apo_hands_data *)apo_rule_data(var, APO_RULE_HANDS);
}

/* How many half-moves back a repeated position can be: all of them if captured pieces come
 * back, else those since the last capture or pawn move. */
static inline size_t apo_reversible_count(const apo_position *pos)
{
    return apo_hands_of(pos->var)->takes ? SIZE_MAX : pos->state.halfmove_count;
}

/* True if the side has a piece in hand. */
bool apo_hands_has_any(const apo_position *pos, unsigned side);

/* Appends all drops of the side to move, whose king may be in danger after some of them. */
void apo_hands_list(const apo_position *pos, apo_move_list *list);

/* True if the rule must be asked about a drop of this type, by `bars`. */
bool apo_hands_is_tested(const apo_variant *var, unsigned type);

/* True if the rule allows the drop, apart from the conditions that apo_hands_is_tested
 * announces. */
bool apo_hands_fits(const apo_position *pos, const apo_move *mv);

/* The keys of the section, and what they mean: the hooks `extend`, `build` and `finish` of the
 * rule. */
extern const apo_key apo_hands_keys[APO_HANDS_KEYS];
void apo_hands_extend(struct apo_variant_spec *spec, apo_fault_list *faults);
void apo_hands_build(apo_build *build);
void apo_hands_finish(apo_variant *var, void *rule_data);

#endif
