/* Rule: castling
 * Also called: short and long rook castling, cannon castling
 * Section: castling
 * Text: An unmoved king and an unmoved partner move together. All squares between them must be
 *   empty; the king may not be in check, nor pass over or land on an attacked square. In games
 *   with launching, castling can launch a piece on the king's square or the partner's.
 * Source: rules 2.6, 3 (Castling), 5 (Castling); [decided] there: a square passed over is
 *   tested with the king standing on it, its start square empty and the partner still at home
 * Keys: way, white-way, black-way, partner, king
 * State: the squares of king and partners in the FEN field unmoved
 * Tests: tests/rules/castling.spec, tests/rules/flexible_castling.spec */
#include "rules/rules/castling.h"

#include "rules/kernel/board.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/facts.h"
#include "rules/rules/launch.h"
#include "rules/rules/royals.h"

enum {
    KEY_WAY,
    KEY_WHITE_WAY,
    KEY_BLACK_WAY,
    KEY_PARTNER,
    KEY_KING,
    /* A bit of a move's `arg`: the launched piece goes on the partner's square. */
    LAUNCH_BESIDE = 0x100
};

static const apo_key keys[] = {
    [KEY_WAY] = {.name = "way",
                 .kind = APO_KEY_SQUARES,
                 .is_repeatable = true,
                 .minimum = 4,
                 .maximum = 4,
                 .fallback = "none",
                 .doc = APO_DOC(
                     "One way to castle for White: the squares of king and partner before "
                     "castling, then after it. Black's ways are mirror images.")},
    [KEY_WHITE_WAY] = {.name = "white-way",
                       .kind = APO_KEY_SQUARES,
                       .is_repeatable = true,
                       .minimum = 4,
                       .maximum = 4,
                       .fallback = "none",
                       .doc = APO_DOC("The same for White only.")},
    [KEY_BLACK_WAY] = {.name = "black-way",
                       .kind = APO_KEY_SQUARES,
                       .is_repeatable = true,
                       .minimum = 4,
                       .maximum = 4,
                       .fallback = "none",
                       .doc = APO_DOC("The same for Black only, with Black's squares.")},
    [KEY_PARTNER] = {.name = "partner",
                     .kind = APO_KEY_TYPES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "any piece",
                     .doc = APO_DOC(
                         "The types that can be partners. With this key K and Q in a FEN "
                         "mean the outermost partner.")},
    [KEY_KING] = {.name = "king",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = 1,
                  .fallback = "the royal type",
                  .doc = APO_DOC(
                      "The type that castles as the king. If it is not royal, attacks do not "
                      "hinder it.")},
};

/* Adds the squares from `a` to `b`, apart from those of the two pieces. */
static void add_between(apo_castling_way *way, apo_square a, apo_square b)
{
    apo_square low = a < b ? a : b, high = a < b ? b : a;
    for (apo_square sq = low; sq <= high; sq++)
        if (sq != way->king_from && sq != way->partner_from)
            apo_set_add(&way->between, sq);
}

/* False if it is faulty. */
static bool add_way_of(apo_build *build, const apo_value *value, unsigned side,
                       bool is_mirrored)
{
    apo_castling_data *data = build->data;
    const apo_geometry *geo = &build->var->geometry;
    apo_square squares[4];
    for (unsigned i = 0; i < 4; i++) {
        squares[i] = is_mirrored ? apo_geometry_mirror(geo, value->items[i]) : value->items[i];
        if (apo_geometry_row(geo, squares[i]) != apo_geometry_row(geo, squares[0])) {
            apo_build_fault(build, value, "king and partner must stay on one rank",
                            apo_span_of(""));
            return false;
        }
    }
    if (squares[0] == squares[1] || squares[2] == squares[3]) {
        apo_build_fault(build, value, "king and partner need a square each", apo_span_of(""));
        return false;
    }
    if (data->count[side] == APO_CASTLING_WAYS_MAX) {
        apo_build_fault(build, value, "too many ways of castling", apo_span_of(""));
        return false;
    }
    apo_castling_way *way = &data->ways[side][data->count[side]++];
    *way = (apo_castling_way){squares[0], squares[1], squares[2], squares[3], {{0}}};
    add_between(way, way->king_from, way->partner_from);
    add_between(way, way->king_from, way->king_to);
    add_between(way, way->partner_from, way->partner_to);
    return true;
}

