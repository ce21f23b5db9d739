/* Rule: outcome
 * Also called: stalemate, repetition, fifty-move rule, bare kings, dead position,
 *   insufficient material, insufficient mating material, dead draw, checkmate, mate, draws,
 *   end, ending, ko
 * Section: outcome
 * Text: Mate wins. Stalemate is an advantage for the opponent, a draw, a loss, or a win. Two
 *   bare kings draw at once; a single bare king plays on or, in old games, has lost unless its
 *   next move bares the other king too. The third occurrence of a position, or a number of
 *   moves by each side without a capture or pawn move, ends the game by the point count or as a
 *   draw, without a claim. Other games give stalemate, mate or repetition other results, or
 *   make a side that repeats by perpetual check lose. In some games a position from which no
 *   sequence of legal moves leads to mate is a draw, once that is proved: by what is left on
 *   the board, or because only kings can move and nothing can be captured.
 * Source: rules 1.3, 1.4, 1.9, 1.11, 5; shatranj and courier chess for the loss of a bare
 *   king
 * Keys: stalemate, mate, bare-king, bare-kings, repetition, repetition-count, perpetual-check,
 *   move-limit, move-limit-pieces, move-limit-checks, dead
 * State: the half-move count (FEN field halfmove); repetition needs the game's history
 * Tests: tests/rules/outcome.spec, tests/rules/bare_king.spec, tests/rules/dead.spec */
#include "rules/rules/outcome.h"

#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/counting.h"
#include "rules/rules/hands.h"
#include "rules/rules/outcome_data.h"
#include "rules/rules/outcome_dead.h"

enum {
    KEY_STALEMATE,
    KEY_MATE,
    KEY_BARE_KING,
    KEY_BARE_KINGS,
    KEY_REPETITION,
    KEY_REPETITION_COUNT,
    KEY_PERPETUAL_CHECK,
    KEY_MOVE_LIMIT,
    KEY_MOVE_LIMIT_PIECES,
    KEY_MOVE_LIMIT_CHECKS,
    KEY_DEAD
};

enum {
    REPETITION_POINTS,
    REPETITION_DRAW,
    REPETITION_LOSS,
    REPETITION_WIN,
    REPETITION_WHITE_LOSS,
    REPETITION_WHITE_WIN,
    REPETITION_MORE_WINS
};

enum {
    MATE_LOSS,
    MATE_WIN,
    MATE_DRAW
};

