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
#include "rules/kernel/object.h"
#include "rules/rules/list.h"
#include "rules/rules/setup_faults.h"

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
                  .doc = APO_DOC("Whether a side may be given two moves in its first turn.")},
    [KEY_PAWN] = {.name = "pawn",
                  .kind = APO_KEY_TYPES,
                  .minimum = 1,
                  .maximum = 1,
                  .fallback = "no such handicap",
                  .doc = APO_DOC("The type added by the pawn, bishop and rook handicaps.")},
    [KEY_PAWN_RANK] = {.name = "pawn-rank",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 1,
                       .maximum = APO_ROWS_MAX,
                       .fallback = "4",
                       .doc = APO_DOC("The own rank on which added pawns stand.")},
    [KEY_BISHOP] = {.name = "bishop",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = 1,
                    .fallback = "no such handicap",
                    .doc = APO_DOC("The type that can be exchanged for two pawns.")},
    [KEY_ROOK] =
        {.name = "rook",
         .kind = APO_KEY_TYPES,
         .minimum = 1,
         .maximum = 1,
         .fallback = "no such handicap",
         .doc =
             APO_DOC("The type that can be exchanged for two extra pawns and the removal of an "
                     "enemy pawn.")},
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
        state->turn = state->turn == APO_TURN_BLACK_NEXT ? APO_TURN_FIRST : APO_TURN_ORDINARY;
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
    bool is_check =
        undo->state.turn == APO_TURN_FIRST && apo_is_hit(pos, pos->state.king[side ^ 1U], side);
    return is_check ? APO_ILLEGAL_GIVES_CHECK : APO_LEGAL;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    bool is_always_double = var->rules >> APO_RULE_DOUBLE_MOVES & 1U;
    bool is_wrong = setup->turn != APO_TURN_ORDINARY && !data_of(var)->has_double_turn;
    is_wrong = is_wrong && !is_always_double;
    is_wrong = is_wrong || (setup->turn == APO_TURN_BLACK_NEXT &&
                            (setup->side != APO_WHITE || is_always_double));
    return is_wrong ? APO_SETUP_FAULT(TURN) : 0;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground gives_check =
                            APO_GROUND("gives_check", "handicaps", "4.3",
                                       "the first move of a double turn may not give check"),
                        takes = APO_GROUND("capture", "handicaps", "4.3",
                                           "nothing may be captured in this double turn");

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    (void)pos;
    bool is_check = verdict.reason == APO_ILLEGAL_GIVES_CHECK;
    if (!is_check && verdict.reason != APO_ILLEGAL_CAPTURE)
        return;
    apo_object(out, is_check ? &gives_check : &takes, mv->to);
    apo_object_try(out, NULL, apo_change_of(APO_CHANGE_TURN, APO_SQUARE_NONE));
}

/* --- setting handicaps up ------------------------------------------------ */

enum {
    SQUARES_MAX = 4
};

/* A handicap being read and applied. */
struct odds {
    const apo_variant *var;
    apo_setup setup; /* the result */
    apo_error *err;
    apo_span spec; /* all handicaps, for positions in `err` */
    apo_span rest; /* not yet read */
    apo_square squares[SQUARES_MAX];
    size_t at[SQUARES_MAX]; /* byte offsets of the squares */
};

static size_t position_of(const struct odds *odds)
{
    return odds->spec.length - odds->rest.length;
}

static bool is_own_pawn_rank(const apo_variant *var, apo_side side, apo_square sq)
{
    return apo_geometry_own_rank(&var->geometry, side, sq) == data_of(var)->pawn_rank;
}

static apo_status add_pawn(struct odds *odds, apo_side side, unsigned index)
{
    apo_square sq = odds->squares[index];
    if (!is_own_pawn_rank(odds->var, side, sq))
        return apo_fail(odds->err, APO_E_POSITION, odds->at[index],
                        "an added pawn stands on its owner's pawn-handicap rank", odds->rest);
    if (odds->setup.pieces[sq] != APO_PIECE_EMPTY)
        return apo_fail(odds->err, APO_E_POSITION, odds->at[index], "this square is not empty",
                        odds->rest);
    odds->setup.pieces[sq] = apo_piece_of(side, data_of(odds->var)->pawn);
    return APO_OK;
}

/* The side whose pawn rank has the square; White if neither. */
static apo_side side_of_pawn_square(const apo_variant *var, apo_square sq)
{
    return is_own_pawn_rank(var, APO_BLACK, sq) ? APO_BLACK : APO_WHITE;
}

/* Exchanges the piece on the first square for pawns on the next two. */
static apo_status exchange(struct odds *odds, unsigned type, apo_side *out_side)
{
    apo_square sq = odds->squares[0];
    apo_piece piece = odds->setup.pieces[sq];
    if (!apo_piece_is_real(piece) || apo_piece_type(piece) != type)
        return apo_fail(odds->err, APO_E_POSITION, odds->at[0],
                        "no such piece stands on the first square", odds->rest);
    odds->setup.pieces[sq] = apo_place_blank(odds->var, sq);
    apo_set_remove(&odds->setup.unmoved, sq);
    *out_side = apo_piece_side(piece);
    apo_status status = add_pawn(odds, *out_side, 1);
    return status != APO_OK ? status : add_pawn(odds, *out_side, 2);
}

