/* The tree: principal variation search. Each technique has a comment where it is, here and in
 * prune.c, node.c and learn.c, with the score of this program against itself without it: grand,
 * 100 games at 1,500 nodes a move, 95 % interval about 10 points either way (docs/engine.md).
 * For techniques far from the leaves, so few nodes say little. */
#include "rules/rules/engine_view.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    REST_DEPTH = 14,
    SINGULAR_DEPTH = 7,
    DOUBLES_MOST = 6
};

/* NOLINTBEGIN(misc-no-recursion): a search is one; depth and APO_PLIES_MAX end it. */

/* --- a move -------------------------------------------------------------- */

int apo_search_below(apo_searcher *s, unsigned ply, int alpha, int beta, int depth, bool is_cut)
{
    if (apo_search_moves_again(s, ply))
        return apo_search_node(s, alpha, beta, depth, ply + 1, is_cut);
    return -apo_search_node(s, -beta, -alpha, depth, ply + 1, is_cut);
}

/* Principal variation search: the first move gets the full window, the others a null window
 * that shows they are no better; moves that fail high are searched again. `reduction` is in
 * 1/16 plies. */
static int search_child(apo_searcher *s, const apo_node *n, size_t number, int depth,
                        int reduction)
{
    int score = n->alpha + 1;
    bool is_reduced = reduction >= 16;
    if (is_reduced) {
        int less = depth - reduction / 16;
        less = less < 1 ? 1 : less;
        is_reduced = less < depth;
        if (is_reduced)
            score = apo_search_below(s, n->ply, n->alpha, n->alpha + 1, less, true);
    }
    if (is_reduced ? score > n->alpha : !n->is_pv || number > 0)
        score = apo_search_below(s, n->ply, n->alpha, n->alpha + 1, depth, !n->is_cut);
    if (n->is_pv && (number == 0 || (score > n->alpha && score < n->beta)))
        score = apo_search_below(s, n->ply, n->alpha, n->beta, depth, false);
    return score;
}

/* Singular extension: if all other moves, searched at reduced depth, fail well below the TT
 * score, the TT move is extended. If others reach even beta, the node is cut (multi-cut); if
 * they come close where the TT expects a cutoff, the TT move is shortened. What each is worth:
 * docs/engine.md. Returns plies; sets `*out_score` if the node is decided. */
static int singular_extension(apo_searcher *s, const apo_node *n, const apo_move *mv,
                              int *out_score)
{
    apo_stack_entry *ss = &s->stack[n->ply];
    if (n->depth < SINGULAR_DEPTH || n->ply == 0 || n->ply >= 2 * s->depth ||
        ss->excluded != 0 || n->tt_data.move == 0 ||
        apo_move_signature(mv) != n->tt_data.move ||
        (n->tt_data.bound & APO_BOUND_LOWER) == 0 || n->tt_data.depth + 3 < n->depth ||
        apo_score_is_mate(n->tt_score))
        return 0;
    int beta = n->tt_score - 2 * n->depth;
    ss->excluded = n->tt_data.move;
    int score = apo_search_node(s, beta - 1, beta, (n->depth - 1) / 2, n->ply, n->is_cut);
    ss->excluded = 0;
    if (s->is_stopped)
        return 0;
    if (score < beta) {
        bool is_double = !n->is_pv && score < beta - 25 && ss->doubles < DOUBLES_MOST;
        return is_double ? 2 : 1;
    }
    if (beta >= n->beta)
        *out_score = beta;
    return n->tt_score >= n->beta ? -1 : 0;
}

static bool try_extended(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                         int extension, bool *out_legal)
{
    apo_stack_entry *ss = &s->stack[n->ply];
    apo_tt_prefetch(s->tt, apo_make_foresee(&s->pos, mv));
    apo_previous_move move = apo_search_previous_move(&s->pos, mv);
    bool is_noisy = apo_move_is_noisy(&s->pos, mv);
    int reduction = apo_search_reduction(s, n, number, is_noisy);
    *out_legal = apo_make_legal(&s->pos, &ss->check_info, mv, &ss->undo);
    if (!*out_legal)
        return false;
    apo_search_descend(s, n->ply, move);
    s->stack[n->ply + 1].doubles += extension == 2;
    if (apo_search_is_check(s, n->ply + 1)) {
        reduction -= 16;
        /* Check extension: a check and its evasion are one event; without the evasion its
         * effect would not be seen. Bounded by twice the depth, or lines of checks would never
         * end. Scores 90 %. */
        if (extension == 0 && n->ply < 2 * s->depth && n->depth <= 6)
            extension = 1;
    }
    int score = search_child(s, n, number, n->depth - 1 + extension - n->less, reduction);
    apo_search_ascend(s, n->ply);
    if (s->is_stopped)
        return true;
    apo_search_update_best(s, n, mv, score);
    return n->alpha >= n->beta;
}

