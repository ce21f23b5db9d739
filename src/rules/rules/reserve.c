/* Rule: reserve
 * Also called: captured pieces return, promotion to captured pieces only
 * Section: reserve
 * Text: Promotions take a piece from the side's reserve. A captured piece joins its owner's
 *   reserve as the type it had on the board; pawns and kings never do.
 * Source: rules 1.6, 1.7
 * Keys: start
 * State: pieces by type for each side (FEN field reserve)
 * Tests: tests/rules/reserve.spec */
#include "rules/rules/reserve.h"

#include "base/mem.h"
#include "rules/kernel/key_of.h"
#include "rules/rules/facts.h"
#include "rules/rules/launch.h"
#include "rules/rules/setup_faults.h"

enum {
    KEY_START
};

static const apo_key keys[] = {
    [KEY_START] = {.name = "start",
                   .kind = APO_KEY_TYPES,
                   .minimum = 0,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "nothing",
                   .doc = APO_DOC("The pieces that each side's reserve holds at the start.")},
};

static void build_reserve(apo_build *build)
{
    const apo_variant *var = build->var;
    apo_reserve_data *data = build->data;
    const apo_value *value = apo_build_value(build, KEY_START);
    data->is_on = true;
    if (var->expand_types == 0)
        apo_build_fault(build, NULL, "a reserve needs a [promotion] section to be of use",
                        apo_span_of(""));
    if (var->info.type_count >= APO_HELD_TYPES_MAX) {
        apo_build_fault(build, NULL, "a game with a reserve has at most 31 types of pieces",
                        apo_span_of(""));
        return;
    }
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        unsigned type = value->items[i];
        if (type == var->royal || apo_types_has(var->expand_types, type))
            apo_build_fault(build, value, "pawns and kings are never in reserve",
                            apo_span_of(""));
        data->start[type]++;
    }
}

/* --- totals: a side's pieces at the start -------------------------------- */

/* Counts a side's pieces of one type, or of all (APO_TYPE_NONE), on a start board. */
static unsigned count_pieces(const apo_start_board *start, unsigned squares, unsigned side,
                             unsigned type)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < squares; sq++)
        count += apo_piece_is_real(start->pieces[sq]) &&
                 apo_piece_side(start->pieces[sq]) == side &&
                 (type == APO_TYPE_NONE || apo_piece_type(start->pieces[sq]) == type);
    return count;
}

static unsigned most_pieces(const apo_variant *var, unsigned type)
{
    unsigned most = 0;
    for (unsigned i = 0; i < var->info.start_name_count; i++)
        for (unsigned side = 0; side < APO_SIDES; side++) {
            unsigned count = count_pieces(&var->starts[i], var->squares, side, type);
            most = count > most ? count : most;
        }
    return most;
}

static void finish(apo_variant *var, void *rule_data)
{
    apo_reserve_data *data = rule_data;
    unsigned held = 0;
    for (unsigned type = 1; type <= apo_variant_held_count(var); type++) {
        unsigned waiting = data->start[type] + apo_types_has(apo_launch_of(var)->pieces, type);
        data->total[type] = (uint8_t)(most_pieces(var, type) + waiting);
        held += waiting;
    }
    data->most_pieces = (uint16_t)(most_pieces(var, APO_TYPE_NONE) + held);
}

/* --- in a game ----------------------------------------------------------- */

static uint64_t key_of_count(unsigned side, unsigned type, unsigned count)
{
    return count == 0 ? 0 : apo_key_word(APO_FAMILY_RESERVE, side, type, count);
}

void apo_reserve_change(apo_position *pos, unsigned side, unsigned type, int by)
{
    uint8_t *count = &pos->state.rules.reserve[side][type];
    pos->state.key ^= key_of_count(side, type, *count);
    *count = (uint8_t)(*count + by);
    pos->state.key ^= key_of_count(side, type, *count);
}

static void captured(apo_position *pos, apo_piece piece)
{
    unsigned type = apo_piece_type(piece);
    if (!apo_types_has(pos->var->expand_types, type))
        apo_reserve_change(pos, apo_piece_side(piece), type, 1);
}

static void supply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    if (mv->promoted != APO_TYPE_NONE)
        apo_reserve_change(pos, undo->state.side, mv->promoted, -1);
}

static uint64_t key_part(const apo_position *pos)
{
    uint64_t key = 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type < APO_HELD_TYPES_MAX; type++)
            key ^= key_of_count(side, type, pos->state.rules.reserve[side][type]);
    return key;
}

static bool same(const apo_state *a, const apo_state *b)
{
    return memcmp(a->rules.reserve, b->rules.reserve, sizeof a->rules.reserve) == 0;
}

/* --- setting up ---------------------------------------------------------- */

static void load(apo_state *state, const apo_setup *setup)
{
    memcpy(state->rules.reserve, setup->rules.reserve, sizeof state->rules.reserve);
}

