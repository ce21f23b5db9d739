/* Rule: joker
 * Also called: fool, imitator
 * Section: joker
 * Text: The joker moves and captures like the piece that the opponent moved last, in its own
 *   forward direction; before the opponent's first move it cannot move. A joker that moves
 *   passes on the type it imitated. It imitates the plain power only: no multiple pawn step, en
 *   passant, promotion, castling or first-move power.
 * Source: rules, section 2; [decided] in 2.3, 2.6
 * Keys: piece
 * State: the type last moved by each side (FEN field imit)
 * Tests: tests/rules/joker.spec
 *
 * The joker is the kernel's changing type: `moved` records the powers (moved[c] = the type
 * that c moved; a joker passes on what it imitated), and generation and attack use the plain
 * table of the imitated type. `watch` handles what an enemy joker *becomes* by one's own
 * move. */
#include "base/mem.h"
#include "rules/kernel/analysis.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/object.h"
#include "rules/rules/facts.h"
#include "rules/rules/launch.h"
#include "rules/rules/setup_faults.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECE
};

/* The rule's data in a variant. */
typedef struct joker_data {
    /* Types whose powers a move passes on, which may make it unsafe. Without the joker's own
     * type; the king's moves are always tested. */
    apo_types passing_on;
} joker_data;

static const apo_key keys[] = {
    [KEY_PIECE] = {.name = "piece",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = 1,
                   .doc = APO_DOC(
                       "The type that imitates; its own line has \"none\" for its moves.")},
};

static void build_joker(apo_build *build)
{
    const apo_value *value = apo_build_value(build, KEY_PIECE);
    if (value == NULL)
        return;
    if (value->items[0] == build->var->royal)
        apo_build_fault(build, value, "the royal piece cannot be the joker", apo_span_of(""));
    if (build->spec->types[value->items[0]].moves.move_count > 0)
        apo_build_fault(build, value, "the joker may have no moves of its own",
                        apo_span_of(""));
    build->var->changing = (uint8_t)value->items[0];
    build->var->powering = APO_CHANGE_IMITATED;
    build->var->types[value->items[0]].is_joker = true;
    joker_data *data = build->data;
    data->passing_on =
        ~(apo_type_bit((unsigned)value->items[0]) | apo_type_bit(build->var->royal));
}

/* --- powers -------------------------------------------------------------- */

static void set_power(apo_state *state, const apo_variant *var, unsigned side, unsigned type)
{
    state->powers.moved[side] = (uint8_t)type;
    state->powers.row[side ^ 1U] = type == APO_TYPE_NONE ? 0 : var->plain_row[type];
}

static void moved(apo_state *state, const apo_variant *var, unsigned side, unsigned type)
{
    set_power(state, var, side, apo_power_of(var, state, side, type));
}

unsigned apo_position_imitated(const apo_position *pos, apo_side side)
{
    return pos->state.powers.moved[apo_side_other(side)];
}

/* --- the key ------------------------------------------------------------- */

static uint64_t key_of_powers(const apo_powers *powers)
{
    unsigned white = powers->moved[APO_WHITE], black = powers->moved[APO_BLACK];
    return white == 0 && black == 0 ? 0 : apo_key_word(APO_FAMILY_IMITATED, white, black, 0);
}

static uint64_t key_part(const apo_position *pos)
{
    return pos->state.rules.power_shown ? key_of_powers(&pos->state.powers) : 0;
}

/* The types last moved are part of the key if some joker may come to use them. */
static void show(apo_position *pos)
{
    unsigned joker = pos->var->changing;
    bool is_shown = false;
    for (unsigned side = 0; side < APO_SIDES && !is_shown; side++)
        is_shown = apo_has_type(pos, side, joker) ||
                   apo_held_count(&pos->state.rules, side, joker) > 0 ||
                   apo_launch_is_possible(pos, side);
    pos->state.rules.power_shown = is_shown;
    pos->state.rules.power_key = key_part(pos);
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    (void)type;
    uint64_t before = pos->state.rules.power_key;
    show(pos);
    pos->state.key ^= before ^ pos->state.rules.power_key;
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    apo_powers powers = pos->state.powers;
    unsigned side = pos->state.side;
    if (!pos->state.rules.power_shown)
        return 0;
    powers.moved[side] = apo_power_of(pos->var, &pos->state, side, type);
    return pos->state.rules.power_key ^ key_of_powers(&powers);
}

static bool same(const apo_state *a, const apo_state *b)
{
    return a->rules.power_shown == b->rules.power_shown &&
           (!a->rules.power_shown ||
            (a->powers.moved[APO_WHITE] == b->powers.moved[APO_WHITE] &&
             a->powers.moved[APO_BLACK] == b->powers.moved[APO_BLACK]));
}

/* --- setting up ---------------------------------------------------------- */

static void save(const apo_position *pos, apo_setup *setup)
{
    memcpy(setup->rules.imitated, pos->state.powers.moved, sizeof setup->rules.imitated);
}

static void place(apo_position *pos, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        set_power(&pos->state, pos->var, side, setup->rules.imitated[side]);
    show(pos);
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (setup->rules.imitated[side] != APO_TYPE_NONE &&
            (var->changing == APO_TYPE_NONE ||
             setup->rules.imitated[side] > var->info.type_count ||
             setup->rules.imitated[side] == var->changing))
            return APO_SETUP_FAULT(IMITATED);
    return 0;
}

