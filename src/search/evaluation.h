/* The static evaluation: which side is better, without search. */
#ifndef APO_SEARCH_EVALUATION_H
#define APO_SEARCH_EVALUATION_H

#include "search/attack_cache.h"
#include "search/pawns.h"
#include "search/tactics.h"

/* Material and piece-square sum: what depends only on pieces and their squares. Updated move by
 * move. From White's view. */
typedef struct apo_psq {
    int opening, ending; /* value of all pieces on their squares, opening and ending */
    int army[APO_SIDES]; /* value of all pieces but pawns */
    uint64_t pawn_key;   /* hash of all pawns' squares */
    uint64_t army_key;   /* hash of the number of pieces of each side and type */
} apo_psq;

/* All that is needed to evaluate positions of one variant. Immutable, so threads can share
 * it. */
typedef struct apo_evaluation apo_evaluation;

/* Makes the tables from the weights (copied); `values` holds the reach of the pieces from each
 * square. `var` is borrowed. Gives `*out` (free with apo_evaluation_free). Errors:
 * APO_E_MEMORY. */
apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_weights *weights, const apo_piece_values *values,
                              const apo_alloc *alloc);
void apo_evaluation_free(apo_evaluation *evaluation);

/* The value of a piece of this type, regardless of its square. */
int apo_evaluation_piece(const apo_evaluation *evaluation, unsigned type);

/* The same for all types; borrowed. */
const int16_t *apo_evaluation_pieces(const apo_evaluation *evaluation);
const apo_see_values *apo_evaluation_see_values(const apo_evaluation *evaluation);

/* Computes the sum for a position from scratch. */
void apo_psq_count(apo_psq *out, const apo_evaluation *evaluation, const apo_position *pos);

/* Updates the sum of the previous position for the move just made, which `undo` records. */
void apo_psq_update(apo_psq *psq, const apo_evaluation *evaluation, const apo_position *pos,
                    const apo_undo *undo);

enum {
    APO_ROUGH_MARGIN = 450 /* the two scores below seldom differ by more */
};

/* True if they often differ by more: where checks are counted, the danger to a king can be
 * worth a queen. Without rough scores the engine scores 59.4 % in three-check (80 games at
 * 4,000 nodes). */
bool apo_evaluation_needs_all(const apo_evaluation *evaluation);

/* A quick score for the side to move, from pieces, squares and pawns only. `net`: as below. */
int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_psq *psq, int net);

/* The dynamic terms: reach, threats, pawns and king safety. Most of the work, and independent
 * of the side to move. From White's view. */
apo_weight apo_evaluation_dynamic(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                                  const apo_attack_cache *attack_cache, const apo_position *pos,
                                  const apo_psq *psq);

/* The score for the side to move, given the dynamic terms and what a net adds to them (0: no
 * net), for the side to move. */
int apo_evaluation_score(const apo_evaluation *evaluation, const apo_position *pos,
                         const apo_psq *psq, apo_weight dynamic, int net);

/* The final score for the side to move: `value`, scaled down where a draw is near. */
int apo_evaluation_finish(const apo_evaluation *evaluation, const apo_position *pos,
                          const apo_psq *psq, int value);

enum {
    APO_GOAL_GAIN = 15000 /* more than all pieces: what an end of the game is worth */
};

/* What the next check of the side to move is worth, 0 where checks are not counted. */
int apo_goals_check_gain(const apo_position *pos);

/* True if the side to move may have a move with pressure (apo_move_pressure). */
bool apo_goals_may_press(const apo_position *pos);

/* The full evaluation for the side to move without a net: dynamic terms and score. */
int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_attack_cache *attack_cache, const apo_position *pos,
                 const apo_psq *psq);

#endif
