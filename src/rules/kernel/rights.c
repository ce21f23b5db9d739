#include "rules/kernel/rights.h"

#include "rules/kernel/key_of.h"

static void keep(apo_set *alive, apo_square sq)
{
    apo_set_add(alive, sq);
}

static bool holds(const apo_piece *pieces, apo_square sq, unsigned side, unsigned type)
{
    return pieces[sq] == apo_piece_of((apo_side)side, type);
}

static void keep_castling(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                          const apo_set *unmoved, unsigned side)
{
    for (unsigned i = 0; i < var->castling.count; i++) {
        const apo_castling_way *way = &var->castling.ways[side][i];
        apo_piece partner = pieces[way->partner_from];
        if (!apo_set_has(unmoved, way->king_from) || !apo_set_has(unmoved, way->partner_from) ||
            !holds(pieces, way->king_from, side, var->royal) || !apo_piece_is_real(partner) ||
            apo_piece_side(partner) != side)
            continue;
        keep(alive, way->king_from);
        keep(alive, way->partner_from);
    }
}

static void keep_jump(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                      const apo_set *unmoved, unsigned side)
{
    apo_square from = var->jump.from[side];
    if (var->jump.count > 0 && apo_set_has(unmoved, from) &&
        holds(pieces, from, side, var->royal))
        keep(alive, from);
}

static void keep_types(apo_set *alive, const apo_variant *var, const apo_piece *pieces,
                       const apo_set *unmoved, unsigned side, uint32_t types)
{
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = unmoved->words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_piece_is_real(pieces[sq]) && apo_piece_side(pieces[sq]) == side &&
                apo_types_has(types, apo_piece_type(pieces[sq])))
                keep(alive, sq);
        }
}

bool apo_rights_can_launch(const apo_variant *var, const apo_state *state, unsigned side)
{
    if (!var->launch.is_on || state->pocket[side] == 0)
        return false;
    uint32_t next = state->move_number;
    if (side == APO_WHITE && state->side == APO_BLACK)
        next++;
    return next <= var->launch.until[side];
}

apo_set apo_rights_castling(const apo_variant *var, const apo_piece *pieces,
                            const apo_set *unmoved)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++)
        keep_castling(&alive, var, pieces, unmoved, side);
    return alive;
}

apo_set apo_rights_alive(const apo_variant *var, const apo_piece *pieces,
                         const apo_state *state)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        keep_castling(&alive, var, pieces, &state->unmoved, side);
        keep_jump(&alive, var, pieces, &state->unmoved, side);
        keep_types(&alive, var, pieces, &state->unmoved, side, var->first_move_types);
        if (apo_rights_can_launch(var, state, side))
            keep_types(&alive, var, pieces, &state->unmoved, side, var->launch.launchers);
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

static bool may_launch(const apo_position *pos, unsigned side)
{
    apo_set alive = {{0}};
    if (!apo_rights_can_launch(pos->var, &pos->state, side))
        return false;
    keep_types(&alive, pos->var, pos->board, &pos->state.unmoved, side,
               pos->var->launch.launchers);
    return !apo_set_is_empty(&alive);
}

void apo_rights_settle_imitation(apo_position *pos)
{
    unsigned joker = pos->var->joker;
    bool is_shown = false;
    for (unsigned side = 0; side < APO_SIDES && !is_shown; side++)
        is_shown = apo_types_has(pos->types[side], joker) ||
                   pos->state.reserve[side][joker] > 0 || may_launch(pos, side);
    pos->state.imitation_shown = joker != APO_TYPE_NONE && is_shown;
}
