/* Moves that pieces lend to friends that they protect. A lender protects a square on which it
 * could capture an enemy; whether it may capture at all does not matter. The rule is in
 * effects.c. */
#include "rules/kernel/attack.h"
#include "rules/kernel/targets.h"
#include "rules/rules/effects.h"

/* The types on the board that might lend moves to the act's piece. */
static apo_types lenders_of(const apo_effect_act *act)
{
    const apo_effects_data *data = apo_effects_of(act->pos->var);
    if (!apo_types_has(data->borrowing, act->type))
        return 0;
    return data->pieces[APO_EFFECT_LEND] & apo_types_here(act->pos, act->side);
}

/* True if a piece of the lender's row protects the act's piece where it stands. */
static bool is_protected(const apo_effect_act *act, unsigned lender, unsigned row)
{
    const apo_position *pos = act->pos;
    const uint64_t *set = apo_position_type_set(pos, act->side, lender, pos->var->words);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = set[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (from != act->from && apo_piece_hits(pos, act->side, row, from, act->from))
                return true;
        }
    return false;
}

static bool is_barred(const apo_effect_act *act, apo_square to)
{
    const apo_variant *var = act->pos->var;
    return apo_types_has(var->pawns, act->type) && apo_set_has(&apo_effects_of(var)->bars, to);
}

void apo_effects_lent(const apo_effect_act *act, apo_set *out)
{
    const apo_position *pos = act->pos;
    unsigned words = pos->var->words, own = apo_row_now(pos, act->side, act->type);
    apo_set lent = {{0}}, plain = {{0}};
    for (apo_type_walk walk = apo_type_walk_of(lenders_of(act)); apo_type_walk_next(&walk);) {
        unsigned row = apo_row_now(pos, act->side, walk.type);
        apo_set set = {{0}};
        if (row == 0 || !is_protected(act, walk.type, row))
            continue;
        apo_gather_targets(words, pos, act->side, row, act->from, set.words);
        for (unsigned i = 0; i < words; i++)
            lent.words[i] |= set.words[i];
    }
    if (apo_set_is_empty(&lent))
        return;
    if (own != 0)
        apo_gather_targets(words, pos, act->side, own, act->from, plain.words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = lent.words[i] & ~plain.words[i]; word != 0;) {
            apo_square to = apo_word_pop(&word, i * 64);
            if (!is_barred(act, to))
                apo_set_add(out, to);
        }
}

bool apo_effects_lent_hit(const apo_effect_act *act, apo_square sq)
{
    const apo_position *pos = act->pos;
    for (apo_type_walk walk = apo_type_walk_of(lenders_of(act)); apo_type_walk_next(&walk);) {
        unsigned row = apo_row_now(pos, act->side, walk.type);
        if (row != 0 && apo_piece_hits(pos, act->side, row, act->from, sq) &&
            !is_barred(act, sq) && is_protected(act, walk.type, row))
            return true;
    }
    return false;
}
