/* Rule: river
 * Also called: crossing the river
 * Section: river
 * Text: Until it has come to a certain own rank, a piece moves and captures straight ahead
 *   only, whatever its other powers; from there on it has them all.
 * Source: Chinese chess: a soldier goes sideways once it has crossed the river
 * Keys: pieces, rank
 * State: none
 * Tests: tests/rules/river.spec
 *
 * Moves that it cannot make yet are left out of the tables; nothing is left to do in a game. */
#include "rules/kernel/rule.h"
#include "rules/rules/area.h"

enum {
    KEY_PIECES,
    KEY_RANK
};

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_TYPES_MAX,
                    .doc = "The types that only go straight ahead at first."},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_NUMBER,
                  .is_required = true,
                  .minimum = 1,
                  .maximum = APO_ROWS_MAX,
                  .doc =
                      "The own rank, the first beyond the river, from which on they have all "
                      "their powers."},
};

static void build_river(apo_build *build)
{
    apo_river_data *data = &build->var->river;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->own_rank = (uint8_t)apo_build_number(build, KEY_RANK, 1);
}

bool apo_river_allows(const apo_variant *var, unsigned side, unsigned type,
                      const apo_path *path)
{
    const apo_geometry *geo = &var->geometry;
    if (!apo_types_has(var->river.pieces, type))
        return true;
    unsigned from = apo_geometry_own_rank(geo, (apo_side)side, path->from);
    unsigned to = apo_geometry_own_rank(geo, (apo_side)side, path->to);
    return from >= var->river.own_rank || (to > from && apo_geometry_file(geo, path->from) ==
                                                            apo_geometry_file(geo, path->to));
}

const apo_rule apo_rule_river = {
    .info = {"river", "Pieces that go straight ahead until they have crossed a river.", keys,
             sizeof keys / sizeof *keys},
    .build = build_river,
};
