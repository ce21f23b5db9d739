#include "cli/match/match_game.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/host.h"
#include "cli/view/sentences.h"
#include "protocol/chess960.h"

enum {
    ADJUDICATION_MOVES = 4 /* of each side in a row, before a game is adjudicated by scores */
};

typedef struct table {
    apo_game *game;
    apo_player *const *players;
    const apo_match_rules *rules;
    apo_request turn;
    uint32_t moves_made[APO_SIDES]; /* on their clocks */
    unsigned agreed_count;          /* consecutive moves with scores that agree on the winner */
    apo_side agreed_winner;
    apo_match_result *result;
    apo_buffer *comments;
} table;

const char *apo_match_end_word(enum apo_match_end end)
{
    static const char *const words[APO_MATCH_ENDS] = {
#define APO_MATCH_END_WORD(name, word) [APO_MATCH_END_##name] = (word),
        APO_MATCH_END_LIST(APO_MATCH_END_WORD)
#undef APO_MATCH_END_WORD
    };
    return words[end];
}

bool apo_match_end_is_forfeit(enum apo_match_end end)
{
    return end == APO_MATCH_END_TIME || end == APO_MATCH_END_STALLED ||
           end == APO_MATCH_END_DIED || end == APO_MATCH_END_ILLEGAL ||
           end == APO_MATCH_END_REFUSED;
}

static apo_side mover(const table *all)
{
    return apo_position_side(apo_game_position(all->game));
}

static void end_with(table *all, enum apo_match_end end, int white_quarters)
{
    all->result->end = end;
    all->result->white_quarters = white_quarters;
}

static void end_lost(table *all, enum apo_match_end end, apo_side loser)
{
    end_with(all, end, loser == APO_WHITE ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN);
}

/* Ends the game by forfeit, with a sentence about it. */
static void end_forfeited(table *all, enum apo_match_end end, const char *what,
                          const char *word)
{
    const char *name = all->players[mover(all)]->spec->name;
    end_lost(all, end, mover(all));
    snprintf(all->result->detail, sizeof all->result->detail, "%s (%s) %s%s%s", name,
             apo_side_name(mover(all)), what, word[0] != '\0' ? " " : "", word);
}

/* --- clocks -------------------------------------------------------------- */

static const apo_match_limits *own_limits(const table *all)
{
    return all->turn.limits[mover(all)];
}

static int64_t allowed_ms(const table *all)
{
    const apo_match_limits *own = own_limits(all);
    if (own->clock_ms > 0)
        return all->turn.clock_ms[mover(all)] + all->rules->margin_ms;
    if (own->move_ms > 0)
        return own->move_ms + all->rules->margin_ms;
    return all->rules->patience_ms;
}

static void prepare_turn(table *all)
{
    const apo_match_limits *own = own_limits(all);
    all->turn.moves_to_go =
        own->period > 0 ? own->period - all->moves_made[mover(all)] % own->period : 0;
    /* Adds one millisecond, so that our own delay does not reject an answer that is just in
     * time. */
    all->turn.until_ms = apo_engine_now(NULL) + allowed_ms(all) + 1;
}

/* Deducts the time from the mover's clock and adds the increment. */
static void run_clock(table *all, int64_t time_ms)
{
    apo_side side = mover(all);
    const apo_match_limits *own = own_limits(all);
    if (own->clock_ms == 0)
        return;
    all->turn.clock_ms[side] -= time_ms;
    if (all->turn.clock_ms[side] < 0)
        all->turn.clock_ms[side] = 0;
    all->turn.clock_ms[side] += own->increment_ms;
    all->moves_made[side]++;
    if (own->period > 0 && all->moves_made[side] % own->period == 0)
        all->turn.clock_ms[side] += own->clock_ms;
}

/* --- adjudication -------------------------------------------------------- */

/* Counts consecutive moves whose scores agree on the winner; true if there are enough. */
static bool is_decided(table *all, const apo_thought *thought, apo_side side)
{
    int limit = (int)all->rules->resign_cp;
    bool is_clear =
        thought->has_score && (thought->score_cp >= limit || thought->score_cp <= -limit);
    apo_side winner = (thought->score_cp > 0) == (side == APO_WHITE) ? APO_WHITE : APO_BLACK;
    if (limit == 0 || !is_clear) {
        all->agreed_count = 0;
        return false;
    }
    all->agreed_count = winner == all->agreed_winner ? all->agreed_count + 1 : 1;
    all->agreed_winner = winner;
    return all->agreed_count >= 2 * ADJUDICATION_MOVES;
}

/* Ends the game by the rules, or by adjudication. */
static bool is_over(table *all, const apo_thought *thought, apo_side side)
{
    apo_outcome outcome = apo_game_info_of(all->game).outcome;
    const apo_position *pos = apo_game_position(all->game);
    uint32_t moves_max = all->rules->moves_max;
    if (outcome.ending != APO_ENDING_NONE)
        end_with(all, APO_MATCH_END_RULES, outcome.white_quarters);
    else if (is_decided(all, thought, side))
        end_lost(all, APO_MATCH_END_ADJUDICATED,
                 all->agreed_winner == APO_WHITE ? APO_BLACK : APO_WHITE);
    else if (moves_max > 0 && apo_game_info_of(all->game).length >= 2 * (size_t)moves_max)
        end_with(all, APO_MATCH_END_LENGTH, apo_position_point_result(pos));
    else
        return false;
    return true;
}

/* --- a move -------------------------------------------------------------- */

