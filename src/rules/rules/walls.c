/* Rule: walls left behind
 * Also called: walling, wall squares, burnt squares, snailtrail, joust, isolation, tron
 * Section: walls
 * Text: A square that a piece leaves is a wall for the rest of the game: nothing comes to it,
 *   and nothing but a leap goes over it. The same becomes of a square whose piece disappears
 *   without another one coming there, by a capture in passing or an explosion.
 * Source: joust, en.wikipedia.org/wiki/Joust_(chess_variant) and the program of 1979 in
 *   chessvariants.com/programs.dir/joust.html; snailtrail, boardgamegeek.com/boardgame/37135
 * Keys: none
 * State: the walls, which stand in the board of a FEN as *
 * Tests: tests/rules/walls.spec
 *
 * The table of what a place becomes when a piece leaves it says it all, as for brouhaha
 * squares; but here a square may be empty or a wall, so that the walls are in the key. */
#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/list.h"

enum {
    KEY_WORD_WALL = 14 /* of the position's key; others have other rules */
};

static void build_walls(apo_build *build)
{
    apo_variant *var = build->var;
    for (unsigned sq = 0; sq < var->squares; sq++)
        var->vacated[sq] = APO_PIECE_VOID;
}

static uint64_t key_of(apo_square sq)
{
    return apo_key_word(KEY_WORD_WALL, sq, 0, 0);
}

/* True if a later change of the move is of the same square. */
static bool is_changed_again(const apo_undo *undo, unsigned index)
{
    for (unsigned i = index + 1; i < undo->count; i++)
        if (undo->squares[i].square == undo->squares[index].square)
            return true;
    return false;
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    (void)mv;
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (pos->board[sq] == APO_PIECE_VOID && !is_changed_again(undo, i))
            pos->state.key ^= key_of(sq);
    }
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)pos;
    (void)type;
    return key_of(mv->from);
}

/* Places that never were squares are no walls. */
static uint64_t key_part(const apo_position *pos)
{
    uint64_t key = 0;
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (pos->board[sq] == APO_PIECE_VOID && apo_set_has(&pos->var->real, (apo_square)sq))
            key ^= key_of((apo_square)sq);
    return key;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground no_target = APO_GROUND("wall", "walls", "",
                                               "%{at} is a wall: a piece has left it"),
                        no_way = APO_GROUND("wall_in_way", "walls", "",
                                            "nothing but a leap goes over the wall on %{at}");

static bool is_wall(const apo_position *pos, unsigned sq)
{
    return sq < pos->var->squares && pos->board[sq] == APO_PIECE_VOID &&
           pos->var->geometry.place[sq] == APO_PLACE_SQUARE;
}

/* Which wall was in the piece's way, if any. */
static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    apo_position board;
    if (verdict.reason == APO_ILLEGAL_NO_SQUARE && is_wall(pos, mv->to))
        apo_object(out, &no_target, mv->to);
    if (verdict.reason != APO_ILLEGAL_POWER || mv->from == mv->to)
        return;
    memcpy(&board, pos, sizeof board);
    for (unsigned i = 0; i < pos->var->squares; i++) {
        if (!is_wall(pos, i))
            continue;
        apo_board_set(&board, (apo_square)i, APO_PIECE_EMPTY);
        if (apo_preview_reaches(&board, mv->from, mv->to)) {
            apo_object(out, &no_way, (apo_square)i);
            return;
        }
    }
}

const apo_rule apo_rule_walls = {
    .info = {"walls", "A square that a piece leaves becomes a wall.", NULL, 0},
    .build = build_walls,
    .object = object,
    .aftermath = aftermath,
    .foresee = foresee,
    .key_part = key_part,
};
