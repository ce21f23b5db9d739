/* Rule: launch
 * Also called: gating, drop on a vacated square
 * Section: launch
 * Text: A man waits in each side's pocket. As part of the first move of one of the launchers, its
 *   owner may put it on the square just left, up to a certain move number; later it stays out.
 * Source: rules, section 4 (Launch)
 * Keys: man, launchers, white-until, black-until
 * State: pockets (FEN field pocket), unmoved launchers (FEN field virgin)
 * Tests: tests/rules/launch.spec
 */
#include "rules/key_of.h"
#include "rules/make.h"
#include "rules/rights.h"
#include "rules/rule.h"

enum { KEY_MAN, KEY_LAUNCHERS, KEY_WHITE_UNTIL, KEY_BLACK_UNTIL };

static const apo_key keys[] = {
    [KEY_MAN] = {.name = "man",
                 .kind = APO_KEY_TYPES,
                 .is_required = true,
                 .minimum = 1,
                 .maximum = 1,
                 .doc = "The type that waits in the pocket."},
    [KEY_LAUNCHERS] = {.name = "launchers",
                       .kind = APO_KEY_TYPES,
                       .is_required = true,
                       .minimum = 1,
                       .maximum = APO_TYPES_MAX,
                       .doc = "The types whose first move can launch it; only men that stood on "
                              "the board proper at the start."},
    [KEY_WHITE_UNTIL] = {.name = "white-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = "The last move number at which White may launch."},
    [KEY_BLACK_UNTIL] = {.name = "black-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = "The last move number at which Black may launch."},
};

static void build_launch(apo_build *build)
{
    apo_launch_data *data = &build->var->launch;
    const apo_value *man = apo_build_value(build, KEY_MAN);
    if (man == NULL)
        return;
    if (man->items[0] == build->var->royal)
        apo_build_fault(build, man, "the royal man cannot wait in the pocket", apo_span_of(""));
    data->is_on = true;
    data->man = (uint8_t)man->items[0];
    data->launchers = apo_build_types(build, KEY_LAUNCHERS);
    data->until[APO_WHITE] =
        (uint32_t)apo_build_number(build, KEY_WHITE_UNTIL, APO_CLOCK_MAX + 1);
    data->until[APO_BLACK] =
        (uint32_t)apo_build_number(build, KEY_BLACK_UNTIL, APO_CLOCK_MAX + 1);
}

apo_set apo_launch_squares(const apo_position *pos)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    apo_set set = {{0}};
    if (!apo_rights_can_launch(var, &pos->state, side))
        return set;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pos->state.virgin.words[i] & pos->men[side].words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_types_has(var->launch.launchers, apo_man_type(pos->board[sq])))
                apo_set_add(&set, sq);
        }
    return set;
}

void apo_launch_apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    unsigned side = pos->state.side;
    apo_make_set(pos, undo, mv->from, apo_man_of((apo_side)side, mv->launched));
    pos->state.key ^= apo_key_of_pocket(side, mv->launched);
    pos->state.pocket[side] = APO_TYPE_NONE;
}

const apo_rule apo_rule_launch = {
    .info = {"launch", "A man in the pocket can be put where another has just left.", keys,
             sizeof keys / sizeof *keys},
    .build = build_launch,
};
