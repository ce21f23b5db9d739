/* Rule: forms; see forms.c. Internal to src/rules/rules and search. */
#ifndef APO_RULES_RULES_FORMS_H
#define APO_RULES_RULES_FORMS_H

#include "rules/rules/list.h"

/* The rule's data in a variant. */
typedef struct apo_forms_data {
    uint8_t becomes[APO_TYPES_MAX]; /* by type; APO_TYPE_NONE: it has no other form */
    uint8_t when;                   /* when promotion is compulsory: a word of the key */
    bool is_by_capture;             /* only captures promote */
    bool is_by_passing;             /* captures en passant promote */
    bool is_leaving;                /* moves that begin in the zone promote too */
    bool is_inside_by_capture;      /* ... but only if they capture */
    apo_types last_rank;            /* types that promote on the last rank by any move */
    uint8_t most[APO_TYPES_MAX];    /* of a side, by form; 0: any number */
    apo_set zone[APO_SIDES];
    apo_set stuck[APO_SIDES][APO_TYPES_MAX]; /* where a type could never move again */
} apo_forms_data;

static inline const apo_forms_data *apo_forms_of(const apo_variant *var)
{
    return (const apo_forms_data *)apo_rule_data(var, APO_RULE_FORMS);
}

/* The squares from which a type could never move, even with pieces to hop over. Slow. */
apo_set apo_stuck_squares(const apo_variant *var, unsigned side, unsigned type);

#endif
