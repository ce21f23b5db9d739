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
#include "rules/kernel/drawn.h"
#include "rules/kernel/object.h"
#include "rules/kernel/position.h"
#include "rules/rules/list.h"
#include "rules/tables/path.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECES,
    KEY_LINE
};

enum {
    DIAGONALS = 4
};

/* The rule's data in a variant. */
typedef struct lines_data {
    apo_types pieces;               /* types */
    uint8_t drawn[APO_SQUARES_MAX]; /* by square: a bit for each neighbour that a line joins */
    /* How far the notation lets a piece go straight along each diagonal, lines or not: a bit
     * for each number of steps. Only messages need it. */
    uint32_t reach[APO_SIDES][APO_TYPES_MAX][DIAGONALS];
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

/* How many steps along a diagonal lead from one square to another, and along which of the four;
 * 0 if none do. */
static unsigned count_steps(const apo_geometry *geo, apo_square from, apo_square to,
                            unsigned *out_diagonal)
{
    int files = to % geo->files - from % geo->files, rows = to / geo->files - from / geo->files;
    *out_diagonal = (files > 0 ? 1U : 0) + (rows > 0 ? 2U : 0);
    return files * files == rows * rows ? (unsigned)(files < 0 ? -files : files) : 0;
}

/* The bit of the step from one square to another, or 0 if they are no diagonal neighbours. */
static unsigned bit_of(const apo_geometry *geo, apo_square from, apo_square to)
{
    unsigned diagonal;
    return count_steps(geo, from, to, &diagonal) == 1 ? 1U << diagonal : 0;
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

/* The powers of one piece, walked from every square. */
typedef struct measure {
    const apo_geometry *geo;
    uint32_t *reach; /* by diagonal */
} measure;

/* Notes a path that goes straight along a diagonal. */
static bool note_reach(void *context, const apo_path *path)
{
    const measure *m = context;
    unsigned along, diagonal, steps = count_steps(m->geo, path->from, path->to, &along);
    for (unsigned i = 0; i < path->step_count; i++)
        if (count_steps(m->geo, path->from, path->steps[i].square, &diagonal) != i + 1 ||
            diagonal != along)
            return true;
    if (steps == path->step_count + 1U)
        m->reach[along] |= 1U << steps;
    return true;
}

/* A notation that is too much to walk is refused where the tables are made. */
static void measure_reach(apo_build *build, unsigned side, unsigned type)
{
    const apo_variant *var = build->var;
    measure m = {&var->geometry, ((lines_data *)build->data)->reach[side][type]};
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (apo_paths_walk(m.geo, &build->spec->types[type].moves, (apo_side)side,
                           (apo_square)sq, note_reach, &m) != APO_OK)
            return;
}

static void build_lines(apo_build *build)
{
    lines_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == KEY_LINE)
            draw(build, &build->values->values[i]);
    for (apo_type_walk walk = apo_type_walk_of(data->pieces); apo_type_walk_next(&walk);)
        for (unsigned side = 0; side < APO_SIDES; side++)
            measure_reach(build, side, walk.type);
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

static void draw_all(const apo_variant *var, apo_drawing *out)
{
    const lines_data *data = apo_rule_data(var, APO_RULE_LINES);
    const apo_geometry *geo = &var->geometry;
    for (unsigned sq = 0; sq < var->squares; sq++)
        for (unsigned diagonal = 0; diagonal < DIAGONALS; diagonal++)
            if (data->drawn[sq] >> diagonal & 1U)
                apo_draw_step(out, geo, (apo_square)sq,
                              apo_geometry_step(geo, (apo_square)sq, diagonal & 1U ? 1 : -1,
                                                diagonal & 2U ? 1 : -1));
}

/* --- why not ------------------------------------------------------------- */

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground none = APO_GROUND("no_line", "lines", "",
                                              "the %{piece} steps diagonally only along drawn "
                                              "lines, and none leads from %{square} towards "
                                              "%{target}"),
                            ended = APO_GROUND("line_ends", "lines", "",
                                               "the %{piece} steps diagonally only along drawn "
                                               "lines, and the one from %{square} towards "
                                               "%{target} ends on %{at}");
    const apo_variant *var = pos->var;
    unsigned type = apo_piece_type(pos->board[mv->from]), diagonal;
    if (!(var->rules >> APO_RULE_LINES & 1U) || verdict.reason != APO_ILLEGAL_POWER)
        return;
    const lines_data *data = apo_rule_data(var, APO_RULE_LINES);
    unsigned steps = count_steps(&var->geometry, mv->from, mv->to, &diagonal);
    if (steps == 0 || (data->reach[pos->state.side][type][diagonal] >> steps & 1U) == 0)
        return;
    int step = (mv->to - mv->from) / (int)steps;
    apo_square at = mv->from;
    while (at != mv->to && may_step(var, at, (apo_square)(at + step)))
        at = (apo_square)(at + step);
    if (at != mv->to)
        apo_object(out, at == mv->from ? &none : &ended, at);
}

const apo_rule apo_rule_lines = {
    .info = {"lines",
             APO_DOC("Lines drawn on the board, along which certain pieces step diagonally."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(lines_data),
    .build = build_lines,
    .limit = limit,
    .object = object,
    .draw = draw_all,
};
