/* Rule: extinction
 * Also called: loss of the last piece of a kind, bare army, annihilation
 * Section: extinction
 * Text: The game ends for a side that has lost all its pieces of a kind, or all but a few:
 *   it loses, or wins in games where the aim is to lose all pieces. If both sides have, the
 *   side that has just moved is judged first. Pieces in hand count. Several kinds may count as
 *   one, so that only the loss of the last piece of all of them matters.
 * Source: extinction chess (R. W. Schmittberger 1985): all kings, queens, rooks, bishops,
 *   knights or pawns gone is a loss; antichess: no pieces left is a win; king and crown prince
 *   together: en.wikipedia.org/wiki/Chu_shogi
 * Keys: pieces, together, all, result, left, opponent, claim
 * State: none
 * Tests: tests/rules/extinction.spec */
#include "rules/rules/extinction.h"

#include "rules/rules/hands.h"
#include "rules/rules/list.h"

enum {
    KEY_PIECES,
    KEY_ALL,
    KEY_RESULT,
    KEY_LEFT,
    KEY_OPPONENT,
    KEY_CLAIM,
    KEY_TOGETHER
};

enum {
    RESULT_LOSS,
    RESULT_WIN,
    RESULT_DRAW
};

/* The rule's data in a variant. */
typedef struct extinction_data {
    apo_types pieces; /* types, each counted by itself */
    bool is_together; /* ... or all of them as one */
    bool is_all;      /* the whole army, counted together */
    uint8_t result;
    uint8_t left, opponent;
    bool is_claimed;
} extinction_data;

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC(
                        "The types of which a side needs pieces, each type separately.")},
    [KEY_ALL] = {.name = "all",
                 .kind = APO_KEY_FLAG,
                 .fallback = "no",
                 .doc = APO_DOC("Whether a side's pieces of all types are counted together.")},
    [KEY_RESULT] = {.name = "result",
                    .kind = APO_KEY_WORD,
                    .words = "loss win draw",
                    .fallback = "loss",
                    .doc = APO_DOC("The result for the side that lacks the pieces.")},
    [KEY_LEFT] = {.name = "left",
                  .kind = APO_KEY_NUMBER,
                  .minimum = 0,
                  .maximum = 250,
                  .fallback = "0",
                  .doc = APO_DOC("A side with this many pieces, or fewer, lacks them.")},
    [KEY_OPPONENT] = {.name = "opponent",
                      .kind = APO_KEY_NUMBER,
                      .minimum = 0,
                      .maximum = 250,
                      .fallback = "0",
                      .doc = APO_DOC(
                          "The number of such pieces that the opponent must have left.")},
    [KEY_CLAIM] = {.name = "claim",
                   .kind = APO_KEY_FLAG,
                   .fallback = "no",
                   .doc = APO_DOC(
                       "Whether the side to move still has a chance with its move: against "
                       "it the opponent must have one piece more left.")},
    [KEY_TOGETHER] = {.name = "together",
                      .kind = APO_KEY_FLAG,
                      .fallback = "no",
                      .doc = APO_DOC(
                          "Whether the types of `pieces` count as one, so that any of them "
                          "is enough.")},
};

static void build_extinction(apo_build *build)
{
    extinction_data *data = build->data;
    data->pieces = apo_build_types(build, KEY_PIECES);
    data->is_together = apo_build_number(build, KEY_TOGETHER, 0) != 0;
    data->is_all = apo_build_number(build, KEY_ALL, 0) != 0;
    data->result = (uint8_t)apo_build_number(build, KEY_RESULT, RESULT_LOSS);
    data->left = (uint8_t)apo_build_number(build, KEY_LEFT, 0);
    data->opponent = (uint8_t)apo_build_number(build, KEY_OPPONENT, 0);
    data->is_claimed = apo_build_number(build, KEY_CLAIM, 0) != 0;
    if (data->pieces == 0 && !data->is_all)
        apo_build_fault(build, NULL, "[extinction] needs \"pieces\" or \"all = yes\"",
                        apo_span_of(""));
}

static unsigned count_all(const apo_position *pos, unsigned side)
{
    unsigned count = 0;
    for (unsigned type = 1; apo_hands_of(pos->var)->is_on && type < APO_HELD_TYPES_MAX; type++)
        count += pos->state.rules.reserve[side][type];
    for (unsigned i = 0; i < pos->var->words; i++)
        count += (unsigned)__builtin_popcountll(pos->pieces[side].words[i]);
    return count;
}

static unsigned count_type(const apo_position *pos, unsigned side, unsigned type)
{
    unsigned in_hand =
        apo_hands_of(pos->var)->is_on ? apo_held_count(&pos->state.rules, side, type) : 0;
    return pos->by_side[side].type_count[type] + in_hand;
}

static unsigned count_together(const apo_position *pos, unsigned side)
{
    const extinction_data *data = apo_rule_data(pos->var, APO_RULE_EXTINCTION);
    unsigned count = 0;
    for (apo_type_walk walk = apo_type_walk_of(data->pieces); apo_type_walk_next(&walk);)
        count += count_type(pos, side, walk.type);
    return count;
}

static bool are_too_few(const apo_position *pos, unsigned side, unsigned own, unsigned other)
{
    const extinction_data *data = apo_rule_data(pos->var, APO_RULE_EXTINCTION);
    unsigned more = data->is_claimed && side == pos->state.side;
    return own <= data->left && other >= data->opponent + more;
}

static bool is_extinct(const apo_position *pos, unsigned side)
{
    const extinction_data *data = apo_rule_data(pos->var, APO_RULE_EXTINCTION);
    if (data->is_all && are_too_few(pos, side, count_all(pos, side), count_all(pos, side ^ 1U)))
        return true;
    if (data->is_together)
        return are_too_few(pos, side, count_together(pos, side),
                           count_together(pos, side ^ 1U));
    for (apo_type_walk walk = apo_type_walk_of(data->pieces); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        if (are_too_few(pos, side, count_type(pos, side, type),
                        count_type(pos, side ^ 1U, type)))
            return true;
    }
    return false;
}

static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    static const int quarters[] = {[RESULT_LOSS] = APO_QUARTERS_LOSS,
                                   [RESULT_WIN] = APO_QUARTERS_WIN,
                                   [RESULT_DRAW] = APO_QUARTERS_DRAW};
    const extinction_data *data = apo_rule_data(pos->var, APO_RULE_EXTINCTION);
    unsigned us = pos->state.side;
    if (is_extinct(pos, us ^ 1U))
        *out_quarters = APO_QUARTERS_WIN - quarters[data->result];
    else if (is_extinct(pos, us))
        *out_quarters = quarters[data->result];
    else
        return APO_ENDING_NONE;
    return APO_ENDING_EXTINCTION;
}

bool apo_extinction_is_wanted(const apo_variant *var)
{
    const extinction_data *data = apo_rule_data(var, APO_RULE_EXTINCTION);
    return data->is_all && data->result == RESULT_WIN;
}

const apo_rule apo_rule_extinction = {
    .info = {"extinction", APO_DOC("A side that has lost all pieces of a kind loses, or wins."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(extinction_data),
    .build = build_extinction,
    .ends = ends,
};
