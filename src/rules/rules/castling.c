/* Rule: castling
 * Also called: short and long rook castling, cannon castling
 * Section: castling
 * Text: An unmoved king and an unmoved partner move together. All squares between them must be
 *   empty; the king may not be in check, nor pass over or land on an attacked square. Where
 *   pieces can be launched, castling can launch one on the king's square or on the partner's.
 * Source: rules 2.6, 3 (Castling), 5 (Castling); [decided] there: a square passed over is
 *   tested with the king standing on it, its start square empty and the partner still at home
 * Keys: way
 * State: the squares of king and partners in the FEN field unmoved
 * Tests: tests/rules/castling.spec, tests/rules/flexible_castling.spec */
#include "rules/kernel/board.h"
#include "rules/kernel/make.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/rule.h"

enum {
    KEY_WAY,
    /* A bit of a move's `arg`: the piece launched stands on the partner's square. */
    LAUNCH_BESIDE = 0x100
};

static const apo_key keys[] = {
    [KEY_WAY] = {.name = "way",
                 .kind = APO_KEY_SQUARES,
                 .is_repeatable = true,
                 .is_required = true,
                 .minimum = 4,
                 .maximum = 4,
                 .doc = "One way to castle for White: the squares of king and partner before, "
                        "then of king and partner after it. Black's are the mirror image."},
};

static void add_way(apo_build *build, const apo_value *value)
{
    apo_castling_data *data = &build->var->castling;
    const apo_geometry *geo = &build->var->geometry;
    if (data->count == APO_CASTLING_WAYS_MAX) {
        apo_build_fault(build, value, "too many ways of castling", apo_span_of(""));
        return;
    }
    for (unsigned i = 1; i < 4; i++)
        if (apo_geometry_row(geo, value->items[i]) != apo_geometry_row(geo, value->items[0])) {
            apo_build_fault(build, value, "king and partner must stay on one rank",
                            apo_span_of(""));
            return;
        }
    apo_castling_way *white = &data->ways[APO_WHITE][data->count];
    apo_castling_way *black = &data->ways[APO_BLACK][data->count++];
    *white =
        (apo_castling_way){value->items[0], value->items[1], value->items[2], value->items[3]};
    *black = (apo_castling_way){apo_geometry_mirror(geo, white->king_from),
                                apo_geometry_mirror(geo, white->partner_from),
                                apo_geometry_mirror(geo, white->king_to),
                                apo_geometry_mirror(geo, white->partner_to)};
}

static void build_castling(apo_build *build)
{
    for (size_t i = 0; i < build->values->count; i++)
        add_way(build, &build->values->values[i]);
}

/* True if every square from `a` to `b` is empty, but for `x` and `y`. */
static bool is_clear(const apo_position *pos, apo_square a, apo_square b,
                     const apo_castling_way *way)
{
    apo_square low = a < b ? a : b, high = a < b ? b : a;
    for (apo_square sq = low; sq <= high; sq++)
        if (sq != way->king_from && sq != way->partner_from &&
            pos->board[sq] != APO_PIECE_EMPTY)
            return false;
    return true;
}

/* True if the enemy attacks no square that the king passes over. What stands on a square does
 * not matter to an attack on it, so the king need not be put there; but it has left its own. */
static bool is_passage_safe(apo_position *pos, const apo_castling_way *way)
{
    apo_side enemy = apo_side_other(apo_position_side(pos));
    apo_piece king = pos->board[way->king_from];
    int step = way->king_to < way->king_from ? -1 : 1, sq = way->king_from + step;
    apo_board_set(pos, way->king_from, pos->var->vacated[way->king_from]);
    while (sq != way->king_to && !apo_position_is_attacked(pos, (apo_square)sq, enemy))
        sq += step;
    apo_board_set(pos, way->king_from, king);
    return sq == way->king_to;
}

static bool is_open(const apo_position *pos, const apo_castling_way *way)
{
    return apo_set_has(&pos->state.unmoved, way->king_from) &&
           apo_set_has(&pos->state.unmoved, way->partner_from) &&
           pos->state.king[pos->state.side] == way->king_from &&
           is_clear(pos, way->king_from, way->partner_from, way) &&
           is_clear(pos, way->king_from, way->king_to, way) &&
           is_clear(pos, way->partner_from, way->partner_to, way);
}

