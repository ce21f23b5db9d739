/* What a search needs from the rules besides moves: null moves, static exchange evaluation,
 * ends of games. */
#ifndef APO_SEARCH_TACTICS_H
#define APO_SEARCH_TACTICS_H

#include "rules/rules/engine_view.h"

/* True if the move captures or promotes. */
bool apo_move_is_noisy(const apo_position *pos, const apo_move *mv);

/* The values used by static exchange evaluation (SEE). Royal pieces have none: they cannot be
 * traded. */
typedef struct apo_see_values {
    int16_t value[APO_TYPES_MAX]; /* by type */
    /* types that may capture, cheapest first, royal pieces last */
    uint8_t order[APO_TYPES_MAX];
    uint8_t place[APO_TYPES_MAX]; /* of a type in the order */
    uint8_t order_count;
    apo_types takers; /* the types in the order */
} apo_see_values;

/* Fills the order from the values: all types but checkers. */
void apo_see_values_sort(apo_see_values *see_values, const apo_variant *var);

/* Static exchange evaluation: true if the exchange on the move's target gains `threshold` or
 * more for the side to move, when both sides capture with their least valuable piece first and
 * may stop at any time. X-ray attackers take part, hoppers lose or gain screens, and a joker
 * has the power of the piece that has just moved. Checkers, and pieces captured en passant, are
 * ignored. `pos` is modified during the call and restored. */
bool apo_see_ge(apo_position *pos, const apo_move *mv, const apo_see_values *see_values,
                int threshold);

/* True if the side to move has a piece besides king and pawns, and no double turn is under way:
 * then passing is seldom better than moving. */
bool apo_null_move_is_sound(const apo_position *pos);

/* Passes the turn. The types last moved are unchanged, those of the passing side too (rules
 * 2.5). Undone by apo_unmake. */
void apo_make_null_move(apo_position *pos, apo_undo *undo);

/* True if the game ends here by bare kings; sets the result for the side to move, in
 * quarters. */
bool apo_is_bare_end(const apo_position *pos, int *out_quarters);

/* Quarters for the side to move if the game ends now by repetition or move count. */
int apo_count_quarters(const apo_position *pos);

/* How often a position must occur to end the game, and the half-moves without capture or pawn
 * move that end it; 0: no limit. */
unsigned apo_repetition_limit(const apo_variant *var);
unsigned apo_halfmove_limit(const apo_variant *var);

#endif
