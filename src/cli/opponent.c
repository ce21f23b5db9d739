#include "cli/opponent.h"

#include "rules/movegen.h"

enum {
    QUIET_DEPTH = 6,     /* half-moves of captures behind the last ply */
    NODES_MAX = 1000000, /* a second or two; then the last finished depth counts */
    STOP_EVERY = 1024,   /* nodes between two looks at the flag */
    NOISE = 8,           /* hundredths of a pawn, by chance */
    INFINITE = 2 * APO_SCORE_WIN,
    REPEATED_MAX = 512 /* positions of the game looked at for repetition */
};

/* One choice of a move. */
typedef struct search {
    apo_opponent *opponent;
    const apo_variant *var;
    const apo_geometry *geo;
    bool is_stopped; /* what it returns from now on is void */
} search;

static int value_of(const search *run, apo_man man)
{
    return apo_man_is_real(man) ? run->opponent->values[apo_man_type(man)] : 0;
}

/* --- looking at a position ----------------------------------------------------------------- */

/* The nearer to the middle, the better; twice the distance from the edge, at most 12. */
static int centre_of(const search *run, apo_square sq)
{
    int file = (int)apo_geometry_file(run->geo, sq), row = (int)apo_geometry_row(run->geo, sq);
    int files = run->geo->files, rows = run->geo->rows;
    int side = file < files - 1 - file ? file : files - 1 - file;
    int end = row < rows - 1 - row ? row : rows - 1 - row;
    int sum = side + end;
    return sum > 6 ? 12 : 2 * sum;
}

static int worth_of(const search *run, const apo_position *pos, apo_square sq)
{
    apo_man man = apo_position_man(pos, sq);
    unsigned type = apo_man_type(man);
    int value = run->opponent->values[type];
    if (apo_type_is_pawn(run->var, type))
        return value + 4 * (int)apo_geometry_own_rank(run->geo, apo_man_side(man), sq);
    if (apo_type_is_royal(run->var, type))
        return 0;
    return value + centre_of(run, sq);
}

/* For the side to move, in hundredths of a pawn. */
static int evaluate(const search *run, const apo_position *pos)
{
    int sums[APO_SIDES] = {0, 0};
    unsigned squares = apo_geometry_squares(run->geo);
    for (unsigned sq = 0; sq < squares; sq++) {
        apo_man man = apo_position_man(pos, (apo_square)sq);
        if (apo_man_is_real(man))
            sums[apo_man_side(man)] += worth_of(run, pos, (apo_square)sq);
    }
    apo_side side = apo_position_side(pos);
    return sums[side] - sums[apo_side_other(side)];
}

static int score_of_quarters(int white_quarters, apo_side side)
{
    int quarters = side == APO_WHITE ? white_quarters : APO_QUARTERS_WIN - white_quarters;
    static const int scores[] = {-APO_SCORE_WIN, -APO_SCORE_ADVANTAGE, 0, APO_SCORE_ADVANTAGE,
                                 APO_SCORE_WIN};
    return scores[quarters];
}

/* No legal move: mate or stalemate; the sooner the worse. */
static int score_end(const apo_position *pos, int ply)
{
    apo_outcome outcome = apo_position_outcome(pos);
    if (outcome.white_quarters == APO_QUARTERS_UNKNOWN)
        return 0;
    int score = score_of_quarters(outcome.white_quarters, apo_position_side(pos));
    return score < 0 ? score + ply : score > 0 ? score - ply : 0;
}

/* --- ordering ------------------------------------------------------------------------------ */

