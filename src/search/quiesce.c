/* Quiescence: only captures, promotions, and answers to checks, until nothing is left
 * hanging. */
#include "rules/rules/engine_view.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    GAIN_MARGIN = 140,   /* what a capture may gain beyond the captured piece */
    COMPULSORY_DEPTH = 4 /* plies of compulsory captures, before a choice of them is judged */
};

/* NOLINTBEGIN(misc-no-recursion): captures and APO_PLIES_MAX end it. */

int apo_quiesce_below(apo_searcher *s, unsigned ply, int alpha, int beta, int depth)
{
    if (apo_search_moves_again(s, ply))
        return apo_quiesce(s, alpha, beta, ply + 1, depth);
    return -apo_quiesce(s, -beta, -alpha, ply + 1, depth);
}

/* One capture, or any answer to a check. True if the node is decided. */
static bool try_move(apo_searcher *s, apo_node *n, const apo_move *mv)
{
    apo_stack_entry *ss = &s->stack[n->ply];
    apo_tt_prefetch(s->tt, apo_make_foresee(&s->pos, mv));
    apo_previous_move move = apo_search_previous_move(&s->pos, mv);
    if (!apo_make_legal(&s->pos, &ss->check_info, mv, &ss->undo))
        return false;
    apo_search_descend(s, n->ply, move);
    int score = apo_quiesce_below(s, n->ply, n->alpha, n->beta, n->depth - 1);
    apo_search_ascend(s, n->ply);
    if (s->is_stopped)
        return true;
    apo_search_update_best(s, n, mv, score);
    return n->alpha >= n->beta;
}

/* Delta pruning: skips captures that leave us below alpha even with a margin. Scores 53 % (200
 * games). */
static bool is_hopeless(const apo_searcher *s, apo_node *n, const apo_move *mv)
{
    if (n->is_check)
        return false;
    int hope = n->evaluation + GAIN_MARGIN + apo_move_gain(&s->pos, s->evaluation, mv) +
               apo_move_pressure(&s->pos, mv);
    if (hope > n->alpha)
        return false;
    if (hope > n->best_score)
        n->best_score = hope;
    return true;
}

/* True if quiet moves with pressure are tried too. Where pieces can be dropped only at the
 * first ply: there are drops that give check everywhere. */
static bool presses(const apo_searcher *s, const apo_node *n)
{
    return apo_goals_may_press(&s->pos) && (n->depth >= 0 || !apo_hands_of(s->pos.var)->is_on);
}

static void try_moves(apo_searcher *s, apo_node *n)
{
    apo_picker picker;
    apo_continuation continuation = apo_search_continuation(s, n->ply);
    size_t tried = 0, quiet = 0;
    apo_picker_start(&picker, &s->context, &s->stack[n->ply].check_info, &continuation,
                     n->tt_data.move, presses(s, n) ? APO_PICK_PRESSING : APO_PICK_NOISY);
    for (const apo_move *mv; (mv = apo_picker_next(&picker)) != NULL; tried++) {
        /* In check, once a move has been found that does not get mated, only one quiet evasion
         * is tried. */
        if (n->is_check && n->best_score > -APO_SCORE_MATE_LEAST &&
            !apo_move_is_noisy(&s->pos, mv) && quiet++ >= 1)
            continue;
        if (!is_hopeless(s, n, mv) && try_move(s, n, mv))
            break;
    }
    if (n->is_check && tried == 0)
        n->best_score = apo_search_score_no_move(s, n);
    apo_picker_end(&picker);
}

/* Stand pat: not capturing is an option too. True if it is good enough. */
static bool stands_pat(apo_searcher *s, apo_node *n)
{
    int rough;
    if (n->is_tt_hit && n->tt_data.evaluation != APO_SCORE_NONE) {
        n->raw = n->tt_data.evaluation;
    } else {
        /* Lazy evaluation: a position far above beta without dynamic terms stays so with
         * them. */
        bool is_rough = apo_search_evaluate_roughly(s, n->ply, &rough);
        if (is_rough && rough - APO_ROUGH_MARGIN >= n->beta) {
            n->best_score = rough - APO_ROUGH_MARGIN;
            return true;
        }
        /* Far below alpha only captures can help. */
        if (is_rough && rough + APO_ROUGH_MARGIN <= n->alpha) {
            n->evaluation = n->best_score = rough + APO_ROUGH_MARGIN / 2;
            return false;
        }
        n->raw = apo_search_evaluate(s, n->ply);
    }
    n->evaluation = apo_search_correct(s, n->ply, n->raw);
    n->best_score = n->evaluation;
    if (n->best_score > n->alpha)
        n->alpha = n->best_score;
    return n->best_score >= n->beta;
}

/* The number of moves if they are captures, otherwise 0. */
APO_APART size_t count_captures(apo_searcher *s)
{
    apo_move_list list = apo_picker_list_ahead(&s->context);
    return list.count > 0 && apo_move_is_noisy(&s->pos, &list.moves[0]) ? list.count : 0;
}

size_t apo_search_compulsory(apo_searcher *s)
{
    bool may_be =
        s->pos.var->hooks.sift_count > 0 && (s->pos.var->rules >> APO_RULE_MUST_CAPTURE & 1U);
    return may_be ? count_captures(s) : 0;
}

int apo_quiesce(apo_searcher *s, int alpha, int beta, unsigned ply, int depth)
{
    apo_node n = {.alpha = alpha, .beta = beta, .ply = ply, .is_pv = beta > alpha + 1};
    int score;
    apo_search_enter(s, ply);
    if (apo_search_should_stop(s))
        return 0;
    if (apo_search_is_end(s, ply, &score))
        return score;
    /* Done before the TT is probed, to give the prefetch time. */
    bool is_check = apo_search_is_check(s, ply);
    size_t compulsory = is_check ? 0 : apo_search_compulsory(s);
    n.is_check = is_check || compulsory > 0;
    if (apo_search_probe(s, &n, &score))
        return score;
    if (ply >= APO_PLIES_MAX)
        return n.is_check ? 0 : apo_search_evaluate(s, ply);
    /* Compulsory captures cannot be declined, but all their orders are far too many: 60,000
     * nodes did not always end the first iteration. A single one costs little. */
    if (compulsory > 1 && depth <= -COMPULSORY_DEPTH)
        return apo_search_correct(s, ply, apo_search_evaluate(s, ply));
    n.best_score = -APO_SCORE_MATE + (int)ply;
    n.raw = APO_SCORE_NONE;
    n.depth = depth;
    if (!n.is_check && stands_pat(s, &n))
        return n.best_score;
    try_moves(s, &n);
    if (!s->is_stopped)
        apo_search_store(s, &n, alpha);
    return n.best_score;
}

/* NOLINTEND(misc-no-recursion) */
