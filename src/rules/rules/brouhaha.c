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
#include "rules/kernel/board.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/list.h"

static void board(apo_variant *var)
{
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (var->geometry.place[sq] == APO_PLACE_TRANSIENT)
            var->vacated[sq] = APO_PIECE_VOID;
}

static const apo_ground
    no_target = APO_GROUND("vanished", "brouhaha squares", "1.8",
                           "%{at} is a brouhaha square: it exists only while a piece stands on "
                           "it, and none does"),
    no_way = APO_GROUND("vanished_way", "brouhaha squares", "1.8",
                        "nothing but a leap goes over %{at}, a brouhaha square that has ceased "
                        "to exist");

/* Which vanished square was in the piece's way, if any. */
static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_variant *var = pos->var;
    apo_position board;
    if (verdict.reason == APO_ILLEGAL_NO_SQUARE && mv->to < var->squares &&
        var->geometry.place[mv->to] == APO_PLACE_TRANSIENT)
        apo_object(out, &no_target, mv->to);
    if (verdict.reason != APO_ILLEGAL_POWER || mv->from == mv->to)
        return;
    apo_position_copy_used(&board, pos);
    for (unsigned i = 0; i < var->squares; i++)
        if (var->vacated[i] == APO_PIECE_VOID &&
            var->geometry.place[i] == APO_PLACE_TRANSIENT && pos->board[i] == APO_PIECE_VOID) {
            apo_board_set(&board, (apo_square)i, APO_PIECE_EMPTY);
            if (apo_preview_reaches(&board, mv->from, mv->to)) {
                apo_object(out, &no_way, (apo_square)i);
                return;
            }
        }
}

const apo_rule apo_rule_brouhaha = {
    .info = {NULL, APO_DOC("Squares that exist only while a piece stands on them."), NULL, 0},
    .board = board,
    .object = object,
};
