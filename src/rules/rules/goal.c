/* Rule: goal
 * Also called: flag, capture the flag, king of the hill, race, breakthrough, hill
 * Section: goal
 * Text: A side wins when enough of its pieces of certain types stand on certain squares. In
 *   some games the opponent may still make one move, and draws if it reaches its own goal
 *   with that; in others only unattacked pieces count.
 * Source: king of the hill: a king on d4, e4, d5 or e5; racing kings: the last rank, with
 *   one more move for Black; breakthrough: any piece on the last rank (chessvariants.com)
 * Keys: squares, white-squares, black-squares, pieces, black-pieces, count, full,
 *   last-move, safe
 * State: none
 * Tests: tests/rules/goal.spec */
#include "rules/rules/goal.h"

#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/drawn.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/list.h"

enum {
    KEY_SQUARES,
    KEY_WHITE_SQUARES,
    KEY_BLACK_SQUARES,
    KEY_PIECES,
    KEY_BLACK_PIECES,
    KEY_COUNT,
    KEY_FULL,
    KEY_LAST_MOVE,
    KEY_SAFE
};

/* The rule's data in a variant. */
typedef struct goal_data {
    apo_set squares[APO_SIDES];
    apo_types pieces[APO_SIDES]; /* types */
    uint8_t count;
    bool is_full_enough;
    bool has_last_move;
    bool is_safety_needed;
} goal_data;

static const apo_key keys[] = {
    [KEY_SQUARES] = {.name = "squares",
                     .kind = APO_KEY_SQUARES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "none",
                     .doc = APO_DOC("White's goal; Black's is the mirror image.")},
    [KEY_WHITE_SQUARES] = {.name = "white-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "those of squares",
                           .doc = APO_DOC("White's goal, if Black's is not its mirror image.")},
    [KEY_BLACK_SQUARES] = {.name = "black-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "the mirror image of squares",
                           .doc = APO_DOC("Black's goal.")},
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "all",
                    .doc = APO_DOC("The types that count.")},
    [KEY_BLACK_PIECES] = {.name = "black-pieces",
                          .kind = APO_KEY_TYPES,
                          .minimum = 1,
                          .maximum = APO_VALUE_ITEMS_MAX,
                          .fallback = "the same",
                          .doc = APO_DOC("The types that count for Black, if they differ.")},
    [KEY_COUNT] = {.name = "count",
                   .kind = APO_KEY_NUMBER,
                   .minimum = 1,
                   .maximum = APO_SQUARES_MAX,
                   .fallback = "1",
                   .doc = APO_DOC("How many such pieces must stand there at once.")},
    [KEY_FULL] = {.name = "full",
                  .kind = APO_KEY_FLAG,
                  .fallback = "no",
                  .doc = APO_DOC(
                      "Whether one piece is enough once all squares of the goal are taken, by "
                      "either side.")},
    [KEY_LAST_MOVE] = {.name = "last-move",
                       .kind = APO_KEY_FLAG,
                       .fallback = "no",
                       .doc = APO_DOC(
                           "Whether the opponent may make one more move. If kings race and "
                           "White was first, Black draws by reaching its goal with it.")},
    [KEY_SAFE] = {.name = "safe",
                  .kind = APO_KEY_FLAG,
                  .fallback = "no",
                  .doc = APO_DOC("Whether pieces count only while no enemy attacks them. With "
                                 "`last-move` only attacked pieces give the opponent a move.")},
};

static void add_squares(apo_build *build, unsigned key, unsigned side, bool is_mirrored)
{
    goal_data *data = build->data;
    const apo_value *value = apo_build_value(build, key);
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        apo_square sq = value->items[i];
        apo_set_add(&data->squares[side],
                    is_mirrored ? apo_geometry_mirror(&build->var->geometry, sq) : sq);
    }
}

static void build_goal(apo_build *build)
{
    goal_data *data = build->data;
    static const unsigned own[APO_SIDES] = {KEY_WHITE_SQUARES, KEY_BLACK_SQUARES};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        if (apo_build_value(build, own[side]) != NULL)
            add_squares(build, own[side], side, false);
        else
            add_squares(build, KEY_SQUARES, side, side == APO_BLACK);
    }
    if (apo_set_is_empty(&data->squares[0]) && apo_set_is_empty(&data->squares[1]))
        apo_build_fault(build, NULL, "[goal] needs squares", apo_span_of(""));
    apo_types pieces = apo_build_types(build, KEY_PIECES);
    apo_types others = apo_build_types(build, KEY_BLACK_PIECES);
    data->pieces[APO_WHITE] = pieces != 0 ? pieces : ~(apo_types)1;
    data->pieces[APO_BLACK] = others != 0 ? others : data->pieces[APO_WHITE];
    data->count = (uint8_t)apo_build_number(build, KEY_COUNT, 1);
    data->is_full_enough = apo_build_number(build, KEY_FULL, 0) != 0;
    data->has_last_move = apo_build_number(build, KEY_LAST_MOVE, 0) != 0;
    data->is_safety_needed = apo_build_number(build, KEY_SAFE, 0) != 0;
}

static const goal_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_GOAL);
}