static const apo_castling_way *way_of(const apo_variant *var, unsigned side, const apo_move *mv)
{
    return &var->castling.ways[side][mv->arg & (LAUNCH_BESIDE - 1)];
}

/* The move as it is, and with each launch there can be. */
static void add_castling(const apo_position *pos, const apo_castling_way *way, apo_move mv,
                         apo_move_list *list)
{
    apo_move_list_add(list, mv);
    if (!pos->var->launch.is_on)
        return;
    apo_set launchers = apo_launch_squares(pos);
    if (apo_set_has(&launchers, way->king_from) && way->partner_to != way->king_from)
        apo_launch_add(pos, mv, list);
    mv.arg |= LAUNCH_BESIDE;
    if (apo_set_has(&launchers, way->partner_from) && way->king_to != way->partner_from)
        apo_launch_add(pos, mv, list);
}

static void generate_castlings(apo_position *pos, apo_move_list *list, apo_check *check)
{
    const apo_castling_data *data = &pos->var->castling;
    for (unsigned i = 0; i < data->count; i++) {
        const apo_castling_way *way = &data->ways[pos->state.side][i];
        if (!is_open(pos, way) || apo_check_ask(pos, check) || !is_passage_safe(pos, way))
            continue;
        apo_move mv = {
            .from = way->king_from, .to = way->king_to, .kind = APO_MOVE_CASTLING, .arg = i};
        add_castling(pos, way, mv, list);
    }
}

bool apo_castling_is_safe(apo_position *pos, const apo_move *mv)
{
    unsigned side = pos->state.side;
    const apo_castling_way *way = way_of(pos->var, side, mv);
    apo_piece king = pos->board[way->king_from], partner = pos->board[way->partner_from];
    uint8_t imitated = pos->state.imitated[side];
    apo_board_set(pos, way->king_from, pos->var->vacated[way->king_from]);
    apo_board_set(pos, way->partner_from, pos->var->vacated[way->partner_from]);
    apo_board_set(pos, way->partner_to, partner);
    pos->state.imitated[side] = pos->var->royal;
    bool is_safe = !apo_position_is_attacked(pos, way->king_to, (apo_side)(side ^ 1U));
    pos->state.imitated[side] = imitated;
    apo_board_set(pos, way->partner_to, pos->var->vacated[way->partner_to]);
    apo_board_set(pos, way->partner_from, partner);
    apo_board_set(pos, way->king_from, king);
    return is_safe;
}

/* Make has moved the king already; it may stand where the partner was. */
void apo_castling_apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_castling_way *way = way_of(pos->var, undo->state.side, mv);
    apo_piece partner = undo->squares[0].piece;
    for (unsigned i = 0; i < undo->count; i++)
        if (undo->squares[i].square == way->partner_from)
            partner = undo->squares[i].piece;
    if (way->partner_from != mv->to) {
        partner = pos->board[way->partner_from];
        apo_make_set(pos, undo, way->partner_from, pos->var->vacated[way->partner_from]);
    }
    apo_make_set(pos, undo, way->partner_to, partner);
}

apo_square apo_castling_launch_square(const apo_variant *var, unsigned side, const apo_move *mv)
{
    bool is_beside = mv->kind == APO_MOVE_CASTLING && (mv->arg & LAUNCH_BESIDE) != 0;
    return is_beside ? way_of(var, side, mv)->partner_from : mv->from;
}

bool apo_move_partner(const apo_position *pos, const apo_move *mv, apo_square *out_from,
                      apo_square *out_to)
{
    if (mv->kind != APO_MOVE_CASTLING)
        return false;
    const apo_castling_way *way = way_of(pos->var, pos->state.side, mv);
    *out_from = way->partner_from;
    *out_to = way->partner_to;
    return true;
}

const apo_rule apo_rule_castling = {
    .info = {"castling", "An unmoved king and a partner move together.", keys,
             sizeof keys / sizeof *keys},
    .build = build_castling,
    .generate = generate_castlings,
};
