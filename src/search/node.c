/* What all nodes of the tree share: counting, evaluation, TT probes, and ends of the game. */
#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    CLOCK_EVERY = 128, /* nodes between two polls of the clock; a power of two */
    SHOW_EVERY = 4096, /* nodes between two updates of the count for other threads */
    FAR_OFF = 650      /* this far outside the window the rough evaluation is enough */
};

/* --- entering and leaving ------------------------------------------------ */

bool apo_search_should_stop(apo_searcher *s)
{
    if (s->is_stopped)
        return true;
    if (s->nodes % SHOW_EVERY == 0)
        atomic_store_explicit(&s->nodes_shown, s->nodes, memory_order_relaxed);
    if (s->limits->nodes > 0 && s->nodes >= s->limits->nodes && !s->is_helper)
        s->is_stopped = true;
    else if (s->nodes % CLOCK_EVERY == 0)
        s->is_stopped = atomic_load_explicit(s->stop, memory_order_relaxed) ||
                        (!s->is_helper && apo_time_manager_poll(s->time) >= s->time->hard_ms);
    return s->is_stopped;
}

/* Mate scores count from the position in the TT, from the root in the search. */
static int to_table(int score, unsigned ply)
{
    if (!apo_score_is_mate(score))
        return score;
    return score > 0 ? score + (int)ply : score - (int)ply;
}

static int from_table(int score, unsigned ply)
{
    if (!apo_score_is_mate(score))
        return score;
    return score > 0 ? score - (int)ply : score + (int)ply;
}

bool apo_search_is_check(apo_searcher *s, unsigned ply)
{
    apo_stack_entry *ss = &s->stack[ply];
    uint64_t key = apo_position_key(&s->pos);
    if (ss->check_info_key != key)
        apo_check_info_find(&ss->check_info, &s->pos);
    ss->check_info_key = key;
    return ss->check_info.is_check;
}

void apo_search_enter(apo_searcher *s, unsigned ply)
{
    s->lines[ply].count = 0;
    s->nodes++;
    if (ply > s->seldepth)
        s->seldepth = ply;
}

static void extend_line(apo_searcher *s, unsigned ply, const apo_move *mv)
{
    apo_pv *line = &s->lines[ply];
    const apo_pv *rest = &s->lines[ply + 1];
    line->moves[0] = *mv;
    memcpy(line->moves + 1, rest->moves, rest->count * sizeof *rest->moves);
    line->count = rest->count + 1;
}

void apo_search_update_best(apo_searcher *s, apo_node *n, const apo_move *mv, int score)
{
    if (score <= n->best_score)
        return;
    n->best_score = score;
    if (score <= n->alpha)
        return;
    n->best = *mv;
    n->has_best = true;
    n->alpha = score;
    if (n->is_pv)
        extend_line(s, n->ply, mv);
}

apo_previous_move apo_search_previous_move(const apo_position *pos, const apo_move *mv)
{
    return (apo_previous_move){(uint8_t)apo_history_type(pos, mv), !apo_move_is_noisy(pos, mv),
                               mv->from, mv->to};
}

apo_continuation apo_search_continuation(const apo_searcher *s, unsigned ply)
{
    static const apo_previous_move nothing = {.type = APO_TYPE_NONE};
    const apo_previous_move previous[APO_PREVIOUS_MOVES] = {
        ply > 0 ? s->stack[ply - 1].move : nothing,
        ply > 1 ? s->stack[ply - 2].move : nothing,
        ply > 3 ? s->stack[ply - 4].move : nothing,
    };
    apo_continuation continuation = {.ply = ply};
    apo_history_continuation(&s->history, &continuation, previous);
    return continuation;
}

void apo_search_descend(apo_searcher *s, unsigned ply, apo_previous_move move)
{
    apo_stack_entry *ss = &s->stack[ply], *below = &s->stack[ply + 1];
    uint64_t key = apo_position_key(&s->pos);
    apo_tt_prefetch(s->tt, key);
    __builtin_prefetch(
        &s->eval_cache[apo_position_still_key(&s->pos) % APO_EVAL_CACHE_ENTRIES]);
    s->path.keys[s->path.count++] = key;
    ss->move = move;
    below->psq = ss->psq;
    below->plies_from_null = ss->plies_from_null + 1;
    below->doubles = ss->doubles;
    below->excluded = 0;
    apo_psq_update(&below->psq, s->evaluation, &s->pos, &ss->undo);
    if (s->accumulators != NULL)
        apo_accumulators_note(s->accumulators, ply + 1, &s->pos, &ss->undo);
    __builtin_prefetch(apo_pawns_at(&s->pawns, below->psq.pawn_key));
}