static int gain_of(const search *run, const apo_position *pos, const apo_move *mv)
{
    int gain = value_of(run, apo_position_man(pos, mv->to));
    if (mv->kind == APO_MOVE_CHECKER || mv->kind == APO_MOVE_PATH ||
        mv->kind == APO_MOVE_EN_PASSANT) {
        apo_square taken[APO_UNDO_SQUARES_MAX];
        unsigned count = apo_move_captures(pos, mv, taken);
        gain = 0;
        for (unsigned i = 0; i < count; i++)
            gain += value_of(run, apo_position_man(pos, taken[i]));
    } else if (mv->kind != APO_MOVE_PLAIN) {
        gain = 0;
    }
    if (mv->promoted != APO_TYPE_NONE)
        gain += run->opponent->values[mv->promoted] -
                value_of(run, apo_position_man(pos, mv->from));
    return gain;
}

/* Captures of much by little first. */
static int order_of(const search *run, const apo_position *pos, const apo_move *mv)
{
    int gain = gain_of(run, pos, mv);
    return gain > 0 ? 16 * gain - value_of(run, apo_position_man(pos, mv->from)) : 0;
}

static void order_moves(const search *run, const apo_position *pos, apo_move_list *list,
                        int *orders)
{
    for (size_t i = 0; i < list->count; i++)
        orders[i] = order_of(run, pos, &list->moves[i]);
}

/* Brings the best of the moves from `at` on to `at`. */
static void pick_next(apo_move_list *list, int *orders, size_t at)
{
    size_t best = at;
    for (size_t i = at + 1; i < list->count; i++) {
        if (orders[i] > orders[best])
            best = i;
    }
    apo_move mv = list->moves[at];
    int order = orders[at];
    list->moves[at] = list->moves[best];
    orders[at] = orders[best];
    list->moves[best] = mv;
    orders[best] = order;
}

/* --- looking ahead ------------------------------------------------------------------------- */

static bool must_stop(search *run)
{
    apo_opponent *opponent = run->opponent;
    opponent->nodes++;
    if (opponent->nodes >= NODES_MAX ||
        (opponent->nodes % STOP_EVERY == 0 && opponent->is_stopped != NULL &&
         opponent->is_stopped()))
        run->is_stopped = true;
    return run->is_stopped;
}

/* A window of scores and how deep we are; passed down by value. */
typedef struct window {
    int alpha, beta;
    int depth; /* half-moves left; below 0: captures only */
    int ply;   /* from the root */
} window;

static int look_ahead(search *run, apo_position *pos, window in);

/* Tries the moves in their order. Moves that win nothing are left out below the last ply. */
/* NOLINTNEXTLINE(misc-no-recursion): a search is one; `depth` ends it. */
static int try_moves(search *run, apo_position *pos, apo_move_list *list, window in, int best)
{
    int orders[APO_MOVE_LIST_MAX];
    order_moves(run, pos, list, orders);
    for (size_t i = 0; i < list->count && !run->is_stopped; i++) {
        apo_undo undo;
        pick_next(list, orders, i);
        if (in.depth <= 0 && orders[i] <= 0)
            break;
        apo_make(pos, &list->moves[i], &undo);
        window below = {-in.beta, -in.alpha, in.depth - 1, in.ply + 1};
        /* Under a double turn the same side may go on. */
        bool is_same_side = pos->state.side == undo.state.side;
        if (is_same_side)
            below = (window){in.alpha, in.beta, in.depth - 1, in.ply + 1};
        int score = look_ahead(run, pos, below);
        score = is_same_side ? score : -score;
        apo_unmake(pos, &undo);
        if (score > best)
            best = score;
        if (best > in.alpha)
            in.alpha = best;
        if (in.alpha >= in.beta)
            break;
    }
    return best;
}

/* The score for the side to move, by alpha-beta. */
/* NOLINTNEXTLINE(misc-no-recursion): as above. */
static int look_ahead(search *run, apo_position *pos, window in)
{
    int best = -INFINITE;
    if (must_stop(run))
        return 0;
    if (in.depth <= 0) {
        best = evaluate(run, pos);
        if (best >= in.beta || in.depth <= -QUIET_DEPTH)
            return best;
        if (best > in.alpha)
            in.alpha = best;
    }
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_moves_legal(list, pos);
    if (list->count == 0)
        return score_end(pos, in.ply);
    return try_moves(run, pos, list, in, best);
}

