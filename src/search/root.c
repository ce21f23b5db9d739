/* The root: iterative deepening, aspiration windows, and the root moves. */
#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    WINDOW = 14,     /* aspiration: first half-width */
    WINDOW_FROM = 4, /* ... and from which depth on */
    WINDOW_MOST = 700
};

/* --- lists --------------------------------------------------------------- */

static bool is_wanted(const apo_limits *limits, const apo_move *mv)
{
    if (limits->moves == NULL)
        return true;
    for (size_t i = 0; i < limits->move_count; i++)
        if (apo_move_same(&limits->moves[i], mv))
            return true;
    return false;
}

/* Legal moves, the TT move first, then captures by gain. */
static int score_root(const apo_searcher *s, const apo_move *mv, uint32_t first)
{
    if (first != 0 && apo_move_signature(mv) == first)
        return 1 << 20;
    return apo_move_is_noisy(&s->pos, mv) ? 100 + apo_move_gain(&s->pos, s->evaluation, mv) : 0;
}

static void list_roots(apo_searcher *s)
{
    apo_move_list list = {s->buf.moves, APO_MOVE_LIST_MAX, 0, false};
    apo_tt_data tt_data = {.move = 0};
    apo_list_legal(&s->pos, &list);
    (void)apo_tt_probe(s->tt, apo_position_key(&s->pos), &tt_data);
    s->roots = s->root_buf;
    s->root_count = 0;
    for (size_t i = 0; i < list.count; i++) {
        const apo_move *mv = &list.moves[i];
        if (!is_wanted(s->limits, mv))
            continue;
        int score = score_root(s, mv, tt_data.move);
        size_t at = s->root_count++;
        for (; at > 0 && s->roots[at - 1].score < score; at--)
            s->roots[at] = s->roots[at - 1];
        s->roots[at] = (apo_root_move){*mv, score, 0};
    }
    for (size_t i = 0; i < s->root_count; i++)
        s->roots[i].score = -APO_SCORE_INFINITE;
}

/* Moves the root move at `from` before the one at `to`; the others keep their order. */
static void bring_forward(apo_searcher *s, size_t from, size_t to)
{
    apo_root_move best = s->roots[from];
    memmove(s->roots + to + 1, s->roots + to, (from - to) * sizeof *s->roots);
    s->roots[to] = best;
}

/* --- one iteration ------------------------------------------------------- */

static void start_node(apo_searcher *s, apo_node *n, int alpha, int beta)
{
    apo_stack_entry *ss = &s->stack[0];
    *n = (apo_node){.alpha = alpha,
                    .beta = beta,
                    .depth = (int)s->depth,
                    .is_pv = true,
                    .raw = APO_SCORE_NONE};
    n->best_score = -APO_SCORE_INFINITE;
    n->evaluation = APO_SCORE_NONE;
    n->is_check = apo_search_is_check(s, 0);
    n->is_improving = true;
    ss->evaluation = n->is_check ? APO_SCORE_NONE : apo_search_evaluate(s, 0);
    ss->excluded = 0;
    ss->doubles = 0;
    apo_search_enter(s, 0);
}

/* Searches the root moves except those of earlier lines. Returns the best score. */
static int search_root(apo_searcher *s, int alpha, int beta)
{
    apo_node n;
    start_node(s, &n, alpha, beta);
    const apo_continuation continuation = apo_search_continuation(s, 0);
    n.continuation = &continuation;
    for (size_t i = s->index; i < s->root_count; i++) {
        apo_move mv = s->roots[i].mv;
        int best_before = n.best_score;
        uint64_t nodes_before = s->nodes;
        bool is_legal;
        n.history = apo_history_quiet(&s->history, &s->pos, &continuation, &mv);
        bool is_cut = apo_search_try(s, &n, &mv, i - s->index, &is_legal);
        s->roots[i].nodes += s->nodes - nodes_before;
        if (s->is_stopped)
            break;
        if (n.best_score > best_before && (n.best_score > alpha || i == s->index)) {
            s->roots[i].score = n.best_score;
            if (i > s->index && s->index == 0)
                s->changes += 16;
            bring_forward(s, i, s->index);
        }
        if (is_cut)
            break;
    }
    if (!s->is_stopped && s->index == 0)
        apo_search_store(s, &n, alpha);
    return n.best_score;
}

