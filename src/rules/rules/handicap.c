/* Rule: handicaps
 * Also called: odds, two moves at once
 * Section: handicap
 * Text: Ways to make a game between unequal players fair. "move:white": White makes two moves
 *   before Black's first; "move:black": Black's first turn is two moves, neither a capture. The
 *   first move of a double turn may not give check. "pawn:SQ" adds a pawn; "bishop:SQ,SQ1,SQ2"
 *   and "rook:SQ,SQ1,SQ2,SQ3" exchange a piece for pawns. A double turn counts as one move
 *   number.
 * Source: rules 4.3 (Handicaps), 6.3 (side); [decided] there
 * Keys: move, pawn, pawn-rank, bishop, rook
 * State: the turn (FEN field side: w2 w1 b2 b1 w>b2)
 * Tests: tests/rules/handicap.spec */
#include "rules/rules/handicap.h"

#include "rules/kernel/check.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/list.h"

enum {
    KEY_MOVE,
    KEY_PAWN,
    KEY_PAWN_RANK,
    KEY_BISHOP,
    KEY_ROOK
};

/* The rule's data in a variant. */
typedef struct handicap_data {
    bool has_double_turn;
    uint8_t pawn, bishop, rook; /* types, or APO_TYPE_NONE */
    uint8_t pawn_rank;
} handicap_data;

static const handicap_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_HANDICAP);
}

static const apo_key keys[] = {
    [KEY_MOVE] = {.name = "move",
                  .kind = APO_KEY_FLAG,
                  .fallback = "no",
                  .doc = "Whether a side may be given two moves in its first turn."},
    [KEY_PAWN] = {.name = "pawn",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = 1,
                  .fallback = "no such handicap",
                  .doc = "The type added by the pawn, bishop and rook handicaps."},
    [KEY_PAWN_RANK] = {.name = "pawn-rank",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 1,
                       .maximum = APO_ROWS_MAX,
                       .fallback = "4",
                       .doc = "The own rank on which added pawns stand."},
    [KEY_BISHOP] = {.name = "bishop",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = 1,
                    .fallback = "no such handicap",
                    .doc = "The type that can be exchanged for two pawns."},
    [KEY_ROOK] = {.name = "rook",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = 1,
                  .fallback = "no such handicap",
                  .doc =
                      "The type that can be exchanged for two pawns more and one pawn less of "
                      "the opponent."},
};

static uint8_t type_of_key(const apo_build *build, unsigned key)
{
    const apo_value *value = apo_build_value(build, key);
    return value == NULL ? APO_TYPE_NONE : (uint8_t)value->items[0];
}

static void build_handicap(apo_build *build)
{
    handicap_data *data = build->data;
    data->has_double_turn = apo_build_number(build, KEY_MOVE, 0) != 0;
    data->pawn = type_of_key(build, KEY_PAWN);
    data->bishop = type_of_key(build, KEY_BISHOP);
    data->rook = type_of_key(build, KEY_ROOK);
    data->pawn_rank = (uint8_t)apo_build_number(build, KEY_PAWN_RANK, 4);
}

/* --- double turns -------------------------------------------------------- */

static void pass_turn(apo_state *state)
{
    state->key ^= apo_key_of_side(state->side, state->turn);
    if (state->turn == APO_TURN_FIRST) {
        state->turn = APO_TURN_SECOND;
    } else {
        state->turn = state->turn == APO_TURN_BLACK_NEXT ? APO_TURN_FIRST : APO_TURN_SINGLE;
        state->move_number += state->side;
        state->side ^= 1;
    }
    state->key ^= apo_key_of_side(state->side, state->turn);
}

/* No captures in Black's double turn. */
static enum apo_illegal bars(apo_position *pos, const apo_move *mv)
{
    const apo_state *state = &pos->state;
    apo_square captured[APO_UNDO_SQUARES_MAX];
    bool is_peaceful = state->side == APO_BLACK &&
                       (state->turn == APO_TURN_FIRST || state->turn == APO_TURN_SECOND);
    return is_peaceful && apo_move_captures(pos, mv, captured) > 0 ? APO_ILLEGAL_CAPTURE
                                                                   : APO_LEGAL;
}