static void add_way(apo_build *build, const apo_value *value)
{
    if (value->key == KEY_WAY)
        (void)(add_way_of(build, value, APO_WHITE, false) &&
               add_way_of(build, value, APO_BLACK, true));
    else if (value->key == KEY_WHITE_WAY)
        add_way_of(build, value, APO_WHITE, false);
    else if (value->key == KEY_BLACK_WAY)
        add_way_of(build, value, APO_BLACK, false);
}

static void build_castling(apo_build *build)
{
    apo_castling_data *data = build->data;
    data->king = build->var->royal;
    bool has_way = false;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        has_way = has_way || (value->key != KEY_PARTNER && value->key != KEY_KING);
        add_way(build, value);
        for (unsigned j = 0; value->key == KEY_PARTNER && j < value->count; j++)
            data->partners |= apo_type_bit(value->items[j]);
        if (value->key == KEY_KING)
            data->king = (uint8_t)value->items[0];
    }
    if (!has_way)
        apo_build_fault(build, NULL, "[castling] needs a way", apo_span_of(""));
    if (data->king == APO_TYPE_NONE)
        apo_build_fault(build, NULL,
                        "[castling] needs \"king\" in a game without a royal piece",
                        apo_span_of(""));
    /* With partners named, kings and partners may begin on all of these squares. */
    for (unsigned side = 0; data->partners != 0 && side < APO_SIDES; side++)
        for (unsigned i = 0; i < data->count[side]; i++) {
            const apo_castling_way *way = &data->ways[side][i];
            build->var->home[side][way->king_from] |= apo_type_bit(data->king);
            build->var->home[side][way->partner_from] |= data->partners;
        }
}

/* True if the enemy could take the piece that castles as the king on that square; it matters
 * for the royal piece and for those of [royals]. */
static bool is_in_danger(const apo_position *pos, apo_square sq)
{
    unsigned side = pos->state.side;
    return apo_castling_of(pos->var)->king == pos->var->royal
               ? apo_is_hit(pos, sq, side ^ 1U)
               : apo_royals_can_be_taken(pos, sq, side);
}

/* True if no square that the king passes is dangerous. A piece on a square does not affect
 * attacks on it, so the king need not be put there; but it has left its own square. */
static bool is_passage_safe(apo_position *pos, const apo_castling_way *way)
{
    apo_piece king = pos->board[way->king_from];
    int step = way->king_to < way->king_from ? -1 : 1, sq = way->king_from + step;
    if (way->king_to == way->king_from)
        return true;
    apo_board_set(pos, way->king_from, pos->var->vacated[way->king_from]);
    while (sq != way->king_to && !is_in_danger(pos, (apo_square)sq))
        sq += step;
    apo_board_set(pos, way->king_from, king);
    return sq == way->king_to;
}

static bool is_open(const apo_position *pos, const apo_castling_way *way)
{
    apo_piece king = apo_piece_of(apo_position_side(pos), apo_castling_of(pos->var)->king);
    return pos->board[way->king_from] == king &&
           apo_set_has(&pos->state.unmoved, way->king_from) &&
           apo_set_has(&pos->state.unmoved, way->partner_from) &&
           !apo_set_meets(&pos->occupied, &way->between);
}

static const apo_castling_way *way_of(const apo_variant *var, unsigned side, const apo_move *mv)
{
    return &apo_castling_of(var)->ways[side][mv->arg & (LAUNCH_BESIDE - 1)];
}

/* True if a launched piece can go there, as neither piece comes to it or stays on it. */
static bool is_left_empty(const apo_castling_way *way, apo_square sq)
{
    return sq != way->king_to && sq != way->partner_to;
}