static void change(apo_setup *setup, const apo_variant *var, const apo_change *change)
{
    (void)var;
    if (change->kind == APO_CHANGE_IMITATED)
        setup->rules.imitated[apo_piece_side(change->piece)] =
            (uint8_t)apo_piece_type(change->piece);
}

/* --- the king's safety --------------------------------------------------- */

/* The powers that the enemy's jokers may get by what moves now (rules 2.5), a bit each. */
APO_INLINE apo_types powers_to_come(const apo_watch *at)
{
    const apo_position *pos = at->pos;
    const apo_variant *var = pos->var;
    unsigned us = at->by ^ 1U, own = pos->state.powers.moved[at->by];
    const joker_data *data = apo_rule_data(var, APO_RULE_JOKER);
    apo_types powers = apo_types_here(pos, us) & data->passing_on;
    /* Our own joker passes on what it imitates, even the king. */
    if (apo_has_type(pos, us, var->changing) && own != APO_TYPE_NONE)
        powers |= apo_type_bit(own);
    return powers;
}

/* The enemy's jokers take over the type of the piece that moves now (rules 2.5). */
APO_INLINE void watch_by(unsigned words, apo_watch *at)
{
    const apo_position *pos = at->pos;
    const apo_variant *var = pos->var;
    unsigned own = pos->state.powers.moved[at->by];
    apo_types powers = apo_types_within(words, powers_to_come(at));
    const uint64_t *pieces = apo_position_type_set(pos, at->by, var->changing, words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            uint64_t one[APO_SET_WORDS_MAX] = {0};
            one[i] = word & (~word + 1);
            apo_square from = apo_word_pop(&word, i * 64);
            size_t index = ((size_t)at->by * var->squares + at->king) * var->squares + from;
            apo_types hits = var->reach_types[index] & powers;
            for (apo_type_walk walk = apo_type_walk_of(hits); apo_type_walk_next(&walk);) {
                at->type = walk.type;
                apo_watch_row(at, var->plain_row[at->type], one);
            }
        }
    if (own != APO_TYPE_NONE && apo_types_has(at->out->suspect_types, own))
        at->out->suspect_types |= apo_type_bit(var->changing);
    at->type = APO_TYPE_NONE;
}

static void watch(apo_watch *at)
{
    const apo_variant *var = at->pos->var;
    if (apo_has_type(at->pos, at->by, var->changing))
        APO_BY_WORDS(var->words, watch_by, at);
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground idle = APO_GROUND(
    "no_power", "joker", "2.1",
    "the %{piece} on %{square} moves like the piece that the opponent moved last, and "
    "the opponent has not moved");
static const apo_ground other_power = APO_GROUND(
    "other_power", "joker", "2.1",
    "the %{piece} on %{square} moves like the %{power} now, the type that the opponent "
    "moved last, and that does not go from there to %{target}");

/* Proposes other powers for a joker, after the pieces in its way. */
static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    if (pos->var->changing == APO_TYPE_NONE ||
        apo_piece_type(pos->board[mv->from]) != pos->var->changing)
        return;
    if (verdict.reason == APO_ILLEGAL_NO_POWER)
        apo_object(out, &idle, mv->from);
    else if (verdict.reason == APO_ILLEGAL_POWER)
        out->fallback = &other_power;
}

/* --- the FEN field ------------------------------------------------------- */

/* Reads one letter for a type of the given side, or a dash for none. */
static apo_status read_type_of_side(apo_fen_scan *scan, size_t position, apo_side side,
                                    uint8_t *out)
{
    char c = scan->text.text[position];
    unsigned type = apo_variant_type_of_letter(scan->var, c);
    bool is_right_case = side == APO_WHITE ? apo_is_upper(c) : apo_is_lower(c);
    if (c != '-' && (type == APO_TYPE_NONE || !is_right_case))
        return apo_fen_fail(scan, position,
                            side == APO_WHITE
                                ? "expected an upper-case letter of a piece or -, not \"%s\""
                                : "expected a lower-case letter of a piece or -, not \"%s\"");
    *out = c == '-' ? APO_TYPE_NONE : (uint8_t)type;
    return APO_OK;
}

static apo_status read_imitated(apo_fen_scan *scan, apo_fen_field field)
{
    if (field.length != APO_SIDES)
        return apo_fail(
            scan->err, APO_E_SYNTAX, field.start,
            "the types last moved are two characters, White's and Black's, not \"%s\"",
            apo_span_part(scan->text, field.start, field.length));
    apo_status status =
        read_type_of_side(scan, field.start, APO_WHITE, &scan->setup.rules.imitated[APO_WHITE]);
    if (status != APO_OK)
        return status;
    return read_type_of_side(scan, field.start + 1, APO_BLACK,
                             &scan->setup.rules.imitated[APO_BLACK]);
}

static void write_imitated(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned type = setup->rules.imitated[side];
        apo_text_add_char(out, type == APO_TYPE_NONE ? '-' : apo_fen_letter(var, side, type));
    }
}

static const apo_fen_part fen = {
    .read = read_imitated, .write = write_imitated, .is_needed = true};

const apo_rule apo_rule_joker = {
    .info = {"joker",
             APO_DOC("A piece that moves like the piece that the opponent moved last."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(joker_data),
    .build = build_joker,
    .fen = &fen,
    .moved = moved,
    .settle = settle,
    .foresee = foresee,
    .watch = watch,
    .save = save,
    .place = place,
    .check = check,
    .change = change,
    .key_part = key_part,
    .same = same,
    .object = object,
};
