/* The inside of an evaluation: its tables, and what its parts give one another. */
#ifndef APO_SEARCH_EVALUATION_PRIV_H
#define APO_SEARCH_EVALUATION_PRIV_H

#include "rules/rules/engine_view.h"
#include "search/evaluation.h"

/* The value of a piece on a square: White's are positive. */
typedef struct apo_psq_value {
    int16_t opening, ending;
} apo_psq_value;

/* Where other pawns count for a pawn: sets one after the other, each of as many words as the
 * board has. */
enum apo_pawn_mask {
    APO_PAWN_MASK_SUPPORT, /* where they protect it */
    APO_PAWN_MASK_PHALANX, /* where they stand by it */
    APO_PAWN_MASK_BESIDE,  /* the files beside */
    APO_PAWN_MASK_PATH,    /* before it, its own file */
    APO_PAWN_MASK_FRONT,   /* before it, its file and those beside it */
    APO_PAWN_MASKS
};

struct apo_evaluation {
    const apo_variant *var;
    const apo_alloc *alloc;
    apo_weights weights;
    apo_see_values see_values;    /* one number a type; 0 for the royal one */
    int army_start;               /* apo_psq.army at the start of the game */
    uint32_t pawns;               /* types that promote or reset the count */
    uint32_t pieces;              /* types whose reach is looked at */
    uint32_t bound;               /* of these: bound to squares of one colour */
    uint64_t has_quiet;           /* rows, a bit each: moves that do not capture */
    uint8_t order[APO_TYPES_MAX]; /* the types of `pieces`, least worth first */
    uint8_t order_count;
    uint8_t lesser[APO_TYPES_MAX]; /* how many of `order` are worth clearly less than a type */
    uint8_t reach_mean[APO_TYPES_MAX];
    uint32_t leaders;      /* the strongest types */
    uint32_t plain;        /* types that only leap and slide */
    uint32_t file_sliders; /* types that slide along files and not aslant */
    uint8_t file[APO_SQUARES_MAX], row[APO_SQUARES_MAX];
    int16_t far[APO_ROWS_MAX + 1]; /* how far a pawn has come, by own rank, in 1/100 */
    int light_army;                /* pieces worth less than this, without pawns, seldom mate */
    apo_set light, transient;      /* squares of one colour; squares that cease to exist */
    apo_psq_value psq_table[2 * APO_TYPES_MAX][APO_SQUARES_MAX];
    /* three by three squares with the king's, none off the board */
    apo_set zone[APO_SQUARES_MAX];
    apo_set camp[APO_SIDES]; /* where pieces of a side have space behind its pawns */
    /* Before the king, two to four ranks: its file and those beside it. */
    apo_set storm[APO_SIDES][APO_SQUARES_MAX];
    /* Before the king, one rank and two: its file and those beside it. */
    apo_set before[APO_SIDES][APO_SQUARES_MAX][2];
    uint64_t pawn_masks[APO_SIDES * APO_SQUARES_MAX * APO_PAWN_MASKS *
                        APO_SET_WORDS_MAX]; /* apo_pawn_mask */
};

/* What a pawn of a side sees of the board from its square. */
APO_INLINE const uint64_t *apo_pawn_mask_of(unsigned words, const apo_evaluation *ev,
                                            unsigned side, apo_square sq,
                                            enum apo_pawn_mask which)
{
    return ev->pawn_masks +
           (((size_t)side * ev->var->squares + sq) * APO_PAWN_MASKS + which) * words;
}

static inline void apo_weight_add(apo_weight *sum, apo_weight weight, int times)
{
    sum->opening = (int16_t)(sum->opening + weight.opening * times);
    sum->ending = (int16_t)(sum->ending + weight.ending * times);
}

static inline unsigned apo_count_both(const uint64_t *a, const uint64_t *b, unsigned words)
{
    unsigned count = 0;
    for (unsigned i = 0; i < words; i++)
        count += apo_word_count(a[i] & b[i]);
    return count;
}

/* --- evaluation_reach.c -------------------------------------------------- */

/* The attacks of one side. */
typedef struct apo_attack_info {
    int reach[2];       /* in sixteenths, opening and ending */
    int king_attackers; /* pieces that attack near the enemy king, and pawns' squares */
    int pawns;          /* the latter */
    int hits;           /* squares there that the other pieces attack, piece by piece */
    uint64_t all[APO_SET_WORDS_MAX];      /* attacked by any piece */
    uint64_t but_king[APO_SET_WORDS_MAX]; /* ... but the king */
    uint64_t twice[APO_SET_WORDS_MAX];    /* ... by two but the king */
    uint64_t near[APO_SET_WORDS_MAX];     /* the enemy king's zone, as far as it exists */
    /* Sets one after the other, each of as many words as the board has: apo_attacked_by_lesser,
     * apo_attacked_by_type. */
    uint64_t by[(APO_TYPES_MAX + 1) * APO_SET_WORDS_MAX];
    uint64_t own[APO_TYPES_MAX * APO_SET_WORDS_MAX];
} apo_attack_info;

/* Attacked by pawns and the first `count` types of `order`. */
APO_INLINE const uint64_t *apo_attacked_by_lesser(unsigned words, const apo_attack_info *info,
                                                  unsigned count)
{
    return info->by + (size_t)count * words;
}

/* Attacked by pieces of the type; nothing for pawns and kings. */
APO_INLINE const uint64_t *apo_attacked_by_type(unsigned words, const apo_attack_info *info,
                                                unsigned type)
{
    return info->own + (size_t)type * words;
}

void apo_attack_info_find(const apo_evaluation *ev, const apo_position *pos,
                          const apo_attack_cache *attack_cache, const apo_pawn_entry *pawns,
                          apo_attack_info out[APO_SIDES]);

/* --- evaluation_kings.c -------------------------------------------------- */

/* Both kings' shields, and the danger they are in: White's view. `attacks` by side. */
apo_weight apo_kings_evaluate(const apo_evaluation *ev, const apo_position *pos,
                              const apo_pawn_entry *pawns,
                              const apo_attack_info attacks[APO_SIDES]);

/* --- evaluation_threats.c ------------------------------------------------ */

/* Adds the threats of a side. */
void apo_threats_add(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                     const apo_attack_info attacks[APO_SIDES], apo_weight *sum);

/* --- evaluation_pawns.c -------------------------------------------------- */

/* The structure of the pawns, out of the table or judged anew. */
const apo_pawn_entry *apo_pawns_evaluate(const apo_evaluation *ev, const apo_pawn_table *table,
                                         const apo_position *pos, uint64_t key);

/* Passed pawns, White's less Black's: they depend on what stands before them and on what is to
 * be had by promotion. */
apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns,
                            const apo_attack_info attacks[APO_SIDES]);

/* --- evaluation_tables.c ------------------------------------------------- */

void apo_evaluation_tables(apo_evaluation *ev, const apo_piece_values *values);

#endif
