/* Rule: walls
 * Also called: walling, wall squares, burnt squares, snailtrail, joust, isolation, tron,
 *   arrows, amazons, duck, duck chess
 * Section: walls
 * Text: A wall is a square to which nothing comes, and over which nothing but a leap goes. In
 *   some games each square that a piece leaves is one for the rest of the game; so is a square
 *   whose piece disappears without another one coming there, by a capture in passing or an
 *   explosion. In others each move ends by putting a wall on an empty square: any; one that
 *   the piece could move to from where it has come to (an arrow); or one at the edge or beside
 *   a wall. A duck is the only wall, and each move takes it to another empty square.
 * Source: joust, en.wikipedia.org/wiki/Joust_(chess_variant) and the program of 1979 in
 *   chessvariants.com/programs.dir/joust.html; snailtrail, boardgamegeek.com/boardgame/37135;
 *   duck chess, duckchess.com; arrows, en.wikipedia.org/wiki/Game_of_the_Amazons; isolation,
 *   boardgamegeek.com/boardgame/1875
 * Keys: put, not-on
 * State: the walls, written * in the board of a FEN
 * Tests: tests/rules/walls.spec
 *
 * Walls left behind: the table of what a place becomes when a piece leaves it says it all, as
 * for brouhaha squares; but here a square may be empty or a wall, so that the walls are in the
 * key.
 *
 * Walls that are put: the list of moves is made without them, and then each of them comes with
 * every square that it allows. That is only right where no king's safety depends on walls, so
 * that games with royal pieces do not have them. */
#include "rules/kernel/board.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/kernel/targets.h"
#include "rules/rules/list.h"
#include "rules/rules/setup_faults.h"
#include "rules/tables/spec.h"

enum {
    SQUARES_MAX = 255 /* apo_move.wall has a byte */
};

enum {
    KEY_PUT,
    KEY_NOT_ON
};

enum {
    PUT_BEHIND, /* words of KEY_PUT */
    PUT_ANYWHERE,
    PUT_ARROW,
    PUT_EDGE,
    PUT_DUCK
};

/* The rule's data in a variant. */
typedef struct walls_data {
    uint8_t put;
    apo_set spared; /* squares on which none is put */
} walls_data;

static const apo_key keys[] = {
    [KEY_PUT] = {.name = "put",
                 .kind = APO_KEY_WORD,
                 .words = "behind anywhere arrow edge duck",
                 .fallback = "behind",
                 .doc = APO_DOC("Where walls come from: each square that a piece leaves "
                                "becomes one; or each move puts one on an empty square, which "
                                "may be any, one that the piece could move to from its new "
                                "square, or one at the edge or beside a wall; or there is "
                                "only one, which each move takes to another empty square.")},
    [KEY_NOT_ON] = {.name = "not-on",
                    .kind = APO_KEY_SQUARES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC("Squares on which neither side puts a wall.")}};

static const walls_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_WALLS);
}

static void build_walls(apo_build *build)
{
    apo_variant *var = build->var;
    walls_data *data = build->data;
    const apo_value *put = apo_build_value(build, KEY_PUT);
    data->put = put != NULL ? (uint8_t)put->number : PUT_BEHIND;
    const apo_value *spared = apo_build_value(build, KEY_NOT_ON);
    for (unsigned i = 0; spared != NULL && i < spared->count; i++)
        apo_set_add(&data->spared, spared->items[i]);
    if (spared != NULL && data->put == PUT_BEHIND)
        apo_build_fault(build, spared, "no wall is put anywhere in this game", apo_span_of(""));
    var->has_loose_squares = true;
    for (unsigned sq = 0; sq < var->squares && data->put == PUT_BEHIND; sq++)
        var->vacated[sq] = APO_PIECE_VOID;
    if (data->put == PUT_BEHIND)
        return;
    if (var->squares > SQUARES_MAX)
        apo_build_fault(build, put, "this board is too large for walls that are put",
                        apo_span_of(""));
    if (var->royal != APO_TYPE_NONE)
        apo_build_fault(build, put,
                        "walls cannot be put in a game with a royal piece in [pieces]: "
                        "[extinction] of the king makes it a piece that is captured",
                        apo_span_of(""));
}

