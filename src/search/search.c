#include "base/mem.h"
#include "rules/generate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    CLOCK_EVERY = 1024, /* nodes between two looks at the clock; a power of two */
    WINDOW = 18,        /* aspiration: first half-width */
    WINDOW_FROM = 5,    /* ... and from which depth on */
    RAZOR_MARGIN = 240,
    RAZOR_DEPTH = 2,
    REVERSE_MARGIN = 85,
    REVERSE_DEPTH = 6,
    FUTILITY_BASE = 110,
    FUTILITY_MARGIN = 95,
    FUTILITY_DEPTH = 6,
    LATE_BASE = 6,
    LATE_DEPTH = 6,
    NULL_DEPTH = 3,
    REDUCE_FROM = 3,       /* moves searched without reduction */
    GAIN_MARGIN = 140,     /* quiescence: what a capture may bring beyond what it takes */
    QUIET_CHECKS_PLIES = 4 /* quiescence: how far all answers to a check are looked at */
};

/* A node: its window, what is known of it, what has been found. */
typedef struct node {
    int alpha, beta, depth;
    unsigned ply;
    bool is_pv, is_check, is_improving, has_found;
    int evaluation;
    apo_finding found;
    int best_score;
    apo_move best;
    bool has_best;
    size_t quiet_count; /* tried so far, in the frame */
} node;

/* NOLINTBEGIN(misc-no-recursion): a search is one; depth and APO_PLIES_MAX end it. */

static int search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply);

/* --- small parts -------------------------------------------------------------------------------- */

static bool should_stop(apo_searcher *s)
{
    if (s->is_stopped)
        return true;
    if (s->limits->nodes > 0 && s->nodes >= s->limits->nodes)
        s->is_stopped = true;
    else if (s->nodes % CLOCK_EVERY == 0)
        s->is_stopped = atomic_load_explicit(s->stop, memory_order_relaxed) ||
                        apo_clock_elapsed(s->clock) >= s->clock->hard_ms;
    return s->is_stopped;
}

/* Mate scores in the table count from the position, in the search from the root. */
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

static void enter(apo_searcher *s, unsigned ply)
{
    s->lines[ply].count = 0;
    s->nodes++;
    if (ply > s->depth_selected)
        s->depth_selected = ply;
}

static void extend_line(apo_searcher *s, unsigned ply, const apo_move *mv)
{
    apo_line_of_play *line = &s->lines[ply];
    const apo_line_of_play *rest = &s->lines[ply + 1];
    line->moves[0] = *mv;
    memcpy(line->moves + 1, rest->moves, rest->count * sizeof *rest->moves);
    line->count = rest->count + 1;
}

/* What has come of a move. */
static void take_score(apo_searcher *s, node *n, const apo_move *mv, int score)
{
    if (score <= n->best_score)
        return;
    n->best_score = score;
    n->best = *mv;
    n->has_best = true;
    if (score > n->alpha) {
        n->alpha = score;
        extend_line(s, n->ply, mv);
    }
}

static int evaluate(apo_searcher *s, unsigned ply)
{
    return apo_evaluate(s->evaluation, &s->pawns, &s->pos, &s->frames[ply].balance);
}

static void push_key(apo_searcher *s)
{
    s->path.keys[s->path.count++] = apo_position_key(&s->pos);
    apo_table_prefetch(s->table, apo_position_key(&s->pos));
}

/* After a move has been made on the board: the frame below. */
static void descend(apo_searcher *s, unsigned ply, unsigned type)
{
    apo_frame *below = &s->frames[ply + 1];
    s->frames[ply].type = type;
    below->balance = s->frames[ply].balance;
    below->since_pass = s->frames[ply].since_pass + 1;
    apo_balance_follow(&below->balance, s->evaluation, &s->pos, &s->frames[ply].undo);
    push_key(s);
}

static void ascend(apo_searcher *s, unsigned ply)
{
    s->path.count--;
    apo_unmake(&s->pos, &s->frames[ply].undo);
}