bool apo_search_try(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                    bool *out_legal)
{
    return try_extended(s, n, mv, number, 0, out_legal);
}

/* --- a node -------------------------------------------------------------- */

/* One move of the node. True if the node is decided. */
static bool handle_move(apo_searcher *s, apo_node *n, const apo_move *mv, size_t *number)
{
    int decided = APO_SCORE_NONE;
    bool is_legal;
    int extension = *number == 0 ? singular_extension(s, n, mv, &decided) : 0;
    if (s->is_stopped)
        return true;
    if (decided != APO_SCORE_NONE) {
        n->best_score = decided;
        n->is_cut_early = true;
        return true;
    }
    bool is_done = try_extended(s, n, mv, *number, extension, &is_legal);
    if (is_done || !is_legal)
        return is_done;
    (*number)++;
    /* Once a move has raised alpha in a PV node, the others are searched less deeply: 25 %
     * fewer nodes to depth 10. */
    n->less = n->is_pv && n->has_best && n->depth > 2 && n->depth < REST_DEPTH;
    apo_search_note_tried(s, n, mv);
    return false;
}

/* Returns the number of legal moves tried until the node was decided. */
static size_t search_moves(apo_searcher *s, apo_node *n)
{
    apo_picker picker;
    apo_stack_entry *ss = &s->stack[n->ply];
    apo_continuation continuation = apo_search_continuation(s, n->ply);
    size_t number = 0;
    n->continuation = &continuation;
    apo_picker_start(&picker, &s->context, &ss->check_info, &continuation, n->tt_data.move,
                     APO_PICK_ALL);
    for (const apo_move *mv; (mv = apo_picker_next(&picker)) != NULL;
         apo_search_prune_quiets(s, n, &picker, number)) {
        if (ss->excluded != 0 && apo_move_signature(mv) == ss->excluded)
            continue;
        if (apo_search_prune_move(s, n, &picker, mv, number))
            continue;
        n->history = picker.history;
        if (handle_move(s, n, mv, &number)) {
            number++;
            break;
        }
    }
    if (!s->is_stopped && !n->is_cut_early && n->best_score >= n->beta && n->has_best)
        apo_search_learn(s, n);
    apo_picker_end(&picker);
    n->continuation = NULL;
    return number;
}

static int search_inner(apo_searcher *s, apo_node *n)
{
    const apo_stack_entry *ss = &s->stack[n->ply];
    int alpha = n->alpha;
    size_t number = search_moves(s, n);
    if (s->is_stopped)
        return 0;
    if (number == 0)
        return ss->excluded != 0 ? alpha : apo_search_score_no_move(s, n);
    if (ss->excluded != 0 || n->is_cut_early)
        return n->best_score;
    apo_search_store(s, n, alpha);
    apo_search_learn_correction(s, n, alpha);
    return n->best_score;
}

/* Mate distance pruning: a shorter mate is already certain elsewhere. */
static bool mate_distance(apo_node *n)
{
    if (n->alpha < -APO_SCORE_MATE + (int)n->ply)
        n->alpha = -APO_SCORE_MATE + (int)n->ply;
    if (n->beta > APO_SCORE_MATE - (int)n->ply - 1)
        n->beta = APO_SCORE_MATE - (int)n->ply - 1;
    return n->alpha >= n->beta;
}

int apo_search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply, bool is_cut)
{
    int score;
    if (depth <= 0)
        return apo_quiesce(s, alpha, beta, ply, 0);
    apo_node n = {.alpha = alpha,
                  .beta = beta,
                  .depth = depth,
                  .ply = ply,
                  .is_pv = beta > alpha + 1,
                  .is_cut = is_cut,
                  .best_score = -APO_SCORE_INFINITE};
    apo_search_enter(s, ply);
    if (apo_search_should_stop(s))
        return 0;
    if (apo_search_is_end(s, ply, &score))
        return score;
    if (mate_distance(&n))
        return n.alpha;
    if (apo_search_probe(s, &n, &score))
        return score;
    /* A side that must capture cannot do nothing: its evaluation says as little as in check.
     * Scores 30 % against Fairy-Stockfish in antichess (40 games at 3,000 nodes), 13 %
     * without. */
    n.is_check = apo_search_is_check(s, ply) || apo_search_compulsory(s) > 0;
    if (ply >= APO_PLIES_MAX)
        return n.is_check ? 0 : apo_search_evaluate(s, ply);
    apo_search_static_evaluation(s, &n);
    if (apo_search_prune_node(s, &n, &score) || s->is_stopped)
        return s->is_stopped ? 0 : score;
    /* Internal iterative reduction: without a TT move, search one ply less deeply to find one.
     * Scores 54 %. */
    if (n.tt_data.move == 0 && n.depth >= 4 && (n.is_pv || n.is_cut))
        n.depth--;
    return search_inner(s, &n);
}

/* NOLINTEND(misc-no-recursion) */
