/* Rule: outcome
 * Also called: stalemate, repetition, fifty-move rule, bare kings
 * Section: outcome
 * Text: Mate wins. Stalemate is an advantage for the opponent, a draw, or a loss. Two bare
 *   kings draw at once; a single bare king plays on or, in old games, has lost unless its next
 *   move bares the other king too. The third occurrence of a position, or a number of moves by
 *   each side without a capture or pawn move, ends the game by the point count or as a draw,
 *   without a claim.
 * Source: rules 1.3, 1.4, 1.9, 1.11, 5; shatranj and courier chess for the loss of a bare king
 * Keys: stalemate, bare-king, repetition, repetition-count, move-limit
 * State: the half-move count (FEN field halfmove); repetition needs the game's history
 * Tests: tests/rules/outcome.spec, tests/rules/bare_king.spec */
#include "rules/rules/outcome.h"

#include "rules/kernel/movegen.h"
#include "rules/rules/outcome_data.h"

enum {
    KEY_STALEMATE,
    KEY_BARE_KING,
    KEY_REPETITION,
    KEY_REPETITION_COUNT,
    KEY_MOVE_LIMIT
};

enum {
    STALEMATE_ADVANTAGE,
    STALEMATE_DRAW,
    STALEMATE_LOSS
};

static const apo_key keys[] = {
    [KEY_STALEMATE] =
        {.name = "stalemate",
         .kind = APO_KEY_WORD,
         .words = "advantage draw loss",
         .fallback = "draw",
         .doc = "The result for a side that is not in check and has no legal move: an "
                "advantage for the opponent, a draw, or a loss."},
    [KEY_BARE_KING] =
        {.name = "bare-king",
         .kind = APO_KEY_WORD,
         .words = "loss plays-on",
         .fallback = "plays-on",
         .doc = "What happens to a side that has only its king left. `loss`: it loses, unless "
                "it can bare the other king with its next move; `plays-on`: the game goes on. "
                "Two bare kings are always a draw."},
    [KEY_REPETITION] =
        {.name = "repetition",
         .kind = APO_KEY_WORD,
         .words = "points draw",
         .fallback = "draw",
         .doc = "How repetition and the move limit end the game: by points or with a draw."},
    [KEY_REPETITION_COUNT] =
        {.name = "repetition-count",
         .kind = APO_KEY_NUMBER,
         .minimum = 0,
         .maximum = 255,
         .fallback = "3",
         .doc = "The game ends when a position has occurred this often; 0: no such rule."},
    [KEY_MOVE_LIMIT] =
        {.name = "move-limit",
         .kind = APO_KEY_NUMBER,
         .minimum = 0,
         .maximum = 10000,
         .fallback = "50",
         .doc = "The game ends after this many moves by each side without a capture or a pawn "
                "move; 0: no such rule."},
};

static void preset(void *data)
{
    *(apo_outcome_data *)data =
        (apo_outcome_data){.stalemate = STALEMATE_DRAW, .repetitions = 3, .move_limit = 50};
}

static void build_outcome(apo_build *build)
{
    apo_outcome_data *data = build->data;
    data->stalemate = (uint8_t)apo_build_number(build, KEY_STALEMATE, STALEMATE_DRAW);
    data->is_bare_lost = apo_build_number(build, KEY_BARE_KING, 1) == 0;
    data->is_repetition_count = apo_build_number(build, KEY_REPETITION, 1) == 0;
    data->repetitions = (uint8_t)apo_build_number(build, KEY_REPETITION_COUNT, 3);
    data->move_limit = (uint16_t)apo_build_number(build, KEY_MOVE_LIMIT, 50);
}

const char *apo_ending_word(apo_ending ending)
{
    static const char *const words[APO_ENDINGS] = {
#define APO_END_WORD(name, word) word,
        APO_END_LIST(APO_END_WORD)
#undef APO_END_WORD
    };
    return words[ending];
}

bool apo_variant_has_advantage(const apo_variant *var)
{
    return apo_outcome_of(var)->stalemate == STALEMATE_ADVANTAGE ||
           apo_outcome_of(var)->is_repetition_count;
}

static apo_outcome outcome_for_mover(const apo_position *pos, apo_ending ending, int quarters)
{
    bool is_white = apo_position_side(pos) == APO_WHITE;
    return (apo_outcome){ending, is_white ? quarters : APO_QUARTERS_WIN - quarters};
}

static apo_outcome no_move(const apo_position *pos)
{
    static const int stalemate_quarters[] = {[STALEMATE_ADVANTAGE] = APO_QUARTERS_DISADVANTAGE,
                                             [STALEMATE_DRAW] = APO_QUARTERS_DRAW,
                                             [STALEMATE_LOSS] = APO_QUARTERS_LOSS};
    if (apo_position_is_check(pos))
        return outcome_for_mover(pos, APO_ENDING_MATE, APO_QUARTERS_LOSS);
    return outcome_for_mover(pos, APO_ENDING_STALEMATE,
                             stalemate_quarters[apo_outcome_of(pos->var)->stalemate]);
}

static bool is_bare(const apo_position *pos, unsigned side)
{
    return pos->types[side] == (uint32_t)1 << pos->var->royal;
}

apo_outcome apo_position_outcome(const apo_position *pos)
{
    unsigned side = pos->state.side;
    if (apo_moves_count(pos) == 0)
        return no_move(pos);
    if (is_bare(pos, side) && is_bare(pos, side ^ 1U))
        return (apo_outcome){APO_ENDING_BARE, APO_QUARTERS_DRAW};
    /* The side not to move has had its chance to bare the other. */
    if (apo_outcome_of(pos->var)->is_bare_lost && is_bare(pos, side ^ 1U))
        return outcome_for_mover(pos, APO_ENDING_BARE, APO_QUARTERS_WIN);
    return (apo_outcome){APO_ENDING_NONE, APO_QUARTERS_UNKNOWN};
}

apo_outcome apo_position_outcome_with_history(const apo_position *pos, unsigned occurrences)
{
    const apo_outcome_data *data = apo_outcome_of(pos->var);
    apo_outcome outcome = apo_position_outcome(pos);
    if (outcome.ending != APO_ENDING_NONE)
        return outcome;
    if (data->repetitions > 0 && occurrences >= data->repetitions)
        outcome.ending = APO_ENDING_REPETITION;
    else if (data->move_limit > 0 && pos->state.halfmove_count >= 2U * data->move_limit)
        outcome.ending = APO_ENDING_MOVE_COUNT;
    else
        return outcome;
    outcome.white_quarters =
        data->is_repetition_count ? apo_position_point_result(pos) : APO_QUARTERS_DRAW;
    return outcome;
}

const apo_rule apo_rule_outcome = {
    .info = {"outcome", "How a game ends without mate.", keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_outcome_data),
    .preset = preset,
    .build = build_outcome,
};
