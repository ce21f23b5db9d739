/* Rule: connection
 * Also called: pieces in a row, connect four, noughts and crosses, connectN, collinear,
 *   n in a row
 * Section: connection
 * Text: A side that has moved wins if its pieces of certain types then stand together: enough
 *   of them in an unbroken row along a rank, a file or a diagonal; in a full square; on one
 *   line with whatever between them; or as a chain of neighbours from one region of the board
 *   to another. In some games this loses or draws.
 * Source: connect four (Howard Wexler 1974) and noughts and crosses: a row; teeko (John Scarne
 *   1937): a row of four or a square of two by two; three musketeers: three on a line lose;
 *   gale (David Gale): a chain from edge to edge
 * Keys: row, square, line, white-from, white-to, black-from, black-to, pieces, across, up,
 *   diagonal, result
 * State: none
 * Tests: tests/rules/connection.spec */
#include "rules/rules/list.h"

enum {
    KEY_ROW,
    KEY_SQUARE,
    KEY_LINE,
    KEY_WHITE_FROM,
    KEY_WHITE_TO,
    KEY_BLACK_FROM,
    KEY_BLACK_TO,
    KEY_PIECES,
    KEY_ACROSS,
    KEY_UP,
    KEY_DIAGONAL,
    KEY_RESULT
};

enum {
    DIRECTIONS = 4,
    RESULT_LOSS = 0, /* words of KEY_RESULT */
    RESULT_WIN,
    RESULT_DRAW
};

typedef struct step {
    int8_t file, row;
} step;

/* The rule's data in a variant. */
typedef struct connection_data {
    uint8_t row, square, line; /* numbers of pieces; 0: no such goal */
    bool has_chain[APO_SIDES];
    apo_set from[APO_SIDES], to[APO_SIDES];
    apo_types pieces; /* types */
    uint8_t step_count;
    step steps[DIRECTIONS]; /* the directions that count, one of each two */
    uint8_t result;
} connection_data;

#define SQUARES_KEY(text, what)                                                                \
    {                                                                                          \
        .name = (text), .kind = APO_KEY_SQUARES, .minimum = 1, .maximum = APO_VALUE_ITEMS_MAX, \
        .fallback = "none", .doc = APO_DOC(what)                                               \
    }

static const apo_key keys[] = {
    [KEY_ROW] = {.name = "row",
                 .kind = APO_KEY_NUMBER,
                 .minimum = 2,
                 .maximum = APO_ROWS_MAX,
                 .fallback = "none",
                 .doc = APO_DOC("How many pieces in an unbroken row are enough.")},
    [KEY_SQUARE] = {.name = "square",
                    .kind = APO_KEY_NUMBER,
                    .minimum = 2,
                    .maximum = APO_ROWS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC(
                        "The side of a square full of pieces that is enough: 2 for two by "
                        "two.")},
    [KEY_LINE] = {.name = "line",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 2,
                  .maximum = APO_ROWS_MAX,
                  .fallback = "none",
                  .doc = APO_DOC(
                      "How many pieces on one line are enough, whatever is between them.")},
    [KEY_WHITE_FROM] =
        SQUARES_KEY("white-from", "Where White's chain begins. It goes from neighbour to "
                                  "neighbour in the directions that count."),
    [KEY_WHITE_TO] = SQUARES_KEY("white-to", "Where White's chain ends."),
    [KEY_BLACK_FROM] = SQUARES_KEY("black-from", "Where Black's chain begins."),
    [KEY_BLACK_TO] = SQUARES_KEY("black-to", "Where Black's chain ends."),
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "all",
                    .doc = APO_DOC("The types that count.")},
    [KEY_ACROSS] = {.name = "across",
                    .kind = APO_KEY_FLAG,
                    .fallback = "yes",
                    .doc = APO_DOC("Whether ranks are lines that count.")},
    [KEY_UP] = {.name = "up",
                .kind = APO_KEY_FLAG,
                .fallback = "yes",
                .doc = APO_DOC("Whether files are.")},
    [KEY_DIAGONAL] = {.name = "diagonal",
                      .kind = APO_KEY_FLAG,
                      .fallback = "yes",
                      .doc = APO_DOC("Whether diagonals are.")},
    [KEY_RESULT] = {.name = "result",
                    .kind = APO_KEY_WORD,
                    .words = "loss win draw",
                    .fallback = "win",
                    .doc = APO_DOC("The result for the side whose pieces are connected.")},
};

/* --- the definition ------------------------------------------------------ */

static void add_squares(apo_build *build, unsigned key, apo_set *out)
{
    const apo_value *value = apo_build_value(build, key);
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        apo_set_add(out, value->items[i]);
}

static void find_chains(apo_build *build)
{
    static const unsigned from[APO_SIDES] = {KEY_WHITE_FROM, KEY_BLACK_FROM};
    static const unsigned to[APO_SIDES] = {KEY_WHITE_TO, KEY_BLACK_TO};
    connection_data *data = build->data;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_value *begin = apo_build_value(build, from[side]);
        const apo_value *end = apo_build_value(build, to[side]);
        add_squares(build, from[side], &data->from[side]);
        add_squares(build, to[side], &data->to[side]);
        data->has_chain[side] = begin != NULL;
        if ((begin == NULL) != (end == NULL))
            apo_build_fault(build, begin != NULL ? begin : end,
                            "a chain needs squares where it begins, and where it ends",
                            apo_span_of(""));
    }
}

static void find_directions(apo_build *build)
{
    static const struct {
        unsigned key;
        step by;
    } all[DIRECTIONS] = {{KEY_ACROSS, {1, 0}},
                         {KEY_UP, {0, 1}},
                         {KEY_DIAGONAL, {1, 1}},
                         {KEY_DIAGONAL, {1, -1}}};

    connection_data *data = build->data;
    for (unsigned i = 0; i < DIRECTIONS; i++)
        if (apo_build_number(build, all[i].key, 1))
            data->steps[data->step_count++] = all[i].by;
}

