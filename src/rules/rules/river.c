/* Rule: river
 * Also called: crossing the river
 * Section: river
 * Text: Until a piece has reached a certain own rank, it moves and captures straight ahead
 *   only; from there on it has all its powers.
 * Source: Chinese chess: a soldier goes sideways once it has crossed the river
 * Keys: pieces, rank
 * State: none
 * Tests: tests/rules/river.spec
 *
 * Moves that the piece cannot make yet are left out of the tables, so the rule does nothing
 * during a game. */
#include "rules/kernel/drawn.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/list.h"
#include "rules/tables/path.h"

enum {
    KEY_PIECES,
    KEY_RANK
};

/* The rule's data in a variant. */
typedef struct river_data {
    apo_types pieces; /* types */
    uint8_t own_rank;
} river_data;

static const apo_key keys[] = {
    [KEY_PIECES] =
        {.name = "pieces",
         .kind = APO_KEY_TYPES,
         .is_required = true,
         .minimum = 1,
         .maximum = APO_VALUE_ITEMS_MAX,
         .doc = APO_DOC(
             "The types that move only straight ahead until they have crossed the river.")},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_NUMBER,
                  .is_required = true,
                  .minimum = 1,
                  .maximum = APO_ROWS_MAX,
                  .doc = APO_DOC(
                      "The first own rank beyond the river, where they get all their moves.")},
};

static void build_river(apo_build *build)
{
    river_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->own_rank = (uint8_t)apo_build_number(build, KEY_RANK, 1);
}

/* True if the river keeps a piece of the rule from going so. */
static bool is_kept(const apo_variant *var, unsigned side, apo_square from_square,
                    apo_square to_square)
{
    const river_data *data = apo_rule_data(var, APO_RULE_RIVER);
    const apo_geometry *geo = &var->geometry;
    unsigned from = apo_geometry_own_rank(geo, (apo_side)side, from_square);
    unsigned to = apo_geometry_own_rank(geo, (apo_side)side, to_square);
    bool is_ahead =
        to > from && apo_geometry_file(geo, from_square) == apo_geometry_file(geo, to_square);
    return from < data->own_rank && !is_ahead;
}

static void limit(const apo_variant *var, unsigned side, unsigned type, apo_path *path)
{
    const river_data *data = apo_rule_data(var, APO_RULE_RIVER);
    if (apo_types_has(data->pieces, type) && is_kept(var, side, path->from, path->to))
        path->end = 0;
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    static const apo_ground before =
        APO_GROUND("river", "river", "",
                   "the %{piece} goes only straight ahead until it has crossed the river");
    const apo_variant *var = pos->var;
    if (!(var->rules >> APO_RULE_RIVER & 1U) || verdict.reason != APO_ILLEGAL_POWER)
        return;
    const river_data *data = apo_rule_data(var, APO_RULE_RIVER);
    if (apo_types_has(data->pieces, apo_piece_type(pos->board[mv->from])) &&
        is_kept(var, pos->state.side, mv->from, mv->to) &&
        apo_preview_is_elsewhere(pos, mv->from, mv->to))
        apo_object(out, &before, mv->from);
}

static void draw(const apo_variant *var, apo_drawing *out)
{
    const river_data *data = apo_rule_data(var, APO_RULE_RIVER);
    const apo_geometry *geo = &var->geometry;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_set beyond = {{0}};
        for (unsigned sq = 0; sq < var->squares; sq++)
            if (apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq) >= data->own_rank)
                apo_set_add(&beyond, (apo_square)sq);
        apo_draw_border(out, geo, &beyond, APO_DRAWN_WATER);
    }
}

const apo_rule apo_rule_river = {
    .info = {"river", APO_DOC("Pieces that go straight ahead until they have crossed a river."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(river_data),
    .build = build_river,
    .limit = limit,
    .object = object,
    .draw = draw,
};
