/* The search of one thread: iterative deepening, principal variation search with its helpers. */
#ifndef APO_SEARCH_SEARCH_PRIV_H
#define APO_SEARCH_SEARCH_PRIV_H

#include <stdatomic.h>

#include "search/clock.h"
#include "search/ordering.h"
#include "search/report.h"
#include "search/table.h"

/* Keys of the positions a game has gone through, the last being the one on the board. */
typedef struct apo_key_path {
    uint64_t *keys;
    size_t count, capacity;
} apo_key_path;

enum {
    APO_QUIETS_MAX = 64 /* quiet moves of a node remembered for the histories */
};

/* A node of the line being searched: what those below it ask for, and what it keeps off the stack. */
typedef struct apo_frame {
    apo_balance balance;
    int evaluation;      /* static; APO_SCORE_NONE in check */
    unsigned type;       /* that moves here, for the histories; APO_TYPE_NONE: a pass */
    unsigned since_pass; /* half-moves since somebody passed, or since the root */
    apo_undo undo;       /* of the move under way here */
    apo_move quiets[APO_QUIETS_MAX];
} apo_frame;

typedef struct apo_root_move {
    apo_move mv;
    int score;
} apo_root_move;

/* Large: on the heap. */
typedef struct apo_searcher {
    const apo_evaluation *evaluation; /* borrowed, as are the next five */
    apo_table *table;
    const atomic_bool *stop;
    const apo_limits *limits;
    const apo_clock *clock;
    apo_report_sink *sink; /* may be NULL */
    void *sink_context;

    apo_position pos;
    apo_key_path path;
    uint64_t nodes;
    unsigned depth, depth_selected, index; /* of the iteration and line under way */
    bool is_stopped;
    unsigned repetition_limit, halfmove_limit;

    apo_root_move *roots; /* in the room below; ordered best first */
    size_t root_count;
    apo_line_of_play root_lines[APO_LINES_OF_PLAY_MAX];
    apo_line_of_play lines[APO_PLIES_MAX + 2]; /* by ply: best play from there */
    apo_frame frames[APO_PLIES_MAX + 2];
    apo_history history;
    apo_pawn_table pawns;
    apo_move room[APO_ORDER_ROOM];
    int32_t room_scores[APO_ORDER_ROOM];
    size_t room_used;
    apo_root_move root_room[APO_MOVE_LIST_MAX];
} apo_searcher;

/* Forgets what was learnt in earlier games. */
void apo_searcher_clear(apo_searcher *searcher);

/* Searches `searcher->pos` with what is set above; fills `roots` (best first) and `root_lines`.
 * False if there is no move to search. */
bool apo_searcher_run(apo_searcher *searcher);

#endif
