/* The search of one thread. root.c does iterative deepening and keeps the lines; search.c is
 * the tree, quiesce.c the quiescence search at its leaves; prune.c has pruning and reductions,
 * node.c what all nodes share, learn.c the history updates. */
#ifndef APO_SEARCH_SEARCH_PRIV_H
#define APO_SEARCH_SEARCH_PRIV_H

#include <stdatomic.h>

#include "neural/accumulators.h"
#include "search/constants.h"
#include "search/picker.h"
#include "search/search_report.h"
#include "search/time_manager.h"
#include "search/tt.h"

/* Keys of the positions of the game so far; the last is the current one. */
typedef struct apo_key_path {
    uint64_t *keys;
    size_t count, capacity;
} apo_key_path;

enum {
    APO_TRIED_MAX = 64 /* tried moves of a node kept for the histories, per kind */
};

/* The search stack, one entry per ply: what deeper nodes read, and what is too large for the C
 * stack. */
typedef struct apo_stack_entry {
    apo_psq psq;
    apo_check_info check_info;
    uint64_t check_info_key;  /* of the position of `check_info` */
    int evaluation;           /* static, corrected; APO_SCORE_NONE in check */
    apo_previous_move move;   /* the current move */
    unsigned plies_from_null; /* plies since the last null move, or since the root */
    unsigned doubles;         /* double extensions in this line */
    uint32_t excluded;        /* signature of the move left out by a singular search, or 0 */
    apo_undo undo;            /* of the current move */
    apo_move quiets[APO_TRIED_MAX], captures[APO_TRIED_MAX]; /* tried */
} apo_stack_entry;

typedef struct apo_root_move {
    apo_move mv;
    int score;
    uint64_t nodes; /* searched below it in this search */
} apo_root_move;

/* The eval cache: dynamic terms by position, indexed by the low bits of the key. */
enum {
    APO_EVAL_CACHE_ENTRIES = 1 << 15 /* 256 kB: a share of the L2 cache */
};

typedef struct apo_eval_cache_entry {
    uint32_t check; /* the upper half of the key, without the side to move */
    apo_weight dynamic;
} apo_eval_cache_entry;

/* Large: on the heap. */
typedef struct apo_searcher apo_searcher;

/* A helper thread that searches the same position; only the TT is shared. */
typedef struct apo_helper {
    apo_searcher *searcher; /* owned */
    apo_key_path path;      /* owned; a copy of the engine's */
    void *thread;           /* while searching */
} apo_helper;

struct apo_searcher {
    const apo_evaluation *evaluation; /* borrowed, as are the next six */
    apo_tt *tt;
    atomic_bool *stop;
    const apo_limits *limits;
    const apo_search_constants *constants;
    apo_time_manager *time;       /* helpers leave it alone */
    apo_search_report_sink *sink; /* may be NULL */
    void *sink_context;
    bool is_helper;            /* only fills the TT: no limits except stop, no reports */
    unsigned number;           /* of the thread, from 0 */
    const apo_helper *helpers; /* their nodes count as well; borrowed */
    unsigned helper_count;

    apo_position pos;
    apo_key_path path;
    apo_picker_context context;
    _Atomic uint64_t nodes_shown; /* copy for other threads, updated now and then */
    uint64_t nodes;
    unsigned depth, seldepth, index; /* of the current iteration and line */
    bool is_stopped;
    unsigned repetition_limit, halfmove_limit;
    unsigned null_min_ply; /* no null moves before this ply (while one is verified) */

    apo_root_move *roots; /* in the buffer below; ordered best first */
    size_t root_count;
    /* changes of the best move in this iteration, and a decaying share of earlier ones, in
     * 1/16 */
    unsigned changes;
    int score_before;    /* of the previous iteration */
    unsigned depth_done; /* the last completed iteration, and its result */
    int score_done;
    apo_pv root_lines[APO_MULTIPV_MAX];
    apo_pv lines[APO_PLIES_MAX + 2]; /* by ply: the PV from there */
    apo_stack_entry stack[APO_PLIES_MAX + 2];
    apo_history history;
    apo_pawn_table pawns;
    apo_attack_cache attack_cache;
    apo_accumulators *accumulators; /* owned; NULL: no net */
    apo_eval_cache_entry eval_cache[APO_EVAL_CACHE_ENTRIES];
    apo_picker_buffer buf;
    apo_root_move root_buf[APO_MOVE_LIST_MAX];
};

/* A node: its window, what is known about it, and the result so far. */
typedef struct apo_node {
    int alpha, beta, depth;
    int less; /* plies by which the remaining moves are reduced */
    unsigned ply;
    bool is_pv, is_cut, is_check, is_improving, is_tt_hit;
    bool is_cut_early; /* by a singular search: its score has less depth */
    int raw;           /* static evaluation before correction, as the TT keeps it */
    int evaluation;    /* corrected, and refined by the TT score */
    apo_tt_data tt_data;
    int tt_score;
    int best_score;
    apo_move best;
    bool has_best;
    size_t quiet_count, capture_count;    /* tried so far, in the stack entry */
    const apo_continuation *continuation; /* while its moves are tried; borrowed */
    int history;                          /* of the current quiet move */
} apo_node;

/* Clears what was learnt in earlier games; sizes the histories for this game. Errors:
 * APO_E_MEMORY. */
apo_status apo_searcher_new_game(apo_searcher *searcher, const apo_variant *var,
                                 const apo_alloc *alloc);

/* Evaluates with a net (borrowed), or without one for NULL. Errors: APO_E_MEMORY: there is no
 * net now. */