static apo_place_in_line place_of(const apo_searcher *s, unsigned ply)
{
    return (apo_place_in_line){ply, ply > 0 ? s->frames[ply - 1].type : APO_TYPE_NONE,
                               ply > 1 ? s->frames[ply - 2].type : APO_TYPE_NONE};
}

/* --- ends of the game ------------------------------------------------------------------------------ */

/* A position that has stood before within the line searched counts as the end already: what could be
 * done better the second time could be done the first time. One from the game itself has to come as
 * often as the rule says. */
static bool is_repeated(const apo_searcher *s, unsigned ply)
{
    const apo_key_path *path = &s->path;
    uint64_t key = path->keys[path->count - 1];
    size_t reach = s->pos.state.halfmove_count;
    unsigned seen = 1;
    if (s->repetition_limit == 0)
        return false;
    if (reach > path->count - 1)
        reach = path->count - 1;
    if (s->frames[ply].since_pass < ply && reach > s->frames[ply].since_pass)
        reach = s->frames[ply].since_pass;
    for (size_t back = 4; back <= reach; back += 2) {
        if (path->keys[path->count - 1 - back] != key)
            continue;
        if (back <= ply || ++seen >= s->repetition_limit)
            return true;
    }
    return false;
}

/* Ends other than mate and stalemate. */
static bool is_end(apo_searcher *s, unsigned ply, int *out_score)
{
    int quarters;
    if (apo_is_bare_end(&s->pos, &quarters)) {
        *out_score = apo_score_of_quarters(quarters, ply);
        return true;
    }
    bool is_counted = s->halfmove_limit > 0 &&
                      s->pos.state.halfmove_count >= s->halfmove_limit &&
                      apo_count_legal(&s->pos) > 0; /* mate on the last move wins */
    if (!is_counted && !is_repeated(s, ply))
        return false;
    *out_score = apo_score_of_quarters(apo_count_quarters(&s->pos), ply);
    return true;
}

static int score_no_move(const apo_searcher *s, const node *n)
{
    return n->is_check ? -APO_SCORE_MATE + (int)n->ply
                       : apo_score_of_quarters(apo_stalemate_quarters(&s->pos), n->ply);
}

/* --- the table --------------------------------------------------------------------------------- */

/* Looks the position up. True if what is found there decides this node. */
static bool probe(apo_searcher *s, node *n, int *out_score)
{
    n->has_found = apo_table_find(s->table, apo_position_key(&s->pos), &n->found);
    if (!n->has_found) {
        n->found = (apo_finding){.move = 0};
        return false;
    }
    int score = from_table(n->found.score, n->ply);
    bool is_enough = n->found.bound == APO_BOUND_EXACT ||
                     (n->found.bound == APO_BOUND_LOWER && score >= n->beta) ||
                     (n->found.bound == APO_BOUND_UPPER && score <= n->alpha);
    *out_score = score;
    return is_enough && !n->is_pv && n->found.depth >= n->depth;
}

static void store(apo_searcher *s, const node *n, int alpha_before)
{
    enum apo_bound bound = n->best_score >= n->beta       ? APO_BOUND_LOWER
                           : n->best_score > alpha_before ? APO_BOUND_EXACT
                                                          : APO_BOUND_UPPER;
    bool has_move = n->has_best && bound != APO_BOUND_UPPER;
    apo_table_store(s->table, apo_position_key(&s->pos),
                    (apo_finding){.move = has_move ? apo_move_signature(&n->best) : 0,
                                  .score = (int16_t)to_table(n->best_score, n->ply),
                                  .evaluation = (int16_t)n->evaluation,
                                  .depth = (uint8_t)(n->depth > 0 ? n->depth : 0),
                                  .bound = (uint8_t)bound});
}

/* --- quiescence ------------------------------------------------------------------------------------ */

static int quiesce(apo_searcher *s, int alpha, int beta, unsigned ply, int depth);

