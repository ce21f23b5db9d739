/* What people and notations ask of a game's special rules. Each function stands in its rule's
 * file. */
#ifndef APO_RULES_RULES_FACTS_H
#define APO_RULES_RULES_FACTS_H

#include "rules/kernel/position.h"

/* True if the game has the rule with this section name ("joker", "reserve"). */
bool apo_variant_has_rule(const apo_variant *var, const char *section);

bool apo_type_is_joker(const apo_variant *var, unsigned type); /* it imitates */
bool apo_type_is_checker(const apo_variant *var, unsigned type);

/* The type whose power a joker of `side` has now, or APO_TYPE_NONE (rules 2.2). */
unsigned apo_position_imitated(const apo_position *pos, apo_side side);

/* Order in which a reserve is written (rules 6.3): the types of the promotion table, lowest
 * tier first; `*out_count` of them. Borrowed. */
const uint8_t *apo_variant_reserve_order(const apo_variant *var, unsigned *out_count);

/* Fills the reserves with all pieces that are neither on the board nor in a pocket but were
 * there, or in reserve, at the start: what they hold if no piece has left the game. For games
 * with a reserve. */
void apo_setup_infer_reserve(apo_setup *setup, const apo_variant *var);

/* True if a pawn of `side` that ends its move on `sq` may or must promote. */
bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq);

/* How many ways to castle each side has toward a partner on the king's right, or left. */
unsigned apo_variant_castling_count(const apo_variant *var, bool is_right);

/* The squares of kings and partners that could castle if no piece had moved. */
apo_set apo_setup_castling_rights(const apo_setup *setup, const apo_variant *var);

/* Castling: the partner's squares before and after; false for other moves. */
bool apo_move_partner(const apo_position *pos, const apo_move *mv, apo_square *out_from,
                      apo_square *out_to);

/* The square that a launching move puts its piece on: the one left by the piece that moved, or
 * in castling perhaps the one left by the partner. */
apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv);

#endif
