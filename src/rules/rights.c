#include "rules/rights.h"

#include "rules/key_of.h"

static void keep(apo_set *alive, apo_square sq)
{
    apo_set_add(alive, sq);
}

static bool holds(const apo_man *men, apo_square sq, unsigned side, unsigned type)
{
    return men[sq] == apo_man_of((apo_side)side, type);
}

static void keep_castling(apo_set *alive, const apo_variant *var, const apo_man *men,
                          const apo_set *virgin, unsigned side)
{
    for (unsigned i = 0; i < var->castling.count; i++) {
        const apo_castling_way *way = &var->castling.ways[side][i];
        apo_man partner = men[way->partner_from];
        if (!apo_set_has(virgin, way->king_from) || !apo_set_has(virgin, way->partner_from) ||
            !holds(men, way->king_from, side, var->royal) || !apo_man_is_real(partner) ||
            apo_man_side(partner) != side)
            continue;
        keep(alive, way->king_from);
        keep(alive, way->partner_from);
    }
}

static void keep_jump(apo_set *alive, const apo_variant *var, const apo_man *men,
                      const apo_set *virgin, unsigned side)
{
    apo_square from = var->jump.from[side];
    if (var->jump.count > 0 && apo_set_has(virgin, from) && holds(men, from, side, var->royal))
        keep(alive, from);
}

static void keep_types(apo_set *alive, const apo_variant *var, const apo_man *men,
                       const apo_set *virgin, unsigned side, uint32_t types)
{
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = virgin->words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_man_is_real(men[sq]) && apo_man_side(men[sq]) == side &&
                apo_types_has(types, apo_man_type(men[sq])))
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

apo_set apo_rights_castling(const apo_variant *var, const apo_man *men, const apo_set *virgin)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++)
        keep_castling(&alive, var, men, virgin, side);
    return alive;
}

apo_set apo_rights_alive(const apo_variant *var, const apo_man *men, const apo_state *state)
{
    apo_set alive = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        keep_castling(&alive, var, men, &state->virgin, side);
        keep_jump(&alive, var, men, &state->virgin, side);
        keep_types(&alive, var, men, &state->virgin, side, var->first_move_types);
        if (apo_rights_can_launch(var, state, side))
            keep_types(&alive, var, men, &state->virgin, side, var->launch.launchers);
    }
    return alive;
}

void apo_rights_settle(apo_position *pos)
{
    apo_set alive = apo_rights_alive(pos->var, pos->board, &pos->state);
    apo_set dead = {{0}};
    for (unsigned i = 0; i < pos->var->words; i++)
        dead.words[i] = pos->state.virgin.words[i] & ~alive.words[i];
    pos->state.key ^= apo_key_of_virgins(&dead);
    pos->state.virgin = alive;
}

static bool may_launch(const apo_position *pos, unsigned side)
{
    apo_set alive = {{0}};
    if (!apo_rights_can_launch(pos->var, &pos->state, side))
        return false;
    keep_types(&alive, pos->var, pos->board, &pos->state.virgin, side,
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
