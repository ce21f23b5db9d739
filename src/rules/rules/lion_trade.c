/* Rule: lion trade
 * Also called: lion-trading rules, lion exchange, counter-strike, bridge capture, Okazaki rule,
 *   tsuke-gui, senjishi
 * Section: lion-trade
 * Text: A lion may capture a lion that is not beside it only if no enemy could recapture it
 *   there, pieces behind the captured lion included, or if it captures another piece on the way
 *   that is worth it. When a piece that is no lion has captured a lion, the opponent may not
 *   answer by capturing a lion with a piece that is no lion, except on the square where that
 *   piece stands now; in some games it may if the lion is not protected.
 * Source: en.wikipedia.org/wiki/Chu_shogi#Lion-trading_rules; the rules of the Japanese Chu
 *   Shogi Association, as HaChu plays them
 * Keys: pieces, lesser, counter-strike
 * State: the square of the piece that has just captured a lion (FEN field lion-trade: +e5)
 * Tests: tests/rules/lion_trade.spec */
#include "rules/kernel/attack.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"
#include "rules/rules/setup_faults.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECES,
    KEY_LESSER,
    KEY_COUNTER_STRIKE
};

enum {
    STRIKE_NEVER, /* words of KEY_COUNTER_STRIKE */
    STRIKE_UNPROTECTED,
    STRIKE_ALWAYS
};

enum {
    /* Stands for the square while a move that captures a lion is being made. */
    LION_GONE = 0xFFFF
};

/* The rule's data in a variant. */
typedef struct lion_data {
    apo_types lions;
    apo_types lesser; /* types whose capture on the way excuses nothing */
    uint8_t strike;   /* when a lion may be captured in answer to the capture of a lion */
} lion_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that are lions.")},
    [KEY_LESSER] = {.name = "lesser",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc =
                        APO_DOC("The types whose capture on the way does not make a lion's "
                                "capture of a protected distant lion legal; other types do.")},
    [KEY_COUNTER_STRIKE] = {.name = "counter-strike",
                            .kind = APO_KEY_WORD,
                            .words = "never unprotected always",
                            .fallback = "never",
                            .doc = APO_DOC(
                                "Whether a piece other than a lion may capture a lion just "
                                "after another such piece has captured one elsewhere: never, "
                                "only if the lion is not protected, or always.")},
};

static const lion_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_LION_TRADE);
}

static void build_lion_trade(apo_build *build)
{
    static const uint8_t others[] = {APO_RULE_CHECKS, APO_RULE_COUNTING, APO_RULE_PASS,
                                     APO_RULE_EFFECTS};
    lion_data *data = build->data;
    data->lions = apo_build_types(build, KEY_PIECES);
    data->lesser = apo_build_types(build, KEY_LESSER);
    data->strike = (uint8_t)apo_build_number(build, KEY_COUNTER_STRIKE, STRIKE_NEVER);
    for (size_t i = 0; i < sizeof others; i++)
        if (build->spec->rules[others[i]].line != 0)
            apo_build_fault(build, NULL,
                            "[lion-trade] does not go with [checks], [counting], [pass] and "
                            "[effects]",
                            apo_span_of(""));
}

static bool is_lion(const apo_position *pos, apo_square sq)
{
    apo_piece piece = pos->board[sq];
    return apo_piece_is_real(piece) &&
           apo_types_has(data_of(pos->var)->lions, apo_piece_type(piece));
}

/* --- what is forbidden ----------------------------------------------------- */

static unsigned distance(const apo_geometry *geo, apo_square a, apo_square b)
{
    int files = (int)apo_geometry_file(geo, a) - (int)apo_geometry_file(geo, b);
    int rows = (int)apo_geometry_row(geo, a) - (int)apo_geometry_row(geo, b);
    unsigned across = (unsigned)(files < 0 ? -files : files);
    unsigned up = (unsigned)(rows < 0 ? -rows : rows);
    return across > up ? across : up;
}