uint64_t apo_searcher_nodes(const apo_searcher *searcher)
{
    uint64_t sum = searcher->nodes;
    for (unsigned i = 0; i < searcher->helper_count; i++)
        sum += atomic_load_explicit(&searcher->helpers[i].searcher->nodes_shown,
                                    memory_order_relaxed);
    return sum;
}

/* Reports the first `count` lines. */
static void report(apo_searcher *s, unsigned count)
{
    if (s->sink == NULL || s->is_helper)
        return;
    for (unsigned i = 0; i < count; i++) {
        apo_search_report text = {.depth = s->depth,
                                  .seldepth = s->seldepth,
                                  .index = i,
                                  .score = s->roots[i].score,
                                  .nodes = apo_searcher_nodes(s),
                                  .time_ms = apo_time_manager_elapsed(s->time),
                                  .hashfull = apo_tt_hashfull(s->tt),
                                  .is_partial = s->is_stopped,
                                  .line = &s->root_lines[i]};
        s->sink(s->sink_context, &text);
    }
}

/* The line of the best move so far; the move alone if the window cut off its line. */
static void keep_line(apo_searcher *s)
{
    apo_pv *line = &s->root_lines[s->index];
    const apo_move *best = &s->roots[s->index].mv;
    if (s->lines[0].count > 0 && apo_move_same(&s->lines[0].moves[0], best))
        *line = s->lines[0];
    else if (line->count == 0 || !apo_move_same(&line->moves[0], best))
        *line = (apo_pv){.moves = {*best}, .count = 1};
}

/* Aspiration: the score is probably near that of the previous iteration, and a narrow window
 * cuts more. If the score falls outside, the window is widened on that side. Scores 67 % (240
 * games at 6,000 nodes). */
static void search_line(apo_searcher *s, int expected)
{
    int width = WINDOW, alpha = -APO_SCORE_INFINITE, beta = APO_SCORE_INFINITE;
    if (s->depth >= WINDOW_FROM && !apo_score_is_mate(expected)) {
        alpha = expected - width;
        beta = expected + width;
    }
    for (;;) {
        int score = search_root(s, alpha, beta);
        keep_line(s);
        if (s->is_stopped)
            return;
        width += width;
        if (score <= alpha && alpha > -APO_SCORE_INFINITE) {
            beta = (alpha + beta) / 2;
            alpha = width > WINDOW_MOST ? -APO_SCORE_INFINITE : score - width;
        } else if (score >= beta && beta < APO_SCORE_INFINITE) {
            beta = width > WINDOW_MOST ? APO_SCORE_INFINITE : score + width;
        } else {
            return;
        }
    }
}

/* A line that turns out better than those before it moves up among them. */
static void sort_line(apo_searcher *s)
{
    unsigned from = s->index, to = from;
    while (to > 0 && s->roots[to - 1].score < s->roots[from].score)
        to--;
    if (to == from)
        return;
    apo_pv line = s->root_lines[from];
    memmove(s->root_lines + to + 1, s->root_lines + to, (from - to) * sizeof *s->root_lines);
    s->root_lines[to] = line;
    bring_forward(s, from, to);
}

/* Searches all lines of an iteration; lines found before a stop are reported too. */
static void search_lines(apo_searcher *s, unsigned count)
{
    apo_move best_before = s->roots[0].mv;
    for (s->index = 0; s->index < count; s->index++) {
        search_line(s, s->roots[s->index].score);
        if (s->is_stopped)
            break;
        sort_line(s);
    }
    unsigned tt_data = s->index;
    if (tt_data == 0 && !apo_move_same(&s->roots[0].mv, &best_before))
        tt_data = 1;
    report(s, tt_data);
    s->index = 0;
}

/* --- deepening ----------------------------------------------------------- */

/* The share of the soft limit to use: more while the best move changes or the score falls, less
 * if one move takes nearly all nodes. */
static int64_t soft_ms(const apo_searcher *s)
{
    const apo_root_move *best = &s->roots[0];
    int64_t percent = 60 + 3 * (int64_t)s->changes;
    int fall = s->score_before - best->score;
    percent += fall > 60 ? 60 : fall > 0 ? fall : 0;
    if (s->nodes > 0)
        percent = percent * (150 - (int64_t)(best->nodes * 100 / s->nodes)) / 75;
    return s->time->soft_ms * (percent > 200 ? 200 : percent) / 100;
}

