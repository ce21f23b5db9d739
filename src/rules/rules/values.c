/* Rule: values
 * Also called: piece values, tuned evaluation
 * Section: values
 * Text: Piece values and evaluation terms for the engine, in hundredths of a pawn, from
 *   measurements. They do not affect moves or results; without the section the engine derives
 *   the values from the pieces' moves.
 * Source: self-play of the engine
 * Keys: piece, reach, ranks, files, and the terms of value_terms.h
 * State: none
 * Tests: tests/unit/test_evaluation.c */
#include "rules/rules/values.h"

#include "rules/kernel/rule.h"

enum {
    KEY_PIECE,
    KEY_REACH,
    KEY_RANKS,
    KEY_FILES,
    KEY_TERMS /* the first term */
};

static const apo_key keys[] = {
    [KEY_PIECE] = {.name = "piece",
                   .kind = APO_KEY_PIECE_NUMBERS,
                   .is_repeatable = true,
                   .minimum = 2,
                   .maximum = 2,
                   .fallback = "derived from the piece's moves",
                   .doc = APO_DOC(
                       "A piece and its value with many pieces on the board and with few.")},
    [KEY_REACH] =
        {.name = "reach",
         .kind = APO_KEY_PIECE_NUMBERS,
         .is_repeatable = true,
         .minimum = 2,
         .maximum = 2,
         .fallback = "derived from the piece's moves",
         .doc = APO_DOC(
             "A piece and the value of each further square that it reaches, in sixteenths, "
             "with many pieces and with few.")},
    [KEY_RANKS] = {.name = "ranks",
                   .kind = APO_KEY_PIECE_NUMBERS,
                   .is_repeatable = true,
                   .minimum = 1,
                   .maximum = APO_ROWS_MAX,
                   .fallback = "0 everywhere",
                   .doc = APO_DOC(
                       "A piece and the bonus to its value on its own rank 1, 2 and so on.")},
    [KEY_FILES] =
        {.name = "files",
         .kind = APO_KEY_PIECE_NUMBERS,
         .is_repeatable = true,
         .minimum = 1,
         .maximum = APO_FILES_MAX / 2,
         .fallback = "0 everywhere",
         .doc = APO_DOC(
             "A piece and the bonus to its value on the outermost files, the next ones and "
             "so on inwards.")},
#define TERM_KEY(id, text, opening, ending, what)                    \
    [KEY_TERMS + APO_TERM_##id] = {.name = (text),                   \
                                   .kind = APO_KEY_NUMBERS,          \
                                   .minimum = 2,                     \
                                   .maximum = 2,                     \
                                   .fallback = #opening " " #ending, \
                                   .doc = APO_DOC(what)},
    APO_VALUE_TERMS(TERM_KEY)
#undef TERM_KEY
};

static int16_t number_of(const apo_value *value, unsigned index)
{
    return (int16_t)value->items[1 + index];
}

static void read_pair(const uint16_t items[2], int16_t out[2])
{
    out[0] = (int16_t)items[0];
    out[1] = (int16_t)items[1];
}

static void read_term(apo_values_data *data, const apo_value *value)
{
    unsigned term = value->key - (unsigned)KEY_TERMS;
    data->has_term |= (uint64_t)1 << term;
    read_pair(value->items, data->term[term]);
}

static void read_piece(apo_values_data *data, const apo_value *value)
{
    unsigned type = value->items[0];
    switch (value->key) {
    case KEY_PIECE: read_pair(value->items + 1, data->piece[type]); break;
    case KEY_REACH: read_pair(value->items + 1, data->reach[type]); break;
    case KEY_RANKS:
        for (unsigned i = 0; i + 1U < value->count; i++)
            data->rank[type][i + 1] = number_of(value, i);
        break;
    case KEY_FILES:
        for (unsigned i = 0; i + 1U < value->count; i++)
            data->file[type][i] = number_of(value, i);
        break;
    default: break;
    }
}

static void add_piece(apo_build *build, const apo_value *value)
{
    apo_values_data *data = build->data;
    apo_types piece = apo_type_bit(value->items[0]);
    for (const apo_value *other = build->values->values; other < value; other++)
        if (other->key == value->key && other->items[0] == value->items[0])
            apo_build_clash(build, other, value, "this piece has a line of its own already");
    data->has[value->key] |= piece;
    read_piece(data, value);
}

static void build_values(apo_build *build)
{
    apo_values_data *data = build->data;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key >= KEY_TERMS)
            read_term(data, value);
        else
            add_piece(build, value);
    }
    if ((data->has[KEY_PIECE] & apo_type_bit(build->var->royal)) != 0)
        apo_build_fault(build, NULL, "the royal piece has no value", apo_span_of(""));
}

const apo_rule apo_rule_values = {
    .info = {"values",
             APO_DOC("The engine's values for pieces and other features of a "
                     "position. Of two numbers the first applies with many pieces "
                     "on the board, the second with few. Only the engine uses them."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_values_data),
    .build = build_values,
};
