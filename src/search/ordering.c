#include "search/ordering.h"

#include "base/mem.h"
#include "rules/movegen.h"
#include "search/table.h"
#include "search/tactics.h"

/* Tiers of scores, far apart. */
enum {
    TIER_FIRST = 1 << 30,
    TIER_GAIN = 1 << 28,
    TIER_KILLER = 1 << 26,
    TIER_LOSS = -(1 << 28)
};

void apo_history_clear(apo_history *history)
{
    memset(history, 0, sizeof *history);
}

unsigned apo_history_type(const apo_position *pos, const apo_move *mv)
{
    apo_man man = apo_position_man(pos, mv->from);
    unsigned type = apo_man_type(man);
    if (apo_type_is_joker(apo_position_variant(pos), type))
        return apo_position_imitated(pos, apo_man_side(man));
    return type;
}

int apo_move_gain(const apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv)
{
    int gain = 0;
    if (mv->kind == APO_MOVE_CHECKER || mv->kind == APO_MOVE_PATH) {
        apo_square captured[APO_UNDO_SQUARES_MAX];
        unsigned count = apo_move_captures(pos, mv, captured);
        for (unsigned i = 0; i < count; i++)
            gain += apo_evaluation_man(evaluation,
                                       apo_man_type(apo_position_man(pos, captured[i])));
        return gain;
    }
    apo_man taken = apo_position_man(pos, mv->to), mover = apo_position_man(pos, mv->from);
    if (mv->kind == APO_MOVE_EN_PASSANT)
        gain = apo_evaluation_man(evaluation, apo_man_type(mover));
    else if (apo_man_is_real(taken) && apo_man_side(taken) != apo_man_side(mover))
        gain = apo_evaluation_man(evaluation, apo_man_type(taken));
    if (mv->promoted != APO_TYPE_NONE)
        gain += apo_evaluation_man(evaluation, mv->promoted) -
                apo_evaluation_man(evaluation, apo_man_type(mover));
    return gain;
}

bool apo_move_loses(apo_position *pos, const apo_evaluation *evaluation, const apo_move *mv)
{
    unsigned type = mv->promoted != APO_TYPE_NONE
                        ? mv->promoted
                        : apo_man_type(apo_position_man(pos, mv->from));
    if (apo_move_gain(pos, evaluation, mv) >= apo_evaluation_man(evaluation, type))
        return false;
    return apo_exchange(pos, mv, apo_evaluation_men(evaluation)) < 0;
}

static int score_loud(const apo_position *pos, const apo_evaluation *evaluation,
                      const apo_move *mv)
{
    int attacker =
        apo_evaluation_man(evaluation, apo_man_type(apo_position_man(pos, mv->from)));
    return TIER_GAIN + 16 * apo_move_gain(pos, evaluation, mv) - attacker;
}

int apo_history_of(const apo_history *history, const apo_position *pos,
                   const apo_place_in_line *place, const apo_move *mv)
{
    unsigned type = apo_history_type(pos, mv);
    return history->plain[apo_position_side(pos)][type][mv->to] +
           history->answer[place->last][type][mv->to] +
           history->follow[place->before][type][mv->to];
}

static int score_quiet(const apo_position *pos, const apo_history *history,
                       const apo_place_in_line *place, const apo_move *mv)
{
    const apo_move *killers = history->killers[place->ply];
    for (int i = 0; i < 2; i++)
        if (apo_move_same(mv, &killers[i]))
            return TIER_KILLER - i;
    return apo_history_of(history, pos, place, mv);
}

void apo_order_all(apo_order *order, const apo_position *pos, const apo_history *history,
                   const apo_evaluation *evaluation, const apo_place_in_line *place,
                   uint32_t first)
{
    order->next = 0;
    for (size_t i = 0; i < order->count; i++) {
        const apo_move *mv = &order->moves[i];
        if (first != 0 && apo_move_signature(mv) == first)
            order->scores[i] = TIER_FIRST;
        else if (apo_move_is_loud(pos, mv))
            order->scores[i] = score_loud(pos, evaluation, mv);
        else
            order->scores[i] = score_quiet(pos, history, place, mv);
    }
}

void apo_order_captures(apo_order *order, const apo_position *pos,
                        const apo_evaluation *evaluation, uint32_t first)
{
    order->next = 0;
    for (size_t i = 0; i < order->count; i++) {
        const apo_move *mv = &order->moves[i];
        order->scores[i] = first != 0 && apo_move_signature(mv) == first
                               ? TIER_FIRST
                               : score_loud(pos, evaluation, mv);
    }
}

static void swap(apo_order *order, size_t a, size_t b)
{
    apo_move mv = order->moves[a];
    int32_t score = order->scores[a];
    order->moves[a] = order->moves[b];
    order->scores[a] = order->scores[b];
    order->moves[b] = mv;
    order->scores[b] = score;
}

static size_t find_best(const apo_order *order)
{
    size_t best = order->next;
    for (size_t i = best + 1; i < order->count; i++)
        if (order->scores[i] > order->scores[best])
            best = i;
    return best;
}

/* Whether a capture loses is asked only when its turn comes: most nodes end before. */
const apo_move *apo_order_next(apo_order *order, apo_position *pos,
                               const apo_evaluation *evaluation)
{
    while (order->next < order->count) {
        size_t best = find_best(order);
        int32_t score = order->scores[best];
        bool is_gain = score < TIER_FIRST && score > TIER_KILLER;
        if (is_gain && apo_move_loses(pos, evaluation, &order->moves[best])) {
            order->scores[best] += TIER_LOSS - TIER_GAIN;
            continue;
        }
        swap(order, best, order->next);
        return &order->moves[order->next++];
    }
    return NULL;
}

bool apo_order_is_losing(const apo_order *order)
{
    return order->next > 0 && order->scores[order->next - 1] < TIER_LOSS / 2;
}

/* Moves a value towards the limit; the nearer it is, the less. */
static void change(int16_t *value, int by)
{
    int pull = by < 0 ? -by : by;
    *value = (int16_t)(*value + by - *value * pull / APO_HISTORY_MAX);
}

static void change_all(apo_history *history, const apo_position *pos,
                       const apo_place_in_line *place, const apo_move *mv, int by)
{
    unsigned type = apo_history_type(pos, mv);
    change(&history->plain[apo_position_side(pos)][type][mv->to], by);
    if (place->last != APO_TYPE_NONE)
        change(&history->answer[place->last][type][mv->to], by);
    if (place->before != APO_TYPE_NONE)
        change(&history->follow[place->before][type][mv->to], by);
}

void apo_history_reward(apo_history *history, const apo_position *pos,
                        const apo_place_in_line *place, const apo_tried_moves *tried)
{
    int depth = tried->depth;
    int bonus = depth > 10 ? 2000 : depth * depth * 16 + depth * 40;
    apo_move *killers = history->killers[place->ply];
    if (!apo_move_same(tried->best, &killers[0])) {
        killers[1] = killers[0];
        killers[0] = *tried->best;
    }
    change_all(history, pos, place, tried->best, bonus);
    for (size_t i = 0; i < tried->count; i++)
        change_all(history, pos, place, &tried->moves[i], -bonus);
}
