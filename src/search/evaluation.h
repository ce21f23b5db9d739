/* The static evaluation: who stands better, without looking ahead. */
#ifndef APO_SEARCH_EVALUATION_H
#define APO_SEARCH_EVALUATION_H

#include "search/attack_cache.h"
#include "search/pawns.h"
#include "search/tactics.h"

/* What depends on the pieces and their squares alone; kept up to date move by move. White's view. */
typedef struct apo_balance {
    int opening,
        ending; /* worth of all pieces on their squares, with many and with few pieces */
    int army[APO_SIDES]; /* worth of all pieces but pawns */
    uint64_t pawn_key;   /* of the squares of all pawns */
} apo_balance;

/* Everything that evaluating the positions of one variant needs. Immutable; shared by threads. */
typedef struct apo_evaluation apo_evaluation;

/* Makes the tables from the weights (copied); `worth` says how far pieces reach from each square.
 * `var` is borrowed. Gives `*out` (free with apo_evaluation_free). Errors: APO_E_MEMORY. */
apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_weights *weights, const apo_worth *worth,
                              const apo_alloc *alloc);
void apo_evaluation_free(apo_evaluation *evaluation);

/* What a piece of the type is worth, all squares alike. */
int apo_evaluation_piece(const apo_evaluation *evaluation, unsigned type);

/* The same for all types; borrowed. */
const int16_t *apo_evaluation_pieces(const apo_evaluation *evaluation);
const apo_prices *apo_evaluation_prices(const apo_evaluation *evaluation);

/* The balance of a position, counted afresh. */
void apo_balance_count(apo_balance *out, const apo_evaluation *evaluation,
                       const apo_position *pos);

/* The balance after the move that `undo` tells of, which has just been made; `balance` is that of
 * the position before. */
void apo_balance_follow(apo_balance *balance, const apo_evaluation *evaluation,
                        const apo_position *pos, const apo_undo *undo);

enum {
    APO_ROUGH_MARGIN = 450 /* what the two below seldom differ by */
};

/* The score for the side to move by pieces, squares and pawns alone; quick. */
int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_balance *balance);

/* What pieces do together, their reach, threats, pawns and the safety of kings: most of the work, and the same
 * whoever is to move. White's view. */
apo_weight apo_evaluation_deeds(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                                const apo_attack_cache *attack_cache, const apo_position *pos,
                                const apo_balance *balance);

/* The score for the side to move, from those. */
int apo_evaluation_score(const apo_evaluation *evaluation, const apo_position *pos,
                         const apo_balance *balance, apo_weight deeds);

/* Both. */
int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_attack_cache *attack_cache, const apo_position *pos,
                 const apo_balance *balance);

#endif
