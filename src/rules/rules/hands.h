/* Rule: hands; see hands.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_HANDS_H
#define APO_RULES_RULES_HANDS_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_hands_data {
    bool is_on;
    bool takes;          /* captured pieces join the captor's hand */
    bool may_check;      /* a drop may give check */
    bool may_be_stuck;   /* also where the piece can never move */
    bool drops_forms;    /* a piece may be dropped as its promoted form */
    uint32_t types;      /* types that can be in hand */
    uint32_t no_mate;    /* types that may not mate by a drop */
    uint32_t mate_loses; /* types that lose by such a mate */
    uint8_t file_most;   /* of the types below, on one file */
    uint32_t file_types; /* types that are limited by file */
    uint8_t
        held_as[APO_TYPES_MAX]; /* what a captured piece is in hand; APO_TYPE_NONE: nothing */
    uint8_t form_of[APO_TYPES_MAX]; /* the promoted form as which it may be dropped, or none */
    uint8_t start[APO_SIDES][APO_TYPES_MAX];
    apo_set squares[APO_SIDES][APO_TYPES_MAX]; /* where a type may be dropped */
} apo_hands_data;

static inline const apo_hands_data *apo_hands_of(const apo_variant *var)
{
    return (const apo_hands_data *)apo_rule_data(var, APO_RULE_HANDS);
}

/* True if the side has a piece in hand. */
bool apo_hands_has_any(const apo_position *pos, unsigned side);

/* Appends all drops of the side to move, whose king may be in danger after some of them. */
void apo_hands_list(const apo_position *pos, apo_move_list *list);

/* True if the rule must be asked about a drop of this type, by `bars`. */
bool apo_hands_is_tested(const apo_variant *var, unsigned type);

/* True if the move is a drop that the rule allows, apart from what apo_hands_is_tested is
 * about. */
bool apo_hands_fits(const apo_position *pos, const apo_move *mv);

#endif
