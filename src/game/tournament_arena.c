#include "game/tournament_arena.h"

#include "base/alloc.h"
#include "game/matching.h"

enum {
    /* The levels of a pair's cost, worst first. */
    AGAIN,  /* their last opponents were each other */
    WAITED, /* the player left over has played fewer games than others */
    APART,  /* places apart, squared, and meetings */
    COLOR,  /* both have had the same colour more often */
    PLACE,  /* others are placed lower than the player left over */
    MEETING_COST = 4
};

/* A player's record so far. */
typedef struct record {
    unsigned player;
    unsigned games, last; /* the last opponent; APO_TOURNAMENT_NOBODY: none yet */
    int surplus;          /* games with White less those with Black */
    bool had_white;       /* in the last game */
} record;

/* The work of one wave: the players who are free, in the order of the table. */
typedef struct wave {
    const apo_tournament *tournament;
    record all[APO_TOURNAMENT_PLAYERS_MAX]; /* by player */
    bool is_busy[APO_TOURNAMENT_PLAYERS_MAX];
    bool is_other_busy; /* some player who has not left is playing */
    const record *free[APO_ARENA_PLAYERS_MAX];
    unsigned count;
    /* How often two free players have met, indexed by their places among the free ones. */
    uint16_t meetings[APO_ARENA_PLAYERS_MAX][APO_ARENA_PLAYERS_MAX];
} wave;

static void note_game(wave *on, const apo_tournament_game *game)
{
    record *white = &on->all[game->white], *black = &on->all[game->black];
    if (game->how == APO_TOURNAMENT_RUNNING || game->how == APO_TOURNAMENT_TO_COME)
        on->is_busy[game->white] = on->is_busy[game->black] = true;
    white->last = game->black;
    black->last = game->white;
    white->games++;
    black->games++;
    white->surplus++;
    black->surplus--;
    white->had_white = true;
    black->had_white = false;
}

static void note_all(wave *on, const apo_tournament_line *lines)
{
    const apo_tournament *tournament = on->tournament;
    for (unsigned p = 0; p < tournament->player_count; p++)
        on->all[p] = (record){.player = p, .last = APO_TOURNAMENT_NOBODY};
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->how != APO_TOURNAMENT_BYE && game->how != APO_TOURNAMENT_DROPPED)
            note_game(on, game);
    }
    for (unsigned k = 0; k < tournament->player_count; k++) {
        const unsigned p = lines[k].player;
        if (tournament->players[p].has_left)
            continue;
        if (on->is_busy[p])
            on->is_other_busy = true;
        else if (on->count < APO_ARENA_PLAYERS_MAX)
            on->free[on->count++] = &on->all[p];
    }
}

/* Goes over all games once instead of once per pair: an arena has up to 5,000 of both. */
static void count_meetings(wave *on)
{
    unsigned place_of[APO_TOURNAMENT_PLAYERS_MAX];
    for (unsigned p = 0; p < on->tournament->player_count; p++)
        place_of[p] = APO_TOURNAMENT_NOBODY;
    for (unsigned a = 0; a < on->count; a++)
        place_of[on->free[a]->player] = a;
    for (size_t i = 0; i < on->tournament->game_count; i++) {
        const apo_tournament_game *game = &on->tournament->games[i];
        if (game->how == APO_TOURNAMENT_BYE)
            continue;
        const unsigned a = place_of[game->white], b = place_of[game->black];
        if (a == APO_TOURNAMENT_NOBODY || b == APO_TOURNAMENT_NOBODY)
            continue;
        on->meetings[a][b]++;
        on->meetings[b][a]++;
    }
}

static bool is_again(const record *a, const record *b)
{
    return a->last == b->player && b->last == a->player;
}

static void fill_costs(apo_matching_cost *out, const wave *on, unsigned vertices)
{
    unsigned most = 0;
    for (unsigned a = 0; a < on->count; a++)
        most = on->free[a]->games > most ? on->free[a]->games : most;
    for (unsigned a = 0; a < on->count; a++) {
        for (unsigned b = a + 1; b < vertices; b++) {
            int64_t *cost = out[a * vertices + b].dense;
            const record *one = on->free[a];
            if (b == on->count) { /* `one` is left over */
                cost[WAITED] = most - one->games;
                cost[PLACE] = on->count - a;
                continue;
            }
            const record *other = on->free[b];
            const int64_t apart = b - a, met = on->meetings[a][b];
            cost[AGAIN] = is_again(one, other);
            cost[APART] = apart * apart + MEETING_COST * met * met;
            cost[COLOR] = (one->surplus > 0 && other->surplus > 0) ||
                          (one->surplus < 0 && other->surplus < 0);
        }
    }
}

/* The first of the two is better placed. */
static apo_tournament_pair with_colors(const record *one, const record *other)
{
    bool is_white = true;
    if (one->surplus != other->surplus)
        is_white = one->surplus < other->surplus;
    else if (one->games > 0 && other->games > 0 && one->had_white != other->had_white)
        is_white = !one->had_white;
    return is_white ? (apo_tournament_pair){one->player, other->player}
                    : (apo_tournament_pair){other->player, one->player};
}

static apo_status match(unsigned *mates, const wave *on, unsigned vertices)
{
    apo_matching_cost *costs =
        apo_allocate_zero(NULL, (size_t)vertices * vertices * sizeof *costs);
    apo_matching_unit *units = apo_allocate_zero(NULL, vertices * sizeof *units);
    apo_status status = APO_E_MEMORY;
    if (costs != NULL && units != NULL) {
        fill_costs(costs, on, vertices);
        const apo_matching problem = {
            .count = vertices, .levels = APO_MATCHING_DENSE, .costs = costs, .units = units};
        status = apo_matching_solve(mates, &problem);
    }
    apo_free(NULL, costs);
    apo_free(NULL, units);
    return status;
}

static apo_status pair_free(apo_tournament_pair *out, unsigned *count, const wave *on)
{
    unsigned mates[APO_ARENA_PLAYERS_MAX + 1];
    const unsigned vertices = on->count + on->count % 2;
    /* A pair that has just met waits for others; if there are none, it meets again. */
    const bool may_repeat = on->count == 2 && !on->is_other_busy;
    apo_status status = match(mates, on, vertices);
    for (unsigned a = 0; status == APO_OK && a < on->count; a++) {
        const unsigned b = mates[a];
        if (b < a || b == on->count)
            continue;
        if (may_repeat || !is_again(on->free[a], on->free[b]))
            out[(*count)++] = with_colors(on->free[a], on->free[b]);
    }
    return status;
}

apo_status apo_arena_pair(apo_tournament_pair *out, unsigned *count,
                          const apo_tournament *tournament)
{
    apo_tournament_line *lines = apo_allocate(NULL, APO_TOURNAMENT_PLAYERS_MAX * sizeof *lines);
    wave *on = apo_allocate_zero(NULL, sizeof *on);
    apo_status status = APO_E_MEMORY;
    *count = 0;
    if (lines != NULL && on != NULL) {
        on->tournament = tournament;
        apo_tournament_table(lines, tournament);
        note_all(on, lines);
        count_meetings(on);
        status = on->count >= 2 ? pair_free(out, count, on) : APO_OK;
    }
    apo_free(NULL, on);
    apo_free(NULL, lines);
    return status;
}
