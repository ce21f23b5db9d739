/* Rule: castling; see castling.c, and castling_fen.c for its field in a FEN. Internal to
 * src/rules/rules. */
#ifndef APO_RULES_RULES_CASTLING_H
#define APO_RULES_RULES_CASTLING_H

#include "rules/rules/list.h"

enum {
    APO_CASTLING_WAYS_MAX = 48 /* chess with king and rooks anywhere on the first rank has 42 */
};

typedef struct apo_castling_way {
    apo_square king_from, partner_from, king_to, partner_to;
    apo_set between; /* squares that must be empty */
} apo_castling_way;

/* The rule's data in a variant. */
typedef struct apo_castling_data {
    uint8_t count[APO_SIDES];
    uint8_t king;       /* the type that castles */
    apo_types partners; /* types, a bit each; 0: any */
    apo_castling_way ways[APO_SIDES][APO_CASTLING_WAYS_MAX];
} apo_castling_data;

static inline const apo_castling_data *apo_castling_of(const apo_variant *var)
{
    return (const apo_castling_data *)apo_rule_data(var, APO_RULE_CASTLING);
}

/* The field of castling rights in the usual FEN; see castling_fen.c. */
extern const apo_fen_part apo_castling_fen;

#endif
