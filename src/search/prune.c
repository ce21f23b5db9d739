/* Pruning and reductions: nodes that are decided before a move is tried, moves that are
 * skipped, and how much less deeply late moves are searched. search.c says how the gain of each
 * was measured. */
#include "rules/rules/engine_view.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    RAZOR_DEPTH = 3,
    REVERSE_DEPTH = 8,
    NULL_DEPTH = 3,
    NULL_VERIFY_DEPTH = 13,
    PROBE_DEPTH = 5,
    FUTILITY_DEPTH = 8,
    HISTORY_DEPTH = 5,
    SKIP_DEPTH = 2,
    REDUCE_DEPTH = 2
};

/* NOLINTBEGIN(misc-no-recursion): a search is one; depth and APO_PLIES_MAX end it. */

/* --- nodes --------------------------------------------------------------- */

/* Null move: if passing still fails high, a real move surely does. A pass does not change the
 * types last moved, so jokers have the power of rule 2.5. Verified at high depth. It scores
 * 54 %. */
static bool null_move(apo_searcher *s, const apo_node *n, int *out_score)
{
    static const apo_previous_move pass = {.type = APO_TYPE_NONE};
    apo_stack_entry *ss = &s->stack[n->ply];
    int surplus = (n->evaluation - n->beta) / 180;
    int reduction = 4 + n->depth / 4 + (surplus < 3 ? surplus : 3);
    if (n->depth < NULL_DEPTH || n->evaluation < n->beta || n->ply < s->null_min_ply ||
        s->stack[n->ply - 1].move.type == APO_TYPE_NONE || ss->excluded != 0 ||
        ss->evaluation < n->beta - 20 * n->depth + 150 || !apo_null_move_is_sound(&s->pos))
        return false;
    apo_make_null_move(&s->pos, &ss->undo);
    apo_search_descend(s, n->ply, pass);
    s->stack[n->ply + 1].plies_from_null = 0;
    int score = -apo_search_node(s, -n->beta, -n->beta + 1, n->depth - reduction, n->ply + 1,
                                 !n->is_cut);
    apo_search_ascend(s, n->ply);
    if (s->is_stopped || score < n->beta)
        return false;
    *out_score = apo_score_is_mate(score) ? n->beta : score;
    if (n->depth < NULL_VERIFY_DEPTH || s->null_min_ply > 0)
        return true;
    s->null_min_ply = n->ply + (unsigned)(3 * (n->depth - reduction) / 4);
    score = apo_search_node(s, n->beta - 1, n->beta, n->depth - reduction, n->ply, false);
    s->null_min_ply = 0;
    return !s->is_stopped && score >= n->beta;
}

/* ProbCut: a capture that is well above beta at much lower depth will be above beta. It scores
 * 50 %: it starts deeper than these matches search. */
static bool probcut(apo_searcher *s, const apo_node *n, int *out_score)
{
    apo_stack_entry *ss = &s->stack[n->ply];
    int beta = n->beta + s->constants->probe_margin - 40 * n->is_improving, tried = 0;
    bool is_found_lower =
        n->is_tt_hit && n->tt_data.depth >= n->depth - 3 && n->tt_score < beta;
    if (n->depth < PROBE_DEPTH || is_found_lower || ss->excluded != 0)
        return false;
    apo_picker picker;
    apo_continuation continuation = apo_search_continuation(s, n->ply);
    bool is_good = false;
    apo_picker_start(&picker, &s->context, &ss->check_info, &continuation, n->tt_data.move,
                     APO_PICK_NOISY);
    for (const apo_move *mv;
         !is_good && tried < 4 && (mv = apo_picker_next(&picker)) != NULL;) {
        int gain = apo_move_gain(&s->pos, s->evaluation, mv);
        apo_previous_move move = apo_search_previous_move(&s->pos, mv);
        if (ss->evaluation + gain < beta ||
            !apo_make_legal(&s->pos, &ss->check_info, mv, &ss->undo))
            continue;
        tried++;
        apo_search_descend(s, n->ply, move);
        int score = apo_quiesce_below(s, n->ply, beta - 1, beta, 0);
        if (score >= beta)
            score = apo_search_below(s, n->ply, beta - 1, beta, n->depth - 4, !n->is_cut);
        apo_search_ascend(s, n->ply);
        is_good = !s->is_stopped && score >= beta;
        *out_score = score;
    }
    apo_picker_end(&picker);
    return is_good;
}