static void save(const apo_position *pos, apo_setup *setup)
{
    memcpy(setup->rules.reserve, pos->state.rules.reserve, sizeof setup->rules.reserve);
}

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    (void)name_index;
    for (unsigned side = 0; side < APO_SIDES; side++)
        memcpy(setup->rules.reserve[side], apo_reserve_of(var)->start,
               sizeof setup->rules.reserve[side]);
}

/* Only pieces that the promotion table offers, and never more than a side has at the start. (A
 * stricter sum over board and reserve would hold in games, but composed positions break it.) */
static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    const apo_reserve_data *data = apo_reserve_of(var);
    apo_types barred = var->expand_types | apo_type_bit(var->royal);
    if (!data->is_on)
        return 0; /* hands.c checks the other cases */
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned total = 0;
        for (unsigned type = 1; type < APO_HELD_TYPES_MAX; type++) {
            total += setup->rules.reserve[side][type];
            if (setup->rules.reserve[side][type] > 0 &&
                (apo_types_has(barred, type) || type > var->info.type_count))
                return APO_SETUP_FAULT(RESERVE);
        }
        if (total > data->most_pieces)
            return APO_SETUP_FAULT(RESERVE);
    }
    return 0;
}

static unsigned count_of(const apo_setup *setup, const apo_variant *var, apo_piece piece)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < var->squares; sq++)
        count += setup->pieces[sq] == piece;
    return count;
}

void apo_setup_infer_reserve(apo_setup *setup, const apo_variant *var)
{
    const apo_reserve_data *data = apo_reserve_of(var);
    for (unsigned side = 0; data->is_on && side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++) {
            bool is_kept = !apo_types_has(var->expand_types, type) && type != var->royal;
            unsigned pieces = count_of(setup, var, apo_piece_of((apo_side)side, type)) +
                              apo_types_has(setup->rules.pocket[side], type);
            unsigned total = data->total[type];
            setup->rules.reserve[side][type] =
                (uint8_t)(is_kept && pieces < total ? total - pieces : 0);
        }
}

static void change(apo_setup *setup, const apo_variant *var, const apo_change *change)
{
    (void)var;
    if (change->kind == APO_CHANGE_RESERVE &&
        apo_piece_type(change->piece) < APO_HELD_TYPES_MAX)
        setup->rules.reserve[apo_piece_side(change->piece)][apo_piece_type(change->piece)]++;
}

/* --- the FEN field ------------------------------------------------------- */

enum {
    PIECES_OF_TYPE_MAX = 255 /* apo_setup keeps the counts of a reserve in bytes */
};

static apo_status read_reserve(apo_fen_scan *scan, apo_fen_field field)
{
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    for (size_t i = field.start; i < field.start + field.length; i++) {
        char c = scan->text.text[i];
        unsigned type = apo_variant_type_of_letter(scan->var, c);
        if (type == APO_TYPE_NONE)
            return apo_fen_fail(scan, i, "\"%s\" is not the letter of a piece of this game");
        uint8_t *count =
            &scan->setup.rules.reserve[apo_is_upper(c) ? APO_WHITE : APO_BLACK][type];
        if (*count == PIECES_OF_TYPE_MAX || scan->pieces_count == scan->pieces_max)
            return apo_fail(scan->err, APO_E_RANGE, i,
                            "there are too many pieces in the reserve", apo_span_of(""));
        ++*count;
        scan->pieces_count++;
    }
    return APO_OK;
}

static void write_pieces(apo_text *out, const apo_variant *var, unsigned side, unsigned type,
                         unsigned count)
{
    for (; count > 0; count--)
        apo_text_add_char(out, apo_fen_letter(var, side, type));
}

static void write_reserve_of(apo_text *out, const apo_variant *var, unsigned side,
                             const uint8_t *counts)
{
    unsigned order_count;
    const uint8_t *order = apo_variant_reserve_order(var, &order_count);
    apo_types written = 0;
    for (unsigned i = 0; i < order_count && order[i] < APO_HELD_TYPES_MAX; i++) {
        write_pieces(out, var, side, order[i], counts[order[i]]);
        written |= apo_type_bit(order[i]);
    }
    /* Types without promotion, if a setup has them. */
    for (unsigned type = 1; type <= apo_variant_held_count(var); type++)
        if (!(written >> type & 1U))
            write_pieces(out, var, side, type, counts[type]);
}

static void write_reserve(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        write_reserve_of(out, var, side, setup->rules.reserve[side]);
}

static const apo_fen_part fen = {.read = read_reserve, .write = write_reserve};

const apo_rule apo_rule_reserve = {
    .info = {"reserve",
             APO_DOC("Promotions are taken out of a reserve that captured pieces join."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_reserve_data),
    .build = build_reserve,
    .fen = &fen,
    .finish = finish,
    .captured = captured,
    .supply = supply,
    .key_part = key_part,
    .same = same,
    .load = load,
    .save = save,
    .start = start,
    .check = check,
    .change = change,
};
