#include "search/tactics.h"

#include "rules/rules/engine_view.h"

/* --- moves --------------------------------------------------------------- */

bool apo_move_is_noisy(const apo_position *pos, const apo_move *mv)
{
    if (mv->promoted != APO_TYPE_NONE || mv->kind == APO_MOVE_EN_PASSANT)
        return true;
    if (mv->kind == APO_MOVE_CHECKER)
        return !pos->var->kinds[mv->kind]->is_ordinary(pos, mv);
    if (mv->kind == APO_MOVE_CASTLING || apo_move_swaps(mv))
        return false;
    if (mv->kind == APO_MOVE_EFFECT)
        return !apo_move_resigns_piece(mv);
    return mv->kind == APO_MOVE_PATH || apo_piece_is_real(pos->board[mv->to]);
}

/* --- exchanges ----------------------------------------------------------- */

enum {
    EXCHANGE_MAX = 40,
    ROYAL_VALUE = 20000
};

typedef struct exchange {
    apo_position *pos;
    const apo_see_values *see_values;
    apo_square target;
    /* bit per place in the order: types that may attack the target */
    apo_types able[APO_SIDES];
    unsigned count; /* pieces removed */

    struct {
        apo_square square;
        apo_piece piece;
    } lifted[EXCHANGE_MAX];
} exchange;

static int see_value_of(const exchange *e, unsigned type)
{
    return type == e->pos->var->royal ? ROYAL_VALUE : e->see_values->value[type];
}

/* A piece of the type that attacks the target, or APO_SQUARE_NONE. */
APO_INLINE apo_square find_hitter(unsigned words, const exchange *e, unsigned side,
                                  unsigned type, unsigned row)
{
    const apo_position *pos = e->pos;
    const apo_variant *var = pos->var;
    const uint64_t *pieces = apo_position_type_set(pos, side, type, words);
    const uint64_t *reach = apo_reach_set(words, var, side, row, e->target, APO_REACH_ANY);
    const uint64_t *leaps = apo_reach_set(words, var, side, row, e->target, APO_REACH_LEAP);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i] & reach[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            bool is_leap = leaps[i] >> (from & 63U) & 1U;
            if (is_leap || apo_piece_hits(pos, side, row, from, e->target))
                return from;
        }
    return APO_SQUARE_NONE;
}

/* The side's least valuable piece that can capture on the target. */
APO_INLINE apo_square find_least(unsigned words, const exchange *e, unsigned side,
                                 unsigned *out_type)
{
    const apo_position *pos = e->pos;
    for (apo_type_walk walk = apo_type_walk_of(apo_types_within(words, e->able[side]));
         apo_type_walk_next(&walk);) {
        unsigned type = e->see_values->order[walk.type];
        unsigned row = apo_row_now(pos, side, type);
        apo_square from = row == 0 ? APO_SQUARE_NONE : find_hitter(words, e, side, type, row);
        if (from == APO_SQUARE_NONE)
            continue;
        *out_type = type;
        return from;
    }
    return APO_SQUARE_NONE;
}

/* The types to be tested; removing pieces later can only reduce them. */
APO_INLINE apo_types find_able(unsigned words, const exchange *e, unsigned side)
{
    apo_types types = apo_types_reaching(words, e->pos, side, e->target) |
                      apo_changing_bit(words, e->pos, side);
    apo_types places = 0;
    types &= apo_types_within(words, e->see_values->takers);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        places |= apo_type_bit_within(words, e->see_values->place[walk.type]);
    return places;
}

/* Removes a piece that has gone to the target. An enemy joker now has its power. */
static void lift(exchange *e, apo_square from)
{
    apo_position *pos = e->pos;
    apo_piece piece = pos->board[from];
    unsigned side = apo_piece_side(piece), type = apo_piece_type(piece);
    e->lifted[e->count].square = from;
    e->lifted[e->count++].piece = piece;
    pos->board[from] = APO_PIECE_EMPTY;
    apo_board_lift(pos, from, piece);
    apo_note_moved(&pos->state, pos->var, side, type);
}

static void put_all_back(exchange *e)
{
    while (e->count > 0) {
        apo_square from = e->lifted[--e->count].square;
        e->pos->board[from] = e->lifted[e->count].piece;
        apo_board_land(e->pos, from, e->lifted[e->count].piece);
    }
}

/* The gain of the move itself, before any recapture. */
static int first_gain(const exchange *e, const apo_move *mv)
{
    apo_piece taken = e->pos->board[mv->to];
    int gain = apo_piece_is_real(taken) ? see_value_of(e, apo_piece_type(taken)) : 0;
    if (mv->promoted != APO_TYPE_NONE)
        gain += see_value_of(e, mv->promoted) -
                see_value_of(e, apo_piece_type(e->pos->board[mv->from]));
    return gain;
}

/* Both sides capture in turn with their least valuable piece until one stops. `balance` is
 * how far the side that has just captured is above what it needs if it loses the piece on the
 * target. */
APO_INLINE bool takes_turns(unsigned words, exchange *e, unsigned side, int balance)
{
    bool is_first_content = true;
    unsigned type;
    while (e->count < EXCHANGE_MAX - 1) {
        side ^= 1U;
        if (e->count <= APO_SIDES)
            e->able[side] = find_able(words, e, side);
        apo_square from = find_least(words, e, side, &type);
        if (from == APO_SQUARE_NONE)
            break;
        is_first_content = !is_first_content;
        balance = see_value_of(e, type) - balance;
        if (balance < (int)is_first_content)
            break;
        lift(e, from);
    }
    return is_first_content;
}

