#include "search/picker.h"

#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/tactics.h"
#include "search/tt.h"

/* Score tiers of a list of all moves, far apart. */
enum {
    TIER_FIRST = 1 << 30,
    TIER_GAIN = 1 << 28,
    SORTED_FROM = -4000, /* quiet moves with a worse history are not sorted */
    TAKEN = INT32_MIN,
    PRESSURE_TIMES = 20,
    PRESSURE_MOST = 20000,
    DROP_CHECK_GAIN = 200, /* what a drop that gives check may gain */
    /* A score and a list index in one number. */
    PLACES = 1 << 12,
    SCORE_MOST = (1 << 18) - 1
};

/* --- exchanges ----------------------------------------------------------- */

/* True if the move may capture other pieces than the one on its target. */
static bool takes_many(const apo_move *mv)
{
    return mv->kind == APO_MOVE_CHECKER || mv->kind == APO_MOVE_PATH ||
           mv->kind == APO_MOVE_EFFECT;
}

static int gain_of_many(const apo_position *pos, const apo_evaluation *evaluation,
                        const apo_move *mv)
{
    apo_square captured[APO_UNDO_SQUARES_MAX];
    unsigned count = apo_move_captures(pos, mv, captured);
    int gain = 0;
    for (unsigned i = 0; i < count; i++)
        gain += apo_evaluation_piece(evaluation,
                                     apo_piece_type(apo_position_piece(pos, captured[i])));
    return gain;
}

int apo_move_gain(const apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv)
{
    const int16_t *values = apo_evaluation_pieces(evaluation);
    apo_piece taken = apo_position_piece(pos, mv->to),
              mover = apo_position_piece(pos, mv->from);
    if (takes_many(mv))
        return gain_of_many(pos, evaluation, mv);
    int gain = 0;
    if (mv->kind == APO_MOVE_EN_PASSANT)
        gain = values[apo_piece_type(mover)];
    else if (apo_piece_is_real(taken) && apo_piece_side(taken) != apo_piece_side(mover))
        gain = values[apo_piece_type(taken)];
    if (mv->promoted != APO_TYPE_NONE)
        gain += values[mv->promoted] - values[apo_piece_type(mover)];
    return gain;
}

int apo_move_pressure(const apo_position *pos, const apo_move *mv)
{
    if (mv->kind == APO_MOVE_DROP && apo_move_checks(pos, mv))
        return DROP_CHECK_GAIN;
    if (pos->var->hooks.ends_count == 0)
        return 0;
    if (apo_goal_has(pos->var, pos->state.side, apo_move_type(pos, mv), mv->to))
        return APO_GOAL_GAIN;
    int gain = apo_goals_check_gain(pos);
    return gain != 0 && apo_move_checks(pos, mv) ? gain : 0;
}

bool apo_move_loses(apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv,
                    int margin)
{
    const int16_t *values = apo_evaluation_pieces(evaluation);
    unsigned type = mv->promoted != APO_TYPE_NONE ? mv->promoted : apo_move_type(pos, mv);
    if (mv->kind != APO_MOVE_PLAIN && mv->kind != APO_MOVE_DROP)
        return false;
    int gain = apo_move_gain(pos, evaluation, mv);
    /* The worst case is that the piece is captured for nothing. */
    if (gain - values[type] >= -margin &&
        !apo_type_info_of(apo_position_variant(pos), type)->is_royal)
        return false;
    /* Where pieces are to be got rid of, losing one is no reason against a move. */
    if (apo_extinction_is_wanted(pos->var) ||
        apo_see_ge(pos, mv, apo_evaluation_see_values(evaluation), -margin))
        return false;
    int pressure = apo_move_pressure(pos, mv);
    return pressure == 0 ||
           !apo_see_ge(pos, mv, apo_evaluation_see_values(evaluation), -margin - pressure);
}

/* What pressure adds to the history of a quiet move. With the same for captures it scores
 * 58.8 % in three-check (80 games at 4,000 nodes). */
static int bonus_of(const apo_position *pos, const apo_move *mv)
{
    int bonus = PRESSURE_TIMES * apo_move_pressure(pos, mv);
    return bonus < PRESSURE_MOST ? bonus : PRESSURE_MOST;
}

