/* The inside of an evaluation: its tables, and what its parts give one another. */
#ifndef APO_SEARCH_EVALUATION_PRIV_H
#define APO_SEARCH_EVALUATION_PRIV_H

#include "rules/compiled.h"
#include "search/evaluation.h"

/* The worth of a man on a square: White's are positive. */
typedef struct apo_placed {
    int16_t opening, ending;
} apo_placed;

struct apo_evaluation {
    const apo_variant *var;
    const apo_alloc *alloc;
    apo_weights weights;
    apo_prices prices;            /* one number a type; 0 for the royal one */
    int army_start;               /* apo_balance.army at the start of the game */
    uint32_t pawns;               /* types that promote or reset the count */
    uint32_t men;                 /* types whose reach is looked at */
    uint32_t bound;               /* of these: bound to squares of one colour */
    uint32_t has_quiet_leaps;     /* rows, a bit each: leaps that do not capture */
    uint8_t order[APO_TYPES_MAX]; /* the types of `men`, least worth first */
    uint8_t order_count;
    uint8_t lesser[APO_TYPES_MAX]; /* how many of `order` are worth clearly less than a type */
    uint8_t reach_mean[APO_TYPES_MAX];
    int16_t zone_worth[APO_TYPES_MAX];
    int16_t far[APO_ROWS_MAX + 1]; /* how far a pawn has come, by own rank, in 1/100 */
    int light_army;                /* men worth less than this, without pawns, seldom mate */
    apo_set light, transient;      /* squares of one colour; squares that cease to exist */
    apo_placed placed[2 * APO_TYPES_MAX][APO_SQUARES_MAX];
    apo_set alone[APO_SQUARES_MAX]; /* the square itself */
    apo_set zone[APO_SQUARES_MAX];  /* the king's square and those around it */
    /* Before the king, one rank and two: its file and those beside it. */
    apo_set before[APO_SIDES][APO_SQUARES_MAX][2];
    apo_set front[APO_SIDES][APO_SQUARES_MAX]; /* before a pawn, its file and those beside it */
    apo_set path[APO_SIDES][APO_SQUARES_MAX];  /* before a pawn, its own file */
    apo_set beside[APO_SQUARES_MAX];           /* the files beside */
    /* Where pawns protect a pawn, or stand by it. */
    apo_set support[APO_SIDES][APO_SQUARES_MAX];
};

static inline void apo_balance_add(apo_weight *sum, apo_weight weight, int times)
{
    sum->opening = (int16_t)(sum->opening + weight.opening * times);
    sum->ending = (int16_t)(sum->ending + weight.ending * times);
}

/* --- evaluation_pawns.c ------------------------------------------------------------------------ */

/* The structure of the pawns, out of the table or judged anew. */
const apo_pawn_entry *apo_pawns_judge(const apo_evaluation *ev, apo_pawn_table *table,
                                      const apo_position *pos, uint64_t key);

/* Passed pawns, White's less Black's: they depend on what stands before them and on what is to be
 * had by promotion. */
apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns);

/* --- evaluation_tables.c ---------------------------------------------------------------------- */

void apo_evaluation_tables(apo_evaluation *ev, const apo_worth *worth);

#endif