static void draw(const apo_variant *var, apo_drawing *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_draw_border(out, &var->geometry, &data_of(var)->squares[side], APO_DRAWN_ABOVE);
}

/* The pieces of a side that stand on its goal. */
static apo_set find_arrived(const apo_position *pos, unsigned side)
{
    const goal_data *data = data_of(pos->var);
    apo_set out = {{0}};
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[side].words[i] & data->squares[side].words[i];
             word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_types_has(data->pieces[side], apo_piece_type(pos->board[sq])))
                apo_set_add(&out, sq);
        }
    return out;
}

static bool is_any_attacked(const apo_position *pos, const apo_set *pieces, unsigned side)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pieces->words[i]; word != 0;)
            if (apo_is_hit(pos, apo_word_pop(&word, i * 64), side ^ 1U))
                return true;
    return false;
}

static bool is_goal_full(const apo_position *pos, unsigned side)
{
    const goal_data *data = data_of(pos->var);
    for (unsigned i = 0; i < pos->var->words; i++)
        if ((data->squares[side].words[i] & ~pos->occupied.words[i]) != 0)
            return false;
    return true;
}

static bool is_reached(const apo_position *pos, unsigned side)
{
    const goal_data *data = data_of(pos->var);
    apo_set arrived = find_arrived(pos, side);
    unsigned count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += (unsigned)__builtin_popcountll(arrived.words[i]);
    if (count == 0 ||
        (count < data->count && !(data->is_full_enough && is_goal_full(pos, side))))
        return false;
    bool must_be_safe =
        data->is_safety_needed && (!data->has_last_move || side != pos->state.side);
    return !must_be_safe || count != data->count || !is_any_attacked(pos, &arrived, side);
}

static bool is_for_kings(const apo_position *pos, unsigned side)
{
    return data_of(pos->var)->pieces[side] == apo_type_bit(pos->var->royal) &&
           pos->state.king[side] != APO_SQUARE_NONE;
}

/* True if the king of the side to move can step onto its goal now. */
static bool can_king_arrive(const apo_position *pos)
{
    const goal_data *data = data_of(pos->var);
    unsigned side = pos->state.side;
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_position scratch;
    apo_position_copy_used(&scratch, pos);
    if (apo_is_hit(pos, pos->state.king[side], side ^ 1U))
        return false;
    apo_list_sifted(&scratch, list);
    for (size_t i = 0; i < list->count; i++)
        if (list->moves[i].from == pos->state.king[side] &&
            list->moves[i].kind == APO_MOVE_PLAIN &&
            apo_set_has(&data->squares[side], list->moves[i].to))
            return true;
    return false;
}

/* First the goal that the side to move reached with its last move, which the opponent has
 * answered. */
static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    const goal_data *data = data_of(pos->var);
    unsigned us = pos->state.side, them = us ^ 1U;
    if ((data->has_last_move || data->is_safety_needed) && is_reached(pos, us)) {
        bool is_race = data->has_last_move ? us == APO_WHITE && is_for_kings(pos, them)
                                           : data->is_safety_needed;
        *out_quarters = is_race && is_reached(pos, them) ? APO_QUARTERS_DRAW : APO_QUARTERS_WIN;
        return APO_ENDING_GOAL;
    }
    bool is_at_once = !data->has_last_move || data->is_safety_needed || is_for_kings(pos, us);
    if (!is_at_once || !is_reached(pos, them))
        return APO_ENDING_NONE;
    if (data->has_last_move && us == APO_BLACK && is_for_kings(pos, us) && can_king_arrive(pos))
        return APO_ENDING_NONE;
    *out_quarters = APO_QUARTERS_LOSS;
    return APO_ENDING_GOAL;
}

unsigned apo_goal_distance(const apo_position *pos, unsigned side)
{
    const goal_data *data = data_of(pos->var);
    const apo_geometry *geo = &pos->var->geometry;
    unsigned best = APO_GOAL_FAR;
    if (!data->count)
        return best;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[side].words[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (!apo_types_has(data->pieces[side], apo_piece_type(pos->board[from])))
                continue;
            for (unsigned k = 0; k < pos->var->words; k++)
                for (uint64_t goal = data->squares[side].words[k]; goal != 0;) {
                    apo_square to = apo_word_pop(&goal, k * 64);
                    int across =
                        (int)apo_geometry_file(geo, from) - (int)apo_geometry_file(geo, to);
                    int up = (int)apo_geometry_row(geo, from) - (int)apo_geometry_row(geo, to);
                    unsigned steps_across = (unsigned)(across < 0 ? -across : across);
                    unsigned steps_up = (unsigned)(up < 0 ? -up : up);
                    unsigned steps = steps_across > steps_up ? steps_across : steps_up;
                    best = steps < best ? steps : best;
                }
        }
    return best;
}

bool apo_goal_has(const apo_variant *var, unsigned side, unsigned type, apo_square sq)
{
    const goal_data *data = data_of(var);
    return data->count == 1 && apo_types_has(data->pieces[side], type) &&
           apo_set_has(&data->squares[side], sq);
}

const apo_rule apo_rule_goal = {
    .info = {"goal", APO_DOC("Certain pieces win by reaching certain squares."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(goal_data),
    .build = build_goal,
    .ends = ends,
    .draw = draw,
};
