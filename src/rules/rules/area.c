/* Rule: area
 * Also called: palace, fortress, own half of the board
 * Section: area
 * Text: Certain pieces never leave certain squares: they neither move nor capture outside them,
 *   and are not dropped there.
 * Source: Chinese chess: general and advisors stay in the palace, elephants on their own side
 * Keys: pieces N, squares N
 * State: none
 * Tests: tests/rules/area.spec
 *
 * Moves out of the area are left out of the tables, so the rule does nothing during a game. A
 * capture of a royal piece only (k in XBetza, the flying general) is kept: it is never made,
 * and only keeps the kings apart. */
#include "rules/rules/area.h"

#include "rules/kernel/drawn.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/list.h"
#include "rules/tables/path.h"

enum {
    KEY_PIECES,
    KEY_SQUARES
};

enum {
    AREAS_MAX = 8
};

/* The rule's data in a variant. */
typedef struct area_data {
    uint8_t count;
    apo_types pieces[AREAS_MAX]; /* types */
    apo_set squares[AREAS_MAX][APO_SIDES];
} area_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_indexed = true,
                    .is_repeatable = true,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc =
                        APO_DOC("The types that stay in the area with this number, 1 to 8.")},
    [KEY_SQUARES] =
        {.name = "squares",
         .kind = APO_KEY_SQUARES,
         .is_indexed = true,
         .is_repeatable = true,
         .is_required = true,
         .minimum = 1,
         .maximum = APO_VALUE_ITEMS_MAX,
         .doc = APO_DOC(
             "The squares of White's area with this number; Black's is its mirror image. "
             "Squares that its pieces cannot reach may be left out. Pieces in hand are "
             "dropped on these squares only.")},
};

static void add_squares(apo_build *build, const apo_value *value, unsigned area)
{
    apo_set *sets = ((area_data *)build->data)->squares[area];
    for (unsigned i = 0; i < value->count; i++) {
        apo_set_add(&sets[APO_WHITE], value->items[i]);
        apo_set_add(&sets[APO_BLACK],
                    apo_geometry_mirror(&build->var->geometry, value->items[i]));
    }
}

static bool is_shared(const apo_value *value, apo_types types)
{
    for (unsigned i = 0; i < value->count; i++)
        if (apo_types_has(types, value->items[i]))
            return true;
    return false;
}

static void add_pieces(apo_build *build, const apo_value *value, unsigned area)
{
    area_data *data = build->data;
    for (unsigned i = 0; i < value->count; i++)
        data->pieces[area] |= apo_type_bit(value->items[i]);
    for (const apo_value *other = build->values->values; other < value; other++)
        if (other->key == KEY_PIECES && is_shared(other, data->pieces[area]))
            apo_build_clash(build, other, value, "a piece has one area only");
}

static void build_area(apo_build *build)
{
    area_data *data = build->data;
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->index < 1 || value->index > AREAS_MAX)
            apo_build_fault(build, value, "areas are numbered from 1 to 8", apo_span_of(""));
        else if (value->key == KEY_PIECES)
            add_pieces(build, value, (unsigned)value->index - 1);
        else
            add_squares(build, value, (unsigned)value->index - 1);
    }
    data->count = AREAS_MAX;
    for (unsigned i = 0; i < AREAS_MAX; i++)
        if ((data->pieces[i] == 0) != apo_set_is_empty(&data->squares[i][APO_WHITE]))
            apo_build_fault(build, NULL, "an area needs both its pieces and its squares",
                            apo_span_of(""));
}

static void limit(const apo_variant *var, unsigned side, unsigned type, apo_path *path)
{
    const area_data *data = apo_rule_data(var, APO_RULE_AREA);
    for (unsigned i = 0; i < data->count; i++)
        if (apo_types_has(data->pieces[i], type) &&
            !apo_set_has(&data->squares[i][side], path->to))
            path->end &= APO_END_ROYAL;
}

void apo_area_keep(const apo_variant *var, unsigned side, unsigned type, apo_set *squares)
{
    const area_data *data = apo_rule_data(var, APO_RULE_AREA);
    for (unsigned i = 0; i < data->count; i++)
        for (unsigned k = 0; k < var->words && apo_types_has(data->pieces[i], type); k++)
            squares->words[k] &= data->squares[i][side].words[k];
}

/* A rectangle of squares: the first and the last. */
typedef struct block {
    apo_square first, last;
    unsigned width, height;
} block;

/* The rectangle that an area fills; false if it is none, as where a definition leaves out what
 * its pieces cannot reach. */
static bool find_block(const apo_geometry *geo, const apo_set *squares, block *out)
{
    unsigned count = 0, files = geo->files;
    *out = (block){.first = APO_SQUARE_NONE};
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (!apo_set_has(squares, (apo_square)sq))
            continue;
        out->first = count++ == 0 ? (apo_square)sq : out->first;
        out->last = (apo_square)sq;
    }
    if (count == 0 || out->last % files < out->first % files)
        return false;
    out->width = 1U + out->last % files - out->first % files;
    out->height = 1U + out->last / files - out->first / files;
    for (unsigned i = 0; i < out->width * out->height; i++)
        if (!apo_set_has(squares,
                         (apo_square)(out->first + i / out->width * files + i % out->width)))
            return false;
    return count == out->width * out->height;
}

/* A palace, of three by three squares, has diagonals on every board, even where pieces need no
 * lines to move along. */
static void draw_palace(apo_drawing *out, const apo_geometry *geo, const block *palace)
{
    apo_square middle = (apo_square)((palace->first + palace->last) / 2);
    for (int corner = 0; corner < 4; corner++)
        apo_draw_step(out, geo, middle,
                      apo_geometry_step(geo, middle, corner % 2 * 2 - 1, corner / 2 * 2 - 1));
}

static void draw(const apo_variant *var, apo_drawing *out)
{
    const area_data *data = apo_rule_data(var, APO_RULE_AREA);
    const apo_geometry *geo = &var->geometry;
    block found;
    for (unsigned i = 0; i < data->count; i++)
        for (unsigned side = 0; side < APO_SIDES; side++) {
            if (!find_block(geo, &data->squares[i][side], &found))
                continue;
            apo_draw_border(out, geo, &data->squares[i][side], APO_DRAWN_ABOVE);
            if (found.width == 3 && found.height == 3)
                draw_palace(out, geo, &found);
        }
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground outside = APO_GROUND(
        "area", "area", "", "the %{piece} never leaves its area, and %{target} is not in it");
    const apo_variant *var = pos->var;
    unsigned type = apo_piece_type(pos->board[mv->from]);
    if (!(var->rules >> APO_RULE_AREA & 1U) || verdict.reason != APO_ILLEGAL_POWER)
        return;
    const area_data *data = apo_rule_data(var, APO_RULE_AREA);
    for (unsigned i = 0; i < data->count; i++)
        if (apo_types_has(data->pieces[i], type) &&
            !apo_set_has(&data->squares[i][pos->state.side], mv->to) &&
            apo_preview_is_elsewhere(pos, mv->from, mv->to))
            apo_object(out, &outside, mv->to);
}

const apo_rule apo_rule_area = {
    .info = {"area", APO_DOC("Pieces that never leave certain squares."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(area_data),
    .build = build_area,
    .limit = limit,
    .object = object,
    .draw = draw,
};
