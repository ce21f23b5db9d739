/* Rule: brouhaha squares
 * Also called: vanishing squares, border squares
 * Section: board
 * Text: Squares outside the board proper that exist only while a piece stands on them. A piece
 *   leaves one by its ordinary move and the square is gone for good; nothing moves to an empty
 *   one, and no slide, hop or path crosses one that is gone. An enemy may capture there and
 *   then stands there itself.
 * Source: rules 1.8; [decided]: sliders do not cross vanished squares
 * Keys: brouhaha
 * State: none of its own: such a square exists exactly while a piece stands on it
 * Tests: tests/rules/brouhaha.spec
 *
 * All of it is one table: what a place becomes when it is left. A place that is no square
 * counts as occupied by both sides, so that nothing enters or crosses it. */
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