apo_status apo_searcher_set_network(apo_searcher *searcher, const apo_network *network,
                                    const apo_alloc *alloc);

/* Frees what the searcher owns, not the searcher itself. */
void apo_searcher_clear(apo_searcher *searcher);

/* Searches `searcher->pos` with the settings above; fills `roots` (best first) and
 * `root_lines`. False if there is no move to search. */
bool apo_searcher_run(apo_searcher *searcher);

/* Nodes of this searcher and its helpers. */
uint64_t apo_searcher_nodes(const apo_searcher *searcher);

/* --- node.c -------------------------------------------------------------- */

bool apo_search_should_stop(apo_searcher *s);

/* True in check; fills the node's check info unless it is already there for this position. */
bool apo_search_is_check(apo_searcher *s, unsigned ply);

/* Enters a node: counts it. */
void apo_search_enter(apo_searcher *s, unsigned ply);

/* Records the score of a move. */
void apo_search_update_best(apo_searcher *s, apo_node *n, const apo_move *mv, int score);

/* Sets up the next stack entry after a move has been made; `move` is that move. */
void apo_search_descend(apo_searcher *s, unsigned ply, apo_previous_move move);
void apo_search_ascend(apo_searcher *s, unsigned ply);

/* True if the game ends here other than by mate or stalemate. */
bool apo_search_is_end(apo_searcher *s, unsigned ply, int *out_score);

/* The score of a side without legal moves. */
int apo_search_score_no_move(const apo_searcher *s, const apo_node *n);

/* Probes the TT. True if its entry decides this node. */
bool apo_search_probe(apo_searcher *s, apo_node *n, int *out_score);
void apo_search_store(apo_searcher *s, const apo_node *n, int alpha_before);

/* The evaluation of the current position, its dynamic terms from the eval cache if they are
 * there. */
int apo_search_evaluate(apo_searcher *s, unsigned ply);

/* A cheaper estimate without the dynamic terms, which seldom differs by more than
 * APO_ROUGH_MARGIN. False, with `*out` untouched, if there is none: evaluation by a net alone
 * is cheap already, and some games need the dynamic terms. */
bool apo_search_evaluate_roughly(apo_searcher *s, unsigned ply, int *out);

/* Applies the learnt correction to an evaluation. */
int apo_search_correct(const apo_searcher *s, unsigned ply, int raw);

/* The node's static evaluation: rough far outside the window, none in check. Learns from it
 * about the previous move. */
void apo_search_static_evaluation(apo_searcher *s, apo_node *n);

/* What the histories need about a move that is about to be made. */
apo_previous_move apo_search_previous_move(const apo_position *pos, const apo_move *mv);
apo_continuation apo_search_continuation(const apo_searcher *s, unsigned ply);

/* --- prune.c ------------------------------------------------------------- */

/* True for a node so far outside the window that its moves need not be searched; sets its
 * score. */
bool apo_search_prune_node(apo_searcher *s, const apo_node *n, int *out_score);

/* Tells the picker which quiet moves to prune from now on, near the leaves: late moves, moves
 * that cannot raise a bad position above alpha, and moves with a bad history. `number` counts
 * the moves tried before. */
void apo_search_prune_quiets(const apo_searcher *s, apo_node *n, apo_picker *picker,
                             size_t number);

/* SEE pruning: true for a move that loses too much material, near the leaves. */
bool apo_search_prune_move(apo_searcher *s, const apo_node *n, const apo_picker *picker,
                           const apo_move *mv, size_t number);

/* The reduction of a move, in 1/16 plies; negative for an extension. */
int apo_search_reduction(const apo_searcher *s, const apo_node *n, size_t number,
                         bool is_noisy);

/* --- learn.c ------------------------------------------------------------- */

/* Learns from a node's evaluation about the quiet move that led to it. */
void apo_search_learn_hint(apo_searcher *s, const apo_node *n);

/* Notes a move that was tried and did not decide the node. */
void apo_search_note_tried(apo_searcher *s, apo_node *n, const apo_move *mv);

/* Updates the histories after a cutoff by the node's best move. */
void apo_search_learn(apo_searcher *s, const apo_node *n);

/* Learns how far the evaluation was wrong. `alpha_before` is alpha at the start of the node. */
void apo_search_learn_correction(apo_searcher *s, const apo_node *n, int alpha_before);

/* --- search.c, quiesce.c ------------------------------------------------- */

/* The score of the current position for the side to move, searched `depth` plies deep.
 * `is_cut`: expected to fail high. Meaningless after a stop. */
int apo_search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply, bool is_cut);

/* Plays captures out until the position is quiet, so that it can be evaluated. */
int apo_quiesce(apo_searcher *s, int alpha, int beta, unsigned ply, int depth);

/* True if the side that has made the move of this ply moves again, as within a double turn. */
static inline bool apo_search_moves_again(const apo_searcher *s, unsigned ply)
{
    return s->pos.state.side == s->stack[ply].undo.state.side;
}

/* The score of the position after the move of this ply, for the side that made it; alpha and
 * beta are that side's too. */
int apo_search_below(apo_searcher *s, unsigned ply, int alpha, int beta, int depth,
                     bool is_cut);
int apo_quiesce_below(apo_searcher *s, unsigned ply, int alpha, int beta, int depth);

/* The number of captures, if the game's rules force the side to move to choose among them; 0 if
 * it need not capture. */
size_t apo_search_compulsory(apo_searcher *s);

/* Makes a move of the node, searches it and unmakes it. `number` counts the moves tried before.
 * True if the node is decided; `*out_legal` is false if the move was illegal. */
bool apo_search_try(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                    bool *out_legal);

#endif