static const apo_key keys[] = {
    [KEY_STALEMATE] =
        {.name = "stalemate",
         .kind = APO_KEY_WORD,
         .words = "advantage draw loss win fewer-wins more-wins",
         .fallback = "draw",
         .doc = APO_DOC(
             "The result for a side that is not in check and has no legal move: an "
             "advantage for the opponent, a draw, a loss, a win; or the side with fewer or "
             "more pieces wins, and equal numbers draw.")},
    [KEY_MATE] = {.name = "mate",
                  .kind = APO_KEY_WORD,
                  .words = "loss win draw",
                  .fallback = "loss",
                  .doc =
                      APO_DOC("The result for a side that is in check and has no legal move.")},
    [KEY_BARE_KING] =
        {.name = "bare-king",
         .kind = APO_KEY_WORD,
         .words = "loss plays-on",
         .fallback = "plays-on",
         .doc = APO_DOC(
             "What happens to a side that has only its king left. `loss`: it loses, unless "
             "it can bare the other king with its next move; `plays-on`: the game goes on. "
             "In games without a royal piece, one piece of any type is a bare king. Two bare "
             "kings are a draw, except where a goal can still be reached.")},
    [KEY_BARE_KINGS] =
        {.name = "bare-kings",
         .kind = APO_KEY_WORD,
         .words = "draw plays-on",
         .fallback = "draw, or plays-on in games with a goal",
         .doc = APO_DOC(
             "What happens when both sides have only their kings left: a draw, or the game "
             "goes on because it can still be decided.")},
    [KEY_REPETITION] =
        {.name = "repetition",
         .kind = APO_KEY_WORD,
         .words = "points draw loss win white-loss white-win more-wins",
         .fallback = "draw",
         .doc = APO_DOC(
             "How repetition ends the game: with a draw; with a loss or a win for the side "
             "to move, or for White; with a win for the side with more pieces; or by points, "
             "which then decide at the move limit too.")},
    [KEY_REPETITION_COUNT] =
        {.name = "repetition-count",
         .kind = APO_KEY_NUMBER,
         .minimum = 0,
         .maximum = 255,
         .fallback = "3",
         .doc = APO_DOC(
             "The game ends when a position has occurred this often; 0: no such rule.")},
    [KEY_PERPETUAL_CHECK] = {.name = "perpetual-check",
                             .kind = APO_KEY_WORD,
                             .words = "plain loss",
                             .fallback = "plain",
                             .doc = APO_DOC(
                                 "What a repetition means if one side gave check with every "
                                 "move of it: the same as any other, or a loss for that side. "
                                 "If both did, it is a draw, except where the points "
                                 "decide a repetition.")},
    [KEY_MOVE_LIMIT] =
        {.name = "move-limit",
         .kind = APO_KEY_NUMBER,
         .minimum = 0,
         .maximum = 10000,
         .fallback = "50",
         .doc = APO_DOC(
             "The game ends after this many moves by each side without a capture or a pawn "
             "move; 0: no such rule.")},
    [KEY_MOVE_LIMIT_PIECES] =
        {.name = "move-limit-pieces",
         .kind = APO_KEY_TYPES,
         .minimum = 0,
         .maximum = APO_VALUE_ITEMS_MAX,
         .fallback = "pawns: what promotes, makes multiple steps or captures en passant",
         .doc = APO_DOC("The types whose moves restart that count, as captures do.")},
    [KEY_MOVE_LIMIT_CHECKS] =
        {.name = "move-limit-checks",
         .kind = APO_KEY_NUMBER,
         .minimum = 1,
         .maximum = 255,
         .fallback = "all",
         .doc = APO_DOC(
             "Only this many checks of each side count for that limit; each further one "
             "leaves out a move by each side.")},
    [KEY_DEAD] = {.name = "dead",
                  .kind = APO_KEY_WORD,
                  .words = "plays-on draw",
                  .fallback = "plays-on",
                  .doc = APO_DOC("What happens when it is proved that no sequence of legal "
                                 "moves mates: the game goes on, or is a draw at once. This is "
                                 "proved only in games that are won by mate alone and have no "
                                 "drops, walls and the like.")},
};

static void preset(void *data)
{
    *(apo_outcome_data *)data = (apo_outcome_data){.stalemate = APO_STALEMATE_DRAW,
                                                   .repetition = REPETITION_DRAW,
                                                   .repetitions = 3,
                                                   .move_limit = 50};
}

static void build_outcome(apo_build *build)
{
    apo_outcome_data *data = build->data;
    data->stalemate = (uint8_t)apo_build_number(build, KEY_STALEMATE, APO_STALEMATE_DRAW);
    data->is_bare_lost = apo_build_number(build, KEY_BARE_KING, 1) == 0;
    data->is_bare_playing = apo_build_number(build, KEY_BARE_KINGS, 0) != 0;
    data->mate = (uint8_t)apo_build_number(build, KEY_MATE, MATE_LOSS);
    data->repetition = (uint8_t)apo_build_number(build, KEY_REPETITION, REPETITION_DRAW);
    data->is_repetition_count = data->repetition == REPETITION_POINTS;
    data->is_perpetual_lost = apo_build_number(build, KEY_PERPETUAL_CHECK, 0) != 0;
    data->has_limit_pieces = apo_build_value(build, KEY_MOVE_LIMIT_PIECES) != NULL;
    data->limit_pieces = apo_build_types(build, KEY_MOVE_LIMIT_PIECES);
    data->repetitions = (uint8_t)apo_build_number(build, KEY_REPETITION_COUNT, 3);
    data->move_limit = (uint16_t)apo_build_number(build, KEY_MOVE_LIMIT, 50);
    data->is_dead_drawn = apo_build_number(build, KEY_DEAD, 0) != 0;
    data->checks_counted = (uint8_t)apo_build_number(build, KEY_MOVE_LIMIT_CHECKS, 0);
}

static apo_outcome outcome_for_mover(const apo_position *pos, apo_ending ending, int quarters)
{
    bool is_white = apo_position_side(pos) == APO_WHITE;
    return (apo_outcome){ending, is_white ? quarters : APO_QUARTERS_WIN - quarters};
}