/* --- the choice ---------------------------------------------------------------------------- */

/* Keys of the positions since the last move that cannot be taken back. */
static size_t list_keys(const apo_game *game, uint64_t out[REPEATED_MAX])
{
    apo_position pos = *apo_game_start(game);
    size_t length = apo_game_length(game);
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        apo_move mv = apo_game_move(game, i);
        apo_undo undo;
        if (i + REPEATED_MAX >= length)
            out[count++] = apo_position_key(&pos);
        apo_make(&pos, &mv, &undo);
    }
    return count;
}

/* A position that has been there before is on its way to ending the game. */
static int correct_repetition(const apo_position *after, const uint64_t *keys, size_t count,
                              int score)
{
    unsigned seen = 0;
    for (size_t i = 0; i < count; i++)
        seen += keys[i] == apo_position_key(after);
    if (seen == 0)
        return score;
    if (seen == 1)
        return score / 2;
    return score_of_quarters(apo_position_point_result(after),
                             apo_side_other(apo_position_side(after)));
}

/* The root moves with their scores, best first after each depth. */
typedef struct root {
    apo_moves moves;
    int scores[APO_MOVE_LIST_MAX];
    uint64_t keys[REPEATED_MAX];
    size_t key_count;
} root;

/* One depth over all root moves. False if it was stopped: the scores are then worth nothing. */
static bool search_root(search *run, root *top, const apo_game *game, int depth)
{
    apo_position pos = *apo_game_position(game);
    int alpha = -INFINITE;
    for (size_t i = 0; i < top->moves.list.count; i++) {
        apo_undo undo;
        apo_make(&pos, &top->moves.list.moves[i], &undo);
        bool is_same_side = pos.state.side == undo.state.side;
        window below = {-INFINITE, -alpha, depth - 1, 1};
        if (is_same_side)
            below = (window){alpha, INFINITE, depth - 1, 1};
        int score = look_ahead(run, &pos, below);
        score = is_same_side ? score : -score;
        score = correct_repetition(&pos, top->keys, top->key_count, score);
        apo_unmake(&pos, &undo);
        if (run->is_stopped)
            return false;
        /* A score below alpha is only a bound, and stays below. */
        top->scores[i] = score;
        if (score - NOISE > alpha)
            alpha = score - NOISE;
    }
    for (size_t i = 0; i < top->moves.list.count; i++)
        pick_next(&top->moves.list, top->scores, i);
    return true;
}

/* One of the moves that are nearly as good as the best. */
static size_t draw_lot(apo_opponent *opponent, const root *top)
{
    size_t count = 1;
    while (count < top->moves.list.count && top->scores[count] > top->scores[0] - NOISE)
        count++;
    return apo_random_below(&opponent->random, (uint32_t)count);
}

bool apo_opponent_choose(apo_opponent *opponent, const apo_game *game, unsigned depth,
                         apo_move *out, int *out_score)
{
    const apo_position *pos = apo_game_position(game);
    search run = {.opponent = opponent, .var = apo_position_variant(pos)};
    root top;
    bool is_found = false;
    run.geo = apo_variant_geometry(run.var);
    opponent->nodes = 0;
    apo_moves_legal(apo_moves_start(&top.moves), pos);
    top.key_count = list_keys(game, top.keys);
    if (top.moves.list.count == 0)
        return false;
    for (unsigned now = 1; now <= depth; now++) {
        if (!search_root(&run, &top, game, (int)now))
            break;
        size_t chosen = draw_lot(opponent, &top);
        *out = top.moves.list.moves[chosen];
        if (out_score != NULL)
            *out_score = top.scores[chosen];
        is_found = true;
    }
    return is_found && !(opponent->is_stopped != NULL && opponent->is_stopped());
}
