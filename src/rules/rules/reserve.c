/* Rule: reserve
 * Also called: captured pieces return, promotion to captured pieces only
 * Section: reserve
 * Text: Each side has a reserve out of which promotions are taken. A captured piece joins its
 *   owner's reserve as what it was on the board; pawns and kings never do.
 * Source: rules 1.6, 1.7
 * Keys: start
 * State: pieces by type for each side (FEN field reserve)
 * Tests: tests/rules/reserve.spec
 */
#include "rules/kernel/key_of.h"
#include "rules/kernel/rule.h"

enum {
    KEY_START
};

static const apo_key keys[] = {
    [KEY_START] = {.name = "start",
                   .kind = APO_KEY_TYPES,
                   .minimum = 0,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "nothing",
                   .doc = "The pieces that each side's reserve holds at the start."},
};

static void build_reserve(apo_build *build)
{
    apo_variant *var = build->var;
    const apo_value *value = apo_build_value(build, KEY_START);
    var->reserve.is_on = true;
    if (!var->promotion.is_on)
        apo_build_fault(build, NULL, "a reserve needs a [promotion] section to be of use",
                        apo_span_of(""));
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        unsigned type = value->items[i];
        if (type == var->royal || apo_types_has(var->promotion.pieces, type))
            apo_build_fault(build, value, "pawns and kings are never in reserve",
                            apo_span_of(""));
        var->reserve.start[type]++;
    }
}

static void change(apo_position *pos, unsigned side, unsigned type, int by)
{
    uint8_t *count = &pos->state.reserve[side][type];
    pos->state.key ^= apo_key_of_reserve(side, type, *count);
    *count = (uint8_t)(*count + by);
    pos->state.key ^= apo_key_of_reserve(side, type, *count);
}

void apo_reserve_receive(apo_position *pos, apo_piece piece)
{
    const apo_variant *var = pos->var;
    unsigned type = apo_piece_type(piece);
    if (var->reserve.is_on && !apo_types_has(var->promotion.pieces, type))
        change(pos, apo_piece_side(piece), type, 1);
}

void apo_reserve_spend(apo_position *pos, unsigned side, unsigned type)
{
    if (pos->var->reserve.is_on)
        change(pos, side, type, -1);
}

const apo_rule apo_rule_reserve = {
    .info = {"reserve", "Promotions are taken out of a reserve that captured pieces join.",
             keys, sizeof keys / sizeof *keys},
    .build = build_reserve,
};
