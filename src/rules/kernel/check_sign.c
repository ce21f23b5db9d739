#include "rules/kernel/check_sign.h"

#include "rules/kernel/attack.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"

void apo_check_signs_start(apo_check_signs *out, const apo_position *pos)
{
    unsigned side = pos->state.side;
    apo_position_copy_used(&out->pos, pos);
    out->is_known = pos->state.turn == APO_TURN_ORDINARY &&
                    apo_changing_bit(pos->var->words, pos, side) == 0 &&
                    !apo_has_untabled(pos, side);
    if (!out->is_known)
        return;
    /* The analysis is of the king of the side to move. */
    out->pos.state.side = (uint8_t)(side ^ 1U);
    apo_analyse(&out->pos, &out->analysis);
    out->pos.state.side = (uint8_t)side;
}

static bool has(const uint64_t *set, apo_square sq)
{
    return set[sq >> 6] >> (sq & 63U) & 1U;
}

/* True if a piece of `type` on `from` hits the target on some board. */
static bool may_hit(const apo_position *pos, unsigned type, apo_square from, apo_square target)
{
    const apo_variant *var = pos->var;
    if (target == APO_SQUARE_NONE)
        return false;
    return has(apo_reach_set(var->words, var, pos->state.side, type, target, APO_REACH_ANY),
               from);
}

/* True for most moves that give no check. */
static bool is_quiet(const apo_check_signs *signs, const apo_move *mv)
{
    const apo_position *pos = &signs->pos;
    const apo_analysis *analysis = &signs->analysis;
    unsigned type = apo_move_becomes(mv) != APO_TYPE_NONE
                        ? apo_move_becomes(mv)
                        : apo_piece_type(pos->board[mv->from]);
    if (!signs->is_known || mv->kind != APO_MOVE_PLAIN || apo_move_puts_piece(mv))
        return false;
    return type != pos->var->changing && type != pos->var->untabled &&
           !has(analysis->blockers, mv->from) &&
           !(analysis->has_screens && has(analysis->screens, mv->to)) &&
           pos->var->hooks.threatened_count == 0 &&
           !may_hit(pos, type, mv->to, pos->state.king[pos->state.side ^ 1U]);
}

enum apo_check_sign apo_check_sign_of(apo_check_signs *signs, const apo_move *mv)
{
    apo_position *pos = &signs->pos;
    enum apo_check_sign sign = APO_SIGN_QUIET;
    unsigned side = pos->state.side;
    apo_undo undo;
    if (is_quiet(signs, mv))
        return APO_SIGN_QUIET;
    apo_make(pos, mv, &undo);
    if (pos->state.side != side && apo_position_is_check(pos))
        sign = apo_has_legal(pos) ? APO_SIGN_CHECK : APO_SIGN_MATE;
    apo_unmake(pos, &undo);
    return sign;
}