/* The first move of a double turn may not give check. */
static enum apo_illegal bars_after(const apo_position *pos, const apo_undo *undo)
{
    unsigned side = undo->state.side;
    bool is_check = undo->state.turn == APO_TURN_FIRST &&
                    apo_position_is_attacked(pos, pos->state.king[side ^ 1U], (apo_side)side);
    return is_check ? APO_ILLEGAL_GIVES_CHECK : APO_LEGAL;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    bool is_wrong = setup->turn != APO_TURN_SINGLE && !data_of(var)->has_double_turn;
    is_wrong = is_wrong || (setup->turn == APO_TURN_BLACK_NEXT && setup->side != APO_WHITE);
    return is_wrong ? APO_SETUP_FAULT(TURN) : 0;
}

/* --- setting a handicap up ----------------------------------------------- */

static bool is_own_pawn_rank(const apo_variant *var, apo_side side, apo_square sq)
{
    return apo_geometry_own_rank(&var->geometry, side, sq) == data_of(var)->pawn_rank;
}

static apo_status add_pawn(apo_setup *setup, const apo_variant *var, apo_side side,
                           apo_square sq, apo_error *err, size_t at)
{
    if (!is_own_pawn_rank(var, side, sq))
        return apo_fail(err, APO_E_POSITION, at,
                        "an added pawn stands on its owner's pawn-handicap rank",
                        apo_span_of(""));
    if (setup->pieces[sq] != APO_PIECE_EMPTY)
        return apo_fail(err, APO_E_POSITION, at, "this square is not empty", apo_span_of(""));
    setup->pieces[sq] = apo_piece_of(side, data_of(var)->pawn);
    return APO_OK;
}

/* The side whose pawn rank has the square; White if neither. */
static apo_side side_of_pawn_square(const apo_variant *var, apo_square sq)
{
    return is_own_pawn_rank(var, APO_BLACK, sq) ? APO_BLACK : APO_WHITE;
}

static apo_status exchange(apo_setup *setup, const apo_variant *var, unsigned type,
                           const apo_square *squares, apo_error *err)
{
    apo_piece piece = setup->pieces[squares[0]];
    if (!apo_piece_is_real(piece) || apo_piece_type(piece) != type)
        return apo_fail(err, APO_E_POSITION, 0, "no such piece stands on the first square",
                        apo_span_of(""));
    setup->pieces[squares[0]] = var->vacated[squares[0]];
    apo_set_remove(&setup->unmoved, squares[0]);
    apo_status status = add_pawn(setup, var, apo_piece_side(piece), squares[1], err, 0);
    return status != APO_OK ? status
                            : add_pawn(setup, var, apo_piece_side(piece), squares[2], err, 0);
}

static apo_status drop_enemy_pawn(apo_setup *setup, const apo_variant *var, apo_piece rook,
                                  apo_square sq, apo_error *err)
{
    apo_piece pawn = apo_piece_of(apo_side_other(apo_piece_side(rook)), data_of(var)->pawn);
    if (setup->pieces[sq] != pawn)
        return apo_fail(err, APO_E_POSITION, 0, "the opponent has no pawn on the last square",
                        apo_span_of(""));
    setup->pieces[sq] = var->vacated[sq];
    return APO_OK;
}

static apo_status give_double_turn(apo_setup *setup, const apo_variant *var, apo_span side,
                                   apo_error *err)
{
    if (!data_of(var)->has_double_turn)
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "this game has no double turn",
                        apo_span_of(""));
    if (setup->turn != APO_TURN_SINGLE)
        return apo_fail(err, APO_E_POSITION, 0, "only one side may be given a move",
                        apo_span_of(""));
    if (apo_span_is(side, "white"))
        setup->turn = APO_TURN_FIRST;
    else if (apo_span_is(side, "black"))
        setup->turn = APO_TURN_BLACK_NEXT;
    else
        return apo_fail(err, APO_E_SYNTAX, 5, "expected white or black instead of \"%s\"",
                        side);
    return APO_OK;
}

/* Reads exactly `count` squares separated by commas. */
static apo_status read_squares(const apo_variant *var, apo_span rest, unsigned count,
                               apo_square *out, apo_error *err)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && (rest.length == 0 || rest.text[0] != ','))
            return apo_fail(err, APO_E_SYNTAX, 0, "expected another square after a comma",
                            apo_span_of(""));
        rest = apo_span_part(rest, i > 0, rest.length);
        out[i] = apo_geometry_read_square(&var->geometry, &rest);
        if (out[i] == APO_SQUARE_NONE)
            return apo_fail(err, APO_E_SYNTAX, 0,
                            "expected a square of the board instead of \"%s\"", rest);
    }
    if (rest.length > 0)
        return apo_fail(err, APO_E_SYNTAX, 0, "unexpected \"%s\" after the last square", rest);
    return APO_OK;
}