/* One capture, or any answer to a check. True if the node is decided. */
static bool quiesce_move(apo_searcher *s, node *n, const apo_move *mv)
{
    apo_undo *undo = &s->frames[n->ply].undo;
    unsigned type = apo_history_type(&s->pos, mv);
    if (!apo_make_if_legal(&s->pos, mv, undo))
        return false;
    descend(s, n->ply, type);
    int score = -quiesce(s, -n->beta, -n->alpha, n->ply + 1, n->depth - 1);
    ascend(s, n->ply);
    if (s->is_stopped)
        return true;
    take_score(s, n, mv, score);
    return n->alpha >= n->beta;
}

/* Delta pruning: a capture that even with a margin leaves us below alpha is not worth a look. */
static bool is_hopeless(const apo_searcher *s, const node *n, const apo_move *mv)
{
    int hope = n->evaluation + GAIN_MARGIN + apo_move_gain(&s->pos, s->evaluation, mv);
    return !n->is_check && hope <= n->alpha;
}

static void quiesce_moves(apo_searcher *s, node *n)
{
    apo_order order = {.moves = s->room + s->room_used,
                       .scores = s->room_scores + s->room_used};
    apo_move_list list = {order.moves, APO_ORDER_ROOM - s->room_used, 0, false};
    apo_place_in_line place = place_of(s, n->ply);
    if (n->is_check)
        apo_list_legal(&s->pos, &list);
    else
        apo_captures_list(&s->pos, apo_evaluation_men(s->evaluation), &list);
    order.count = list.count;
    s->room_used += list.count;
    if (n->is_check && list.count == 0)
        n->best_score = score_no_move(s, n);
    if (n->is_check)
        apo_order_all(&order, &s->pos, &s->history, s->evaluation, &place, n->found.move);
    else
        apo_order_captures(&order, &s->pos, s->evaluation, n->found.move);
    for (;;) {
        const apo_move *mv = apo_order_next(&order, &s->pos, s->evaluation);
        if (mv == NULL || (!n->is_check && apo_order_is_losing(&order)))
            break;
        if (!is_hopeless(s, n, mv) && quiesce_move(s, n, mv))
            break;
    }
    s->room_used -= list.count;
}

/* Not to capture anything is an option too. True if that is good enough. */
static bool stands_pat(apo_searcher *s, node *n)
{
    if (n->has_found && n->found.evaluation != APO_SCORE_NONE) {
        n->evaluation = n->found.evaluation;
    } else {
        int rough =
            apo_evaluate_roughly(s->evaluation, &s->pawns, &s->pos, &s->frames[n->ply].balance);
        /* What is far above beta without mobility and kings is so with them. */
        if (rough - APO_ROUGH_MARGIN >= n->beta) {
            n->best_score = rough - APO_ROUGH_MARGIN;
            return true;
        }
        n->evaluation = evaluate(s, n->ply);
    }
    n->best_score = n->evaluation;
    if (n->best_score > n->alpha)
        n->alpha = n->best_score;
    return n->best_score >= n->beta;
}

/* Plays captures out until the position is quiet, so that it can be evaluated. */
static int quiesce(apo_searcher *s, int alpha, int beta, unsigned ply, int depth)
{
    node n = {.alpha = alpha, .beta = beta, .ply = ply, .is_pv = beta > alpha + 1};
    int score;
    enter(s, ply);
    if (should_stop(s))
        return 0;
    if (is_end(s, ply, &score))
        return score;
    if (probe(s, &n, &score))
        return score;
    n.is_check = depth > -QUIET_CHECKS_PLIES && apo_position_is_check(&s->pos);
    if (ply >= APO_PLIES_MAX)
        return n.is_check ? 0 : evaluate(s, ply);
    n.best_score = -APO_SCORE_MATE + (int)ply;
    n.evaluation = APO_SCORE_NONE;
    if (!n.is_check && stands_pat(s, &n))
        return n.best_score;
    n.depth = depth;
    quiesce_moves(s, &n);
    if (!s->is_stopped)
        store(s, &n, alpha);
    return n.best_score;
}

/* --- before the moves ------------------------------------------------------------------------------- */

