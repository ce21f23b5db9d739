#include "rules/kernel/rights.h"

#include "rules/kernel/key_of.h"

void apo_rights_keep(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                     const apo_set *marked, apo_types types)
{
    if (types == 0)
        return;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = marked->words[i] & ~alive->words[i]; word != 0;) {
            uint64_t bit = word & (~word + 1);
            unsigned type = apo_piece_type(pieces[apo_word_pop(&word, i * 64)]);
            if (apo_types_hold(&types, type))
                alive->words[i] |= bit;
        }
}

/* Adds the rights of one side, whose marked pieces these are. */
static void add_side(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                     const apo_state *state, const apo_set *marked, unsigned side)
{
    apo_rights_keep(alive, var, pieces, marked, var->first_move_types);
    APO_CALL_HOOKS(var, rights, var, pieces, state, marked, side, alive);
}

apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state)
{
    apo_set alive = {{0}}, marked[APO_SIDES] = {{{0}}, {{0}}};
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = state->unmoved.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_piece_is_real(pieces[sq]))
                apo_set_add(&marked[apo_piece_side(pieces[sq])], sq);
        }
    for (unsigned side = 0; side < APO_SIDES; side++)
        add_side(&alive, var, pieces, state, &marked[side], side);
    return alive;
}

apo_set apo_rights_of(const apo_position *pos)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_set marked = apo_rights_marked(pos, side);
        add_side(&alive, pos->var, pos->board, &pos->state, &marked, side);
    }
    return alive;
}

void apo_rights_settle(apo_position *pos)
{
    apo_set alive = apo_rights_of(pos);
    apo_set dead = {{0}};
    for (unsigned i = 0; i < pos->var->words; i++)
        dead.words[i] = pos->state.unmoved.words[i] & ~alive.words[i];
    pos->state.key ^= apo_key_of_all_unmoved(&dead);
    pos->state.unmoved = alive;
}