static void add_comment(apo_buffer *out, const apo_thought *thought)
{
    char text[64] = "";
    if (thought->has_score)
        snprintf(text, sizeof text, "%+.2f/%u ", thought->score_cp / 100.0, thought->depth);
    apo_buffer_add(out, text);
    snprintf(text, sizeof text, "%lld.%03llds\n", (long long)(thought->time_ms / 1000),
             (long long)(thought->time_ms % 1000));
    apo_buffer_add(out, text);
}

/* Makes the move of a player. False if the game is over. */
static bool take_move(table *all, const apo_thought *thought)
{
    apo_move mv;
    apo_side side = mover(all);
    apo_span text = apo_span_of(thought->move);
    if (apo_coordinate_read(&mv, apo_game_position(all->game), text, NULL) != APO_OK ||
        apo_game_play(all->game, &mv) != APO_OK) {
        end_forfeited(all, APO_MATCH_END_ILLEGAL, "made an illegal move:", thought->move);
        return false;
    }
    add_comment(all->comments, thought);
    return !is_over(all, thought, side);
}

/* The CPU time distinguishes a slow program from a busy machine. */
static void end_late(table *all, const apo_thought *thought, int64_t allowed)
{
    char times[96] = "";
    const apo_match_limits *own = own_limits(all);
    if (thought->work_ms >= 0)
        snprintf(times, sizeof times, "(%lld ms of %lld, CPU time %lld ms)",
                 (long long)thought->time_ms, (long long)allowed, (long long)thought->work_ms);
    if (own->clock_ms > 0 || own->move_ms > 0)
        end_forfeited(all, APO_MATCH_END_TIME, "lost on time", times);
    else
        end_forfeited(all, APO_MATCH_END_STALLED, "did not answer", times);
}

/* Plays a turn. False if the game is over. */
static bool play_turn(table *all)
{
    apo_thought thought;
    prepare_turn(all);
    int64_t allowed = allowed_ms(all);
    apo_player_think(all->players[mover(all)], &all->turn, &thought);
    if (thought.answer == APO_ANSWER_MOVE && thought.time_ms > allowed)
        thought.answer = APO_ANSWER_LATE;
    switch (thought.answer) {
    case APO_ANSWER_MOVE: run_clock(all, thought.time_ms); return take_move(all, &thought);
    case APO_ANSWER_RESIGN: end_lost(all, APO_MATCH_END_RESIGNATION, mover(all)); break;
    case APO_ANSWER_NONE:
        end_forfeited(all, APO_MATCH_END_REFUSED, "reports no move, but there are some", "");
        break;
    case APO_ANSWER_LATE: end_late(all, &thought, allowed); break;
    case APO_ANSWER_DEAD: end_forfeited(all, APO_MATCH_END_DIED, "has ended", ""); break;
    case APO_ANSWER_STOPPED: end_with(all, APO_MATCH_END_STOPPED, APO_QUARTERS_UNKNOWN); break;
    }
    return false;
}

/* --- a game -------------------------------------------------------------- */

static bool begin_players(table *all)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_player *player = all->players[side];
        enum apo_answer answer = apo_player_begin(player, &all->turn, all->result->detail);
        if (answer == APO_ANSWER_MOVE)
            continue;
        if (answer == APO_ANSWER_STOPPED)
            end_with(all, APO_MATCH_END_STOPPED, APO_QUARTERS_UNKNOWN);
        else if (answer == APO_ANSWER_NONE)
            end_with(all, APO_MATCH_END_UNKNOWN, APO_QUARTERS_UNKNOWN);
        else
            end_lost(all, APO_MATCH_END_DIED, (apo_side)side);
        return false;
    }
    return true;
}

void apo_match_game_play(apo_match_result *out, apo_game *game,
                         apo_player *const players[APO_SIDES], const apo_match_rules *rules,
                         bool is_usual_start, apo_buffer *comments)
{
    /* Other programs begin Chess960 with the start of chess unless told otherwise. */
    bool needs_fen = apo_is_chess960(apo_position_variant(apo_game_info_of(game).start));
    table all = {.game = game,
                 .players = players,
                 .rules = rules,
                 .turn = {.game = game, .is_usual_start = is_usual_start && !needs_fen},
                 .result = out,
                 .comments = comments};
    *out = (apo_match_result){.white_quarters = APO_QUARTERS_UNKNOWN};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        all.turn.limits[side] = &players[side]->spec->limits;
        all.turn.clock_ms[side] = all.turn.limits[side]->clock_ms;
    }
    if (begin_players(&all))
        while (play_turn(&all))
            continue;
    out->plies = (uint32_t)apo_game_info_of(game).length;
}

/* --- games by number ----------------------------------------------------- */

apo_status apo_match_game_numbered(apo_match_result *out, apo_game **out_game,
                                   uint32_t *out_number, const apo_match_table *common,
                                   uint32_t index, apo_buffer *comments)
{
    unsigned white = index % 2;
    apo_player *const players[APO_SIDES] = {&common->players[white], &common->players[!white]};
    apo_status status =
        apo_opening_make(out_game, out_number, common->openings, index / 2, common->evaluator);
    if (status != APO_OK)
        return status;
    bool is_usual = common->openings->name_index == 0 && *out_number == 1;
    apo_match_game_play(out, *out_game, players, common->rules, is_usual, comments);
    return APO_OK;
}

unsigned apo_match_quarters_of_first(const apo_match_result *result, uint32_t index)
{
    unsigned quarters = (unsigned)result->white_quarters;
    return index % 2 == 0 ? quarters : APO_QUARTERS_WIN - quarters;
}

apo_status apo_match_evaluator_new(apo_engine **out, const apo_openings *openings)
{
    const apo_engine_options options = {.hash_mb = 1};
    *out = NULL;
    return apo_openings_need_engine(openings) ? apo_engine_new(out, &options) : APO_OK;
}