static void evaluate_node(apo_searcher *s, node *n)
{
    apo_frame *frame = &s->frames[n->ply];
    n->evaluation = APO_SCORE_NONE;
    if (!n->is_check) {
        bool is_known = n->has_found && n->found.evaluation != APO_SCORE_NONE;
        n->evaluation = is_known ? n->found.evaluation : evaluate(s, n->ply);
    }
    frame->evaluation = n->evaluation;
    int before = n->ply >= 2 ? s->frames[n->ply - 2].evaluation : APO_SCORE_NONE;
    n->is_improving = !n->is_check && before != APO_SCORE_NONE && n->evaluation > before;
}

/* Null move: if passing still leaves us above beta, a real move surely does. After a pass the types
 * last moved stay, so that jokers have the power of rule 2.5. */
static bool passes_well(apo_searcher *s, const node *n, int *out_score)
{
    apo_undo *undo = &s->frames[n->ply].undo;
    int surplus = (n->evaluation - n->beta) / 160;
    int reduction = 3 + n->depth / 4 + (surplus < 3 ? surplus : 3);
    if (n->depth < NULL_DEPTH || n->evaluation < n->beta || n->ply == 0 ||
        s->frames[n->ply - 1].type == APO_TYPE_NONE || !apo_pass_is_sound(&s->pos))
        return false;
    apo_make_pass(&s->pos, undo);
    descend(s, n->ply, APO_TYPE_NONE);
    s->frames[n->ply + 1].since_pass = 0;
    int score = -search_node(s, -n->beta, -n->beta + 1, n->depth - 1 - reduction, n->ply + 1);
    ascend(s, n->ply);
    *out_score = apo_score_is_mate(score) ? n->beta : score;
    return !s->is_stopped && score >= n->beta;
}

/* Nodes so far outside the window that a look at all moves is not worth it. */
static bool is_decided_early(apo_searcher *s, const node *n, int *out_score)
{
    if (n->is_pv || n->is_check || apo_score_is_mate(n->beta))
        return false;
    /* Reverse futility: so far above beta that the enemy will not make it good in a few plies. */
    int margin = REVERSE_MARGIN * (n->depth - n->is_improving);
    if (n->depth <= REVERSE_DEPTH && n->evaluation - margin >= n->beta) {
        *out_score = n->evaluation;
        return true;
    }
    /* Razoring: so far below alpha that only captures can help; see whether they do. */
    if (n->depth <= RAZOR_DEPTH && n->evaluation + RAZOR_MARGIN * n->depth <= n->alpha) {
        *out_score = quiesce(s, n->alpha, n->beta, n->ply, 0);
        if (*out_score <= n->alpha)
            return true;
    }
    return passes_well(s, n, out_score);
}

/* --- the moves -------------------------------------------------------------------------------------- */

/* Quiet moves that come late, or that cannot lift a bad position over alpha, are left out near the
 * leaves; so are captures that lose. */
static bool is_left_out(const apo_searcher *s, const node *n, const apo_order *order,
                        const apo_move *mv, size_t number, bool is_loud)
{
    if (number == 0 || n->is_check || n->best_score <= -APO_SCORE_MATE_LEAST)
        return false;
    if (is_loud)
        return n->depth <= 3 && apo_order_is_losing(order);
    size_t late = (size_t)(LATE_BASE + 2 * n->depth * n->depth) >> !n->is_improving;
    if (n->depth <= LATE_DEPTH && number >= late)
        return true;
    apo_place_in_line place = place_of(s, n->ply);
    if (n->depth <= 3 && apo_history_of(&s->history, &s->pos, &place, mv) < -8000 * n->depth)
        return true;
    return n->depth <= FUTILITY_DEPTH &&
           n->evaluation + FUTILITY_BASE + FUTILITY_MARGIN * n->depth <= n->alpha;
}

/* The logarithm to base 2, in sixteenths, straight between powers of two. */
static int logarithm(size_t n)
{
    unsigned whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    return (int)(16 * whole + ((n - ((size_t)1 << whole)) << 4 >> whole));
}

/* Late-move reductions: the later a quiet move comes, the less deep it is looked at first; boards
 * with a hundred moves allow more of it than chess. 0.7 + ln(depth) * ln(number) / 1.9. */