static void score_noisy(const apo_picker *p, size_t from, size_t to)
{
    const apo_evaluation *evaluation = p->context->evaluation;
    apo_picker_buffer *buf = p->context->buf;
    for (size_t i = from; i < to; i++)
        buf->scores[i] = 16 * (apo_move_gain(p->pos, evaluation, &buf->moves[i]) +
                               apo_move_pressure(p->pos, &buf->moves[i])) +
                         apo_history_capture(p->context->history, p->pos, &buf->moves[i]) / 4;
}

static void score_rest(const apo_picker *p, size_t from, size_t to)
{
    apo_picker_buffer *buf = p->context->buf;
    apo_history_quiets(p->context->history, p->pos, p->continuation, buf->moves + from,
                       to - from, buf->scores + from);
    bool may_press = apo_goals_may_press(p->pos);
    for (size_t i = from; i < to && may_press; i++)
        buf->scores[i] += bonus_of(p->pos, &buf->moves[i]);
}

/* --- order --------------------------------------------------------------- */

static void swap(apo_picker_buffer *buf, size_t a, size_t b)
{
    apo_move mv = buf->moves[a];
    int32_t score = buf->scores[a];
    buf->moves[a] = buf->moves[b];
    buf->scores[a] = buf->scores[b];
    buf->moves[b] = mv;
    buf->scores[b] = score;
}

/* Moves the best remaining move to the front. */
static void bring_best(apo_picker *p)
{
    apo_picker_buffer *buf = p->context->buf;
    size_t best = p->next;
    for (size_t i = best + 1; i < p->end; i++)
        if (buf->scores[i] > buf->scores[best])
            best = i;
    swap(buf, best, p->next);
}

/* Moves those with a score of `least` or more to the front, in stable order. Returns the index
 * of the first other move. */
static size_t divide(apo_picker_buffer *buf, size_t from, size_t to, int least)
{
    size_t better = from;
    for (size_t i = from; i < to; i++)
        if (buf->scores[i] >= least)
            swap(buf, i, better++);
    return better;
}

/* Moves the scores that follow the better moves beyond the end of the list, to make room for
 * the padding of the last group compared at once. */
static void put_aside(const apo_picker *p)
{
    int32_t *scores = p->context->buf->scores;
    memcpy(scores + p->end + APO_PICKER_TOGETHER, scores + p->better,
           APO_PICKER_TOGETHER * sizeof *scores);
}

static void put_back(const apo_picker *p)
{
    int32_t *scores = p->context->buf->scores;
    memcpy(scores + p->better, scores + p->end + APO_PICKER_TOGETHER,
           APO_PICKER_TOGETHER * sizeof *scores);
}

/* Encodes the index in the scores of the better moves, so that the largest names its move;
 * among equals, the first. */
static void number_better(const apo_picker *p)
{
    int32_t *scores = p->context->buf->scores + p->next;
    size_t count = p->better - p->next;
    if (count == 0)
        return;
    put_aside(p);
    for (size_t i = 0; i < count; i++) {
        int32_t score = scores[i] < SCORE_MOST ? scores[i] : SCORE_MOST;
        scores[i] = score * PLACES + (int32_t)(PLACES - 1 - i % PLACES);
    }
    for (size_t i = 0; i < APO_PICKER_TOGETHER; i++)
        scores[count + i] = TAKEN;
}

/* The largest score, several at a time, so that it is vectorised. */
static int32_t find_largest(const int32_t *scores, size_t count)
{
    int32_t best[APO_PICKER_TOGETHER], largest = TAKEN;
    for (unsigned k = 0; k < APO_PICKER_TOGETHER; k++)
        best[k] = TAKEN;
    for (size_t i = 0; i < count; i += APO_PICKER_TOGETHER)
        for (unsigned k = 0; k < APO_PICKER_TOGETHER; k++)
            best[k] = scores[i + k] > best[k] ? scores[i + k] : best[k];
    for (unsigned k = 0; k < APO_PICKER_TOGETHER; k++)
        largest = best[k] > largest ? best[k] : largest;
    return largest;
}

/* True for a quiet move with too little history that neither gives check nor reaches a goal. */
static bool is_unwanted(const apo_picker *p, const apo_move *mv, int history)
{
    return history < p->least && !apo_move_checks(p->pos, mv) &&
           !apo_move_is_noisy(p->pos, mv) && apo_move_pressure(p->pos, mv) == 0;
}

