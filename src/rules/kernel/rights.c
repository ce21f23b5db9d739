#include "rules/kernel/rights.h"

#include "rules/kernel/key_of.h"

void apo_rights_keep(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                     const apo_set *unmoved, unsigned side, apo_types types)
{
    for (unsigned i = 0; types != 0 && i < var->words; i++)
        for (uint64_t word = unmoved->words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_piece_is_real(pieces[sq]) && apo_piece_side(pieces[sq]) == side &&
                apo_types_has(types, apo_piece_type(pieces[sq])))
                apo_set_add(alive, sq);
        }
}

apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_rights_keep(&alive, var, pieces, &state->unmoved, side, var->first_move_types);
        APO_CALL_HOOKS(var, rights, var, pieces, state, side, &alive);
    }
    return alive;
}

void apo_rights_settle(apo_position *pos)
{
    apo_set alive = apo_rights_alive(pos->var, pos->board, &pos->state);
    apo_set dead = {{0}};
    for (unsigned i = 0; i < pos->var->words; i++)
        dead.words[i] = pos->state.unmoved.words[i] & ~alive.words[i];
    pos->state.key ^= apo_key_of_all_unmoved(&dead);
    pos->state.unmoved = alive;
}
