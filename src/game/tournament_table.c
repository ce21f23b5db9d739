/* Points, tie-breaks and places. */
#include <stdint.h>
#include <string.h>

#include "game/tournament.h"

/* Sums computed once for all lines. */
typedef struct sums {
    const apo_tournament *tournament;
    unsigned points[APO_TOURNAMENT_PLAYERS_MAX];
    bool is_struck[APO_TOURNAMENT_PLAYERS_MAX];
    unsigned streaks[APO_TOURNAMENT_PLAYERS_MAX]; /* in an arena: games won in a row */
    unsigned rounds;                              /* that have begun */
    /* The opponent of each player in the first rounds; APO_TOURNAMENT_NOBODY: none. */
    uint16_t opponents[APO_TOURNAMENT_PLAYERS_MAX][APO_TOURNAMENT_ROUNDS_MAX + 1];
} sums;

static bool is_of(const apo_tournament_game *game, unsigned player)
{
    return game->white == player || game->black == player;
}

static unsigned other_of(const apo_tournament_game *game, unsigned player)
{
    return game->white == player ? game->black : game->white;
}

static unsigned quarters_of(const apo_tournament_game *game, unsigned player)
{
    return game->white == player ? game->white_quarters
                                 : APO_TOURNAMENT_WIN - game->white_quarters;
}

/* True for players who left before half of their games were over. In a Swiss tournament all
 * games played count. */
static bool is_struck(const apo_tournament *tournament, unsigned player)
{
    unsigned all = 0, over = 0;
    if (tournament->is_swiss || !tournament->players[player].has_left)
        return false;
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (!is_of(game, player) || game->how == APO_TOURNAMENT_BYE)
            continue;
        all++;
        over += game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_RUNNING;
    }
    return over * 2 < all;
}

static bool is_decided(const apo_tournament_game *game)
{
    return game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_FORFEIT ||
           game->how == APO_TOURNAMENT_BYE;
}

bool apo_tournament_counts(const apo_tournament *tournament, const apo_tournament_game *game)
{
    return is_decided(game) && !is_struck(tournament, game->white) &&
           (game->how == APO_TOURNAMENT_BYE || !is_struck(tournament, game->black));
}

static bool counts(const sums *all, const apo_tournament_game *game)
{
    return is_decided(game) && !all->is_struck[game->white] &&
           (game->how == APO_TOURNAMENT_BYE || !all->is_struck[game->black]);
}

static void add_points(sums *all, unsigned player, unsigned quarters)
{
    all->points[player] += all->tournament->is_arena
                               ? apo_tournament_streak_points(&all->streaks[player], quarters)
                               : quarters;
}

static void add_up(sums *all)
{
    const apo_tournament *tournament = all->tournament;
    for (unsigned p = 0; p < tournament->player_count; p++)
        all->is_struck[p] = is_struck(tournament, p);
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->how != APO_TOURNAMENT_TO_COME && game->round > all->rounds)
            all->rounds = game->round;
        if (!counts(all, game))
            continue;
        add_points(all, game->white, game->white_quarters);
        if (game->how != APO_TOURNAMENT_BYE)
            add_points(all, game->black, APO_TOURNAMENT_WIN - game->white_quarters);
    }
}

/* --- tie-breaks ---------------------------------------------------------- */

static int64_t sonneborn_of(const sums *all, unsigned player)
{
    int64_t sum = 0;
    for (size_t i = 0; i < all->tournament->game_count; i++) {
        const apo_tournament_game *game = &all->tournament->games[i];
        if (is_of(game, player) && counts(all, game) && game->how != APO_TOURNAMENT_BYE)
            sum += (int64_t)quarters_of(game, player) * all->points[other_of(game, player)];
    }
    return sum;
}

static void note_opponent(sums *all, const apo_tournament_game *game, unsigned player)
{
    uint16_t *opponent = &all->opponents[player][game->round];
    if (*opponent == APO_TOURNAMENT_NOBODY)
        *opponent = (uint16_t)other_of(game, player);
}

/* Done once for all players: there may be 500 players and 5,000 games. */
static void find_opponents(sums *all)
{
    const apo_tournament *tournament = all->tournament;
    for (unsigned p = 0; p < tournament->player_count; p++) {
        for (unsigned round = 0; round <= APO_TOURNAMENT_ROUNDS_MAX; round++)
            all->opponents[p][round] = APO_TOURNAMENT_NOBODY;
    }
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->round > APO_TOURNAMENT_ROUNDS_MAX || !counts(all, game) ||
            game->how == APO_TOURNAMENT_BYE)
            continue;
        note_opponent(all, game, game->white);
        note_opponent(all, game, game->black);
    }
}

/* The opponent's points for one round; half of the points available if there was none. */
static unsigned round_points(const sums *all, unsigned player, unsigned round)
{
    const unsigned opponent = round <= APO_TOURNAMENT_ROUNDS_MAX ? all->opponents[player][round]
                                                                 : APO_TOURNAMENT_NOBODY;
    return opponent != APO_TOURNAMENT_NOBODY
               ? all->points[opponent]
               : all->rounds * all->tournament->games_each * APO_TOURNAMENT_WIN / 2;
}

static int64_t buchholz_of(const sums *all, unsigned player, bool is_cut)
{
    int64_t sum = 0;
    unsigned lowest = 0;
    for (unsigned round = 1; round <= all->rounds; round++) {
        unsigned worth = round_points(all, player, round);
        sum += worth;
        if (round == 1 || worth < lowest)
            lowest = worth;
    }
    return is_cut ? sum - lowest : sum;
}