static int count_pieces(const apo_position *pos, unsigned side)
{
    int count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += __builtin_popcountll(pos->pieces[side].words[i]);
    return count;
}

int apo_majority_quarters(const apo_position *pos)
{
    unsigned side = pos->state.side;
    int more = count_pieces(pos, side) - count_pieces(pos, side ^ 1U);
    if (more == 0)
        return APO_QUARTERS_DRAW;
    return more > 0 ? APO_QUARTERS_WIN : APO_QUARTERS_LOSS;
}

int apo_points_quarters(const apo_position *pos)
{
    int points = apo_position_point_result(pos);
    return pos->state.side == APO_WHITE ? points : APO_QUARTERS_WIN - points;
}

bool apo_is_alone(const apo_position *pos, unsigned side)
{
    return count_pieces(pos, side) == 1 && !apo_hands_has_any(pos, side);
}

int apo_stalemate_quarters(const apo_position *pos)
{
    static const int quarters[] = {[APO_STALEMATE_ADVANTAGE] = APO_QUARTERS_DISADVANTAGE,
                                   [APO_STALEMATE_DRAW] = APO_QUARTERS_DRAW,
                                   [APO_STALEMATE_LOSS] = APO_QUARTERS_LOSS,
                                   [APO_STALEMATE_WIN] = APO_QUARTERS_WIN};
    unsigned kind = apo_outcome_of(pos->var)->stalemate;
    if (kind <= APO_STALEMATE_WIN)
        return quarters[kind];
    int majority = apo_majority_quarters(pos);
    return kind == APO_STALEMATE_MORE_WINS ? majority : APO_QUARTERS_WIN - majority;
}

int apo_mate_quarters(const apo_position *pos)
{
    static const int quarters[] = {[MATE_LOSS] = APO_QUARTERS_LOSS,
                                   [MATE_WIN] = APO_QUARTERS_WIN,
                                   [MATE_DRAW] = APO_QUARTERS_DRAW};
    return pos->state.rules.is_drop_lost ? APO_QUARTERS_WIN
                                         : quarters[apo_outcome_of(pos->var)->mate];
}

int apo_repetition_quarters(const apo_position *pos)
{
    bool is_white = pos->state.side == APO_WHITE;
    switch (apo_outcome_of(pos->var)->repetition) {
    case REPETITION_LOSS: return APO_QUARTERS_LOSS;
    case REPETITION_WIN: return APO_QUARTERS_WIN;
    case REPETITION_WHITE_LOSS: return is_white ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    case REPETITION_WHITE_WIN: return is_white ? APO_QUARTERS_WIN : APO_QUARTERS_LOSS;
    case REPETITION_MORE_WINS: return apo_majority_quarters(pos);
    case REPETITION_POINTS: return apo_points_quarters(pos);
    default: return APO_QUARTERS_DRAW;
    }
}

/* Positions can be dead only in games that only mate decides. */
static bool is_drawn_dead(const apo_position *pos, uint64_t move_count)
{
    const apo_outcome_data *data = apo_outcome_of(pos->var);
    return data->is_dead_drawn && data->stalemate == APO_STALEMATE_DRAW &&
           data->mate == MATE_LOSS && data->repetition == REPETITION_DRAW &&
           !data->is_perpetual_lost && !data->is_bare_lost && apo_is_dead(pos, move_count);
}

static apo_outcome no_move(const apo_position *pos)
{
    if (apo_position_is_check(pos))
        return outcome_for_mover(pos, APO_ENDING_MATE, apo_mate_quarters(pos));
    return outcome_for_mover(pos, APO_ENDING_STALEMATE, apo_stalemate_quarters(pos));
}

