/* Rule: multiple step
 * Also called: double step, triple step
 * Section: multi-step
 * Text: A pawn on its first rank may go several squares on along the line of its step, over and
 *   onto empty squares. It leaves a trail of squares on which it can be captured en passant.
 *   (The "*" and "n" of XBetza say the same for games whose rule fits them.)
 * Source: rules 1.5, 5
 * Keys: men, rank, steps
 * State: the trail (FEN field ep), see rule_en_passant.c
 * Tests: tests/rules/multi_step.spec
 *
 * compile_paths.c lengthens the paths; nothing is left to do in a game.
 */
#include "rules/rule.h"

enum { KEY_MEN, KEY_RANK, KEY_STEPS };

static const apo_key keys[] = {
    [KEY_MEN] = {.name = "men",
                 .kind = APO_KEY_TYPES,
                 .is_required = true,
                 .minimum = 1,
                 .maximum = APO_TYPES_MAX,
                 .doc = "The types that make a multiple step."},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_NUMBER,
                  .is_required = true,
                  .minimum = 0,
                  .maximum = APO_ROWS_MAX,
                  .doc = "The own rank from which they make it."},
    [KEY_STEPS] = {.name = "steps",
                   .kind = APO_KEY_NUMBER,
                   .minimum = 2,
                   .maximum = APO_TRAIL_MAX,
                   .fallback = "2",
                   .doc = "How many squares they go at most."},
};

static void build_multi_step(apo_build *build)
{
    apo_multi_step_data *data = &build->var->multi_step;
    data->men = apo_build_types(build, KEY_MEN);
    data->own_rank = (uint8_t)apo_build_number(build, KEY_RANK, 2);
    data->steps = (uint8_t)apo_build_number(build, KEY_STEPS, 2);
}

const apo_rule apo_rule_multi_step = {
    .info = {"multi-step", "Men on their first rank may go several squares.", keys,
             sizeof keys / sizeof *keys},
    .build = build_multi_step,
};
