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

static void limit(const apo_variant *var, unsigned side, unsigned type, apo_path *path)
{
    const river_data *data = apo_rule_data(var, APO_RULE_RIVER);
    const apo_geometry *geo = &var->geometry;
    if (!apo_types_has(data->pieces, type))
        return;
    unsigned from = apo_geometry_own_rank(geo, (apo_side)side, path->from);
    unsigned to = apo_geometry_own_rank(geo, (apo_side)side, path->to);
    bool is_ahead =
        to > from && apo_geometry_file(geo, path->from) == apo_geometry_file(geo, path->to);
    if (from < data->own_rank && !is_ahead)
        path->end = 0;
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
    .draw = draw,
};