/* True if there is nothing more to be found, or no time to find it. */
static bool is_enough(const apo_searcher *s)
{
    const apo_limits *limits = s->limits;
    int score = s->roots[0].score;
    if (s->is_stopped || s->depth >= APO_PLIES_MAX - 1)
        return true;
    if (s->is_helper)
        return false;
    if (limits->depth > 0 && s->depth >= limits->depth)
        return true;
    if (limits->is_infinite)
        return false;
    if (s->root_count == 1 && limits->has_clock)
        return true;
    if (limits->mate > 0 && apo_score_is_mate(score) && score > 0 &&
        apo_score_mate_moves(score) <= (int)limits->mate)
        return true;
    int mate_plies = APO_SCORE_MATE - (score < 0 ? -score : score);
    if (apo_score_is_mate(score) && limits->depth == 0 && (int)s->depth >= 2 * mate_plies + 2)
        return true;
    if (limits->has_clock && limits->move_ms == 0)
        return apo_time_manager_elapsed(s->time) >= soft_ms(s);
    return apo_time_manager_elapsed(s->time) >= s->time->soft_ms;
}

static void start(apo_searcher *s)
{
    s->nodes = 0;
    s->index = 0;
    s->buf.used = 0;
    s->buf.is_ahead = false;
    s->is_stopped = false;
    s->null_min_ply = 0;
    s->changes = 0;
    s->score_before = 0;
    s->repetition_limit = apo_repetition_limit(apo_position_variant(&s->pos));
    s->halfmove_limit = apo_halfmove_limit(apo_position_variant(&s->pos));
    /* The same position may have been searched after another game history. */
    for (unsigned ply = 0; ply < APO_PLIES_MAX + 2; ply++)
        s->stack[ply].check_info_key = 0;
    s->context =
        (apo_picker_context){&s->pos, s->evaluation, &s->history, &s->attack_cache, &s->buf};
    memset(s->history.killers, 0, sizeof s->history.killers);
    apo_psq_count(&s->stack[0].psq, s->evaluation, &s->pos);
    s->stack[0].plies_from_null = 0;
    if (s->accumulators != NULL)
        apo_accumulators_start(s->accumulators);
    list_roots(s);
}

apo_status apo_searcher_new_game(apo_searcher *searcher, const apo_variant *var,
                                 const apo_alloc *alloc)
{
    memset(searcher->eval_cache, 0, sizeof searcher->eval_cache);
    apo_status status = apo_pawns_start(&searcher->pawns, var, alloc);
    if (status == APO_OK)
        status = apo_attack_cache_start(&searcher->attack_cache, var, alloc);
    return status == APO_OK ? apo_history_start(&searcher->history, var, alloc) : status;
}

apo_status apo_searcher_set_network(apo_searcher *searcher, const apo_network *network,
                                    const apo_alloc *alloc)
{
    apo_accumulators_free(searcher->accumulators);
    searcher->accumulators = NULL;
    return network == NULL ? APO_OK
                           : apo_accumulators_new(&searcher->accumulators, network,
                                                  APO_PLIES_MAX + 2, alloc);
}

void apo_searcher_clear(apo_searcher *searcher)
{
    apo_accumulators_free(searcher->accumulators);
    apo_history_free(&searcher->history);
    apo_attack_cache_free(&searcher->attack_cache);
    apo_pawns_free(&searcher->pawns);
}

bool apo_searcher_run(apo_searcher *searcher)
{
    apo_searcher *s = searcher;
    start(s);
    if (s->root_count == 0)
        return false;
    /* There must be a move to play, even if time runs out in the first iteration. */
    s->root_lines[0] = (apo_pv){.moves = {s->roots[0].mv}, .count = 1};
    unsigned lines = s->limits->lines > 0 && !s->is_helper ? s->limits->lines : 1;
    if (lines > s->root_count)
        lines = (unsigned)s->root_count;
    unsigned first = s->limits->depth_first > 0 ? s->limits->depth_first : 1;
    for (s->depth = first + s->number % 2;; s->depth++) {
        s->seldepth = 0;
        s->changes /= 2;
        search_lines(s, lines);
        if (!s->is_stopped) {
            s->depth_done = s->depth;
            s->score_done = s->roots[0].score;
        }
        if (is_enough(s))
            return true;
        s->score_before = s->roots[0].score;
    }
}
