/* Rule: lines
 * Also called: drawn lines, diagonal lines of a palace
 * Section: lines
 * Text: Diagonal lines are drawn between some squares of the board. Certain pieces step from a
 *   square to a diagonal neighbour only along them, also as a part of a longer move. Leaps and
 *   steps along ranks and files need no line.
 * Source: janggi (Korea Janggi Association): pieces in a palace also move along its diagonals
 * Keys: pieces, line
 * State: none
 * Tests: tests/rules/lines.spec
 *
 * A piece of the rule has the diagonal moves in its notation, RB for a chariot. Moves off the
 * lines are left out of the tables, so the rule does nothing during a game. */
#include "rules/rules/list.h"
#include "rules/tables/path.h"

enum {
    KEY_PIECES,
    KEY_LINE
};

/* The rule's data in a variant. */
typedef struct lines_data {
    apo_types pieces;               /* types */
    uint8_t drawn[APO_SQUARES_MAX]; /* by square: a bit for each neighbour that a line joins */
} lines_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that step diagonally only along the lines.")},
    [KEY_LINE] = {.name = "line",
                  .kind = APO_KEY_SQUARES,
                  .is_repeatable = true,
                  .is_required = true,
                  .minimum = 2,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .doc = APO_DOC("Squares that a line joins in this order, each a diagonal "
                                 "neighbour of the one before. It is the same for both sides; "
                                 "nothing is mirrored.")},
};

/* The bit of the step from one square to another, or 0 if they are no diagonal neighbours. */
static unsigned bit_of(const apo_geometry *geo, apo_square from, apo_square to)
{
    int files = to % geo->files - from % geo->files, rows = to / geo->files - from / geo->files;
    if (files * files != 1 || rows * rows != 1)
        return 0;
    return 1U << ((files > 0 ? 1 : 0) + (rows > 0 ? 2 : 0));
}

static void draw(apo_build *build, const apo_value *value)
{
    const apo_geometry *geo = &build->var->geometry;
    lines_data *data = build->data;
    for (unsigned i = 1; i < value->count; i++) {
        apo_square from = value->items[i - 1], to = value->items[i];
        if (bit_of(geo, from, to) == 0)
            apo_build_fault(build, value, "a line goes from square to diagonal neighbour",
                            apo_span_of(""));
        data->drawn[from] |= (uint8_t)bit_of(geo, from, to);
        data->drawn[to] |= (uint8_t)bit_of(geo, to, from);
    }
}

static void build_lines(apo_build *build)
{
    lines_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == KEY_LINE)
            draw(build, &build->values->values[i]);
}

/* True unless the step is a diagonal one beside the lines. */
static bool may_step(const apo_variant *var, apo_square from, apo_square to)
{
    const lines_data *data = apo_rule_data(var, APO_RULE_LINES);
    unsigned bit = bit_of(&var->geometry, from, to);
    return bit == 0 || (data->drawn[from] & bit) != 0;
}

static void limit(const apo_variant *var, unsigned side, unsigned type, apo_path *path)
{
    const lines_data *data = apo_rule_data(var, APO_RULE_LINES);
    apo_square at = path->from;
    (void)side;
    if (!apo_types_has(data->pieces, type))
        return;
    for (unsigned i = 0; i <= path->step_count; i++) {
        apo_square next = i < path->step_count ? path->steps[i].square : path->to;
        if (!may_step(var, at, next))
            path->end = 0;
        at = next;
    }
}

const apo_rule apo_rule_lines = {
    .info = {"lines",
             APO_DOC("Lines drawn on the board, along which certain pieces step diagonally."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(lines_data),
    .build = build_lines,
    .limit = limit,
};