/* All better moves left have too little history: keeps only those that give check. */
static void keep_checks(apo_picker *p)
{
    apo_picker_buffer *buf = p->context->buf;
    for (size_t i = p->next; i < p->better; i++)
        if (buf->scores[i] != TAKEN && is_unwanted(p, &buf->moves[i], INT32_MIN))
            buf->scores[i] = TAKEN;
    p->are_only_checks = true;
}

/* The best of the better moves left. Most nodes end after a few moves, so sorting them all
 * would be wasteful. */
static const apo_move *take_better(apo_picker *p)
{
    int32_t *scores = p->context->buf->scores + p->next;
    int32_t best = find_largest(scores, p->better - p->next);
    if (best != TAKEN && best / PLACES < p->least && !p->are_only_checks) {
        keep_checks(p);
        best = find_largest(scores, p->better - p->next);
    }
    if (best == TAKEN)
        return NULL;
    size_t at = (size_t)(PLACES - 1 - (best & (PLACES - 1)));
    scores[at] = TAKEN;
    p->history = best / PLACES;
    return &p->context->buf->moves[p->next + at];
}

/* The next of the other moves, unsorted. */
static const apo_move *take_other(apo_picker *p)
{
    const apo_picker_buffer *buf = p->context->buf;
    while (p->next < p->end) {
        size_t at = p->next++;
        p->history = buf->scores[at];
        if (!is_unwanted(p, &buf->moves[at], p->history))
            return &buf->moves[at];
    }
    return NULL;
}

/* --- stages -------------------------------------------------------------- */

static bool is_first(const apo_picker *p, const apo_move *mv)
{
    return p->has_first && apo_move_same(mv, &p->first);
}

static apo_move_list list_at(apo_picker_buffer *buf, size_t from)
{
    return (apo_move_list){buf->moves + from, APO_PICKER_CAPACITY - from, 0, false};
}

static apo_move_list open_list(const apo_picker *p, size_t from)
{
    p->context->buf->is_ahead = false;
    return list_at(p->context->buf, from);
}

static void close_list(apo_picker *p, const apo_move_list *list, size_t from)
{
    p->next = from;
    p->end = from + list->count;
    p->context->buf->used = p->end;
}

static void list_noisy(apo_picker *p)
{
    apo_move_list list = open_list(p, p->base);
    const int16_t *values =
        p->which != APO_PICK_ALL ? apo_evaluation_pieces(p->context->evaluation) : NULL;
    apo_list_noisy(p->pos, p->check_info, p->context->attack_cache, values, &list);
    close_list(p, &list, p->base);
    p->losing = p->next_losing = p->base;
    score_noisy(p, p->next, p->end);
}

static void list_rest(apo_picker *p)
{
    size_t from = p->end;
    apo_move_list list = open_list(p, from);
    apo_list_rest(p->pos, p->check_info, p->context->attack_cache, &list);
    close_list(p, &list, from);
    score_rest(p, p->next, p->end);
    p->better = divide(p->context->buf, p->next, p->end, SORTED_FROM);
    if (p->better > p->next + PLACES)
        p->better = p->next + PLACES;
    number_better(p);
    /* The padding of the scores must not be overwritten by the lists of deeper nodes. */
    size_t used = p->end + (size_t)2 * APO_PICKER_TOGETHER;
    p->context->buf->used = used < APO_PICKER_CAPACITY ? used : APO_PICKER_CAPACITY;
}

