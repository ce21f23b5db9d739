/* Rule: counting
 * Also called: makruk counting rules, board's honour, pieces' honour, countingRule
 * Section: counting
 * Text: When no pawns are left, the weaker side counts moves: it must be mated before the count
 *   passes a limit, or the game is a draw. With more than its king the limit is that of the
 *   board. With its king alone it depends on the enemy's pieces, the lowest of all that apply,
 *   and the count begins with the number of pieces on the board. A capture or promotion that
 *   concerns the bare king restarts the count.
 * Source: the rules of makruk, as in en.wikipedia.org/wiki/Makruk#Counting_rules; ASEAN chess
 *   (Asean Chess Confederation 2011)
 * Keys: pawns, board, bare, one N, two N, from-pieces
 * State: half-moves counted, and their limit (FEN field counting: 12+128)
 * Tests: tests/rules/counting.spec */
#include "rules/rules/counting.h"

#include "rules/rules/list.h"

enum {
    KEY_PAWNS,
    KEY_BOARD,
    KEY_BARE,
    KEY_ONE,
    KEY_TWO,
    KEY_FROM_PIECES
};

enum {
    LIMIT_MAX = 1000, /* full moves */
    COUNT_MAX = 60000 /* half-moves; it stops there */
};

/* The rule's data in a variant. */
typedef struct counting_data {
    apo_types pawns; /* types */
    uint16_t board, bare;
    uint16_t limits[2][APO_TYPES_MAX]; /* against one such piece, and against two; 0: none */
    bool is_from_pieces;
} counting_data;

static const apo_key keys[] = {
    [KEY_PAWNS] = {.name = "pawns",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .doc = APO_DOC(
                       "The types that neither side may have left when counting begins.")},
    [KEY_BOARD] = {.name = "board",
                   .kind = APO_KEY_NUMBER,
                   .minimum = 0,
                   .maximum = LIMIT_MAX,
                   .fallback = "0",
                   .doc = APO_DOC(
                       "The limit in moves for a side with more than its king; 0: it does "
                       "not count.")},
    [KEY_BARE] = {.name = "bare",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 0,
                  .maximum = LIMIT_MAX,
                  .fallback = "0",
                  .doc = APO_DOC(
                      "The limit for a bare king where no piece below gives a lower one; 0: "
                      "it does not count.")},
    [KEY_ONE] = {.name = "one",
                 .kind = APO_KEY_TYPES,
                 .is_indexed = true,
                 .is_repeatable = true,
                 .minimum = 1,
                 .maximum = APO_VALUE_ITEMS_MAX,
                 .fallback = "none",
                 .doc = APO_DOC(
                     "This many moves are the limit for a bare king against one of these "
                     "pieces or more.")},
    [KEY_TWO] = {.name = "two",
                 .kind = APO_KEY_TYPES,
                 .is_indexed = true,
                 .is_repeatable = true,
                 .minimum = 1,
                 .maximum = APO_VALUE_ITEMS_MAX,
                 .fallback = "none",
                 .doc = APO_DOC("The same against two or more of a type.")},
    [KEY_FROM_PIECES] = {.name = "from-pieces",
                         .kind = APO_KEY_FLAG,
                         .fallback = "yes",
                         .doc = APO_DOC(
                             "Whether a bare king's count begins with the number of pieces "
                             "on the board, or with 0.")},
};

static const counting_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_COUNTING);
}

static void build_counting(apo_build *build)
{
    counting_data *data = build->data;
    data->pawns = apo_build_types(build, KEY_PAWNS);
    data->board = (uint16_t)apo_build_number(build, KEY_BOARD, 0);
    data->bare = (uint16_t)apo_build_number(build, KEY_BARE, 0);
    data->is_from_pieces = apo_build_number(build, KEY_FROM_PIECES, 1) != 0;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        bool is_limit = value->key == KEY_ONE || value->key == KEY_TWO;
        if (is_limit && (value->index < 1 || value->index > LIMIT_MAX))
            apo_build_fault(build, value, "a limit is 1 to 1000 moves", apo_span_of(""));
        for (unsigned k = 0; is_limit && k < value->count; k++)
            data->limits[value->key == KEY_TWO][value->items[k]] = (uint16_t)value->index;
    }
    if (build->var->rules >> APO_RULE_CHECKS & 1U)
        apo_build_fault(build, NULL, "a game counts [checks] or moves, not both",
                        apo_span_of(""));
}

/* --- the count ----------------------------------------------------------- */

static unsigned count_pieces(const apo_position *pos, unsigned side)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += apo_word_count(pos->pieces[side].words[i]);
    return count;
}

static bool has_pawns(const apo_position *pos)
{
    return ((apo_types_here(pos, APO_WHITE) | apo_types_here(pos, APO_BLACK)) &
            data_of(pos->var)->pawns) != 0;
}