/* True if an enemy could capture the piece where the move takes it. */
static bool is_protected(apo_position *pos, const apo_move *mv)
{
    apo_undo undo;
    unsigned side = pos->state.side;
    apo_make(pos, mv, &undo);
    bool is_attacked = apo_is_hit(pos, mv->to, side ^ 1U);
    apo_unmake(pos, &undo);
    return is_attacked;
}

/* True if the move captures a piece on its way that is worth a lion. */
static bool has_bridge(const apo_position *pos, const apo_move *mv, const apo_square *taken,
                       unsigned count)
{
    const lion_data *data = data_of(pos->var);
    for (unsigned i = 0; i < count; i++)
        if (taken[i] != mv->to &&
            !apo_types_has(data->lesser, apo_piece_type(pos->board[taken[i]])))
            return true;
    return false;
}

/* The answer to the capture of a lion, on another square. */
static bool is_counter_strike(apo_position *pos, const apo_move *mv, const apo_square *taken,
                              unsigned count)
{
    unsigned struck = pos->state.rules.lion_taker;
    bool is_elsewhere = false;
    if (struck == 0 || data_of(pos->var)->strike == STRIKE_ALWAYS || is_lion(pos, mv->from))
        return false;
    for (unsigned i = 0; i < count; i++)
        is_elsewhere |= is_lion(pos, taken[i]) && taken[i] + 1U != struck;
    return is_elsewhere && (data_of(pos->var)->strike == STRIKE_NEVER || is_protected(pos, mv));
}

/* A lion captures a protected lion from afar. */
static bool is_distant_trade(apo_position *pos, const apo_move *mv, const apo_square *taken,
                             unsigned count)
{
    return is_lion(pos, mv->from) && mv->to != mv->from && is_lion(pos, mv->to) &&
           distance(&pos->var->geometry, mv->from, mv->to) > 1 &&
           !has_bridge(pos, mv, taken, count) && is_protected(pos, mv);
}

enum offence {
    OFFENCE_NONE,
    OFFENCE_DISTANT,
    OFFENCE_STRIKE
};

static enum offence offence_of(apo_position *pos, const apo_move *mv)
{
    apo_square taken[APO_UNDO_SQUARES_MAX];
    bool may_take = mv->kind != APO_MOVE_PLAIN || is_lion(pos, mv->to);
    if (!may_take || mv->kind == APO_MOVE_DROP)
        return OFFENCE_NONE;
    unsigned count = apo_move_captures(pos, mv, taken);
    if (is_distant_trade(pos, mv, taken, count))
        return OFFENCE_DISTANT;
    return is_counter_strike(pos, mv, taken, count) ? OFFENCE_STRIKE : OFFENCE_NONE;
}

static bool has_lions(const apo_position *pos, unsigned side)
{
    return (apo_types_here(pos, side) & data_of(pos->var)->lions) != 0;
}

static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    size_t kept = 0;
    if (!has_lions(pos, pos->state.side ^ 1U))
        return APO_ILLEGAL_POWER;
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        if (offence_of(pos, &mv) == OFFENCE_NONE)
            list->moves[kept++] = mv;
    }
    list->count = kept;
    return APO_ILLEGAL_POWER;
}

/* --- state ----------------------------------------------------------------- */

static uint64_t key_of(unsigned taker)
{
    return taker == 0 ? 0 : apo_key_word(APO_FAMILY_LION, taker, 0, 0);
}

static void forget(apo_state *state)
{
    state->key ^= key_of(state->rules.lion_taker);
    state->rules.lion_taker = 0;
}

