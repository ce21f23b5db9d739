#include "notation/explain.h"

#include "notation/sentence_priv.h"

static const char *name_of_side(apo_side side)
{
    return side == APO_WHITE ? "White" : "Black";
}

/* "the rook on g8". */
static void add_man(apo_text *out, const apo_position *pos, apo_square sq)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_man man = apo_position_man(pos, sq);
    apo_text_add(out, "the ");
    apo_text_add(out, apo_man_is_real(man) ? apo_type_name(var, apo_man_type(man)) : "man");
    apo_text_add(out, " on ");
    apo_text_add_square(out, apo_variant_geometry(var), sq);
}

static void explain_owner(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_side side = apo_position_side(pos);
    add_man(out, pos, mv->from);
    apo_text_add(out, " is ");
    apo_text_add(out, name_of_side(apo_side_other(side)));
    apo_text_add(out, "'s, and ");
    apo_text_add(out, name_of_side(side));
    apo_text_add(out, " is to move");
}

static void explain_promotion(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    add_man(out, pos, mv->from);
    if (mv->promoted == APO_TYPE_NONE) {
        apo_text_add(out, " has to be promoted on ");
    } else {
        apo_text_add(out, " cannot become ");
        apo_text_add_a_man(out, var, mv->promoted);
        apo_text_add(out, " on ");
    }
    apo_text_add_square(out, apo_variant_geometry(var), mv->to);
}

static void explain_launch(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_text_add(out, "nothing can be launched behind ");
    add_man(out, pos, mv->from);
}

static void explain_attack(apo_text *out, const apo_position *pos, apo_verdict verdict)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_text_add(out, name_of_side(apo_position_side(pos)));
    apo_text_add(out, verdict.reason == APO_ILLEGAL_CHECK ? "'s king would still be in check"
                                                          : "'s king could then be captured");
    if (verdict.attacker == APO_SQUARE_NONE)
        return;
    apo_text_add(out, verdict.reason == APO_ILLEGAL_CHECK ? " from " : " by ");
    add_man(out, pos, verdict.attacker);
    apo_man man = apo_position_man(pos, verdict.attacker);
    if (verdict.attacker_power == APO_TYPE_NONE || !apo_man_is_real(man) ||
        verdict.attacker_power == apo_man_type(man))
        return;
    apo_text_add(out, ", which moves like ");
    apo_text_add_a_man(out, var, verdict.attacker_power);
}

static void explain_target(apo_text *out, const apo_position *pos, const apo_move *mv,
                           const char *string)
{
    add_man(out, pos, mv->from);
    apo_text_add(out, string);
    apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)), mv->to);
}

static void explain_square(apo_text *out, const apo_position *pos, apo_square sq,
                           const char *string)
{
    apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)), sq);
    apo_text_add(out, string);
}

void apo_verdict_explain(apo_text *out, const apo_position *pos, const apo_move *mv,
                         apo_verdict verdict)
{
    switch (verdict.reason) {
    case APO_ILLEGAL_EMPTY: explain_square(out, pos, mv->from, " is empty"); break;
    case APO_ILLEGAL_NOT_YOURS: explain_owner(out, pos, mv); break;
    case APO_ILLEGAL_OWN_MAN:
        explain_square(out, pos, mv->to, " holds a man of the same side");
        break;
    case APO_ILLEGAL_NO_SQUARE:
        explain_square(out, pos, mv->to, " is no square, or one that has ceased to exist");
        break;
    case APO_ILLEGAL_POWER: explain_target(out, pos, mv, " cannot go to "); break;
    case APO_ILLEGAL_NO_POWER:
        add_man(out, pos, mv->from);
        apo_text_add(out, " has nothing to imitate yet");
        break;
    case APO_ILLEGAL_CHECK:
    case APO_ILLEGAL_EXPOSES: explain_attack(out, pos, verdict); break;
    case APO_ILLEGAL_PROMOTION: explain_promotion(out, pos, mv); break;
    case APO_ILLEGAL_LAUNCH: explain_launch(out, pos, mv); break;
    case APO_ILLEGAL_GIVES_CHECK:
        apo_text_add(out, "the first move of a double turn may not give check");
        break;
    case APO_ILLEGAL_CAPTURE:
        apo_text_add(out, "nothing may be captured in this double turn");
        break;
    case APO_LEGAL:
    case APO_ILLEGALS: apo_text_add(out, "the move is legal"); break;
    }
}

void apo_move_explain(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_verdict_explain(out, pos, mv, apo_move_judge(pos, mv));
}

void apo_joker_explain(apo_text *out, const apo_position *pos, apo_side side)
{
    unsigned power = apo_position_imitated(pos, side);
    apo_text_add(out, name_of_side(side));
    apo_text_add(out, "'s joker ");
    if (power == APO_TYPE_NONE) {
        apo_text_add(out, "cannot move yet, because ");
        apo_text_add(out, name_of_side(apo_side_other(side)));
        apo_text_add(out, " has not moved");
        return;
    }
    apo_text_add(out, "moves as ");
    apo_text_add_a_man(out, apo_position_variant(pos), power);
    apo_text_add(out, ", because that is how ");
    apo_text_add(out, name_of_side(apo_side_other(side)));
    apo_text_add(out, "'s last man moved");
}
