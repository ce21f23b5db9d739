/* The search of one thread. root.c deepens and keeps the lines; search.c is the tree, quiesce.c
 * its end, where only captures are looked at; prune.c says what of it is left out; node.c is
 * what all nodes do, learn.c what they leave behind. */
#ifndef APO_SEARCH_SEARCH_PRIV_H
#define APO_SEARCH_SEARCH_PRIV_H

#include <stdatomic.h>

#include "search/picker.h"
#include "search/search_report.h"
#include "search/time_manager.h"
#include "search/tt.h"

/* Keys of the positions a game has gone through, the last being the one on the board. */
typedef struct apo_key_path {
    uint64_t *keys;
    size_t count, capacity;
} apo_key_path;

enum {
    APO_TRIED_MAX = 64 /* moves of a node remembered for the histories, of each kind */
};

/* The search stack, an entry a ply: what nodes further down ask for, and what is kept off the C
 * stack. */
typedef struct apo_stack_entry {
    apo_psq psq;
    apo_check_info check_info;
    uint64_t check_info_key;  /* of the position that `check_info` is of */
    int evaluation;           /* static, corrected; APO_SCORE_NONE in check */
    apo_previous_move move;   /* the move under way here */
    unsigned plies_from_null; /* plies since the last null move, or since the root */
    unsigned doubles;         /* double extensions on the line */
    uint32_t excluded;        /* signature of the move left out by a singular search, or 0 */
    apo_undo undo;            /* of the move under way here */
    apo_move quiets[APO_TRIED_MAX], captures[APO_TRIED_MAX]; /* tried */
} apo_stack_entry;

typedef struct apo_root_move {
    apo_move mv;
    int score;
    uint64_t nodes; /* spent on it in this search */
} apo_root_move;

/* The eval cache: dynamic terms by position, one entry for all keys that end alike. */
enum {
    APO_EVAL_CACHE_ENTRIES = 1 << 15 /* 256 kB: a share of the cache next to the processor */
};

typedef struct apo_eval_cache_entry {
    uint32_t check; /* the upper half of the key without whose turn it is */
    apo_weight dynamic;
} apo_eval_cache_entry;

/* Large: on the heap. */
typedef struct apo_searcher apo_searcher;

/* Another searcher of the same position; it shares the TT and nothing else. */
typedef struct apo_helper {
    apo_searcher *searcher; /* owned */
    apo_key_path path;      /* owned; a copy of the engine's */
    void *thread;           /* while it searches */
} apo_helper;

struct apo_searcher {
    const apo_evaluation *evaluation; /* borrowed, as are the next five */
    apo_tt *tt;
    atomic_bool *stop;
    const apo_limits *limits;
    apo_time_manager *time;       /* helpers leave it alone */
    apo_search_report_sink *sink; /* may be NULL */
    void *sink_context;
    bool is_helper;            /* only fills the TT: no limits but stop, no reports */
    unsigned number;           /* of the thread, from 0 */
    const apo_helper *helpers; /* whose nodes count as well; borrowed */
    unsigned helper_count;

    apo_position pos;
    apo_key_path path;
    apo_picker_context context;
    _Atomic uint64_t nodes_shown; /* for other threads, now and then */
    uint64_t nodes;
    unsigned depth, seldepth, index; /* of the iteration and line under way */
    bool is_stopped;
    unsigned repetition_limit, halfmove_limit;
    unsigned null_min_ply; /* no null moves before this ply (while one is verified) */

    apo_root_move *roots; /* in the buffer below; ordered best first */
    size_t root_count;
    /* of the best move in this iteration, and fewer of those before, in 1/16 */
    unsigned changes;
    int score_before;    /* of the iteration before */
    unsigned depth_done; /* the last iteration that was finished, and what it found */
    int score_done;
    apo_pv root_lines[APO_MULTIPV_MAX];
    apo_pv lines[APO_PLIES_MAX + 2]; /* by ply: best play from there */
    apo_stack_entry stack[APO_PLIES_MAX + 2];
    apo_history history;
    apo_pawn_table pawns;
    apo_attack_cache attack_cache;
    apo_eval_cache_entry eval_cache[APO_EVAL_CACHE_ENTRIES];
    apo_picker_buffer buf;
    apo_root_move root_buf[APO_MOVE_LIST_MAX];
};

/* A node: its window, what is known of it, what has been found. */
typedef struct apo_node {
    int alpha, beta, depth;
    int less; /* plies that the moves still to come are looked at less deep */
    unsigned ply;
    bool is_pv, is_cut, is_check, is_improving, is_tt_hit;
    bool is_cut_early; /* by a singular search: its score is of less depth */
    int raw;           /* static evaluation before correction, as the TT keeps it */
    int evaluation;    /* corrected, and by what the TT knows */
    apo_tt_data tt_data;
    int tt_score;
    int best_score;
    apo_move best;
    bool has_best;
    size_t quiet_count, capture_count;    /* tried so far, in the stack entry */
    const apo_continuation *continuation; /* while its moves are tried; borrowed */
    int history;                          /* of the quiet move under way */
} apo_node;

