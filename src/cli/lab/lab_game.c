#include "cli/lab/lab_game.h"

#include "cli/io/interrupt.h"
#include "rules/rules/program_view.h"
#include "search/level.h"
#include "search/tactics.h"

const apo_lab_rules apo_lab_rules_usual = {.nodes = 200,
                                           .soft_plies = 8,
                                           .soft_half = 25,
                                           .length_max = 300,
                                           .decided_cp = 900,
                                           .decided_plies = 6};

enum {
    SOFT_LINES = 5,
    SOFT_NODES = 3 /* factor, because several lines are searched */
};

/* A game in progress. */
typedef struct play {
    const apo_lab_table *table;
    apo_game *game;
    apo_random random;
    unsigned ahead[APO_SIDES]; /* consecutive half-moves with a decisive score for the side */
    apo_lab_result result;
} play;

static apo_status decide(play *p, apo_decision *out)
{
    const apo_lab_rules *rules = &p->table->rules;
    const apo_limits limits = {.nodes = rules->nodes};
    const apo_limits soft_limits = {.nodes = (uint64_t)rules->nodes * SOFT_NODES};
    const apo_level soft = {.lines = SOFT_LINES, .half_cp = rules->soft_half};
    if (apo_game_info_of(p->game).length < rules->soft_plies && rules->soft_half > 0)
        return apo_level_go(out, p->table->engine, &soft, &soft_limits, &p->random);
    return apo_engine_go(out, p->table->engine, &limits, NULL, NULL);
}

/* True if the game is decided; `score` is for the side to move. */
static bool is_decided(play *p, int score)
{
    const apo_lab_rules *rules = &p->table->rules;
    apo_side side = apo_position_side(apo_game_position(p->game));
    int white = side == APO_WHITE ? score : -score, bound = (int)rules->decided_cp;
    p->ahead[APO_WHITE] = white >= bound ? p->ahead[APO_WHITE] + 1 : 0;
    p->ahead[APO_BLACK] = -white >= bound ? p->ahead[APO_BLACK] + 1 : 0;
    for (unsigned i = 0; i < APO_SIDES; i++)
        if (bound > 0 && p->ahead[i] >= rules->decided_plies) {
            p->result.white_quarters = i == APO_WHITE ? APO_QUARTERS_WIN : APO_QUARTERS_LOSS;
            return true;
        }
    return false;
}

/* Plays a move. `*out_is_over`: the result is known. */
static apo_status play_move(play *p, bool *out_is_over)
{
    apo_decision made;
    const apo_lab_table *table = p->table;
    const apo_position *pos = apo_game_position(p->game);
    uint64_t legal = apo_perft(pos, 1);
    p->result.legal_moves += legal < APO_MOVE_LIST_MAX ? legal : APO_MOVE_LIST_MAX;
    apo_status status = decide(p, &made);
    if (status != APO_OK)
        return status;
    if (!made.has_move)
        return APO_E_POSITION;
    if (table->watch != NULL)
        table->watch(table->watch_context, pos, &made);
    *out_is_over = is_decided(p, made.score);
    status = apo_game_play(p->game, &made.best);
    return status == APO_OK ? apo_engine_play(table->engine, &made.best) : status;
}

/* Scores the game by the rules, or by points if it is too long. */
static void adjudicate(play *p)
{
    apo_outcome outcome = apo_game_info_of(p->game).outcome;
    const apo_position *pos = apo_game_position(p->game);
    int quarters = apo_count_quarters(pos);
    if (outcome.ending != APO_ENDING_NONE)
        p->result.white_quarters = outcome.white_quarters;
    else
        p->result.white_quarters =
            apo_position_side(pos) == APO_WHITE ? quarters : APO_QUARTERS_WIN - quarters;
}

static apo_status play_on(play *p)
{
    bool is_over = false;
    while (!is_over) {
        if (apo_interrupt_is_set())
            return APO_E_FINISHED;
        if (apo_game_info_of(p->game).is_over ||
            apo_game_info_of(p->game).length >= p->table->rules.length_max) {
            adjudicate(p);
            break;
        }
        apo_status status = play_move(p, &is_over);
        if (status != APO_OK)
            return status;
    }
    p->result.plies = (unsigned)apo_game_info_of(p->game).length;
    return APO_OK;
}

apo_status apo_lab_play(apo_lab_result *out, const apo_lab_table *table,
                        const apo_position *start, uint64_t seed)
{
    play p = {.table = table};
    apo_random_seed(&p.random, seed);
    /* Knowledge from earlier games would make this one depend on where the run was resumed. */
    apo_status status = apo_engine_forget(table->engine);
    if (status == APO_OK)
        status = apo_engine_set_position(table->engine, start);
    if (status == APO_OK)
        status = apo_game_new(&p.game, start, NULL);
    if (status == APO_OK)
        status = play_on(&p);
    apo_game_free(p.game);
    if (status == APO_OK)
        *out = p.result;
    return status;
}