/* Sums the quarters against the group; tells whether all games against it are over. */
static bool meet_group(const sums *all, unsigned player, const bool *is_in, int64_t *out)
{
    const apo_tournament *tournament = all->tournament;
    bool has_met[APO_TOURNAMENT_PLAYERS_MAX] = {false};
    *out = 0;
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (!is_of(game, player) || game->how == APO_TOURNAMENT_BYE ||
            !is_in[other_of(game, player)])
            continue;
        if (!counts(all, game))
            return false;
        has_met[other_of(game, player)] = true;
        *out += quarters_of(game, player);
    }
    for (unsigned p = 0; p < tournament->player_count; p++) {
        if (is_in[p] && p != player && !has_met[p])
            return false;
    }
    return true;
}

static void fill_direct(const sums *all, apo_tournament_line *lines, size_t count, unsigned at)
{
    bool is_in[APO_TOURNAMENT_PLAYERS_MAX] = {false};
    bool have_all_met = true;
    for (size_t i = 0; i < count; i++)
        is_in[lines[i].player] = true;
    for (size_t i = 0; i < count && have_all_met; i++)
        have_all_met = meet_group(all, lines[i].player, is_in, &lines[i].breaks[at]);
    for (size_t i = 0; i < count && !have_all_met; i++)
        lines[i].breaks[at] = 0;
}

/* Computes break number `at` of lines that are equal so far. */
static void fill_break(const sums *all, apo_tournament_line *lines, size_t count, unsigned at)
{
    for (size_t i = 0; i < count; i++) {
        apo_tournament_line *line = &lines[i];
        switch (all->tournament->breaks[at]) {
        case APO_TOURNAMENT_BREAK_DIRECT: break;
        case APO_TOURNAMENT_BREAK_SONNEBORN:
            line->breaks[at] = sonneborn_of(all, line->player);
            break;
        case APO_TOURNAMENT_BREAK_BUCHHOLZ:
            line->breaks[at] = buchholz_of(all, line->player, false);
            break;
        case APO_TOURNAMENT_BREAK_BUCHHOLZ_CUT:
            line->breaks[at] = buchholz_of(all, line->player, true);
            break;
        case APO_TOURNAMENT_BREAK_WINS:
            line->breaks[at] = line->outcomes[APO_TOURNAMENT_WIN];
            break;
        case APO_TOURNAMENT_BREAKS: break;
        }
    }
    if (all->tournament->breaks[at] == APO_TOURNAMENT_BREAK_DIRECT && count > 1)
        fill_direct(all, lines, count, at);
}

/* --- order --------------------------------------------------------------- */

/* Negative if `a` ranks before `b` by points and the first breaks; 0 if they are equal. */
static int compare(const apo_tournament_line *a, const apo_tournament_line *b, unsigned breaks)
{
    if (a->is_struck != b->is_struck)
        return a->is_struck ? 1 : -1;
    if (a->reached != b->reached)
        return a->reached > b->reached ? -1 : 1;
    if (a->reached > 0)
        return 0;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    for (unsigned i = 0; i < breaks; i++) {
        if (a->breaks[i] != b->breaks[i])
            return a->breaks[i] > b->breaks[i] ? -1 : 1;
    }
    return 0;
}

/* Stable insertion sort: few lines, nearly sorted from one break to the next. */
static void sort(apo_tournament_line *lines, size_t count, unsigned breaks)
{
    for (size_t i = 1; i < count; i++) {
        apo_tournament_line moved = lines[i];
        size_t at = i;
        for (; at > 0 && compare(&moved, &lines[at - 1], breaks) < 0; at--)
            lines[at] = lines[at - 1];
        lines[at] = moved;
    }
}

static size_t group_end(const apo_tournament_line *lines, size_t from, size_t count,
                        unsigned breaks)
{
    size_t end = from + 1;
    while (end < count && compare(&lines[from], &lines[end], breaks) == 0)
        end++;
    return end;
}

static void start_lines(apo_tournament_line *out, const sums *all)
{
    const apo_tournament *tournament = all->tournament;
    const apo_tournament_player *players = tournament->players;
    for (unsigned p = 0; p < tournament->player_count; p++) {
        /* Initially sorted by rank, which decides if nothing else does. */
        out[players[p].rank - 1] =
            (apo_tournament_line){.player = p,
                                  .points = all->points[p] + players[p].head_start,
                                  .reached = players[p].reached,
                                  .streak = all->streaks[p],
                                  .is_struck = all->is_struck[p]};
    }
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->how != APO_TOURNAMENT_PLAYED || !counts(all, game))
            continue;
        out[players[game->white].rank - 1].outcomes[game->white_quarters]++;
        out[players[game->black].rank - 1]
            .outcomes[APO_TOURNAMENT_WIN - game->white_quarters]++;
    }
}

void apo_tournament_table(apo_tournament_line *out, const apo_tournament *tournament)
{
    sums all = {.tournament = tournament};
    size_t count = tournament->player_count;
    add_up(&all);
    find_opponents(&all);
    start_lines(out, &all);
    sort(out, count, 0);
    for (unsigned at = 0; at < tournament->break_count; at++) {
        for (size_t from = 0, end; from < count; from = end) {
            end = group_end(out, from, count, at);
            fill_break(&all, out + from, end - from, at);
        }
        sort(out, count, at + 1);
    }
    for (size_t i = 0; i < count; i++) {
        bool is_equal = i > 0 && compare(&out[i - 1], &out[i], tournament->break_count) == 0;
        out[i].place = is_equal ? out[i - 1].place : (unsigned)i + 1;
    }
}
