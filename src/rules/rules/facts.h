/* Facts about a game's special rules, for people and notations. Each function is in its rule's
 * file. */
#ifndef APO_RULES_RULES_FACTS_H
#define APO_RULES_RULES_FACTS_H

#include "apothecary/position.h"
#include "apothecary/variant.h"
#include "rules/kernel/position.h"

bool apo_type_is_checker(const apo_variant *var, unsigned type);

/* How many steps at once the pieces of a type can make from an own rank; 0 or 1: no multiple
 * step. */
unsigned apo_type_steps(const apo_variant *var, unsigned type, unsigned own_rank);

/* True if a pawn of `side` that ends its move on `sq` may or must promote. */
bool apo_promotion_is_offered(const apo_variant *var, apo_side side, apo_square sq);

/* True if captured pieces join the captor's hand. */
bool apo_variant_hands_take(const apo_variant *var);

/* The type whose power a joker of the side has now, or APO_TYPE_NONE. */
unsigned apo_position_imitated(const apo_position *pos, apo_side side);

/* The partner's squares before and after castling; false for other moves. */
bool apo_move_partner(const apo_position *pos, const apo_move *mv, apo_square *out_from,
                      apo_square *out_to);

/* True if the piece changes places with the one on its target. */
bool apo_move_swaps(const apo_move *mv);

/* True if the piece disappears with the one on its target. */
bool apo_move_destroys_itself(const apo_move *mv);

/* True if the piece is taken off by its own side. */
bool apo_move_resigns_piece(const apo_move *mv);

/* True if the points decide a game that ends in this way; those that a definition makes the
 * points decide by themselves are repetition and the count of moves. */
bool apo_ending_counts_points(const apo_position *pos, apo_ending ending);

/* The lead with which White wins by points, and without which Black does; 0: draws are
 * possible. */
unsigned apo_variant_white_lead(const apo_variant *var);

/* The square on which a move puts its launched piece. */
apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv);

/* Order in which a reserve is written (rules 6.3): the types of the promotion table, lowest
 * tier first; `*out_count` of them. Borrowed. */
const uint8_t *apo_variant_reserve_order(const apo_variant *var, unsigned *out_count);

/* Fills the reserves with all pieces of the start that are now neither on the board nor in a
 * pocket, as if no piece had left the game. For games with a reserve. */
void apo_setup_infer_reserve(apo_setup *setup, const apo_variant *var);

/* True if the game names the types that castle with the king. */
bool apo_variant_names_partners(const apo_variant *var);

/* The number of ways to castle that each side has with a partner to the king's right, or
 * left. */
unsigned apo_variant_castling_count(const apo_variant *var, bool is_right);

/* The king's move by which the side to move would castle to the right (O-O), or left: with a
 * partner that is there, if any is. False if the king is not where it castles from, or the game
 * has no such castling. */
bool apo_castling_intent(const apo_position *pos, bool is_right, apo_move *out);

/* The squares of kings and partners that could castle if no piece had moved. */
apo_set apo_setup_castling_rights(const apo_setup *setup, const apo_variant *var);

#endif
