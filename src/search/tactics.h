/* What a search needs of the rules besides moves: a pass, a look at an exchange, ends of
 * games. */
#ifndef APO_SEARCH_TACTICS_H
#define APO_SEARCH_TACTICS_H

#include "rules/rules/engine_view.h"

/* True if the move captures or promotes. */
bool apo_move_is_noisy(const apo_position *pos, const apo_move *mv);

/* The values that static exchange evaluation (SEE) reckons with: that of royal pieces is not
 * asked for, they cost more than all. */
typedef struct apo_see_values {
    int16_t value[APO_TYPES_MAX]; /* by type */
    /* types that may take, the cheapest first, royal pieces last */
    uint8_t order[APO_TYPES_MAX];
    uint8_t place[APO_TYPES_MAX]; /* of a type in the order */
    uint8_t order_count;
    uint32_t takers; /* the types in the order */
} apo_see_values;

/* Fills the order from the values: all types but checkers. */
void apo_see_values_sort(apo_see_values *see_values, const apo_variant *var);

/* Static exchange evaluation: true if an exchange on the move's target comes to `threshold` or
 * more for the side to move, if both sides take with their least piece first and may stop at
 * any time. Pieces that come into line by it take part, hoppers lose or find their screens, and
 * a joker has the power of what has moved just before. Checkers, and pieces captured in
 * passing, are left out. `pos` is changed on the way and changed back. */
bool apo_see_ge(apo_position *pos, const apo_move *mv, const apo_see_values *see_values,
                int threshold);

/* True if the side to move has a piece besides king and pawns, and no double turn is on: then
 * passing is seldom better than moving. */
bool apo_null_move_is_sound(const apo_position *pos);

/* The side to move passes. The types last moved stay what they were: the passing side's too
 * (rules 2.5). Taken back by apo_unmake. */
void apo_make_null_move(apo_position *pos, apo_undo *undo);

/* True if the game ends here by bare kings; the result for the side to move, in quarters. */
bool apo_is_bare_end(const apo_position *pos, int *out_quarters);

/* Quarters for the side to move if the game ends now by repetition or move count. */
int apo_count_quarters(const apo_position *pos);

/* Quarters for a side to move that has no legal move and is not in check. */
int apo_stalemate_quarters(const apo_position *pos);

/* How often a position may occur until the game ends (0: no limit), and half-moves without
 * capture or pawn move until it does (0 likewise). */
unsigned apo_repetition_limit(const apo_variant *var);
unsigned apo_halfmove_limit(const apo_variant *var);

#endif