bool apo_search_prune_node(apo_searcher *s, const apo_node *n, int *out_score)
{
    const apo_search_constants *c = s->constants;
    /* A mate search must find mates that begin with a sacrifice or a quiet move too. */
    if (n->is_pv || n->is_check || apo_score_is_mate(n->beta) || s->limits->mate > 0)
        return false;
    /* Razoring: so far below alpha that only captures can help; test whether they do. Scores 53
     * % (200 games). */
    if (n->depth <= RAZOR_DEPTH &&
        n->evaluation + c->razor_base + c->razor_square * (n->depth - 1) * n->depth <=
            n->alpha) {
        *out_score = apo_quiesce(s, n->alpha, n->alpha + 1, n->ply, 0);
        if (*out_score <= n->alpha)
            return true;
    }
    /* Reverse futility: so far above beta that the enemy cannot make up for it in a few plies.
     * Scores 56 %. */
    int margin = c->reverse_margin * (n->depth - n->is_improving);
    if (n->depth <= REVERSE_DEPTH && n->evaluation - margin >= n->beta &&
        s->stack[n->ply].excluded == 0) {
        *out_score = (n->evaluation + n->beta) / 2;
        return true;
    }
    return null_move(s, n, out_score) || probcut(s, n, out_score);
}

/* NOLINTEND(misc-no-recursion) */

/* --- moves --------------------------------------------------------------- */

/* The base-2 logarithm, in sixteenths, linear between powers of two. */
static int logarithm(size_t n)
{
    unsigned whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    return (int)(16 * whole + ((n - ((size_t)1 << whole)) << 4 >> whole));
}

/* Late-move reductions: late moves are searched less deeply at first, more so on boards with a
 * hundred moves than in chess. In 1/16 plies: 0.6 + ln(depth) * ln(number) / 1.9 (base 10,
 * divisor 63). Scores 59 %; against 0.4 + ln * ln / 2.3 52 % in 240 games. */
static int base_reduction(const apo_searcher *s, const apo_node *n, size_t number)
{
    const apo_search_constants *c = s->constants;
    int product = logarithm((size_t)n->depth) * logarithm(number + 1);
    return c->reduction_base + product / c->reduction_divisor;
}

/* True if no quiet move is expected to raise the score above alpha; the bound becomes the best
 * score. */
static bool is_futile(const apo_searcher *s, apo_node *n, int depth)
{
    int hope =
        n->evaluation + s->constants->futility_base + s->constants->futility_margin * depth;
    if (depth > FUTILITY_DEPTH || n->is_check || hope > n->alpha)
        return false;
    if (hope > n->best_score)
        n->best_score = hope;
    return true;
}

/* Prunes nothing until a move has been found that does not get mated. */
static bool may_prune(const apo_node *n, size_t number)
{
    return number > 0 && n->best_score > -APO_SCORE_MATE_LEAST;
}

/* The approximate depth of the next move's search. */
static int depth_left(const apo_searcher *s, const apo_node *n, size_t number)
{
    int depth = n->depth - base_reduction(s, n, number) / 16;
    return depth > 0 ? depth : 0;
}

void apo_search_prune_quiets(const apo_searcher *s, apo_node *n, apo_picker *picker,
                             size_t number)
{
    if (!may_prune(n, number))
        return;
    /* Late-move pruning: scores 53 %. */
    bool is_late =
        number >= (size_t)((4 + n->depth * n->depth) * (1 + n->is_improving) / 2) + 2;
    int depth = depth_left(s, n, number);
    if (is_late && n->depth <= SKIP_DEPTH && !apo_goals_may_press(&s->pos))
        apo_picker_skip_quiets(picker);
    /* Futility pruning: scores 60 %. */
    else if (is_late || is_futile(s, n, depth))
        apo_picker_want(picker, APO_PICKER_CHECKS);
    /* History pruning: moves with a bad history. Scores 59 % (160 games at 6,000 nodes). */
    else if (depth <= HISTORY_DEPTH)
        apo_picker_want(picker, -s->constants->history_margin * (depth + 1));
}

/* SEE pruning: scores 68 %. */
bool apo_search_prune_move(apo_searcher *s, const apo_node *n, const apo_picker *picker,
                           const apo_move *mv, size_t number)
{
    if (!may_prune(n, number))
        return false;
    if (apo_move_is_noisy(&s->pos, mv))
        return n->depth <= 7 && apo_picker_is_losing(picker) &&
               apo_move_loses(&s->pos, s->evaluation, mv, s->constants->loss_noisy * n->depth);
    int depth = depth_left(s, n, number);
    return depth <= 7 && !n->is_check &&
           apo_move_loses(&s->pos, s->evaluation, mv,
                          s->constants->loss_quiet * depth * depth) &&
           !apo_move_checks(&s->pos, mv);
}

int apo_search_reduction(const apo_searcher *s, const apo_node *n, size_t number, bool is_noisy)
{
    if (n->depth < REDUCE_DEPTH || number < 1U + n->is_pv + (n->ply == 0))
        return 0;
    int reduction = base_reduction(s, n, number);
    reduction += 16 * (!n->is_improving) + 20 * n->is_cut - 18 * n->is_pv;
    if (is_noisy)
        reduction = reduction / 2 - 8;
    else
        reduction -= n->history / 700;
    return reduction;
}