apo_outcome apo_position_outcome(const apo_position *pos)
{
    unsigned side = pos->state.side;
    int quarters;
    apo_ending ending = apo_position_ends(pos, &quarters);
    if (ending != APO_ENDING_NONE)
        return outcome_for_mover(pos, ending, quarters);
    uint64_t move_count = apo_perft(pos, 1);
    if (move_count == 0)
        return no_move(pos);
    if (apo_is_bare_drawn(pos->var) && apo_is_bare(pos, side) && apo_is_bare(pos, side ^ 1U))
        return (apo_outcome){APO_ENDING_BARE, APO_QUARTERS_DRAW};
    /* The side not to move has had its chance to bare the other. */
    if (apo_outcome_of(pos->var)->is_bare_lost && apo_is_bare(pos, side ^ 1U))
        return outcome_for_mover(pos, APO_ENDING_BARE, APO_QUARTERS_WIN);
    if (is_drawn_dead(pos, move_count))
        return (apo_outcome){APO_ENDING_DEAD, APO_QUARTERS_DRAW};
    return (apo_outcome){APO_ENDING_NONE, APO_QUARTERS_UNKNOWN};
}

bool apo_perpetual_matters(const apo_variant *var)
{
    return apo_outcome_of(var)->is_perpetual_lost;
}

unsigned apo_checks_counted(const apo_variant *var)
{
    return apo_outcome_of(var)->checks_counted;
}

bool apo_is_move_limit(const apo_position *pos)
{
    unsigned limit = apo_outcome_of(pos->var)->move_limit;
    return limit > 0 && pos->state.halfmove_count >= 2 * limit;
}

unsigned apo_repetitions_needed(const apo_variant *var)
{
    return apo_outcome_of(var)->repetitions;
}

static int quarters_of_repetition(const apo_position *pos, const apo_repetition *history)
{
    bool is_by_points = apo_outcome_of(pos->var)->repetition == REPETITION_POINTS;
    if (history->is_own_perpetual && history->is_enemy_perpetual)
        return is_by_points ? apo_points_quarters(pos) : APO_QUARTERS_DRAW;
    if (history->is_own_perpetual)
        return APO_QUARTERS_LOSS;
    if (history->is_enemy_perpetual)
        return APO_QUARTERS_WIN;
    if (history->is_own_chase != history->is_enemy_chase)
        return history->is_own_chase ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    return history->is_own_chase ? APO_QUARTERS_DRAW : apo_repetition_quarters(pos);
}

apo_outcome apo_position_outcome_with_history(const apo_position *pos,
                                              const apo_repetition *history)
{
    const apo_outcome_data *data = apo_outcome_of(pos->var);
    apo_outcome outcome = apo_position_outcome(pos);
    bool is_limit = apo_is_move_limit(pos) &&
                    pos->state.halfmove_count >= 2U * data->move_limit + history->uncounted;
    if (outcome.ending != APO_ENDING_NONE)
        return outcome;
    /* Where repetition is more than a draw, the move limit comes first. */
    bool is_draw = data->repetition == REPETITION_DRAW || data->repetition == REPETITION_POINTS;
    if (!(is_limit && !is_draw) && data->repetitions > 0 &&
        history->occurrences >= data->repetitions)
        return outcome_for_mover(pos, APO_ENDING_REPETITION,
                                 quarters_of_repetition(pos, history));
    if (is_limit || apo_counting_is_over(pos))
        outcome = (apo_outcome){APO_ENDING_MOVE_COUNT, apo_move_count_quarters(pos)};
    return outcome;
}

int apo_move_count_quarters(const apo_position *pos)
{
    return apo_outcome_of(pos->var)->is_repetition_count ? apo_position_point_result(pos)
                                                         : APO_QUARTERS_DRAW;
}

apo_outcome apo_position_outcome_counted(const apo_position *pos)
{
    const apo_repetition history = {.occurrences = 1};
    return apo_position_outcome_with_history(pos, &history);
}

unsigned apo_quiet_left(const apo_position *pos)
{
    unsigned limit = 2U * apo_outcome_of(pos->var)->move_limit;
    if (limit == 0)
        return APO_QUIET_NO_LIMIT;
    return pos->state.halfmove_count >= limit ? 0 : limit - pos->state.halfmove_count;
}

static void finish(apo_variant *var, void *data)
{
    const apo_outcome_data *outcome = data;
    if (outcome->has_limit_pieces)
        var->restarting = outcome->limit_pieces;
    var->info.has_advantage =
        outcome->stalemate == APO_STALEMATE_ADVANTAGE || outcome->is_repetition_count;
}

const apo_rule apo_rule_outcome = {
    .info = {"outcome", APO_DOC("How a game ends without mate."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_outcome_data),
    .preset = preset,
    .build = build_outcome,
    .finish = finish,
};
