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
#include "rules/rules/list.h"

static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    unsigned side = pos->state.side;
    size_t kept = 0;
    apo_undo undo;
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        apo_make(pos, &mv, &undo);
        if (!apo_position_is_attacked(pos, pos->state.king[side ^ 1U], (apo_side)side))
            list->moves[kept++] = mv;
        apo_unmake(pos, &undo);
    }
    list->count = kept;
    return APO_ILLEGAL_CHECKING;
}

const apo_rule apo_rule_no_checks = {
    .info = {"no-checks", "No move may give check.", NULL, 0},
    .sift = sift,
};