/* Forgets what was learnt in earlier games; gives the histories the size for this game.
 * Errors: APO_E_MEMORY. */
apo_status apo_searcher_new_game(apo_searcher *searcher, const apo_variant *var,
                                 const apo_alloc *alloc);

/* Frees what the searcher owns, not itself. */
void apo_searcher_clear(apo_searcher *searcher);

/* Searches `searcher->pos` with what is set above; fills `roots` (best first) and `root_lines`.
 * False if there is no move to search. */
bool apo_searcher_run(apo_searcher *searcher);

/* Nodes of this searcher and its helpers. */
uint64_t apo_searcher_nodes(const apo_searcher *searcher);

/* --- node.c -------------------------------------------------------------- */

bool apo_search_should_stop(apo_searcher *s);

/* True in check; fills the node's check info unless it is of this position already. */
bool apo_search_is_check(apo_searcher *s, unsigned ply);

/* A node begins: counts it. */
void apo_search_enter(apo_searcher *s, unsigned ply);

/* Records the score of a move. */
void apo_search_update_best(apo_searcher *s, apo_node *n, const apo_move *mv, int score);

/* After a move has been made on the board: the next stack entry. `move` is what moved. */
void apo_search_descend(apo_searcher *s, unsigned ply, apo_previous_move move);
void apo_search_ascend(apo_searcher *s, unsigned ply);

/* True if the game ends here other than by mate or stalemate. */
bool apo_search_is_end(apo_searcher *s, unsigned ply, int *out_score);

/* The score of a side without legal moves. */
int apo_search_score_no_move(const apo_searcher *s, const apo_node *n);

/* Probes the TT. True if its entry decides this node. */
bool apo_search_probe(apo_searcher *s, apo_node *n, int *out_score);
void apo_search_store(apo_searcher *s, const apo_node *n, int alpha_before);

/* The evaluation of the position on the board, out of memory if it has been made before. */
int apo_search_evaluate(apo_searcher *s, unsigned ply);

/* The evaluation with what has been learnt of positions like it. */
int apo_search_correct(const apo_searcher *s, unsigned ply, int raw);

/* The node's static evaluation: rough far outside the window, none in check. What it shows of
 * the move before is learnt. */
void apo_search_static_evaluation(apo_searcher *s, apo_node *n);

/* What the histories need to know of a move once it is made. */
apo_previous_move apo_search_previous_move(const apo_position *pos, const apo_move *mv);
apo_continuation apo_search_continuation(const apo_searcher *s, unsigned ply);

/* --- prune.c ------------------------------------------------------------- */

/* True for a node so far outside the window that its moves need not be searched; its score
 * then. */
bool apo_search_prune_node(apo_searcher *s, const apo_node *n, int *out_score);

/* Tells the picker which quiet moves are pruned from now on, near the leaves: late ones, those
 * that cannot lift a bad position over alpha, and those that have seldom been good. `number`
 * counts moves tried before. */
void apo_search_prune_quiets(apo_node *n, apo_picker *picker, size_t number);

/* SEE pruning: true for a move that loses too much material, near the leaves. */
bool apo_search_prune_move(apo_searcher *s, const apo_node *n, const apo_picker *picker,
                           const apo_move *mv, size_t number);

/* How much less deep a move is looked at first, in 1/16 plies; negative for deeper. */
int apo_search_reduction(const apo_node *n, size_t number, bool is_noisy);

/* --- learn.c ------------------------------------------------------------- */

/* What the evaluation of a node says of the quiet move that led there. */
void apo_search_learn_hint(apo_searcher *s, const apo_node *n);

/* A move has been tried and did not decide the node. */
void apo_search_note_tried(apo_searcher *s, apo_node *n, const apo_move *mv);

/* The node's best move has cut. */
void apo_search_learn(apo_searcher *s, const apo_node *n);

/* How far the evaluation was wrong. `alpha_before` is the window's as the node began. */
void apo_search_learn_correction(apo_searcher *s, const apo_node *n, int alpha_before);

/* --- search.c, quiesce.c ------------------------------------------------- */

/* The score of the position on the board for its mover, `depth` plies deep. `is_cut`: it is
 * expected to reach beta. Meaningless after a stop. */
int apo_search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply, bool is_cut);

/* Plays captures out until the position is quiet, so that it can be evaluated. */
int apo_quiesce(apo_searcher *s, int alpha, int beta, unsigned ply, int depth);

/* Makes a move of the node, searches behind it, takes it back. `number` counts moves tried
 * before. True if the node is decided; the move has not been legal if `*out_legal` is false. */
bool apo_search_try(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                    bool *out_legal);

#endif