static void build_connection(apo_build *build)
{
    connection_data *data = build->data;
    data->row = (uint8_t)apo_build_number(build, KEY_ROW, 0);
    data->square = (uint8_t)apo_build_number(build, KEY_SQUARE, 0);
    data->line = (uint8_t)apo_build_number(build, KEY_LINE, 0);
    data->pieces = apo_build_types(build, KEY_PIECES);
    if (data->pieces == 0)
        data->pieces = ~(apo_types)1;
    data->result = (uint8_t)apo_build_number(build, KEY_RESULT, RESULT_WIN);
    find_directions(build);
    find_chains(build);
    if (data->row == 0 && data->square == 0 && data->line == 0 && !data->has_chain[0] &&
        !data->has_chain[1])
        apo_build_fault(build, NULL,
                        "[connection] needs a row, a square, a line, or a chain from some "
                        "squares to others",
                        apo_span_of(""));
}

/* --- what is connected --------------------------------------------------- */

static const connection_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_CONNECTION);
}

/* The side's pieces that count. */
static apo_set find_pieces(const apo_position *pos, unsigned side)
{
    apo_types types = data_of(pos->var)->pieces & apo_types_here(pos, side);
    apo_set out = {{0}};
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        const uint64_t *set = apo_position_type_set(pos, side, walk.type, pos->var->words);
        for (unsigned i = 0; i < pos->var->words; i++)
            out.words[i] |= set[i];
    }
    return out;
}

static apo_square go(const apo_geometry *geo, apo_square from, step by, int times)
{
    return apo_geometry_step(geo, from, by.file * times, by.row * times);
}

static bool has_piece(const apo_set *pieces, apo_square sq)
{
    return sq != APO_SQUARE_NONE && apo_set_has(pieces, sq);
}

static bool is_row(const apo_geometry *geo, const apo_set *pieces, apo_square from, step by,
                   unsigned length)
{
    for (unsigned i = 1; i < length; i++)
        if (!has_piece(pieces, go(geo, from, by, (int)i)))
            return false;
    return true;
}

/* The piece and all that come after it on its line. */
static unsigned count_line(const apo_geometry *geo, const apo_set *pieces, apo_square from,
                           step by)
{
    unsigned count = 0;
    for (apo_square sq = from; sq != APO_SQUARE_NONE; sq = go(geo, sq, by, 1))
        count += apo_set_has(pieces, sq);
    return count;
}

static bool is_square(const apo_geometry *geo, const apo_set *pieces, apo_square corner,
                      unsigned size)
{
    for (unsigned up = 0; up < size; up++) {
        apo_square from = go(geo, corner, (step){0, 1}, (int)up);
        if (!has_piece(pieces, from) || !is_row(geo, pieces, from, (step){1, 0}, size))
            return false;
    }
    return true;
}

/* Grows the chain from the pieces on the first region until nothing is added. */
static bool is_chain(const apo_position *pos, const apo_set *pieces, unsigned side)
{
    const connection_data *data = data_of(pos->var);
    const apo_geometry *geo = &pos->var->geometry;
    apo_square waiting[APO_SQUARES_MAX];
    unsigned count = 0;
    apo_set seen = {{0}};
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (apo_set_has(pieces, (apo_square)sq) &&
            apo_set_has(&data->from[side], (apo_square)sq)) {
            apo_set_add(&seen, (apo_square)sq);
            waiting[count++] = (apo_square)sq;
        }
    while (count > 0) {
        apo_square at = waiting[--count];
        if (apo_set_has(&data->to[side], at))
            return true;
        for (unsigned i = 0; i < 2U * data->step_count; i++) {
            apo_square next = go(geo, at, data->steps[i / 2], i % 2 == 0 ? 1 : -1);
            if (!has_piece(pieces, next) || apo_set_has(&seen, next))
                continue;
            apo_set_add(&seen, next);
            waiting[count++] = next;
        }
    }
    return false;
}

static bool is_connected_at(const apo_position *pos, const apo_set *pieces, apo_square sq)
{
    const connection_data *data = data_of(pos->var);
    const apo_geometry *geo = &pos->var->geometry;
    for (unsigned i = 0; i < data->step_count; i++)
        if ((data->row != 0 && is_row(geo, pieces, sq, data->steps[i], data->row)) ||
            (data->line != 0 && count_line(geo, pieces, sq, data->steps[i]) >= data->line))
            return true;
    return data->square != 0 && is_square(geo, pieces, sq, data->square);
}

static bool is_connected(const apo_position *pos, unsigned side)
{
    apo_set pieces = find_pieces(pos, side);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pieces.words[i]; word != 0;)
            if (is_connected_at(pos, &pieces, apo_word_pop(&word, i * 64)))
                return true;
    return data_of(pos->var)->has_chain[side] && is_chain(pos, &pieces, side);
}

static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    /* Results for the side to move when the other side is connected. */
    static const int quarters[] = {[RESULT_LOSS] = APO_QUARTERS_WIN,
                                   [RESULT_WIN] = APO_QUARTERS_LOSS,
                                   [RESULT_DRAW] = APO_QUARTERS_DRAW};
    if (!is_connected(pos, pos->state.side ^ 1U))
        return APO_ENDING_NONE;
    *out_quarters = quarters[data_of(pos->var)->result];
    return APO_ENDING_GOAL;
}

const apo_rule apo_rule_connection = {
    .info = {"connection",
             APO_DOC("Pieces that stand together win, in a row or in another shape."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(connection_data),
    .build = build_connection,
    .ends = ends,
};