void apo_see_values_sort(apo_see_values *see_values, const apo_variant *var)
{
    see_values->order_count = 0;
    see_values->takers = 0;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        unsigned at = see_values->order_count;
        if (type == var->untabled)
            continue;
        for (; at > 0 && type != var->royal; at--) {
            unsigned before = see_values->order[at - 1];
            if (before != var->royal && see_values->value[before] <= see_values->value[type])
                break;
            see_values->order[at] = see_values->order[at - 1];
        }
        see_values->order[at] = (uint8_t)type;
        see_values->order_count++;
        see_values->takers |= apo_type_bit(type);
    }
    for (uint8_t k = 0; k < see_values->order_count; k++)
        see_values->place[see_values->order[k]] = k;
}

/* The gain of a capture that explodes: there is nothing left to recapture. */
static int explosion_gain(const exchange *e, const apo_move *mv)
{
    const apo_position *pos = e->pos;
    unsigned side = pos->state.side;
    apo_set area = apo_explosion_area(pos->var, mv->to), royals = apo_royals_of(pos, side ^ 1U);
    const apo_explosions_data *data = apo_explosions_of(pos->var);
    int gain = -see_value_of(e, apo_piece_type(pos->board[mv->from]));
    if (apo_set_meets(&area, &royals))
        return ROYAL_VALUE;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = area.words[i] & pos->occupied.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            apo_piece piece = pos->board[sq];
            apo_types kept = data->immune | (sq != mv->to ? data->sheltered : 0);
            if (!apo_piece_is_real(piece) || sq == mv->from ||
                apo_types_has(kept, apo_piece_type(piece)))
                continue;
            int value = see_value_of(e, apo_piece_type(piece));
            gain += apo_piece_side(piece) == side ? -value : value;
        }
    return gain;
}

bool apo_see_ge(apo_position *pos, const apo_move *mv, const apo_see_values *see_values,
                int threshold)
{
    exchange e;
    e.pos = pos;
    e.see_values = see_values;
    e.target = mv->to;
    e.count = 0;
    if (apo_explosions_of(pos->var)->is_on && apo_piece_is_real(pos->board[mv->to]))
        return explosion_gain(&e, mv) >= threshold;
    unsigned side = pos->state.side, type = apo_move_type(pos, mv);
    int balance = first_gain(&e, mv) - threshold;
    if (balance < 0)
        return false;
    balance = see_value_of(&e, mv->promoted != APO_TYPE_NONE ? mv->promoted : type) - balance;
    if (balance <= 0)
        return true;
    apo_powers powers = pos->state.powers;
    if (mv->kind != APO_MOVE_DROP)
        lift(&e, mv->from);
    bool is_reached = APO_BY_WORDS(pos->var->words, takes_turns, &e, side, balance);
    put_all_back(&e);
    pos->state.powers = powers;
    return is_reached;
}

/* --- passing ------------------------------------------------------------- */

bool apo_null_move_is_sound(const apo_position *pos)
{
    apo_types light =
        pos->var->pawns | apo_promotion_of(pos->var)->pieces | apo_type_bit(pos->var->royal);
    return pos->state.turn == APO_TURN_ORDINARY && pos->var->hooks.sift_count == 0 &&
           (apo_types_here(pos, pos->state.side) & ~light) != 0;
}

void apo_make_null_move(apo_position *pos, apo_undo *undo)
{
    apo_state *state = &pos->state;
    undo->state = *state;
    undo->count = 0;
    APO_CALL_HOOKS(pos->var, forget, state);
    state->key ^= apo_key_of_side(APO_WHITE, APO_TURN_ORDINARY) ^
                  apo_key_of_side(APO_BLACK, APO_TURN_ORDINARY);
    state->halfmove_count++;
    state->side ^= 1;
}

/* --- ends ---------------------------------------------------------------- */

/* For a side not to move that has only its king. */
APO_APART bool ends_bare(const apo_position *pos, int *out_quarters)
{
    bool are_both = apo_is_bare(pos, pos->state.side);
    if (are_both && !apo_is_bare_drawn(pos->var))
        return false;
    if (!are_both && !apo_outcome_of(pos->var)->is_bare_lost)
        return false;
    *out_quarters = are_both ? APO_QUARTERS_DRAW : APO_QUARTERS_WIN;
    return true;
}

bool apo_is_bare_end(const apo_position *pos, int *out_quarters)
{
    return apo_is_bare(pos, pos->state.side ^ 1U) && ends_bare(pos, out_quarters);
}

static int for_mover(const apo_position *pos, int white_quarters)
{
    return pos->state.side == APO_WHITE ? white_quarters : APO_QUARTERS_WIN - white_quarters;
}

int apo_count_quarters(const apo_position *pos)
{
    return for_mover(pos, apo_move_count_quarters(pos));
}

unsigned apo_repetition_limit(const apo_variant *var)
{
    return apo_outcome_of(var)->repetitions;
}

unsigned apo_halfmove_limit(const apo_variant *var)
{
    return 2U * apo_outcome_of(var)->move_limit;
}