/* The limit for a side in moves; 0: it does not count now. */
static unsigned limit_for(const apo_position *pos, unsigned side)
{
    const counting_data *data = data_of(pos->var);
    unsigned best = 0;
    if (has_pawns(pos) || count_pieces(pos, side ^ 1U) == 1)
        return 0;
    if (count_pieces(pos, side) > 1)
        return data->board;
    for (unsigned type = 1; type < APO_TYPES_MAX; type++)
        for (unsigned two = 0; two < 2; two++) {
            unsigned limit = data->limits[two][type];
            if (limit != 0 && pos->by_side[side ^ 1U].type_count[type] > two &&
                (best == 0 || limit < best))
                best = limit;
        }
    return best != 0 ? best : data->bare;
}

static void begin(apo_position *pos, unsigned limit, unsigned from)
{
    pos->state.rules.count_limit = (uint16_t)(2 * limit);
    pos->state.rules.counted = (uint16_t)from;
}

static void captured(apo_position *pos, apo_piece piece)
{
    pos->state.rules.count_taken = (uint8_t)apo_piece_type(piece);
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    const counting_data *data = data_of(pos->var);
    apo_state *state = &pos->state;
    unsigned us = state->side, mover = us ^ 1U, taken = state->rules.count_taken;
    (void)type;
    state->rules.count_taken = APO_TYPE_NONE;
    if (state->rules.count_limit != 0 && state->rules.counted < COUNT_MAX)
        state->rules.counted++;
    if (has_pawns(pos))
        return;
    unsigned own = count_pieces(pos, us), all = own + count_pieces(pos, mover);
    /* Case: a bare king has taken the last pawn. */
    if (data->is_from_pieces && apo_types_has(data->pawns, taken) && all - own == 1 &&
        limit_for(pos, mover) != 0)
        begin(pos, limit_for(pos, mover), 2 * all - 1);
    bool is_new = own == 1 && (taken != APO_TYPE_NONE || mv->promoted != APO_TYPE_NONE);
    unsigned limit = limit_for(pos, us);
    if (limit != 0 && (state->rules.count_limit == 0 || is_new))
        begin(pos, limit, data->is_from_pieces && own == 1 ? 2 * all : 0);
}

/* --- setups -------------------------------------------------------------- */

static void load(apo_state *state, const apo_setup *setup)
{
    state->rules.counted = setup->rules.counted;
    state->rules.count_limit = setup->rules.count_limit;
}

static void save(const apo_position *pos, apo_setup *setup)
{
    setup->rules.counted = pos->state.rules.counted;
    setup->rules.count_limit = pos->state.rules.count_limit;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    (void)var;
    bool is_wrong =
        setup->rules.counted > COUNT_MAX || setup->rules.count_limit > 2 * LIMIT_MAX;
    return is_wrong ? APO_SETUP_FAULT(CLOCK) : 0;
}

/* --- the field of a FEN -------------------------------------------------- */

static bool read_pair(apo_span text, apo_setup *out)
{
    uint32_t counted, limit;
    size_t plus = 0;
    while (plus < text.length && text.text[plus] != '+')
        plus++;
    if (plus == text.length ||
        !apo_span_number(apo_span_part(text, 0, plus), COUNT_MAX, &counted) ||
        !apo_span_number(apo_span_part(text, plus + 1, text.length), 2 * LIMIT_MAX, &limit))
        return false;
    out->rules.counted = (uint16_t)counted;
    out->rules.count_limit = (uint16_t)limit;
    return true;
}

static apo_status read(apo_fen_scan *scan, apo_fen_field field)
{
    return read_pair(apo_span_part(scan->text, field.start, field.length), &scan->setup)
               ? APO_OK
               : apo_fen_fail(scan, field.start,
                              "expected the half-moves counted and their limit, such as "
                              "12+128");
}

/* Other programs write the limit in place of the en-passant squares, and the half-moves counted
 * in place of the half-move count. */
static apo_status read_usual(apo_fen_scan *scan, const apo_fen_field *field)
{
    apo_span rest = apo_span_part(scan->text, field->start, scan->text.length), word;
    uint32_t counted, limit;
    word = apo_span_word(&rest);
    if (!apo_span_number(word, 2 * LIMIT_MAX, &limit))
        return apo_fen_fail(scan, field->start, "expected the limit of the count, such as 128");
    if (apo_span_number(apo_span_word(&rest), COUNT_MAX, &counted))
        scan->setup.rules.counted = (uint16_t)counted;
    scan->setup.rules.count_limit = (uint16_t)limit;
    return APO_OK;
}

static void write(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    (void)var;
    apo_text_add_number(out, setup->rules.counted);
    apo_text_add_char(out, '+');
    apo_text_add_number(out, setup->rules.count_limit);
}

static const apo_fen_part fen = {.read = read, .read_usual = read_usual, .write = write};

const apo_rule apo_rule_counting = {
    .info = {"counting", APO_DOC("A side without pawns must mate within a number of moves."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(counting_data),
    .build = build_counting,
    .fen = &fen,
    .captured = captured,
    .settle = settle,
    .load = load,
    .save = save,
    .check = check,
};