/* Adds the move, and the move with each possible launch. */
static void add_castling(const apo_position *pos, const apo_castling_way *way, apo_move mv,
                         apo_move_list *list)
{
    apo_move_list_add(list, mv);
    if (!apo_launch_of(pos->var)->is_on)
        return;
    apo_set launchers = apo_launch_squares(pos);
    if (apo_set_has(&launchers, way->king_from) && is_left_empty(way, way->king_from))
        apo_launch_add(pos, mv, list);
    mv.arg |= LAUNCH_BESIDE;
    if (apo_set_has(&launchers, way->partner_from) && is_left_empty(way, way->partner_from))
        apo_launch_add(pos, mv, list);
}

/* A piece that is royal now may neither castle out of an attack nor pass one. */
static bool may_pass(apo_position *pos, const apo_castling_way *way, apo_check *check)
{
    unsigned side = pos->state.side;
    if (apo_castling_of(pos->var)->king == pos->var->royal)
        return !apo_check_ask(pos, check) && is_passage_safe(pos, way);
    apo_set royals = apo_royals_of(pos, side);
    return !apo_set_has(&royals, way->king_from) ||
           (!is_in_danger(pos, way->king_from) && is_passage_safe(pos, way));
}

APO_APART void try_way(apo_position *pos, unsigned number, apo_move_list *list,
                       apo_check *check)
{
    const apo_castling_way *way = &apo_castling_of(pos->var)->ways[pos->state.side][number];
    apo_move mv = {
        .from = way->king_from, .to = way->king_to, .kind = APO_MOVE_CASTLING, .arg = number};
    if (may_pass(pos, way, check))
        add_castling(pos, way, mv, list);
}

/* Kept short: a way is rarely open. */
static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    const apo_castling_data *data = apo_castling_of(pos->var);
    unsigned side = pos->state.side;
    for (unsigned i = 0; i < data->count[side] && which != APO_SELECT_CAPTURES; i++)
        if (is_open(pos, &data->ways[side][i]))
            try_way(pos, i, list, check);
}

static bool is_safe(apo_position *pos, const apo_move *mv)
{
    unsigned side = pos->state.side;
    const apo_castling_way *way = way_of(pos->var, side, mv);
    if (apo_castling_of(pos->var)->king != pos->var->royal)
        return apo_move_is_safe(pos, mv);
    apo_piece king = pos->board[way->king_from], partner = pos->board[way->partner_from];
    apo_powers powers = pos->state.powers;
    apo_board_set(pos, way->king_from, pos->var->vacated[way->king_from]);
    apo_board_set(pos, way->partner_from, pos->var->vacated[way->partner_from]);
    apo_board_set(pos, way->partner_to, partner);
    apo_note_moved(&pos->state, pos->var, side, pos->var->royal);
    bool is_fine = !apo_is_hit(pos, way->king_to, side ^ 1U);
    pos->state.powers = powers;
    apo_board_set(pos, way->partner_to, apo_place_blank(pos->var, way->partner_to));
    apo_board_set(pos, way->partner_from, partner);
    apo_board_set(pos, way->king_from, king);
    return is_fine;
}

/* Both pieces leave before either arrives, as each may go to the other's square. */
static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_castling_way *way = way_of(pos->var, undo->state.side, mv);
    apo_piece king = pos->board[way->king_from], partner = pos->board[way->partner_from];
    apo_make_set(pos, undo, way->king_from, pos->var->vacated[way->king_from]);
    apo_make_set(pos, undo, way->partner_from, pos->var->vacated[way->partner_from]);
    apo_make_set(pos, undo, way->king_to, king);
    apo_make_set(pos, undo, way->partner_to, partner);
}

static void captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    (void)pos;
    (void)mv;
    (void)out; /* no captures */
}

static apo_square vacates(const apo_variant *var, unsigned side, const apo_move *mv)
{
    return (mv->arg & LAUNCH_BESIDE) != 0 ? way_of(var, side, mv)->partner_from : mv->from;
}

static const apo_kind kind = {.number = APO_MOVE_CASTLING,
                              .apply = apply,
                              .captures = captures,
                              .is_safe = is_safe,
                              .vacates = vacates};

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

/* --- rights -------------------------------------------------------------- */

