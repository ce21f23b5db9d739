#include "rules/kernel/check.h"

#include "rules/kernel/attack.h"

bool apo_is_hit(const apo_position *pos, apo_square sq, unsigned by)
{
    uint8_t power;
    return apo_find_attacker(pos, sq, by, &power) != APO_SQUARE_NONE;
}

bool apo_position_is_check(const apo_position *pos)
{
    apo_side side = apo_position_side(pos);
    bool is_check = apo_is_hit(pos, pos->state.king[side], apo_side_other(side));
    for (unsigned i = 0; !is_check && i < pos->var->hooks.threatened_count; i++)
        is_check = pos->var->hooks.threatened[i](pos, side);
    return is_check;
}

bool apo_check_ask(const apo_position *pos, apo_check *check)
{
    apo_side side = apo_position_side(pos);
    if (!check->is_known)
        check->is_check = apo_is_hit(pos, pos->state.king[side], apo_side_other(side));
    check->is_known = true;
    return check->is_check;
}
