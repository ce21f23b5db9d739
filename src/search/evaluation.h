/* The static evaluation: who stands better, without looking ahead. */
#ifndef APO_SEARCH_EVALUATION_H
#define APO_SEARCH_EVALUATION_H

#include "search/attack_cache.h"
#include "search/pawns.h"
#include "search/tactics.h"

/* Material and piece-square sum: what depends on the pieces and their squares alone. Kept up to
 * date move by move. White's view. */
typedef struct apo_psq {
    int opening,
        ending; /* value of all pieces on their squares, with many and with few pieces */
    int army[APO_SIDES]; /* value of all pieces but pawns */
    uint64_t pawn_key;   /* of the squares of all pawns */
} apo_psq;

/* Everything that evaluating the positions of one variant needs. Immutable; shared by
 * threads. */
typedef struct apo_evaluation apo_evaluation;

/* Makes the tables from the weights (copied); `values` says how far pieces reach from each
 * square. `var` is borrowed. Gives `*out` (free with apo_evaluation_free). Errors:
 * APO_E_MEMORY. */
apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_weights *weights, const apo_piece_values *values,
                              const apo_alloc *alloc);
void apo_evaluation_free(apo_evaluation *evaluation);

/* The value of a piece of the type, all squares alike. */
int apo_evaluation_piece(const apo_evaluation *evaluation, unsigned type);

/* The same for all types; borrowed. */
const int16_t *apo_evaluation_pieces(const apo_evaluation *evaluation);
const apo_see_values *apo_evaluation_see_values(const apo_evaluation *evaluation);

/* The sum for a position, counted afresh. */
void apo_psq_count(apo_psq *out, const apo_evaluation *evaluation, const apo_position *pos);

/* The sum after the move that `undo` tells of, which has just been made; `psq` is that of the
 * position before. */
void apo_psq_update(apo_psq *psq, const apo_evaluation *evaluation, const apo_position *pos,
                    const apo_undo *undo);

enum {
    APO_ROUGH_MARGIN = 450 /* what the two below seldom differ by */
};

/* The score for the side to move by pieces, squares and pawns alone; quick. */
int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_psq *psq);

/* The dynamic terms: reach, threats, pawns and the safety of kings. Most of the work, and the
 * same whoever is to move. White's view. */
apo_weight apo_evaluation_dynamic(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                                  const apo_attack_cache *attack_cache, const apo_position *pos,
                                  const apo_psq *psq);

/* The score for the side to move, from those. */
int apo_evaluation_score(const apo_evaluation *evaluation, const apo_position *pos,
                         const apo_psq *psq, apo_weight dynamic);

/* Both. */
int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_attack_cache *attack_cache, const apo_position *pos,
                 const apo_psq *psq);

#endif
