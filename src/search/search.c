/* The tree: principal variation search. Each technique is told of where it stands, with what this
 * program scored with it against itself without: grand, 100 games at 1,500 nodes a move, the interval
 * of 95 % about 10 either way (docs/engine.md). Of those far below the leaves so few nodes say little. */
#include "base/mem.h"
#include "rules/generate.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "search/search_priv.h"
#include "search/tactics.h"

enum {
    CLOCK_EVERY = 128, /* nodes between two looks at the clock; a power of two */
    SHOW_EVERY = 4096, /* nodes between two times that the count is shown to other threads */
    FAR_OFF = 650,     /* beyond this the rough evaluation is enough */
    RAZOR_BASE = 260,
    RAZOR_SQUARE = 190,
    RAZOR_DEPTH = 3,
    REVERSE_MARGIN = 80,
    REVERSE_DEPTH = 8,
    NULL_DEPTH = 3,
    NULL_VERIFY_DEPTH = 13,
    PROBE_MARGIN = 170,
    PROBE_DEPTH = 5,
    FUTILITY_BASE = 120,
    FUTILITY_MARGIN = 85,
    FUTILITY_DEPTH = 8,
    HISTORY_DEPTH = 5,
    HISTORY_MARGIN = 4500,
    LOSS_LOUD = 95,  /* a capture may lose so much for each ply of depth */
    LOSS_QUIET = 24, /* a quiet move so much for the depth's square */
    SKIP_DEPTH = 2,
    REST_DEPTH = 14,
    HINT_TEMPO = 20, /* both evaluations count the right to move */
    HINT_MOST = 125,
    HINT_WEIGHT = 12,
    BONUS_MOST = 5700,
    REDUCE_DEPTH = 2,
    SINGULAR_DEPTH = 7,
    DOUBLES_MOST = 6
};

/* NOLINTBEGIN(misc-no-recursion): a search is one; depth and APO_PLIES_MAX end it. */

static int search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply,
                       bool is_cut);

/* --- small parts -------------------------------------------------------------------------------- */

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
                        (!s->is_helper && apo_clock_look(s->clock) >= s->clock->hard_ms);
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

bool apo_search_look(apo_searcher *s, unsigned ply)
{
    apo_frame *frame = &s->frames[ply];
    uint64_t key = apo_position_key(&s->pos);
    if (frame->danger_key != key)
        apo_danger_look(&frame->danger, &s->pos);
    frame->danger_key = key;
    return frame->danger.is_check;
}

void apo_search_enter(apo_searcher *s, unsigned ply)
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

void apo_search_take_score(apo_searcher *s, apo_node *n, const apo_move *mv, int score)
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

apo_past apo_search_past(const apo_position *pos, const apo_move *mv)
{
    return (apo_past){(uint8_t)apo_history_type(pos, mv), !apo_move_is_loud(pos, mv), mv->from,
                      mv->to};
}

apo_place_in_line apo_search_place(const apo_searcher *s, unsigned ply)
{
    static const apo_past nothing = {.type = APO_TYPE_NONE};
    const apo_past pasts[APO_PASTS] = {
        ply > 0 ? s->frames[ply - 1].past : nothing,
        ply > 1 ? s->frames[ply - 2].past : nothing,
        ply > 3 ? s->frames[ply - 4].past : nothing,
    };
    apo_place_in_line place = {.ply = ply};
    apo_history_place(&s->history, &place, pasts);
    return place;
}

void apo_search_descend(apo_searcher *s, unsigned ply, apo_past past)
{
    apo_frame *frame = &s->frames[ply], *below = &s->frames[ply + 1];
    uint64_t key = apo_position_key(&s->pos);
    apo_table_prefetch(s->table, key);
    s->path.keys[s->path.count++] = key;
    frame->past = past;
    below->balance = frame->balance;
    below->since_pass = frame->since_pass + 1;
    below->doubles = frame->doubles;
    below->excluded = 0;
    apo_balance_follow(&below->balance, s->evaluation, &s->pos, &frame->undo);
}

void apo_search_ascend(apo_searcher *s, unsigned ply)
{
    s->path.count--;
    apo_unmake(&s->pos, &s->frames[ply].undo);
}

