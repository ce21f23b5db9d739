#include "game/tournament_knockout.h"

enum {
    PLACES_MAX = 512 /* the smallest power of two that holds all players */
};

unsigned apo_knockout_rounds(unsigned players)
{
    unsigned rounds = 0;
    while (1U << rounds < players)
        rounds++;
    return rounds;
}

/* Points of `player` in a round; a game without result gives none. */
static unsigned points_in(const apo_tournament *tournament, unsigned round, unsigned player)
{
    unsigned points = 0;
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->round != round || !apo_tournament_counts(tournament, game))
            continue;
        if (game->white == player)
            points += game->white_quarters;
        else if (game->black == player)
            points += APO_TOURNAMENT_WIN - game->white_quarters;
    }
    return points;
}

/* The player who advances, of two who met in `round`: by the points of their games and byes in
 * it, or if those are level the one with the lower number. APO_TOURNAMENT_NOBODY: neither was
 * there. */
static unsigned winner_of(const apo_tournament *tournament, unsigned round, unsigned a,
                          unsigned b)
{
    if (a == APO_TOURNAMENT_NOBODY || b == APO_TOURNAMENT_NOBODY) {
        unsigned one = a == APO_TOURNAMENT_NOBODY ? b : a;
        bool was_there = one != APO_TOURNAMENT_NOBODY && points_in(tournament, round, one) > 0;
        return was_there ? one : APO_TOURNAMENT_NOBODY;
    }
    unsigned mine = points_in(tournament, round, a), theirs = points_in(tournament, round, b);
    if (mine != theirs)
        return mine > theirs ? a : b;
    if (mine == 0)
        return APO_TOURNAMENT_NOBODY;
    return tournament->players[a].rank < tournament->players[b].rank ? a : b;
}

bool apo_knockout_is_level(const apo_tournament *tournament, unsigned round, unsigned a,
                           unsigned b)
{
    unsigned mine = points_in(tournament, round, a);
    return mine > 0 && mine == points_in(tournament, round, b);
}

/* The numbers in the order of the draw: the best two of any even part are in different
 * halves. */
static void draw(unsigned *places, unsigned count)
{
    places[0] = 1;
    for (unsigned size = 1; size < count; size *= 2) {
        for (unsigned i = size; i-- > 0;) {
            unsigned rank = places[i];
            places[2 * i] = rank;
            places[2 * i + 1] = 2 * size + 1 - rank;
        }
    }
}

static void find_players(unsigned *places, unsigned count, const apo_tournament *tournament)
{
    unsigned by_rank[PLACES_MAX + 1];
    for (unsigned i = 0; i <= count; i++)
        by_rank[i] = APO_TOURNAMENT_NOBODY;
    for (unsigned i = 0; i < tournament->player_count; i++)
        by_rank[tournament->players[i].rank] = i;
    for (unsigned i = 0; i < count; i++)
        places[i] = by_rank[places[i]];
}

static bool is_here(const apo_tournament *tournament, unsigned player)
{
    return player != APO_TOURNAMENT_NOBODY && !tournament->players[player].has_left;
}

unsigned apo_knockout_pair(apo_tournament_pair *out, const apo_tournament *tournament,
                           unsigned round)
{
    unsigned places[PLACES_MAX], pairs = 0;
    unsigned count = 1U << apo_knockout_rounds((unsigned)tournament->player_count);
    draw(places, count);
    find_players(places, count, tournament);
    for (unsigned i = 1; i < round; i++) {
        count /= 2;
        for (unsigned k = 0; k < count; k++)
            places[k] = winner_of(tournament, i, places[2 * k], places[2 * k + 1]);
    }
    for (unsigned i = 0; i + 1 < count; i += 2) {
        unsigned a = places[i], b = places[i + 1];
        bool is_one = is_here(tournament, a), is_other = is_here(tournament, b);
        /* Colours change from round to round and from match to match. */
        bool is_swapped = (round + i / 2) % 2 == 0;
        if (is_one && is_other)
            out[pairs++] = (apo_tournament_pair){is_swapped ? b : a, is_swapped ? a : b};
        else if (is_one || is_other)
            out[pairs++] = (apo_tournament_pair){is_one ? a : b, APO_TOURNAMENT_NOBODY};
    }
    return pairs;
}

/* A game of the last round in which the player was paired; NULL: there is none. */
static const apo_tournament_game *last_of(const apo_tournament *tournament, unsigned player)
{
    const apo_tournament_game *last = NULL;
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        bool is_theirs = game->white == player || game->black == player;
        if (is_theirs && (last == NULL || game->round > last->round))
            last = game;
    }
    return last;
}

unsigned apo_knockout_reached(const apo_tournament *tournament, unsigned player)
{
    const apo_tournament_game *last = last_of(tournament, player);
    if (last == NULL)
        return 1;
    unsigned opponent = last->white == player ? last->black : last->white;
    bool is_level = opponent != APO_TOURNAMENT_NOBODY &&
                    apo_knockout_is_level(tournament, last->round, player, opponent);
    bool has_won = !is_level && winner_of(tournament, last->round, player, opponent) == player;
    return last->round + has_won;
}
