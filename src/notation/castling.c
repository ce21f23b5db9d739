#include "notation/castling_priv.h"
#include "rules/rules/facts.h"

bool apo_castling_is_single(const apo_variant *var)
{
    return apo_variant_castling_count(var, false) <= 1 &&
           apo_variant_castling_count(var, true) <= 1;
}

bool apo_castling_is_right(const apo_position *pos, const apo_move *mv)
{
    apo_square from, to;
    if (!apo_move_partner(pos, mv, &from, &to))
        return false;
    return from > mv->from;
}

apo_square apo_move_written_to(const apo_position *pos, const apo_move *mv)
{
    apo_square from, to;
    int steps = (int)mv->to - (int)mv->from;
    if (steps >= -1 && steps <= 1 && apo_move_partner(pos, mv, &from, &to))
        return from;
    return mv->to;
}