static int reduction_of(const apo_searcher *s, const node *n, const apo_move *mv, size_t number)
{
    apo_place_in_line place = place_of(s, n->ply);
    int product = logarithm((size_t)n->depth) * logarithm(number);
    int reduction = (product + 708) / 1011;
    reduction -= n->is_pv + n->is_check;
    reduction += !n->is_improving;
    reduction -= apo_history_of(&s->history, &s->pos, &place, mv) / 14000;
    if (reduction > n->depth - 2)
        reduction = n->depth - 2;
    return reduction > 0 ? reduction : 0;
}

/* Principal variation search: the first move with the whole window, the others only to show that
 * they are no better; those that seem to be are searched again. */
static int search_child(apo_searcher *s, const node *n, size_t number, int depth, int reduction)
{
    if (n->is_pv && number == 0)
        return -search_node(s, -n->beta, -n->alpha, depth, n->ply + 1);
    int score = -search_node(s, -n->alpha - 1, -n->alpha, depth - reduction, n->ply + 1);
    if (score > n->alpha && reduction > 0)
        score = -search_node(s, -n->alpha - 1, -n->alpha, depth, n->ply + 1);
    if (score > n->alpha && score < n->beta && n->is_pv)
        score = -search_node(s, -n->beta, -n->alpha, depth, n->ply + 1);
    return score;
}

static void note_quiet(apo_searcher *s, node *n, const apo_move *mv)
{
    if (n->quiet_count < APO_QUIETS_MAX)
        s->frames[n->ply].quiets[n->quiet_count++] = *mv;
}

/* Makes a move, searches behind it, takes it back. True if the node is decided. */
static bool try_move(apo_searcher *s, node *n, const apo_move *mv, size_t number, bool is_loud)
{
    apo_undo *undo = &s->frames[n->ply].undo;
    unsigned type = apo_history_type(&s->pos, mv);
    bool is_late = n->depth >= 3 && number >= REDUCE_FROM && !is_loud;
    int reduction = is_late ? reduction_of(s, n, mv, number) : 0;
    apo_make(&s->pos, mv, undo);
    bool gives_check = apo_position_is_check(&s->pos);
    descend(s, n->ply, type);
    /* Check extension: a check and its answer are one event; without the answer we would not see
     * what comes of it. Bounded by twice the depth, or lines of checks would never end. */
    int depth = n->depth - 1 + (gives_check && n->ply < 2 * s->depth);
    if (gives_check && reduction > 0)
        reduction--;
    int score = search_child(s, n, number, depth, reduction);
    ascend(s, n->ply);
    if (s->is_stopped)
        return true;
    take_score(s, n, mv, score);
    return n->alpha >= n->beta;
}

static void search_moves(apo_searcher *s, node *n, apo_order *order)
{
    size_t number = 0;
    apo_place_in_line place = place_of(s, n->ply);
    apo_order_all(order, &s->pos, &s->history, s->evaluation, &place, n->found.move);
    for (;;) {
        const apo_move *mv = apo_order_next(order, &s->pos, s->evaluation);
        if (mv == NULL)
            return;
        bool is_loud = apo_move_is_loud(&s->pos, mv);
        if (!is_left_out(s, n, order, mv, number, is_loud)) {
            if (try_move(s, n, mv, number, is_loud)) {
                const apo_tried_moves tried = {s->frames[n->ply].quiets, n->quiet_count, mv,
                                               n->depth};
                if (!is_loud && !s->is_stopped)
                    apo_history_reward(&s->history, &s->pos, &place, &tried);
                return;
            }
            if (!is_loud)
                note_quiet(s, n, mv);
        }
        number++;
    }
}

static int search_inner(apo_searcher *s, node *n)
{
    int alpha = n->alpha;
    apo_order order = {.moves = s->room + s->room_used,
                       .scores = s->room_scores + s->room_used};
    apo_move_list list = {order.moves, APO_ORDER_ROOM - s->room_used, 0, false};
    apo_list_legal(&s->pos, &list);
    if (list.count == 0)
        return score_no_move(s, n);
    order.count = list.count;
    s->room_used += list.count;
    search_moves(s, n, &order);
    s->room_used -= list.count;
    if (!s->is_stopped)
        store(s, n, alpha);
    return n->best_score;
}