/* --- walls that are put --------------------------------------------------- */

static apo_set walls_of(const apo_position *pos)
{
    const apo_variant *var = pos->var;
    apo_set out = {{0}};
    for (unsigned i = 0; i < var->words; i++)
        out.words[i] = var->real.words[i] & pos->occupied.words[i] &
                       ~(pos->pieces[APO_WHITE].words[i] | pos->pieces[APO_BLACK].words[i]);
    return out;
}

/* Leaves only squares to which the piece that has just come to `at` could move on. */
static void keep_arrows(const apo_position *pos, apo_square at, apo_set *squares)
{
    uint64_t set[APO_SET_WORDS_MAX];
    apo_piece piece = pos->board[at];
    if (!apo_piece_is_real(piece)) {
        *squares = (apo_set){{0}};
        return;
    }
    APO_BY_WORDS(pos->var->words, apo_gather_targets, pos, apo_piece_side(piece),
                 apo_piece_type(piece), at, set);
    for (unsigned i = 0; i < pos->var->words; i++)
        squares->words[i] &= set[i];
}

static bool is_wall(const apo_position *pos, int file, int row)
{
    const apo_geometry *geo = &pos->var->geometry;
    apo_square sq = apo_geometry_at(geo, file, row);
    return sq == APO_SQUARE_NONE || pos->board[sq] == APO_PIECE_VOID;
}

/* Leaves only squares next to the edge or to a wall, along a rank or a file. */
static void keep_edges(const apo_position *pos, apo_set *squares)
{
    const apo_geometry *geo = &pos->var->geometry;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = squares->words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            int file = (int)apo_geometry_file(geo, sq), row = (int)apo_geometry_row(geo, sq);
            if (!is_wall(pos, file - 1, row) && !is_wall(pos, file + 1, row) &&
                !is_wall(pos, file, row - 1) && !is_wall(pos, file, row + 1))
                apo_set_remove(squares, sq);
        }
}

/* The squares on which a wall may be put after a move that has been made without one. */
static apo_set squares_after(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    apo_set out = {{0}};
    for (unsigned i = 0; i < var->words; i++)
        out.words[i] =
            var->real.words[i] & ~pos->occupied.words[i] & ~data_of(var)->spared.words[i];
    if (data_of(var)->put == PUT_ARROW)
        keep_arrows(pos, mv->to, &out);
    if (data_of(var)->put == PUT_EDGE)
        keep_edges(pos, &out);
    return out;
}

static void add_walls(apo_position *pos, apo_move mv, apo_move_list *list)
{
    apo_undo undo;
    if (mv.kind == APO_MOVE_DROP || mv.kind == APO_MOVE_PASS) {
        apo_move_list_add(list, mv);
        return;
    }
    apo_make(pos, &mv, &undo);
    apo_set squares = squares_after(pos, &mv);
    apo_unmake(pos, &undo);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = squares.words[i]; word != 0;) {
            mv.wall = (uint8_t)(1 + apo_word_pop(&word, i * 64));
            apo_move_list_add(list, mv);
        }
}

/* Combines every move with each wall. A move that leaves no square for a wall cannot be
 * made. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    apo_moves moves;
    apo_move_list *bare = apo_moves_start(&moves);
    if (data_of(pos->var)->put == PUT_BEHIND)
        return APO_LEGAL;
    for (size_t i = 0; i < list->count; i++)
        apo_move_list_add(bare, list->moves[i]);
    list->count = 0;
    for (size_t i = 0; i < bare->count; i++)
        add_walls(pos, bare->moves[i], list);
    list->is_overflowed |= bare->is_overflowed;
    return APO_ILLEGAL_NO_SQUARE;
}

/* --- in the position ------------------------------------------------------- */

