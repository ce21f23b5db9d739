/* The internals of the evaluation: its tables, and the interfaces between its parts. */
#ifndef APO_SEARCH_EVALUATION_PRIV_H
#define APO_SEARCH_EVALUATION_PRIV_H

#include "rules/rules/engine_view.h"
#include "search/evaluation.h"

/* The value of a piece on a square; positive for White. */
typedef struct apo_psq_value {
    int16_t opening, ending;
} apo_psq_value;

/* Squares where other pawns matter to a pawn. The sets are stored one after another, each as
 * long as a set of the board. */
enum apo_pawn_mask {
    APO_PAWN_MASK_SUPPORT, /* where they defend it */
    APO_PAWN_MASK_PHALANX, /* where they stand beside it */
    APO_PAWN_MASK_BESIDE,  /* the adjacent files */
    APO_PAWN_MASK_PATH,    /* in front of it, its own file */
    APO_PAWN_MASK_FRONT,   /* in front of it, its file and the adjacent ones */
    APO_PAWN_MASKS
};

struct apo_evaluation {
    const apo_variant *var;
    const apo_alloc *alloc;
    apo_weights weights;
    apo_see_values see_values;    /* one number a type; 0 for the royal one */
    int army_start;               /* apo_psq.army at the start of the game */
    apo_types pawns;              /* types that promote or reset the count */
    apo_types pieces;             /* types whose reach is evaluated */
    apo_types bound;              /* those of them that are colour-bound */
    apo_types has_quiet;          /* bit per row: has moves that do not capture */
    uint8_t order[APO_TYPES_MAX]; /* the types of `pieces`, least valuable first */
    uint8_t order_count;
    uint8_t lesser[APO_TYPES_MAX]; /* how many types of `order` are clearly less valuable */
    uint8_t reach_mean[APO_TYPES_MAX];
    apo_types leaders; /* the strongest types */
    bool has_hands;
    bool is_rare;                      /* has_hands, or the game has other endings than mate */
    int16_t hand_value[APO_TYPES_MAX]; /* of a piece in hand */
    apo_types plain;                   /* types that only leap and slide */
    apo_types file_sliders;            /* types that slide along files but not diagonally */
    uint8_t file[APO_SQUARES_MAX], row[APO_SQUARES_MAX];
    int16_t far[APO_SIDES][APO_SQUARES_MAX]; /* how far a side's pawn has advanced, in 1/100 */
    int light_army;           /* an army below this value, without pawns, seldom mates */
    apo_set light, transient; /* squares of one colour; squares that cease to exist */
    apo_psq_value psq_table[2 * APO_TYPES_MAX][APO_SQUARES_MAX];
    /* three by three squares around the king, clipped to the board */
    apo_set zone[APO_SQUARES_MAX];
    apo_set camp[APO_SIDES]; /* where a side's pieces have space behind its pawns */
    /* Two to four ranks in front of the king: its file and the adjacent ones. */
    apo_set storm[APO_SIDES][APO_SQUARES_MAX];
    /* One and two ranks in front of the king: its file and the adjacent ones. */
    apo_set before[APO_SIDES][APO_SQUARES_MAX][2];
    uint64_t pawn_masks[APO_SIDES * APO_SQUARES_MAX * APO_PAWN_MASKS *
                        APO_SET_WORDS_MAX]; /* apo_pawn_mask */
};

/* The mask of a side's pawn on a square. */
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
    int reach[2]; /* in sixteenths, opening and ending */
    /* pieces that attack the enemy king's zone, and squares attacked by pawns */
    int king_attackers;
    int pawns; /* the squares attacked by pawns */
    int hits;  /* attacks of the other pieces on the zone, square by square */
    uint64_t all[APO_SET_WORDS_MAX];      /* attacked by any piece */
    uint64_t but_king[APO_SET_WORDS_MAX]; /* ... but the king */
    uint64_t twice[APO_SET_WORDS_MAX];    /* ... by two pieces, the king not counted */
    uint64_t near[APO_SET_WORDS_MAX];     /* the enemy king's zone */
    /* Sets stored one after another, each as many words long as a set of the board. Read
     * through apo_attacked_by_lesser and apo_attacked_by_type. */
    uint64_t by[(APO_TYPES_MAX + 1) * APO_SET_WORDS_MAX];
    uint64_t own[APO_TYPES_MAX * APO_SET_WORDS_MAX];
} apo_attack_info;

/* Attacked by pawns and the first `count` types of `order`. */
APO_INLINE const uint64_t *apo_attacked_by_lesser(unsigned words, const apo_attack_info *info,
                                                  unsigned count)
{
    return info->by + (size_t)count * words;
}

/* Attacked by pieces of the type; empty for pawns and kings. */
APO_INLINE const uint64_t *apo_attacked_by_type(unsigned words, const apo_attack_info *info,
                                                unsigned type)
{
    return info->own + (size_t)type * words;
}

void apo_attack_info_find(const apo_evaluation *ev, const apo_position *pos,
                          const apo_attack_cache *attack_cache, const apo_pawn_entry *pawns,
                          apo_attack_info out[APO_SIDES]);

/* --- evaluation_kings.c -------------------------------------------------- */

/* Pawn shields and danger of both kings, from White's view. `attacks` by side. */
apo_weight apo_kings_evaluate(const apo_evaluation *ev, const apo_position *pos,
                              const apo_pawn_entry *pawns,
                              const apo_attack_info attacks[APO_SIDES]);

/* --- evaluation_threats.c ------------------------------------------------ */

/* Adds the threats of a side. */
void apo_threats_add(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                     const apo_attack_info attacks[APO_SIDES], apo_weight *sum);

/* --- evaluation_pawns.c -------------------------------------------------- */

/* The pawn structure, from the pawn table or evaluated afresh. */
const apo_pawn_entry *apo_pawns_evaluate(const apo_evaluation *ev, const apo_pawn_table *table,
                                         const apo_position *pos, uint64_t key);

/* Passed pawns, White's minus Black's. They depend on what blocks them and on what they can
 * promote to. */
apo_weight apo_pawns_passed(const apo_evaluation *ev, const apo_position *pos,
                            const apo_pawn_entry *pawns,
                            const apo_attack_info attacks[APO_SIDES]);

/* --- evaluation_tables.c ------------------------------------------------- */

void apo_evaluation_tables(apo_evaluation *ev, const apo_piece_values *values);

/* White's score in a game with other endings than mate; `score` is the score of the pieces
 * (evaluation_goals.c). */
int apo_goals_evaluate(const apo_position *pos, int score);

#endif
