#include "rules/kernel/key_of.h"

#include "base/random.h"
#include "rules/kernel/compiled.h"

uint64_t apo_key_word(unsigned family, unsigned a, unsigned b, unsigned c)
{
    return apo_mix(0x9E3779B97F4A7C15U ^
                   ((uint64_t)family << 56 | (uint64_t)a << 40 | (uint64_t)b << 20 | c));
}

uint64_t apo_key_of_piece(apo_piece piece, apo_square sq)
{
    return apo_key_word(1, piece, sq, 0);
}

uint64_t apo_key_of_side(unsigned side, unsigned turn)
{
    return side == APO_WHITE && turn == APO_TURN_ORDINARY ? 0 : apo_key_word(2, side, turn, 0);
}

uint64_t apo_key_of_unmoved(apo_square sq)
{
    return apo_key_word(3, sq, 0, 0);
}

uint64_t apo_key_of_all_unmoved(const apo_set *set)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        for (uint64_t word = set->words[i]; word != 0;)
            key ^= apo_key_of_unmoved(apo_word_pop(&word, i * 64));
    return key;
}

uint64_t apo_position_still_key(const apo_position *pos)
{
    return pos->state.key ^ apo_key_of_side(pos->state.side, pos->state.turn);
}

uint64_t apo_position_fresh_key(const apo_position *pos)
{
    const apo_state *state = &pos->state;
    uint64_t key =
        apo_key_of_side(state->side, state->turn) ^ apo_key_of_all_unmoved(&state->unmoved);
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            key ^= apo_key_of_piece(pos->board[sq], (apo_square)sq);
    for (unsigned i = 0; i < pos->var->hooks.key_part_count; i++)
        key ^= pos->var->hooks.key_part[i](pos);
    return key;
}
