/* Rule: no checks
 * Also called: checking forbidden, racing kings
 * Section: no-checks
 * Text: No move may give check, neither by the piece that moves nor by another.
 * Source: racing kings (V. R. Parton 1961): neither side may give check
 * Keys: -
 * State: none
 * Tests: tests/rules/goal.spec */
#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"

static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    unsigned side = pos->state.side;
    size_t kept = 0;
    apo_undo undo;
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        apo_make(pos, &mv, &undo);
        if (!apo_is_hit(pos, pos->state.king[side ^ 1U], side))
            list->moves[kept++] = mv;
        apo_unmake(pos, &undo);
    }
    list->count = kept;
    return APO_ILLEGAL_CHECKING;
}

static void object_sifted(const apo_position *pos, apo_verdict verdict, apo_objection *out)
{
    static const apo_ground checking =
        APO_GROUND("checking", "no checks", "", "no move may give check in this game");
    apo_square king = pos->state.king[pos->state.side ^ 1U];
    if (verdict.reason != APO_ILLEGAL_CHECKING)
        return;
    apo_object(out, &checking, king);
    if (king < pos->var->squares)
        apo_object_try(out, NULL, apo_change_clear(pos, king));
}

const apo_rule apo_rule_no_checks = {
    .info = {"no-checks", APO_DOC("No move may give check."), NULL, 0},
    .object_sifted = object_sifted,
    .sift = sift,
};