static int search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply)
{
    int score;
    if (depth <= 0)
        return quiesce(s, alpha, beta, ply, 0);
    node n = {
        .alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .is_pv = beta > alpha + 1};
    n.best_score = -APO_SCORE_INFINITE;
    enter(s, ply);
    if (should_stop(s))
        return 0;
    if (is_end(s, ply, &score))
        return score;
    n.is_check = apo_position_is_check(&s->pos);
    if (ply >= APO_PLIES_MAX)
        return n.is_check ? 0 : evaluate(s, ply);
    /* Mate distance: a shorter mate is already certain elsewhere. */
    if (n.alpha < -APO_SCORE_MATE + (int)ply)
        n.alpha = -APO_SCORE_MATE + (int)ply;
    if (n.beta > APO_SCORE_MATE - (int)ply - 1)
        n.beta = APO_SCORE_MATE - (int)ply - 1;
    if (n.alpha >= n.beta)
        return n.alpha;
    if (probe(s, &n, &score))
        return score;
    evaluate_node(s, &n);
    if (is_decided_early(s, &n, &score))
        return score;
    /* Internal reduction: without a move from the table a look one ply less deep finds one. */
    if (n.found.move == 0 && n.depth >= 4)
        n.depth--;
    return search_inner(s, &n);
}

/* NOLINTEND(misc-no-recursion) */

/* --- the root --------------------------------------------------------------------------------------- */

static bool is_wanted(const apo_limits *limits, const apo_move *mv)
{
    if (limits->moves == NULL)
        return true;
    for (size_t i = 0; i < limits->move_count; i++)
        if (apo_move_same(&limits->moves[i], mv))
            return true;
    return false;
}

static void list_roots(apo_searcher *s)
{
    apo_move_list list = {s->room, APO_MOVE_LIST_MAX, 0, false};
    apo_place_in_line place = {0, APO_TYPE_NONE, APO_TYPE_NONE};
    apo_finding found = {.move = 0};
    apo_list_legal(&s->pos, &list);
    apo_order order = {s->room, s->room_scores, list.count, 0};
    (void)apo_table_find(s->table, apo_position_key(&s->pos), &found);
    apo_order_all(&order, &s->pos, &s->history, s->evaluation, &place, found.move);
    s->roots = s->root_room;
    s->root_count = 0;
    for (const apo_move *mv; (mv = apo_order_next(&order, &s->pos, s->evaluation)) != NULL;)
        if (is_wanted(s->limits, mv))
            s->roots[s->root_count++] = (apo_root_move){*mv, -APO_SCORE_INFINITE};
}

/* Puts the root move at `from` before the one at `to`, the others keep their order. */
static void bring_forward(apo_searcher *s, size_t from, size_t to)
{
    apo_root_move best = s->roots[from];
    memmove(s->roots + to + 1, s->roots + to, (from - to) * sizeof *s->roots);
    s->roots[to] = best;
}

/* The moves at the root, without those that are the best lines already. Returns the best score. */
static int search_root(apo_searcher *s, int alpha, int beta)
{
    node n = {.alpha = alpha, .beta = beta, .depth = (int)s->depth, .is_pv = true};
    n.best_score = -APO_SCORE_INFINITE;
    n.evaluation = APO_SCORE_NONE;
    n.is_check = apo_position_is_check(&s->pos);
    s->frames[0].evaluation = APO_SCORE_NONE;
    s->lines[0].count = 0;
    s->nodes++;
    for (size_t i = s->index; i < s->root_count; i++) {
        apo_move mv = s->roots[i].mv;
        bool is_loud = apo_move_is_loud(&s->pos, &mv);
        int best_before = n.best_score;
        bool is_cut = try_move(s, &n, &mv, i - s->index, is_loud);
        if (s->is_stopped)
            break;
        if (n.best_score > best_before && (n.best_score > alpha || i == s->index)) {
            s->roots[i].score = n.best_score;
            bring_forward(s, i, s->index);
        }
        if (is_cut)
            break;
    }
    if (!s->is_stopped && s->index == 0)
        store(s, &n, alpha);
    return n.best_score;
}