static void keep_noisy(const apo_position *pos, apo_move_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (apo_move_is_noisy(pos, &list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

apo_move_list apo_picker_list_ahead(const apo_picker_context *context)
{
    apo_picker_buffer *buf = context->buf;
    apo_move_list list = list_at(buf, buf->used);
    apo_list_legal(context->pos, &list);
    buf->ahead_from = buf->used;
    buf->ahead_count = list.count;
    buf->ahead_key = context->pos->state.key;
    buf->is_ahead = true;
    return list;
}

/* In check, in double turns, and in games with rules that sift: all legal moves at once. */
static void list_legal(apo_picker *p)
{
    apo_picker_buffer *buf = p->context->buf;
    bool is_listed =
        buf->is_ahead && buf->ahead_from == p->base && buf->ahead_key == p->pos->state.key;
    apo_move_list list = open_list(p, p->base);
    if (is_listed)
        list.count = buf->ahead_count;
    else
        apo_list_legal(p->pos, &list);
    if (p->which != APO_PICK_ALL && !p->check_info->is_check)
        keep_noisy(p->pos, &list);
    close_list(p, &list, p->base);
    for (size_t i = p->next; i < p->end; i++) {
        const apo_move *mv = &buf->moves[i];
        if (p->first_signature != 0 && apo_move_signature(mv) == p->first_signature)
            buf->scores[i] = TIER_FIRST;
        else if (apo_move_is_noisy(p->pos, mv))
            buf->scores[i] = TIER_GAIN +
                             16 * apo_move_gain(p->pos, p->context->evaluation, mv) -
                             apo_evaluation_piece(p->context->evaluation,
                                                  apo_piece_type(p->pos->board[mv->from]));
        else
            buf->scores[i] =
                apo_history_quiet(p->context->history, p->pos, p->continuation, mv);
    }
}

static void note_killers(apo_picker *p)
{
    const apo_move *killers = p->context->history->killers[p->continuation->ply];
    p->killers[0] = killers[0];
    p->killers[1] = killers[1];
    p->killers[2] = (apo_move){.from = 0};
    uint32_t *countermove = p->continuation->countermove;
    if (countermove != NULL && *countermove != 0 && (*countermove & 0x1FF) == 0)
        (void)apo_move_of_signature(p->pos, p->check_info, p->context->attack_cache,
                                    *countermove, &p->killers[2]);
}

void apo_picker_start(apo_picker *picker, const apo_picker_context *context,
                      const apo_check_info *check_info, const apo_continuation *continuation,
                      uint32_t first, enum apo_pick which)
{
    *picker = (apo_picker){.least = INT32_MIN,
                           .context = context,
                           .pos = context->pos,
                           .check_info = check_info,
                           .continuation = continuation,
                           .which = which,
                           .first_signature = first,
                           .base = context->buf->used};
    picker->next = picker->end = picker->base;
    if (check_info->is_check || check_info->is_listed) {
        picker->stage = APO_STAGE_LIST_LEGAL;
        return;
    }
    if (first != 0)
        picker->has_first = apo_move_of_signature(context->pos, check_info,
                                                  context->attack_cache, first, &picker->first);
    if (picker->has_first && which != APO_PICK_ALL &&
        !apo_move_is_noisy(context->pos, &picker->first) &&
        (which == APO_PICK_NOISY || apo_move_pressure(context->pos, &picker->first) == 0))
        picker->has_first = false;
    picker->stage = picker->has_first ? APO_STAGE_FIRST : APO_STAGE_LIST_NOISY;
}

/* The next capture that loses nothing; losing ones are moved to the front for later. SEE is
 * called only when a capture's turn comes: most nodes end before. */
static const apo_move *next_noisy(apo_picker *p)
{
    apo_picker_buffer *buf = p->context->buf;
    while (p->next < p->end) {
        bring_best(p);
        const apo_move *mv = &buf->moves[p->next++];
        if (is_first(p, mv))
            continue;
        if (!apo_move_loses(p->pos, p->context->evaluation, mv, p->threshold))
            return mv;
        if (p->which == APO_PICK_ALL)
            buf->moves[p->losing++] = *mv;
    }
    return NULL;
}

static enum apo_picker_stage after_noisy(const apo_picker *p)
{
    return p->which == APO_PICK_ALL     ? APO_STAGE_KILLERS
           : p->which == APO_PICK_NOISY ? APO_STAGE_END
                                        : APO_STAGE_LIST_PRESSING;
}

/* Quiet moves with pressure, in quiescence. With captures no longer called losing if the check
 * they give is worth more, they score 70.8 % in three-check (60 games at 4,000 nodes). */
static void list_pressing(apo_picker *p)
{
    apo_move_list list = open_list(p, p->base);
    size_t kept = 0;
    apo_list_rest(p->pos, p->check_info, p->context->attack_cache, &list);
    for (size_t i = 0; i < list.count; i++)
        if (apo_move_pressure(p->pos, &list.moves[i]) > 0)
            list.moves[kept++] = list.moves[i];
    list.count = kept;
    close_list(p, &list, p->base);
}

/* The next of them that loses no more than it gains. */
static const apo_move *next_pressing(apo_picker *p)
{
    while (p->next < p->end) {
        const apo_move *mv = &p->context->buf->moves[p->next++];
        if (!is_first(p, mv) && !apo_move_loses(p->pos, p->context->evaluation, mv, 0))
            return mv;
    }
    return NULL;
}

static bool is_killer(const apo_picker *p, const apo_move *mv, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (apo_move_same(&p->killers[i], mv))
            return true;
    return false;
}

static const apo_move *next_killer(apo_picker *p)
{
    while (p->killer < 3) {
        apo_move *mv = &p->killers[p->killer++];
        if (mv->from != mv->to && !is_first(p, mv) && !is_killer(p, mv, p->killer - 1) &&
            apo_move_fits(p->pos, p->context->attack_cache, mv) &&
            !apo_move_is_noisy(p->pos, mv)) {
            p->history = apo_history_quiet(p->context->history, p->pos, p->continuation, mv);
            if (!is_unwanted(p, mv, p->history))
                return mv;
            continue;
        }
        /* The normal lists contain it if it is possible here. */
        *mv = (apo_move){.from = 0};
    }
    return NULL;
}

/* The better quiet moves best first, then the others unsorted. */
static const apo_move *take_quiet(apo_picker *p)
{
    if (p->next < p->better) {
        const apo_move *mv = take_better(p);
        if (mv != NULL)
            return mv;
        p->next = p->better;
        put_back(p);
    }
    return take_other(p);
}

static const apo_move *next_rest(apo_picker *p)
{
    while (!p->skips_quiets) {
        const apo_move *mv = take_quiet(p);
        if (mv == NULL || (!is_first(p, mv) && !is_killer(p, mv, 3)))
            return mv;
    }
    return NULL;
}

static const apo_move *next_legal(apo_picker *p)
{
    apo_picker_buffer *buf = p->context->buf;
    while (p->next < p->end) {
        bring_best(p);
        const apo_move *mv = &buf->moves[p->next];
        p->history = buf->scores[p->next++];
        if (p->skips_quiets ? apo_move_is_noisy(p->pos, mv) : !is_unwanted(p, mv, p->history))
            return mv;
    }
    return NULL;
}

static const apo_move *give(apo_picker *p, const apo_move *mv, enum apo_picker_stage next)
{
    p->given = p->stage;
    if (mv == NULL)
        p->stage = next;
    return mv;
}

/* One step: a move, or NULL and on to the next stage. */
static const apo_move *step(apo_picker *p)
{
    switch (p->stage) {
    case APO_STAGE_FIRST:
        p->given = APO_STAGE_FIRST;
        p->stage = APO_STAGE_LIST_NOISY;
        return &p->first;
    case APO_STAGE_LIST_NOISY: list_noisy(p); return give(p, NULL, APO_STAGE_NOISY);
    case APO_STAGE_NOISY: return give(p, next_noisy(p), after_noisy(p));
    case APO_STAGE_LIST_PRESSING: list_pressing(p); return give(p, NULL, APO_STAGE_PRESSING);
    case APO_STAGE_PRESSING: return give(p, next_pressing(p), APO_STAGE_END);
    case APO_STAGE_KILLERS:
        if (p->killer == 0 && !p->skips_quiets)
            note_killers(p);
        return give(p, p->skips_quiets ? NULL : next_killer(p), APO_STAGE_LIST_REST);
    case APO_STAGE_LIST_REST:
        if (!p->skips_quiets)
            list_rest(p);
        return give(p, NULL, p->skips_quiets ? APO_STAGE_LOSING : APO_STAGE_REST);
    case APO_STAGE_REST: {
        const apo_move *mv = next_rest(p);
        return give(p, mv, APO_STAGE_LOSING);
    }
    case APO_STAGE_LOSING:
        return give(
            p, p->next_losing < p->losing ? &p->context->buf->moves[p->next_losing++] : NULL,
            APO_STAGE_END);
    case APO_STAGE_LIST_LEGAL: list_legal(p); return give(p, NULL, APO_STAGE_LEGAL);
    case APO_STAGE_LEGAL: return give(p, next_legal(p), APO_STAGE_END);
    case APO_STAGE_END: break;
    }
    return NULL;
}

const apo_move *apo_picker_next(apo_picker *picker)
{
    while (picker->stage != APO_STAGE_END) {
        const apo_move *mv = step(picker);
        if (mv != NULL)
            return mv;
    }
    return NULL;
}