static void captured(apo_position *pos, apo_piece piece)
{
    if (apo_types_has(data_of(pos->var)->lions, apo_piece_type(piece)))
        pos->state.rules.lion_taker = LION_GONE;
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    apo_rule_state *rules = &pos->state.rules;
    if (rules->lion_taker == 0)
        return;
    bool is_trade = apo_types_has(data_of(pos->var)->lions, type);
    rules->lion_taker = is_trade ? 0 : (apo_square)(mv->to + 1);
    pos->state.key ^= key_of(rules->lion_taker);
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    bool is_strike = mv->to != mv->from && is_lion(pos, mv->to) &&
                     !apo_types_has(data_of(pos->var)->lions, type);
    return key_of(pos->state.rules.lion_taker) ^ key_of(is_strike ? mv->to + 1U : 0);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of(pos->state.rules.lion_taker);
}

static bool same(const apo_state *a, const apo_state *b)
{
    return a->rules.lion_taker == b->rules.lion_taker;
}

/* Checks that the piece that has captured a lion belongs to the side that has just moved. */
static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    unsigned taker = setup->rules.lion_taker;
    apo_piece piece = taker == 0 ? APO_PIECE_EMPTY : setup->pieces[taker - 1];
    (void)var;
    bool is_right = apo_piece_is_real(piece) && apo_piece_side(piece) != setup->side;
    return taker == 0 || is_right ? 0 : APO_SETUP_FAULT(LION_TAKER);
}

static void load(apo_state *state, const apo_setup *setup)
{
    state->rules.lion_taker = setup->rules.lion_taker;
}

static void save(const apo_position *pos, apo_setup *setup)
{
    setup->rules.lion_taker = pos->state.rules.lion_taker;
}

/* --- the field of a FEN ---------------------------------------------------- */

static apo_status read(apo_fen_scan *scan, apo_fen_field field)
{
    apo_fen_field rest = {field.start + 1, field.length - 1};
    apo_square sq = APO_SQUARE_NONE;
    unsigned count = 0;
    if (field.length < 2 || scan->text.text[field.start] != '+')
        return apo_fen_fail(scan, field.start,
                            "expected the square of the piece that has just captured a lion, "
                            "such as +e5");
    apo_status status = apo_fen_read_squares(scan, rest, &sq, 1, &count);
    if (status != APO_OK)
        return status;
    scan->setup.rules.lion_taker = (apo_square)(sq + 1);
    return APO_OK;
}

/* Writes nothing unless the last move captured a lion in this way. */
static void write(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    if (setup->rules.lion_taker == 0)
        return;
    apo_text_add_char(out, '+');
    apo_text_add_square(out, &var->geometry, (apo_square)(setup->rules.lion_taker - 1));
}

static const apo_fen_part fen = {.read = read, .write = write};

/* --- why not --------------------------------------------------------------- */

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground distant = APO_GROUND(
                                "distant_lion", "lion trade", "",
                                "the %{there} on %{at} is protected and not beside the "
                                "%{piece} on %{square}: a lion may not capture it"),
                            strike = APO_GROUND(
                                "counter_strike", "lion trade", "",
                                "the opponent has just captured a lion, so the %{piece} on "
                                "%{square} may not capture the %{there} on %{at} in return");
    apo_position scratch;
    if (!(pos->var->rules >> APO_RULE_LION_TRADE & 1U) || verdict.reason != APO_ILLEGAL_POWER ||
        !apo_piece_is_real(pos->board[mv->from]) || !has_lions(pos, pos->state.side ^ 1U))
        return;
    apo_position_copy_used(&scratch, pos);
    enum offence offence = offence_of(&scratch, mv);
    if (offence != OFFENCE_NONE)
        apo_object(out, offence == OFFENCE_DISTANT ? &distant : &strike, mv->to);
}

const apo_rule apo_rule_lion_trade = {
    .info = {"lion-trade", APO_DOC("Lions may not be traded for each other."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(lion_data),
    .build = build_lion_trade,
    .fen = &fen,
    .sift = sift,
    .object = object,
    .forget = forget,
    .captured = captured,
    .settle = settle,
    .foresee = foresee,
    .load = load,
    .save = save,
    .key_part = key_part,
    .same = same,
    .check = check,
};