static void report(apo_searcher *s)
{
    if (s->sink == NULL)
        return;
    apo_report text = {.depth = s->depth,
                       .depth_selected = s->depth_selected,
                       .index = s->index,
                       .score = s->roots[s->index].score,
                       .nodes = s->nodes,
                       .time_ms = apo_clock_elapsed(s->clock),
                       .table_permille = apo_table_permille(s->table),
                       .line = &s->root_lines[s->index]};
    s->sink(s->sink_context, &text);
}

/* The line of the best move so far; where the window has hidden it, the move alone. */
static void keep_line(apo_searcher *s)
{
    apo_line_of_play *line = &s->root_lines[s->index];
    const apo_move *best = &s->roots[s->index].mv;
    if (s->lines[0].count > 0 && apo_move_same(&s->lines[0].moves[0], best))
        *line = s->lines[0];
    else if (line->count == 0 || !apo_move_same(&line->moves[0], best))
        *line = (apo_line_of_play){.moves = {*best}, .count = 1};
}

/* Aspiration: the score is probably near that of the iteration before; a narrow window cuts more.
 * Where it proves wrong it is opened on that side. */
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
        width *= 2;
        if (score <= alpha && alpha > -APO_SCORE_INFINITE)
            alpha = width > 500 ? -APO_SCORE_INFINITE : score - width;
        else if (score >= beta && beta < APO_SCORE_INFINITE)
            beta = width > 500 ? APO_SCORE_INFINITE : score + width;
        else
            return;
    }
}

/* True if there is nothing more to be found, or no time to find it. */
static bool is_enough(const apo_searcher *s)
{
    const apo_limits *limits = s->limits;
    int score = s->roots[0].score;
    if (s->is_stopped || (limits->depth > 0 && s->depth >= limits->depth) ||
        s->depth >= APO_PLIES_MAX - 1)
        return true;
    if (limits->is_infinite)
        return false;
    if (s->root_count == 1 && limits->has_clock)
        return true;
    int mate_plies = APO_SCORE_MATE - (score < 0 ? -score : score);
    if (apo_score_is_mate(score) && limits->depth == 0 && (int)s->depth >= 2 * mate_plies + 2)
        return true;
    return apo_clock_elapsed(s->clock) >= s->clock->soft_ms;
}

static void start(apo_searcher *s)
{
    s->nodes = 0;
    s->index = 0;
    s->room_used = 0;
    s->is_stopped = false;
    s->repetition_limit = apo_repetition_limit(apo_position_variant(&s->pos));
    s->halfmove_limit = apo_halfmove_limit(apo_position_variant(&s->pos));
    apo_balance_count(&s->frames[0].balance, s->evaluation, &s->pos);
    s->frames[0].since_pass = 0;
    list_roots(s);
}

void apo_searcher_clear(apo_searcher *searcher)
{
    apo_history_clear(&searcher->history);
    memset(&searcher->pawns, 0, sizeof searcher->pawns);
}

bool apo_searcher_run(apo_searcher *searcher)
{
    apo_searcher *s = searcher;
    start(s);
    if (s->root_count == 0)
        return false;
    /* There is always something to play, even if time is up before the first iteration ends. */
    s->root_lines[0] = (apo_line_of_play){.moves = {s->roots[0].mv}, .count = 1};
    unsigned lines = s->limits->lines > 0 ? s->limits->lines : 1;
    if (lines > s->root_count)
        lines = (unsigned)s->root_count;
    for (s->depth = s->limits->depth_first > 0 ? s->limits->depth_first : 1;; s->depth++) {
        s->depth_selected = 0;
        for (s->index = 0; s->index < lines && !s->is_stopped; s->index++) {
            search_line(s, s->roots[s->index].score);
            if (!s->is_stopped)
                report(s);
        }
        s->index = 0;
        if (is_enough(s))
            return true;
    }
}