static bool is_partner(const apo_castling_data *data, apo_piece piece, unsigned side)
{
    return apo_piece_is_real(piece) && (unsigned)apo_piece_side(piece) == side &&
           (data->partners == 0 || (data->partners >> apo_piece_type(piece) & 1U) != 0);
}

/* A right exists while king and partner are both marked. */
static void keep_rights(const apo_variant *var, const apo_piece *pieces, const apo_set *unmoved,
                        unsigned side, apo_set *alive)
{
    const apo_castling_data *data = apo_castling_of(var);
    for (unsigned i = 0; i < data->count[side]; i++) {
        const apo_castling_way *way = &data->ways[side][i];
        if (!apo_set_has(unmoved, way->king_from) || !apo_set_has(unmoved, way->partner_from) ||
            pieces[way->king_from] != apo_piece_of((apo_side)side, data->king) ||
            !is_partner(data, pieces[way->partner_from], side))
            continue;
        apo_set_add(alive, way->king_from);
        apo_set_add(alive, way->partner_from);
    }
}

static void rights(const apo_variant *var, const apo_piece *pieces, const apo_state *state,
                   const apo_set *marked, unsigned side, apo_set *alive)
{
    (void)state;
    keep_rights(var, pieces, marked, side, alive);
}

apo_set apo_setup_castling_rights(const apo_setup *setup, const apo_variant *var)
{
    apo_set pieces = {{0}}, alive = {{0}};
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (apo_piece_is_real(setup->pieces[sq]))
            apo_set_add(&pieces, (apo_square)sq);
    for (unsigned side = 0; side < APO_SIDES; side++)
        keep_rights(var, setup->pieces, &pieces, side, &alive);
    return alive;
}

bool apo_variant_names_partners(const apo_variant *var)
{
    return apo_castling_of(var)->partners != 0;
}

unsigned apo_variant_castling_count(const apo_variant *var, bool is_right)
{
    const apo_castling_data *data = apo_castling_of(var);
    unsigned count = 0;
    unsigned side = data->count[APO_WHITE] > 0 ? APO_WHITE : APO_BLACK;
    for (unsigned i = 0; i < data->count[side]; i++) {
        const apo_castling_way *way = &data->ways[side][i];
        count += (way->partner_from > way->king_from) == is_right;
    }
    return count;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    no_partner = APO_GROUND("castling_partner", "castling", "",
                            "the king castles only with a partner, and none stands on %{at}"),
    lost_right = APO_GROUND("castling_right", "castling", "",
                            "the king castles only if neither it nor its partner has moved"),
    way_blocked = APO_GROUND("castling_blocked", "castling", "",
                             "the king castles only if all squares between are empty, and the "
                             "%{there} stands on %{at}"),
    out_of_check = APO_GROUND("castling_check", "castling", "",
                              "the king may not castle out of check, and the %{there} on %{at} "
                              "gives check"),
    through_check = APO_GROUND("castling_through", "castling", "",
                               "the king may not castle over a square that is attacked, as by "
                               "the %{there} on %{at}");

/* Proposes pieces that may be the partner of a way. */
static void object_partner(const apo_position *pos, const apo_castling_way *way,
                           apo_objection *out)
{
    const apo_castling_data *data = apo_castling_of(pos->var);
    unsigned side = pos->state.side;
    apo_types types = pos->var->home[side][way->partner_from];
    apo_object(out, &no_partner, way->partner_from);
    types &= ~apo_type_bit(pos->var->royal);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        if (data->partners != 0 && !apo_types_has(data->partners, type))
            continue;
        apo_mending trial = {.count = 0};
        apo_change unmoved = apo_change_of(APO_CHANGE_UNMOVED, way->king_from);
        unmoved.to = way->partner_from;
        apo_mending_add(&trial,
                        apo_change_put(way->partner_from, apo_piece_of((apo_side)side, type)));
        apo_object_try(out, &trial, unmoved);
    }
}

