#include "rules/kernel/key_of.h"

#include "base/random.h"
#include "rules/kernel/compiled.h"

/* Words mixed from small numbers that say what they stand for; the high byte is the family. */
static uint64_t key_word(uint64_t family, uint64_t a, uint64_t b, uint64_t c)
{
    return apo_mix(0x9E3779B97F4A7C15U ^ (family << 56 | a << 40 | b << 20 | c));
}

uint64_t apo_key_of_piece(apo_piece piece, apo_square sq)
{
    return key_word(1, piece, sq, 0);
}

uint64_t apo_key_of_side(unsigned side, unsigned turn)
{
    return side == APO_WHITE && turn == APO_TURN_SINGLE ? 0 : key_word(2, side, turn, 0);
}

uint64_t apo_key_of_unmoved(apo_square sq)
{
    return key_word(3, sq, 0, 0);
}

uint64_t apo_key_of_trail(apo_square sq)
{
    return key_word(4, sq, 0, 0);
}

uint64_t apo_key_of_reserve(unsigned side, unsigned type, unsigned count)
{
    return count == 0 ? 0 : key_word(5, side, type, count);
}

uint64_t apo_key_of_pocket(unsigned side, uint32_t types)
{
    uint64_t key = 0;
    for (; types != 0; types &= types - 1)
        key ^= key_word(6, side, (unsigned)__builtin_ctz(types), 0);
    return key;
}

uint64_t apo_key_of_imitated(unsigned white, unsigned black)
{
    return white == 0 && black == 0 ? 0 : key_word(7, white, black, 0);
}

uint64_t apo_key_of_all_unmoved(const apo_set *set)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = set->words[i]; word != 0;)
            key ^= apo_key_of_unmoved(apo_word_pop(&word, i * 64));
    return key;
}

uint64_t apo_key_of_state_trail(const apo_state *state)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < state->trail_count; i++)
        if (state->trail_shown >> i & 1U)
            key ^= apo_key_of_trail(apo_state_trail_square(state, i));
    return key;
}

uint64_t apo_key_of_state_imitated(const apo_state *state)
{
    if (!state->imitation_shown)
        return 0;
    return apo_key_of_imitated(state->imitated[APO_WHITE], state->imitated[APO_BLACK]);
}

uint64_t apo_position_still_key(const apo_position *pos)
{
    return pos->state.key ^ apo_key_of_side(pos->state.side, pos->state.turn);
}

uint64_t apo_position_fresh_key(const apo_position *pos)
{
    const apo_state *state = &pos->state;
    uint64_t key = apo_key_of_side(state->side, state->turn) ^
                   apo_key_of_all_unmoved(&state->unmoved) ^ apo_key_of_state_trail(state) ^
                   apo_key_of_state_imitated(state);
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            key ^= apo_key_of_piece(pos->board[sq], (apo_square)sq);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        key ^= apo_key_of_pocket(side, state->pocket[side]);
        for (unsigned type = 1; type < APO_TYPES_MAX; type++)
            key ^= apo_key_of_reserve(side, type, state->reserve[side][type]);
    }
    return key;
}
