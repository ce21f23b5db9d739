/* Rule: multiple step
 * Also called: double step, triple step, initial move
 * Section: multi-step
 * Text: A pawn on its first rank, or on another that the game names, may make its step several
 *   times at once along the same line, over and onto empty squares. It leaves a trail of
 *   squares on which it can be captured en passant. (Some games can use the "*" and "n" of
 *   XBetza instead.)
 * Source: rules 1.5, 5; Wildebeest Chess for different steps from two ranks
 * Keys: pieces, rank, steps, from N, no-trail
 * State: the trail (FEN field ep), see en_passant.c
 * Tests: tests/rules/multi_step.spec, tests/rules/steps_by_rank.spec
 *
 * The tables include the longer paths, so the rule does nothing during a game. */
#include "rules/rules/multi_step.h"

#include "rules/rules/facts.h"
#include "rules/rules/list.h"

enum {
    KEY_PIECES,
    KEY_RANK,
    KEY_STEPS,
    KEY_FROM,
    KEY_NO_TRAIL
};

/* The rule's data in a variant. */
typedef struct multi_step_data {
    apo_types pieces;      /* types */
    uint32_t silent_ranks; /* own ranks from which they leave no trail, a bit each */
    /* by own rank: the most steps; 0 or 1: no multiple step */
    uint8_t steps[APO_ROWS_MAX + 1];
} multi_step_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .is_required = true,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .doc = APO_DOC("The types that can make a multiple step.")},
    [KEY_RANK] = {.name = "rank",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 0,
                  .maximum = APO_ROWS_MAX,
                  .fallback = "none",
                  .doc = APO_DOC("The own rank where it starts.")},
    [KEY_STEPS] = {.name = "steps",
                   .kind = APO_KEY_NUMBER,
                   .minimum = 2,
                   .maximum = APO_TRAIL_MAX,
                   .fallback = "2",
                   .doc = APO_DOC("The largest number of squares.")},
    [KEY_FROM] =
        {.name = "from",
         .kind = APO_KEY_NUMBER,
         .is_indexed = true,
         .is_repeatable = true,
         .minimum = 2,
         .maximum = APO_TRAIL_MAX,
         .fallback = "none",
         .doc = APO_DOC(
             "The largest number of squares from this own rank, if it differs from rank to "
             "rank.")},
    [KEY_NO_TRAIL] = {.name = "no-trail",
                      .kind = APO_KEY_NUMBER,
                      .minimum = 0,
                      .maximum = APO_ROWS_MAX,
                      .fallback = "none",
                      .doc = APO_DOC(
                          "The own rank from which a multiple step cannot be answered by a "
                          "capture en passant.")},
};

static void set_steps(apo_build *build, const apo_value *value, int32_t own_rank, int32_t steps)
{
    if (own_rank < 0 || own_rank > APO_ROWS_MAX)
        apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
    else
        ((multi_step_data *)build->data)->steps[own_rank] = (uint8_t)steps;
}

static void build_multi_step(apo_build *build)
{
    const apo_value *rank = apo_build_value(build, KEY_RANK);
    multi_step_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    build->var->pawns |= data->pieces;
    build->var->passed_types |= data->pieces;
    build->var->own_power_types |= data->pieces;
    const apo_value *silent = apo_build_value(build, KEY_NO_TRAIL);
    if (silent != NULL)
        data->silent_ranks = (uint32_t)1 << silent->number;
    if (rank != NULL)
        set_steps(build, rank, rank->number, apo_build_number(build, KEY_STEPS, 2));
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->key == KEY_FROM)
            set_steps(build, value, value->index, value->number);
    }
    if (rank == NULL && apo_build_value(build, KEY_FROM) == NULL)
        apo_build_fault(build, NULL, "the section needs a key \"rank\" or \"from N\"",
                        apo_span_of(""));
}

bool apo_multi_step_is_silent(const apo_variant *var, apo_piece piece, apo_square from)
{
    const multi_step_data *data = apo_rule_data(var, APO_RULE_MULTI_STEP);
    apo_side side = (apo_side)apo_piece_side(piece);
    return data->silent_ranks != 0 &&
           (data->silent_ranks >> apo_geometry_own_rank(&var->geometry, side, from) & 1U) != 0;
}

unsigned apo_type_steps(const apo_variant *var, unsigned type, unsigned own_rank)
{
    const multi_step_data *data = apo_rule_data(var, APO_RULE_MULTI_STEP);
    return apo_types_has(data->pieces, type) ? data->steps[own_rank] : 0;
}

static unsigned steps(const apo_variant *var, unsigned side, unsigned type, apo_square from)
{
    return apo_type_steps(var, type,
                          apo_geometry_own_rank(&var->geometry, (apo_side)side, from));
}

const apo_rule apo_rule_multi_step = {
    .info = {"multi-step", APO_DOC("Pieces on certain ranks may go several squares at once."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(multi_step_data),
    .build = build_multi_step,
    .steps = steps,
};