static apo_status drop_enemy_pawn(struct odds *odds, apo_side side)
{
    apo_square sq = odds->squares[3];
    apo_piece pawn = apo_piece_of(apo_side_other(side), data_of(odds->var)->pawn);
    if (odds->setup.pieces[sq] != pawn)
        return apo_fail(odds->err, APO_E_POSITION, odds->at[3],
                        "the opponent has no pawn on the last square", odds->rest);
    odds->setup.pieces[sq] = apo_place_blank(odds->var, sq);
    return APO_OK;
}

static apo_status give_double_turn(struct odds *odds)
{
    bool is_white = apo_span_starts_with(odds->rest, "white");
    size_t at = position_of(odds);
    if (!is_white && !apo_span_starts_with(odds->rest, "black"))
        return apo_fail(odds->err, APO_E_SYNTAX, at,
                        "expected white or black instead of \"%s\"", odds->rest);
    if (odds->setup.turn != APO_TURN_ORDINARY)
        return apo_fail(odds->err, APO_E_POSITION, at, "only one side may be given a move",
                        odds->rest);
    odds->setup.turn = is_white ? APO_TURN_FIRST : APO_TURN_BLACK_NEXT;
    odds->rest = apo_span_part(odds->rest, 5, odds->rest.length);
    return APO_OK;
}

/* Reads `count` squares separated by commas. */
static apo_status read_squares(struct odds *odds, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i > 0 && (odds->rest.length == 0 || odds->rest.text[0] != ','))
            return apo_fail(odds->err, APO_E_SYNTAX, position_of(odds),
                            "expected another square after a comma", odds->rest);
        odds->rest = apo_span_part(odds->rest, i > 0, odds->rest.length);
        odds->at[i] = position_of(odds);
        odds->squares[i] = apo_geometry_read_square(&odds->var->geometry, &odds->rest);
        if (odds->squares[i] == APO_SQUARE_NONE)
            return apo_fail(odds->err, APO_E_SYNTAX, odds->at[i],
                            "expected a square of the board instead of \"%s\"", odds->rest);
    }
    return APO_OK;
}

static apo_status give_pawn(struct odds *odds)
{
    apo_status status = read_squares(odds, 1);
    return status != APO_OK
               ? status
               : add_pawn(odds, side_of_pawn_square(odds->var, odds->squares[0]), 0);
}

static apo_status give_bishop(struct odds *odds)
{
    apo_side side;
    apo_status status = read_squares(odds, 3);
    return status != APO_OK ? status : exchange(odds, data_of(odds->var)->bishop, &side);
}

static apo_status give_rook(struct odds *odds)
{
    apo_side side = APO_WHITE;
    apo_status status = read_squares(odds, 4);
    if (status == APO_OK)
        status = exchange(odds, data_of(odds->var)->rook, &side);
    return status != APO_OK ? status : drop_enemy_pawn(odds, side);
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

static apo_span read_name(struct odds *odds)
{
    size_t length = 0;
    while (length < odds->rest.length && apo_is_letter(odds->rest.text[length]))
        length++;
    apo_span name = apo_span_part(odds->rest, 0, length);
    odds->rest = apo_span_part(odds->rest, length, odds->rest.length);
    return name;
}

/* Applies the handicap at the front of `rest`. */
static apo_status give_one(struct odds *odds)
{
    size_t at = position_of(odds);
    apo_span name = read_name(odds);
    if (!is_offered(data_of(odds->var), name))
        return apo_fail(odds->err, APO_E_UNKNOWN, at, "this game has no handicap \"%s\"", name);
    if (odds->rest.length == 0 || odds->rest.text[0] != ':')
        return apo_fail(odds->err, APO_E_SYNTAX, position_of(odds),
                        "expected a colon after the handicap's name", odds->rest);
    odds->rest = apo_span_part(odds->rest, 1, odds->rest.length);
    if (apo_span_is(name, "move"))
        return give_double_turn(odds);
    if (apo_span_is(name, "pawn"))
        return give_pawn(odds);
    return apo_span_is(name, "bishop") ? give_bishop(odds) : give_rook(odds);
}

apo_status apo_setup_handicap(apo_setup *setup, const apo_variant *var, apo_span spec,
                              apo_error *err)
{
    struct odds odds = {.var = var, .setup = *setup, .err = err, .spec = spec, .rest = spec};
    apo_status status = give_one(&odds);
    while (status == APO_OK && odds.rest.length > 0) {
        if (odds.rest.text[0] != '+')
            return apo_fail(odds.err, APO_E_SYNTAX, position_of(&odds),
                            "unexpected \"%s\"; a + comes before another handicap", odds.rest);
        odds.rest = apo_span_part(odds.rest, 1, odds.rest.length);
        status = give_one(&odds);
    }
    if (status == APO_OK)
        *setup = odds.setup;
    return status;
}

/* --- the FEN field of whose turn it is ----------------------------------- */

static const struct {
    const char *text;
    uint8_t side;
    uint8_t turn;
} side_texts[] = {
    {"w", APO_WHITE, APO_TURN_ORDINARY},      {"b", APO_BLACK, APO_TURN_ORDINARY},
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
    .info = {"handicap", APO_DOC("Odds between unequal players."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(handicap_data),
    .build = build_handicap,
    .fen = &fen,
    .bars = bars,
    .bars_after = bars_after,
    .pass_turn = pass_turn,
    .check = check,
    .object = object,
};
