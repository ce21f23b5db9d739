/* Rule: brouhaha squares
 * Also called: vanishing squares, border squares
 * Section: board
 * Text: Squares outside the board proper that exist only while a piece stands on them. When a
 *   piece leaves one by its ordinary move, the square is gone for good; nothing moves to an
 *   empty one, and no slide, hop or path crosses a vanished one. An enemy may capture on such a
 *   square and then stands there itself.
 * Source: rules 1.8; [decided]: sliders do not cross vanished squares
 * Keys: brouhaha
 * State: none of its own: such a square exists exactly while a piece stands on it
 * Tests: tests/rules/brouhaha.spec
 *
 * The rule is one table: what a place becomes when a piece leaves it. A place that is not a
 * square counts as occupied by both sides, so nothing enters or crosses it. */
#include "rules/rules/list.h"

static void board(apo_variant *var)
{
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (var->geometry.place[sq] == APO_PLACE_TRANSIENT)
            var->vacated[sq] = APO_PIECE_VOID;
}

const apo_rule apo_rule_brouhaha = {
    .info = {NULL, "Squares that exist only while a piece stands on them.", NULL, 0},
    .board = board,
};