static apo_status apply_squares(apo_setup *setup, const apo_variant *var, apo_span name,
                                apo_span rest, apo_error *err)
{
    const handicap_data *data = data_of(var);
    apo_square squares[4] = {0};
    unsigned count = apo_span_is(name, "pawn") ? 1 : apo_span_is(name, "bishop") ? 3 : 4;
    apo_status status = read_squares(var, rest, count, squares, err);
    if (status != APO_OK)
        return status;
    if (count == 1)
        return add_pawn(setup, var, side_of_pawn_square(var, squares[0]), squares[0], err, 0);
    apo_piece piece = setup->pieces[squares[0]];
    status = exchange(setup, var, count == 3 ? data->bishop : data->rook, squares, err);
    if (status == APO_OK && count == 4)
        status = drop_enemy_pawn(setup, var, piece, squares[3], err);
    return status;
}

/* True if the game has the handicap of this name. */
static bool is_offered(const handicap_data *data, apo_span name)
{
    if (apo_span_is(name, "move"))
        return data->has_double_turn;
    if (data->pawn == APO_TYPE_NONE)
        return false;
    return apo_span_is(name, "pawn") ||
           (apo_span_is(name, "bishop") && data->bishop != APO_TYPE_NONE) ||
           (apo_span_is(name, "rook") && data->rook != APO_TYPE_NONE);
}

apo_status apo_setup_handicap(apo_setup *setup, const apo_variant *var, apo_span spec,
                              apo_error *err)
{
    apo_setup changed = *setup;
    size_t colon = 0;
    while (colon < spec.length && spec.text[colon] != ':')
        colon++;
    apo_span name = apo_span_part(spec, 0, colon);
    apo_span rest = apo_span_part(spec, colon + 1, spec.length);
    if (!is_offered(data_of(var), name))
        return apo_fail(err, APO_E_UNKNOWN, 0, "this game has no handicap \"%s\"", name);
    apo_status status = apo_span_is(name, "move")
                            ? give_double_turn(&changed, var, rest, err)
                            : apply_squares(&changed, var, name, rest, err);
    if (status == APO_OK)
        *setup = changed;
    return status;
}

/* --- the FEN field of whose turn it is ----------------------------------- */

static const struct {
    const char *text;
    uint8_t side;
    uint8_t turn;
} side_texts[] = {
    {"w", APO_WHITE, APO_TURN_SINGLE},        {"b", APO_BLACK, APO_TURN_SINGLE},
    {"w2", APO_WHITE, APO_TURN_FIRST},        {"b2", APO_BLACK, APO_TURN_FIRST},
    {"w1", APO_WHITE, APO_TURN_SECOND},       {"b1", APO_BLACK, APO_TURN_SECOND},
    {"w>b2", APO_WHITE, APO_TURN_BLACK_NEXT},
};

enum {
    SIDE_TEXTS = sizeof side_texts / sizeof side_texts[0]
};

static apo_status read_side(apo_fen_scan *scan, apo_fen_field field)
{
    apo_span text = apo_span_part(scan->text, field.start, field.length);
    for (size_t i = 0; i < SIDE_TEXTS; i++) {
        if (apo_span_is(text, side_texts[i].text)) {
            scan->setup.side = side_texts[i].side;
            scan->setup.turn = side_texts[i].turn;
            return APO_OK;
        }
    }
    return apo_fail(scan->err, APO_E_SYNTAX, field.start,
                    "the side to move is w or b (in a double turn w2, w1, b2, b1 or w>b2), not "
                    "\"%s\"",
                    text);
}

static void write_side(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    (void)var;
    for (size_t i = 0; i < SIDE_TEXTS; i++)
        if (side_texts[i].side == setup->side && side_texts[i].turn == setup->turn)
            apo_text_add(out, side_texts[i].text);
}

static const apo_fen_part fen = {.read = read_side, .write = write_side};

const apo_rule apo_rule_handicap = {
    .info = {"handicap", "Odds between unequal players.", keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(handicap_data),
    .build = build_handicap,
    .fen = &fen,
    .bars = bars,
    .bars_after = bars_after,
    .pass_turn = pass_turn,
    .check = check,
};
