/* Rule: compulsory capture
 * Also called: must capture, antichess, losing chess, giveaway
 * Section: must-capture
 * Text: A side that can capture must; it may choose between captures. In games with kings, only
 *   a capture that leaves its king safe counts.
 * Source: antichess (FICS suicide, lichess antichess); losers chess: a king in check must first
 *   get out of check
 * Keys: -
 * State: none
 * Tests: tests/rules/must_capture.spec */
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"

/* Captures are moved to the front; without any, nothing is. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (apo_move_is_capture(pos, &list->moves[i]))
            list->moves[kept++] = list->moves[i];
    if (kept > 0)
        list->count = kept;
    return APO_ILLEGAL_COMPULSORY;
}

/* Proposes that the pieces that can be captured are not there. */
static void take_off_prey(const apo_position *pos, apo_objection *out)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_mending trial = {.count = 0};
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        apo_square squares[APO_UNDO_SQUARES_MAX];
        unsigned count = apo_move_captures(pos, &list->moves[i], squares);
        for (unsigned j = 0; j < count; j++)
            if (!apo_mending_touches(&trial, squares[j]) &&
                !apo_mending_add(&trial, apo_change_clear(pos, squares[j])))
                return;
    }
    apo_object_try_all(out, &trial);
}

static void object_sifted(const apo_position *pos, apo_verdict verdict, apo_objection *out)
{
    static const apo_ground compulsory =
        APO_GROUND("compulsory", "compulsory capture", "", "a capture is compulsory");
    if (verdict.reason != APO_ILLEGAL_COMPULSORY)
        return;
    apo_object(out, &compulsory, APO_SQUARE_NONE);
    take_off_prey(pos, out);
}

const apo_rule apo_rule_must_capture = {
    .info = {"must-capture", APO_DOC("A side that can capture must."), NULL, 0},
    .object_sifted = object_sifted,
    .sift = sift,
};