static bool object_right(const apo_position *pos, const apo_castling_way *way,
                         apo_objection *out)
{
    if (apo_set_has(&pos->state.unmoved, way->king_from) &&
        apo_set_has(&pos->state.unmoved, way->partner_from))
        return false;
    apo_change unmoved = apo_change_of(APO_CHANGE_UNMOVED, way->king_from);
    unmoved.to = way->partner_from;
    apo_object(out, &lost_right, way->partner_from);
    apo_object_try(out, NULL, unmoved);
    return true;
}

/* Names the pieces between as the obstacle. */
static bool object_blockers(const apo_position *pos, const apo_castling_way *way,
                            apo_objection *out)
{
    apo_mending trial = {.count = 0};
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_set_has(&way->between, (apo_square)sq) && apo_piece_is_real(pos->board[sq]))
            apo_mending_add(&trial, apo_change_clear(pos, (apo_square)sq));
    if (trial.count == 0)
        return false;
    apo_object(out, &way_blocked, trial.changes[0].square);
    apo_object_try_all(out, &trial);
    return true;
}

/* Attackers of the king's square, then of those that it passes. */
static void object_attackers(const apo_position *pos, const apo_castling_way *way,
                             apo_objection *out)
{
    apo_position board;
    apo_mending trial = {.count = 0};
    unsigned enemy = pos->state.side ^ 1U;
    int step = way->king_to < way->king_from ? -1 : 1;
    apo_position_copy_used(&board, pos);
    apo_square at = apo_mending_disarm(&trial, &board, way->king_from, enemy);
    if (at != APO_SQUARE_NONE)
        apo_object(out, &out_of_check, at);
    apo_board_set(&board, way->king_from, pos->var->vacated[way->king_from]);
    for (int sq = way->king_from; sq != way->king_to; sq += step) {
        at = apo_mending_disarm(&trial, &board, (apo_square)sq, enemy);
        if (at != APO_SQUARE_NONE)
            apo_object(out, &through_check, at);
    }
    apo_object_try_all(out, &trial);
}

/* The first obstacle to one way. */
static void object_way(const apo_position *pos, const apo_castling_way *way, apo_objection *out)
{
    const apo_castling_data *data = apo_castling_of(pos->var);
    if (!is_partner(data, pos->board[way->partner_from], pos->state.side))
        object_partner(pos, way, out);
    else if (!object_right(pos, way, out) && !object_blockers(pos, way, out))
        object_attackers(pos, way, out);
}

/* A king's move from where it castles to where it would end. Ways whose partner is there come
 * first. */
static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_castling_data *data = apo_castling_of(pos->var);
    unsigned side = pos->state.side;
    if (pos->board[mv->from] != apo_piece_of((apo_side)side, data->king) ||
        (verdict.reason != APO_ILLEGAL_POWER && verdict.reason != APO_ILLEGAL_OWN_PIECE))
        return;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < data->count[side]; i++) {
            const apo_castling_way *way = &data->ways[side][i];
            bool has_partner = is_partner(data, pos->board[way->partner_from], side);
            if (way->king_from == mv->from && way->king_to == mv->to &&
                has_partner == (pass == 0))
                object_way(pos, way, out);
        }
}

bool apo_castling_intent(const apo_position *pos, bool is_right, apo_move *out)
{
    const apo_castling_data *data = apo_castling_of(pos->var);
    unsigned side = pos->state.side;
    bool is_found = false, is_complete = false;
    for (unsigned i = 0; !is_complete && i < data->count[side]; i++) {
        const apo_castling_way *way = &data->ways[side][i];
        if (pos->board[way->king_from] != apo_piece_of((apo_side)side, data->king) ||
            (way->partner_from > way->king_from) != is_right)
            continue;
        is_complete = is_partner(data, pos->board[way->partner_from], side);
        if (is_complete || !is_found)
            *out = (apo_move){.from = way->king_from,
                              .to = way->king_to,
                              .kind = APO_MOVE_CASTLING,
                              .arg = i};
        is_found = true;
    }
    return is_found;
}

const apo_rule apo_rule_castling = {
    .info = {"castling", APO_DOC("An unmoved king and a partner move together."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_castling_data),
    .build = build_castling,
    .fen = &apo_castling_fen,
    .kind = &kind,
    .generate = generate,
    .rights = rights,
    .object = object,
};