/* Evaluations are remembered: a quarter of them (grand) is asked for again, by another way or one ply
 * deeper, and the table keeps only what was searched. The count of moves is in no key, so that
 * positions in which it may matter are left out. */
int apo_search_evaluate(apo_searcher *s, unsigned ply)
{
    const apo_balance *balance = &s->frames[ply].balance;
    uint64_t key = apo_position_key(&s->pos), mask = (uint64_t)0xFFFF;
    uint64_t *seen = &s->seen[key % APO_SEEN_ENTRIES];
    if (2 * s->pos.state.halfmove_count > s->halfmove_limit)
        return apo_evaluate(s->evaluation, &s->pawns, &s->sights, &s->pos, balance);
    if ((*seen & ~mask) == (key & ~mask))
        return (int16_t)(*seen & mask);
    int score = apo_evaluate(s->evaluation, &s->pawns, &s->sights, &s->pos, balance);
    *seen = (key & ~mask) | (uint16_t)score;
    return score;
}

/* Correction: where the pawns, or the men on the board and what jokers imitate, were misjudged in
 * positions searched before, by that much. With it 41 %, at 3,000 nodes 47 %: not decided. */
int apo_search_correct(const apo_searcher *s, unsigned ply, int raw)
{
    int score =
        raw + apo_history_correction(&s->history, &s->pos, s->frames[ply].balance.pawn_key);
    if (score > APO_SCORE_EVALUATION_MAX)
        return APO_SCORE_EVALUATION_MAX;
    return score < -APO_SCORE_EVALUATION_MAX ? -APO_SCORE_EVALUATION_MAX : score;
}

/* --- ends of the game ------------------------------------------------------------------------------ */

/* A position that has stood before within the line searched counts as the end already: what could be
 * done better the second time could be done the first time. One from the game itself has to come as
 * often as the rule says. */