void apo_search_ascend(apo_searcher *s, unsigned ply)
{
    s->path.count--;
    apo_unmake(&s->pos, &s->stack[ply].undo);
}

/* --- evaluating ---------------------------------------------------------- */

static int value_of_net(apo_searcher *s, unsigned ply)
{
    return s->accumulators == NULL ? 0 : apo_accumulators_value(s->accumulators, ply, &s->pos);
}

static bool is_net_alone(const apo_searcher *s)
{
    return s->accumulators != NULL && apo_accumulators_network(s->accumulators)->is_alone;
}

/* Dynamic terms are cached because they are needed again: by transposition, one ply deeper, and
 * with the other side to move after a null move. The TT keeps only positions that were
 * searched. */
int apo_search_evaluate(apo_searcher *s, unsigned ply)
{
    const apo_psq *psq = &s->stack[ply].psq;
    int net = value_of_net(s, ply);
    if (is_net_alone(s))
        return apo_evaluation_finish(s->evaluation, &s->pos, psq, net);
    uint64_t key = apo_position_still_key(&s->pos);
    apo_eval_cache_entry *entry = &s->eval_cache[key % APO_EVAL_CACHE_ENTRIES];
    if (entry->check != (uint32_t)(key >> 32)) {
        entry->dynamic =
            apo_evaluation_dynamic(s->evaluation, &s->pawns, &s->attack_cache, &s->pos, psq);
        entry->check = (uint32_t)(key >> 32);
    }
    return apo_evaluation_score(s->evaluation, &s->pos, psq, entry->dynamic, net);
}

bool apo_search_evaluate_roughly(apo_searcher *s, unsigned ply, int *out)
{
    if (is_net_alone(s) || apo_evaluation_needs_all(s->evaluation))
        return false;
    *out = apo_evaluate_roughly(s->evaluation, &s->pawns, &s->pos, &s->stack[ply].psq,
                                value_of_net(s, ply));
    return true;
}

/* Correction history: corrects by how much positions with the same pawns, or with the same
 * armies and imitated types, were misjudged before. Scores 54 % (400 games at 8,000 nodes) once
 * it has learnt enough: 47 % at 3,000. */
int apo_search_correct(const apo_searcher *s, unsigned ply, int raw)
{
    int score = raw + apo_history_correction(&s->history, &s->pos, &s->stack[ply].psq);
    if (score > APO_SCORE_EVALUATION_MAX)
        return APO_SCORE_EVALUATION_MAX;
    return score < -APO_SCORE_EVALUATION_MAX ? -APO_SCORE_EVALUATION_MAX : score;
}

/* Lazy evaluation: far outside the window pieces, squares and pawns are enough. Scored 58 % (60
 * games) when it was added; now it seldom applies, because king danger needs wide margins: 49 %
 * (200). */
static bool is_far_off(apo_searcher *s, const apo_node *n, int *out_rough)
{
    return apo_search_evaluate_roughly(s, n->ply, out_rough) &&
           (*out_rough >= n->beta + FAR_OFF || *out_rough <= n->alpha - FAR_OFF);
}

void apo_search_static_evaluation(apo_searcher *s, apo_node *n)
{
    apo_stack_entry *ss = &s->stack[n->ply];
    n->raw = n->evaluation = APO_SCORE_NONE;
    if (!n->is_check) {
        bool is_known = n->is_tt_hit && n->tt_data.evaluation != APO_SCORE_NONE;
        int rough = APO_SCORE_NONE;
        if (is_known)
            n->raw = n->tt_data.evaluation;
        else if (n->is_pv || !is_far_off(s, n, &rough))
            n->raw = apo_search_evaluate(s, n->ply);
        n->evaluation =
            apo_search_correct(s, n->ply, n->raw != APO_SCORE_NONE ? n->raw : rough);
    }
    ss->evaluation = n->evaluation;
    if (n->is_check)
        return;
    apo_search_learn_hint(s, n);
    int before = n->ply >= 2 ? s->stack[n->ply - 2].evaluation : APO_SCORE_NONE;
    if (before == APO_SCORE_NONE && n->ply >= 4)
        before = s->stack[n->ply - 4].evaluation;
    n->is_improving = before == APO_SCORE_NONE || n->evaluation > before;
}

