#include "notation/castling_priv.h"
#include "rules/rules/facts.h"

bool apo_castling_is_right(const apo_position *pos, const apo_move *mv)
{
    apo_square from, to;
    if (!apo_move_partner(pos, mv, &from, &to))
        return false;
    return from > mv->from;
}

bool apo_castling_is_short(const apo_position *pos, const apo_move *mv,
                           const apo_move_list *legal)
{
    const apo_variant *var = apo_position_variant(pos);
    bool is_right = apo_castling_is_right(pos, mv);
    if (apo_variant_castling_count(var, false) <= 1 &&
        apo_variant_castling_count(var, true) <= 1)
        return true;
    if (!apo_variant_names_partners(var) || legal->is_overflowed)
        return false;
    apo_square partner, other, beside;
    (void)apo_move_partner(pos, mv, &partner, &beside);
    for (size_t i = 0; i < legal->count; i++)
        if (apo_move_partner(pos, &legal->moves[i], &other, &beside) && other != partner &&
            apo_castling_is_right(pos, &legal->moves[i]) == is_right)
            return false;
    return true;
}

apo_square apo_move_written_to(const apo_position *pos, const apo_move *mv)
{
    apo_square from, to;
    int steps = (int)mv->to - (int)mv->from;
    if (steps >= -1 && steps <= 1 && apo_move_partner(pos, mv, &from, &to))
        return from;
    return mv->to;
}