static bool is_repeated(const apo_searcher *s, unsigned ply)
{
    const apo_key_path *path = &s->path;
    size_t reach = s->pos.state.halfmove_count;
    if (reach < 4 || s->repetition_limit == 0)
        return false;
    uint64_t key = path->keys[path->count - 1];
    unsigned seen = 1;
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

bool apo_search_is_end(apo_searcher *s, unsigned ply, int *out_score)
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

int apo_search_score_no_move(const apo_searcher *s, const apo_node *n)
{
    return n->is_check ? -APO_SCORE_MATE + (int)n->ply
                       : apo_score_of_quarters(apo_stalemate_quarters(&s->pos), n->ply);
}

/* --- the table --------------------------------------------------------------------------------- */

bool apo_search_probe(apo_searcher *s, apo_node *n, int *out_score)
{
    n->has_found = apo_table_find(s->table, apo_position_key(&s->pos), &n->found);
    if (!n->has_found) {
        n->found = (apo_finding){.move = 0, .evaluation = APO_SCORE_NONE};
        return false;
    }
    int score = from_table(n->found.score, n->ply);
    bool is_enough = n->found.bound == APO_BOUND_EXACT ||
                     (n->found.bound == APO_BOUND_LOWER && score >= n->beta) ||
                     (n->found.bound == APO_BOUND_UPPER && score <= n->alpha);
    n->found_score = score;
    *out_score = score;
    return is_enough && !n->is_pv && n->found.depth >= n->depth &&
           s->frames[n->ply].excluded == 0;
}

void apo_search_store(apo_searcher *s, const apo_node *n, int alpha_before)
{
    enum apo_bound bound = n->best_score >= n->beta       ? APO_BOUND_LOWER
                           : n->best_score > alpha_before ? APO_BOUND_EXACT
                                                          : APO_BOUND_UPPER;
    apo_table_store(s->table, apo_position_key(&s->pos),
                    (apo_finding){.move = n->has_best ? apo_move_signature(&n->best) : 0,
                                  .score = (int16_t)to_table(n->best_score, n->ply),
                                  .evaluation = (int16_t)n->raw,
                                  .depth = (uint8_t)(n->depth > 0 ? n->depth : 0),
                                  .bound = (uint8_t)bound});
}

/* --- before the moves ------------------------------------------------------------------------------- */

/* Lazy evaluation: far outside the window men, squares and pawns alone say enough. It came with 58 %
 * (60 games); with margins as wide as the kings' danger asks for now, not measured again. */
static bool is_far_off(apo_searcher *s, const apo_node *n, int *out_rough)
{
    *out_rough =
        apo_evaluate_roughly(s->evaluation, &s->pawns, &s->pos, &s->frames[n->ply].balance);
    return *out_rough >= n->beta + FAR_OFF || *out_rough <= n->alpha - FAR_OFF;
}

/* Hints: what the evaluation says of a quiet move that has just been made goes into its history at
 * once, for few moves ever cut. With faster learning (below) it saves 29 % of the nodes to depth 11 on
 * grand; with both, and REST_DEPTH, 70 % in 60 games at 8,000 nodes. */
static void judge_last_move(apo_searcher *s, const apo_node *n)
{
    const apo_frame *before = &s->frames[n->ply - 1];
    if (!before->past.is_quiet || before->evaluation == APO_SCORE_NONE ||
        s->frames[n->ply].excluded != 0)
        return;
    int gain = HINT_TEMPO - before->evaluation - n->evaluation;
    int hint = gain < -HINT_MOST ? -HINT_MOST : gain > HINT_MOST ? HINT_MOST : gain;
    apo_history_change_past(&s->history, &s->pos, before->past, HINT_WEIGHT * hint);
}

static void evaluate_node(apo_searcher *s, apo_node *n)
{
    apo_frame *frame = &s->frames[n->ply];
    n->raw = n->evaluation = APO_SCORE_NONE;
    if (!n->is_check) {
        bool is_known = n->has_found && n->found.evaluation != APO_SCORE_NONE;
        int rough = APO_SCORE_NONE;
        if (is_known)
            n->raw = n->found.evaluation;
        else if (n->is_pv || !is_far_off(s, n, &rough))
            n->raw = apo_search_evaluate(s, n->ply);
        n->evaluation =
            apo_search_correct(s, n->ply, n->raw != APO_SCORE_NONE ? n->raw : rough);
    }
    frame->evaluation = n->evaluation;
    if (n->is_check)
        return;
    judge_last_move(s, n);
    int before = n->ply >= 2 ? s->frames[n->ply - 2].evaluation : APO_SCORE_NONE;
    if (before == APO_SCORE_NONE && n->ply >= 4)
        before = s->frames[n->ply - 4].evaluation;
    n->is_improving = before == APO_SCORE_NONE || n->evaluation > before;
}

/* Null move: if passing still leaves us above beta, a real move surely does. After a pass the types
 * last moved stay, so that jokers have the power of rule 2.5. Deep down it is verified. With it 54 %. */
static bool passes_well(apo_searcher *s, const apo_node *n, int *out_score)
{
    static const apo_past pass = {.type = APO_TYPE_NONE};
    apo_frame *frame = &s->frames[n->ply];
    int surplus = (n->evaluation - n->beta) / 180;
    int reduction = 4 + n->depth / 4 + (surplus < 3 ? surplus : 3);
    if (n->depth < NULL_DEPTH || n->evaluation < n->beta || n->ply < s->pass_from ||
        s->frames[n->ply - 1].past.type == APO_TYPE_NONE || frame->excluded != 0 ||
        frame->evaluation < n->beta - 20 * n->depth + 150 || !apo_pass_is_sound(&s->pos))
        return false;
    apo_make_pass(&s->pos, &frame->undo);
    apo_search_descend(s, n->ply, pass);
    s->frames[n->ply + 1].since_pass = 0;
    int score =
        -search_node(s, -n->beta, -n->beta + 1, n->depth - reduction, n->ply + 1, !n->is_cut);
    apo_search_ascend(s, n->ply);
    if (s->is_stopped || score < n->beta)
        return false;
    *out_score = apo_score_is_mate(score) ? n->beta : score;
    if (n->depth < NULL_VERIFY_DEPTH || s->pass_from > 0)
        return true;
    s->pass_from = n->ply + (unsigned)(3 * (n->depth - reduction) / 4);
    score = search_node(s, n->beta - 1, n->beta, n->depth - reduction, n->ply, false);
    s->pass_from = 0;
    return !s->is_stopped && score >= n->beta;
}

/* ProbCut: if a capture is well above beta already at much less depth, it will be above beta. With it
 * 50 %: it begins deeper than such matches look. */
static bool probes_well(apo_searcher *s, const apo_node *n, int *out_score)
{
    apo_frame *frame = &s->frames[n->ply];
    int beta = n->beta + PROBE_MARGIN - 40 * n->is_improving, tried = 0;
    bool is_found_lower =
        n->has_found && n->found.depth >= n->depth - 3 && n->found_score < beta;
    if (n->depth < PROBE_DEPTH || is_found_lower || frame->excluded != 0)
        return false;
    apo_picker picker;
    apo_place_in_line place = apo_search_place(s, n->ply);
    bool is_good = false;
    apo_picker_start(&picker, &s->guide, &frame->danger, &place, n->found.move, APO_PICK_LOUD);
    for (const apo_move *mv;
         !is_good && tried < 4 && (mv = apo_picker_next(&picker)) != NULL;) {
        int gain = apo_move_gain(&s->pos, s->evaluation, mv);
        apo_past past = apo_search_past(&s->pos, mv);
        if (frame->evaluation + gain < beta ||
            !apo_make_legal(&s->pos, &frame->danger, mv, &frame->undo))
            continue;
        tried++;
        apo_search_descend(s, n->ply, past);
        int score = -apo_quiesce(s, -beta, -beta + 1, n->ply + 1, 0);
        if (score >= beta)
            score = -search_node(s, -beta, -beta + 1, n->depth - 4, n->ply + 1, !n->is_cut);
        apo_search_ascend(s, n->ply);
        is_good = !s->is_stopped && score >= beta;
        *out_score = score;
    }
    apo_picker_end(&picker);
    return is_good;
}

/* Nodes so far outside the window that a look at all moves is not worth it. */
static bool is_decided_early(apo_searcher *s, const apo_node *n, int *out_score)
{
    if (n->is_pv || n->is_check || apo_score_is_mate(n->beta))
        return false;
    /* Razoring: so far below alpha that only captures can help; see whether they do. Not measured. */
    if (n->depth <= RAZOR_DEPTH &&
        n->evaluation + RAZOR_BASE + RAZOR_SQUARE * (n->depth - 1) * n->depth <= n->alpha) {
        *out_score = apo_quiesce(s, n->alpha, n->alpha + 1, n->ply, 0);
        if (*out_score <= n->alpha)
            return true;
    }
    /* Reverse futility: so far above beta that the enemy will not make it good in a few plies. With it
     * 56 %. */
    int margin = REVERSE_MARGIN * (n->depth - n->is_improving);
    if (n->depth <= REVERSE_DEPTH && n->evaluation - margin >= n->beta &&
        s->frames[n->ply].excluded == 0) {
        *out_score = (n->evaluation + n->beta) / 2;
        return true;
    }
    return passes_well(s, n, out_score) || probes_well(s, n, out_score);
}

/* --- the moves -------------------------------------------------------------------------------------- */

/* The logarithm to base 2, in sixteenths, straight between powers of two. */
static int logarithm(size_t n)
{
    unsigned whole = 0;
    while (n >> (whole + 1) != 0)
        whole++;
    return (int)(16 * whole + ((n - ((size_t)1 << whole)) << 4 >> whole));
}

/* Late-move reductions: the later a move comes, the less deep it is looked at first; boards with a
 * hundred moves allow more of it than chess. In 1/16 plies: 0.6 + ln(depth) * ln(number) / 1.9. With
 * them 59 %; with 0.4 + ln * ln / 2.3 instead 52 % in 240 games. */
static int base_reduction(const apo_node *n, size_t number)
{
    return 10 + logarithm((size_t)n->depth) * logarithm(number + 1) / 63;
}

/* True if the score stays at or below alpha whatever a quiet move brings; it may be as much. */
static bool is_futile(apo_node *n, int depth)
{
    int hope = n->evaluation + FUTILITY_BASE + FUTILITY_MARGIN * depth;
    if (depth > FUTILITY_DEPTH || n->is_check || hope > n->alpha)
        return false;
    if (hope > n->best_score)
        n->best_score = hope;
    return true;
}

/* Late quiet moves, those that cannot lift a bad position over alpha, those that have seldom been good,
 * and moves that lose material, are left out near the leaves. */
static bool is_left_out(apo_searcher *s, apo_node *n, apo_picker *picker,
                        const apo_place_in_line *place, const apo_move *mv, size_t number)
{
    bool is_loud = apo_move_is_loud(&s->pos, mv);
    if (number == 0 || n->best_score <= -APO_SCORE_MATE_LEAST)
        return false;
    if (is_loud)
        return n->depth <= 7 && apo_picker_is_losing(picker) &&
               apo_move_loses(&s->pos, s->evaluation, mv, LOSS_LOUD * n->depth);
    /* Late-move pruning: with it 53 %. */
    bool is_late =
        number >= (size_t)((4 + n->depth * n->depth) * (1 + n->is_improving) / 2) + 2;
    if (is_late && n->depth <= SKIP_DEPTH) {
        apo_picker_skip_quiets(picker);
        return true;
    }
    if (apo_move_checks(&s->pos, mv))
        return false;
    if (is_late)
        return true;
    int depth = n->depth - base_reduction(n, number) / 16;
    depth = depth > 0 ? depth : 0;
    /* History pruning: what has seldom been good. Not measured. */
    if (depth <= HISTORY_DEPTH &&
        apo_history_quiet(&s->history, &s->pos, place, mv) < -HISTORY_MARGIN * (depth + 1))
        return true;
    /* Futility pruning: with it 60 %. */
    if (is_futile(n, depth))
        return true;
    /* Exchange pruning, here and above: with it 68 %. */
    return depth <= 7 && !n->is_check &&
           apo_move_loses(&s->pos, s->evaluation, mv, LOSS_QUIET * depth * depth);
}

static int reduction_of(const apo_searcher *s, const apo_node *n,
                        const apo_place_in_line *place, const apo_move *mv, size_t number,
                        bool is_loud)
{
    if (n->depth < REDUCE_DEPTH || number < 1U + n->is_pv + (n->ply == 0))
        return 0;
    int reduction = base_reduction(n, number);
    reduction += 16 * (!n->is_improving) + 20 * n->is_cut - 18 * n->is_pv;
    if (is_loud)
        reduction = reduction / 2 - 8;
    else
        reduction -= apo_history_quiet(&s->history, &s->pos, place, mv) / 700;
    return reduction;
}

/* Principal variation search: the first move with the whole window, the others only to show that
 * they are no better; those that seem to be are searched again. `reduction` is in 1/16 plies. */
static int search_child(apo_searcher *s, const apo_node *n, size_t number, int depth,
                        int reduction)
{
    unsigned below = n->ply + 1;
    int score = n->alpha + 1;
    bool is_reduced = reduction >= 16;
    if (is_reduced) {
        int less = depth - reduction / 16;
        less = less < 1 ? 1 : less;
        is_reduced = less < depth;
        if (is_reduced)
            score = -search_node(s, -n->alpha - 1, -n->alpha, less, below, true);
    }
    if (is_reduced ? score > n->alpha : !n->is_pv || number > 0)
        score = -search_node(s, -n->alpha - 1, -n->alpha, depth, below, !n->is_cut);
    if (n->is_pv && (number == 0 || (score > n->alpha && score < n->beta)))
        score = -search_node(s, -n->beta, -n->alpha, depth, below, false);
    return score;
}

/* Singular extension: the table's move alone holds the node if all others, searched less deep, fail
 * well below what it promised; then it is looked at deeper. If others hold it too, and even reach
 * beta, the node will be cut in any case. With it 50 %: it begins deeper than such matches look. Returns
 * plies; sets `*out_score` if the node is decided. */
static int singular(apo_searcher *s, const apo_node *n, const apo_move *mv, int *out_score)
{
    apo_frame *frame = &s->frames[n->ply];
    if (n->depth < SINGULAR_DEPTH || n->ply == 0 || n->ply >= 2 * s->depth ||
        frame->excluded != 0 || n->found.move == 0 || apo_move_signature(mv) != n->found.move ||
        (n->found.bound & APO_BOUND_LOWER) == 0 || n->found.depth + 3 < n->depth ||
        apo_score_is_mate(n->found_score))
        return 0;
    int beta = n->found_score - 2 * n->depth;
    frame->excluded = n->found.move;
    int score = search_node(s, beta - 1, beta, (n->depth - 1) / 2, n->ply, n->is_cut);
    frame->excluded = 0;
    if (s->is_stopped)
        return 0;
    if (score < beta) {
        bool is_double = !n->is_pv && score < beta - 25 && frame->doubles < DOUBLES_MOST;
        return is_double ? 2 : 1;
    }
    if (beta >= n->beta)
        *out_score = beta;
    return n->found_score >= n->beta ? -1 : 0;
}

static bool try_extended(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                         int extension, bool *out_legal)
{
    apo_frame *frame = &s->frames[n->ply];
    apo_place_in_line place = apo_search_place(s, n->ply);
    apo_past past = apo_search_past(&s->pos, mv);
    bool is_loud = apo_move_is_loud(&s->pos, mv);
    int reduction = reduction_of(s, n, &place, mv, number, is_loud);
    *out_legal = apo_make_legal(&s->pos, &frame->danger, mv, &frame->undo);
    if (!*out_legal)
        return false;
    apo_search_descend(s, n->ply, past);
    s->frames[n->ply + 1].doubles += extension == 2;
    if (apo_search_look(s, n->ply + 1)) {
        reduction -= 16;
        /* Check extension: a check and its answer are one event; without the answer we would not
         * see what comes of it. Bounded by twice the depth, or lines of checks would never end. With it
         * 90 %. */
        if (extension == 0 && n->ply < 2 * s->depth && n->depth <= 6)
            extension = 1;
    }
    int score = search_child(s, n, number, n->depth - 1 + extension - n->less, reduction);
    apo_search_ascend(s, n->ply);
    if (s->is_stopped)
        return true;
    apo_search_take_score(s, n, mv, score);
    return n->alpha >= n->beta;
}

bool apo_search_try(apo_searcher *s, apo_node *n, const apo_move *mv, size_t number,
                    bool *out_legal)
{
    return try_extended(s, n, mv, number, 0, out_legal);
}

/* --- learning --------------------------------------------------------------------------------------- */

static void note_tried(apo_searcher *s, apo_node *n, const apo_move *mv)
{
    apo_frame *frame = &s->frames[n->ply];
    if (apo_move_is_loud(&s->pos, mv)) {
        if (n->capture_count < APO_TRIED_MAX)
            frame->captures[n->capture_count++] = *mv;
    } else if (n->quiet_count < APO_TRIED_MAX) {
        frame->quiets[n->quiet_count++] = *mv;
    }
}

static void note_killer(apo_searcher *s, const apo_node *n, const apo_place_in_line *place)
{
    apo_move *killers = s->history.killers[n->ply];
    if (!apo_move_same(&n->best, &killers[0])) {
        killers[1] = killers[0];
        killers[0] = n->best;
    }
    if (place->counter != NULL)
        *place->counter = apo_move_signature(&n->best);
}

/* The move that has cut gains, those tried before it lose. With killers and counters 52 %, with the
 * history of captures 57 %, with what has answered earlier moves 48 %: that takes more nodes to learn. */
static void learn(apo_searcher *s, const apo_node *n, const apo_place_in_line *place)
{
    const apo_frame *frame = &s->frames[n->ply];
    int bonus = 18 * n->depth * n->depth + 270 * n->depth - 120;
    bonus = bonus > BONUS_MOST ? BONUS_MOST : bonus;
    if (apo_move_is_loud(&s->pos, &n->best)) {
        apo_history_change_capture(&s->history, &s->pos, &n->best, bonus);
    } else {
        note_killer(s, n, place);
        apo_history_change_quiet(&s->history, &s->pos, place, &n->best, bonus);
        for (size_t i = 0; i < n->quiet_count; i++)
            apo_history_change_quiet(&s->history, &s->pos, place, &frame->quiets[i], -bonus);
    }
    for (size_t i = 0; i < n->capture_count; i++)
        apo_history_change_capture(&s->history, &s->pos, &frame->captures[i], -bonus);
}

/* The score found says how far the evaluation was wrong, where it bounds it on the right side. */
static void learn_correction(apo_searcher *s, const apo_node *n, int alpha_before)
{
    int evaluation = s->frames[n->ply].evaluation;
    bool is_loud = n->has_best && apo_move_is_loud(&s->pos, &n->best);
    bool is_low = n->best_score <= alpha_before, is_high = n->best_score >= n->beta;
    if (n->is_check || is_loud || apo_score_is_mate(n->best_score) ||
        (is_high && n->best_score <= evaluation) || (is_low && n->best_score >= evaluation))
        return;
    apo_history_correct(&s->history, &s->pos, s->frames[n->ply].balance.pawn_key,
                        n->best_score - evaluation, n->depth);
}

/* --- a node ------------------------------------------------------------------------------------------ */

/* One move of the node. True if the node is decided. */
static bool handle_move(apo_searcher *s, apo_node *n, const apo_move *mv, size_t *number)
{
    int decided = APO_SCORE_NONE;
    bool is_legal;
    int extension = *number == 0 ? singular(s, n, mv, &decided) : 0;
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
    /* Once a move has lifted the score of a node with a window, the others are looked at less deep:
     * 25 % fewer nodes to depth 10. */
    n->less = n->is_pv && n->has_best && n->depth > 2 && n->depth < REST_DEPTH;
    note_tried(s, n, mv);
    return false;
}

/* Returns how many legal moves there were until the node was decided. */
static size_t search_moves(apo_searcher *s, apo_node *n)
{
    apo_picker picker;
    apo_frame *frame = &s->frames[n->ply];
    apo_place_in_line place = apo_search_place(s, n->ply);
    size_t number = 0;
    apo_picker_start(&picker, &s->guide, &frame->danger, &place, n->found.move, APO_PICK_ALL);
    for (const apo_move *mv; (mv = apo_picker_next(&picker)) != NULL;) {
        if (frame->excluded != 0 && apo_move_signature(mv) == frame->excluded)
            continue;
        if (is_left_out(s, n, &picker, &place, mv, number))
            continue;
        if (handle_move(s, n, mv, &number)) {
            number++;
            break;
        }
    }
    if (!s->is_stopped && !n->is_cut_early && n->best_score >= n->beta && n->has_best)
        learn(s, n, &place);
    apo_picker_end(&picker);
    return number;
}

static int search_inner(apo_searcher *s, apo_node *n)
{
    const apo_frame *frame = &s->frames[n->ply];
    int alpha = n->alpha;
    size_t number = search_moves(s, n);
    if (s->is_stopped)
        return 0;
    if (number == 0)
        return frame->excluded != 0 ? alpha : apo_search_score_no_move(s, n);
    if (frame->excluded != 0 || n->is_cut_early)
        return n->best_score;
    apo_search_store(s, n, alpha);
    learn_correction(s, n, alpha);
    return n->best_score;
}

/* Mate distance: a shorter mate is already certain elsewhere. */
static bool is_mate_too_far(apo_node *n)
{
    if (n->alpha < -APO_SCORE_MATE + (int)n->ply)
        n->alpha = -APO_SCORE_MATE + (int)n->ply;
    if (n->beta > APO_SCORE_MATE - (int)n->ply - 1)
        n->beta = APO_SCORE_MATE - (int)n->ply - 1;
    return n->alpha >= n->beta;
}

static int search_node(apo_searcher *s, int alpha, int beta, int depth, unsigned ply,
                       bool is_cut)
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
    if (is_mate_too_far(&n))
        return n.alpha;
    if (apo_search_probe(s, &n, &score))
        return score;
    n.is_check = apo_search_look(s, ply);
    if (ply >= APO_PLIES_MAX)
        return n.is_check ? 0 : apo_search_evaluate(s, ply);
    evaluate_node(s, &n);
    if (is_decided_early(s, &n, &score) || s->is_stopped)
        return s->is_stopped ? 0 : score;
    /* Internal reduction: without a move from the table a look one ply less deep finds one. With it
     * 54 %. */
    if (n.found.move == 0 && n.depth >= 4 && (n.is_pv || n.is_cut))
        n.depth--;
    return search_inner(s, &n);
}

/* NOLINTEND(misc-no-recursion) */
