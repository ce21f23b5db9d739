/* The order in which moves are tried: the likely best first, by what they take and by what has
 * proved good elsewhere in the tree. */
#ifndef APO_SEARCH_ORDERING_H
#define APO_SEARCH_ORDERING_H

#include "search/evaluation.h"
#include "search/score.h"

enum {
    /* All lists of one line of play; 128 plies with 250 moves each are far beyond any game. */
    APO_ORDER_ROOM = 1 << 16,
    APO_HISTORY_MAX = 16384
};

/* How good quiet moves have proved: of a side's man to a square; after a man of the enemy moved
 * last; and after the own man that moved before that. */
typedef struct apo_history {
    int16_t plain[APO_SIDES][APO_TYPES_MAX][APO_SQUARES_MAX];
    int16_t answer[APO_TYPES_MAX][APO_TYPES_MAX][APO_SQUARES_MAX];
    int16_t follow[APO_TYPES_MAX][APO_TYPES_MAX][APO_SQUARES_MAX];
    apo_move killers[APO_PLIES_MAX + 1][2];
} apo_history;

void apo_history_clear(apo_history *history);

/* Where a node stands: whose types moved last (APO_TYPE_NONE: unknown), and how deep. */
typedef struct apo_place_in_line {
    unsigned ply;
    unsigned last, before; /* types moved one and two half-moves ago */
} apo_place_in_line;

/* Moves with their scores, in memory that all nodes of a line share. */
typedef struct apo_order {
    apo_move *moves;
    int32_t *scores;
    size_t count;
    size_t next;
} apo_order;

/* The type that a move's man is in the histories: a joker is what it imitates. */
unsigned apo_history_type(const apo_position *pos, const apo_move *mv);

/* Scores all moves: the one with signature `first` (0: none) comes first. */
void apo_order_all(apo_order *order, const apo_position *pos, const apo_history *history,
                   const apo_evaluation *evaluation, const apo_place_in_line *place,
                   uint32_t first);

/* Scores captures for quiescence. */
void apo_order_captures(apo_order *order, const apo_position *pos,
                        const apo_evaluation *evaluation, uint32_t first);

/* The best move left, or NULL. Captures that lose material come after all quiet moves. */
const apo_move *apo_order_next(apo_order *order, apo_position *pos,
                               const apo_evaluation *evaluation);

/* True if the move last taken came from the losing captures. */
bool apo_order_is_losing(const apo_order *order);

/* What the man on the move's target, and a promotion, gain. */
int apo_move_gain(const apo_position *pos, const apo_evaluation *evaluation,
                  const apo_move *mv);

/* True if the move loses material by what can be taken where it goes. */
bool apo_move_loses(apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv);

/* How good a quiet move has proved. */
int apo_history_of(const apo_history *history, const apo_position *pos,
                   const apo_place_in_line *place, const apo_move *mv);

/* Quiet moves of a node, the last of which has caused a cutoff. */
typedef struct apo_tried_moves {
    const apo_move *moves;
    size_t count; /* without the last */
    const apo_move *best;
    int depth;
} apo_tried_moves;

/* The best move gains, those tried before it lose. */
void apo_history_reward(apo_history *history, const apo_position *pos,
                        const apo_place_in_line *place, const apo_tried_moves *tried);

#endif