/* --- ends of the game ---------------------------------------------------- */

/* A repetition within the line searched ends the game at once: an improvement on the second
 * occurrence is possible on the first. Positions of the game itself must occur as often as the
 * rule says. */
static bool is_repeated(const apo_searcher *s, unsigned ply)
{
    const apo_key_path *path = &s->path;
    size_t reach = apo_reversible_count(&s->pos);
    if (reach < 4 || s->repetition_limit == 0)
        return false;
    uint64_t key = path->keys[path->count - 1];
    unsigned seen = 1;
    if (reach > path->count - 1)
        reach = path->count - 1;
    if (s->stack[ply].plies_from_null < ply && reach > s->stack[ply].plies_from_null)
        reach = s->stack[ply].plies_from_null;
    for (size_t back = 4; back <= reach; back += 2) {
        if (path->keys[path->count - 1 - back] != key)
            continue;
        if (back <= ply || ++seen >= s->repetition_limit)
            return true;
    }
    return false;
}

bool apo_search_is_end(apo_searcher *s, unsigned ply, int *out_score)
{
    int quarters;
    if (s->pos.var->hooks.ends_count > 0 &&
        apo_position_ends(&s->pos, &quarters) != APO_ENDING_NONE) {
        *out_score = apo_score_of_quarters(quarters, ply);
        return true;
    }
    if (apo_is_bare_end(&s->pos, &quarters)) {
        *out_score = apo_score_of_quarters(quarters, ply);
        return true;
    }
    bool is_limit = s->halfmove_limit > 0 && s->pos.state.halfmove_count >= s->halfmove_limit;
    bool is_counted = (is_limit || apo_counting_is_over(&s->pos)) &&
                      apo_count_legal(&s->pos) > 0; /* mate on the last move wins */
    if (is_repeated(s, ply))
        quarters = apo_repetition_quarters(&s->pos);
    else if (is_counted)
        quarters = apo_count_quarters(&s->pos);
    else
        return false;
    *out_score = apo_score_of_quarters(quarters, ply);
    return true;
}

int apo_search_score_no_move(const apo_searcher *s, const apo_node *n)
{
    int quarters = n->is_check && apo_position_is_check(&s->pos)
                       ? apo_mate_quarters(&s->pos)
                       : apo_stalemate_quarters(&s->pos);
    return apo_score_of_quarters(quarters, n->ply);
}

/* --- the TT -------------------------------------------------------------- */

bool apo_search_probe(apo_searcher *s, apo_node *n, int *out_score)
{
    n->is_tt_hit = apo_tt_probe(s->tt, apo_position_key(&s->pos), &n->tt_data);
    if (!n->is_tt_hit) {
        n->tt_data = (apo_tt_data){.move = 0, .evaluation = APO_SCORE_NONE};
        return false;
    }
    int score = from_table(n->tt_data.score, n->ply);
    bool is_enough = n->tt_data.bound == APO_BOUND_EXACT ||
                     (n->tt_data.bound == APO_BOUND_LOWER && score >= n->beta) ||
                     (n->tt_data.bound == APO_BOUND_UPPER && score <= n->alpha);
    n->tt_score = score;
    *out_score = score;
    return is_enough && !n->is_pv && n->tt_data.depth >= n->depth &&
           s->stack[n->ply].excluded == 0;
}

void apo_search_store(apo_searcher *s, const apo_node *n, int alpha_before)
{
    enum apo_bound bound = n->best_score >= n->beta       ? APO_BOUND_LOWER
                           : n->best_score > alpha_before ? APO_BOUND_EXACT
                                                          : APO_BOUND_UPPER;
    apo_tt_store(s->tt, apo_position_key(&s->pos),
                 (apo_tt_data){.move = n->has_best ? apo_move_signature(&n->best) : 0,
                               .score = (int16_t)to_table(n->best_score, n->ply),
                               .evaluation = (int16_t)n->raw,
                               .depth = (uint8_t)(n->depth > 0 ? n->depth : 0),
                               .bound = (uint8_t)bound});
}