static uint64_t key_of(apo_square sq)
{
    return apo_key_word(APO_FAMILY_WALL, sq, 0, 0);
}

/* True if the move changes the same square again later. */
static bool is_changed_again(const apo_undo *undo, unsigned index)
{
    for (unsigned i = index + 1; i < undo->count; i++)
        if (undo->squares[i].square == undo->squares[index].square)
            return true;
    return false;
}

/* A duck leaves the square where it was. */
static void put_wall(apo_position *pos, apo_square at, apo_undo *undo)
{
    apo_set old = walls_of(pos);
    for (unsigned i = 0; i < pos->var->words && data_of(pos->var)->put == PUT_DUCK; i++)
        for (uint64_t word = old.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            apo_make_set(pos, undo, sq, APO_PIECE_EMPTY);
            pos->state.key ^= key_of(sq);
        }
    apo_make_set(pos, undo, at, APO_PIECE_VOID);
    pos->state.key ^= key_of(at);
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    if (mv->wall != 0)
        put_wall(pos, (apo_square)(mv->wall - 1), undo);
    if (data_of(pos->var)->put != PUT_BEHIND)
        return;
    for (unsigned i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (pos->board[sq] == APO_PIECE_VOID && !is_changed_again(undo, i))
            pos->state.key ^= key_of(sq);
    }
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)type;
    if (data_of(pos->var)->put == PUT_BEHIND)
        return key_of(mv->from);
    uint64_t key = mv->wall != 0 ? key_of((apo_square)(mv->wall - 1)) : 0;
    apo_set old = walls_of(pos);
    for (unsigned i = 0; i < pos->var->words && data_of(pos->var)->put == PUT_DUCK; i++)
        for (uint64_t word = mv->wall != 0 ? old.words[i] : 0; word != 0;)
            key ^= key_of(apo_word_pop(&word, i * 64));
    return key;
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

/* Checks that there is at most one duck. */
static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < var->squares && data_of(var)->put == PUT_DUCK; sq++)
        count += setup->pieces[sq] == APO_PIECE_VOID && apo_set_has(&var->real, (apo_square)sq);
    return count > 1 ? APO_SETUP_FAULT(WALLS) : 0;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground no_target = APO_GROUND("wall", "walls", "",
                                               "%{at} is a wall: a piece has left it"),
                        put_there =
                            APO_GROUND("wall_put", "walls", "", "there is a wall on %{at}"),
                        no_way = APO_GROUND("wall_in_way", "walls", "",
                                            "nothing but a leap goes over the wall on %{at}");

static bool is_wall_on(const apo_position *pos, unsigned sq)
{
    return sq < pos->var->squares && pos->board[sq] == APO_PIECE_VOID &&
           pos->var->geometry.place[sq] == APO_PLACE_SQUARE;
}

/* Which wall was in the piece's way, if any. */
static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    apo_position board;
    if (verdict.reason == APO_ILLEGAL_NO_SQUARE && is_wall_on(pos, mv->to))
        apo_object(out, data_of(pos->var)->put == PUT_BEHIND ? &no_target : &put_there, mv->to);
    if (verdict.reason != APO_ILLEGAL_POWER || mv->from == mv->to)
        return;
    apo_position_copy_used(&board, pos);
    for (unsigned i = 0; i < pos->var->squares; i++) {
        if (!is_wall_on(pos, i))
            continue;
        apo_board_set(&board, (apo_square)i, APO_PIECE_EMPTY);
        if (apo_preview_reaches(&board, mv->from, mv->to)) {
            apo_object(out, &no_way, (apo_square)i);
            return;
        }
    }
}

const apo_rule apo_rule_walls = {
    .info = {"walls", APO_DOC("Squares become walls, behind a piece or where a move puts one."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(walls_data),
    .sift = sift,
    .build = build_walls,
    .object = object,
    .aftermath = aftermath,
    .foresee = foresee,
    .check = check,
    .key_part = key_part,
};
