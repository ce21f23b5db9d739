#include "game/swiss_seat.h"

#include <stdlib.h>

/* The seats of all players, and their scores in the rounds processed so far. */
typedef struct ledger {
    const apo_tournament *tournament;
    unsigned char *met;
    apo_swiss_seat seats[APO_TOURNAMENT_PLAYERS_MAX]; /* by player */
    int gained[APO_TOURNAMENT_PLAYERS_MAX];           /* in this round */
} ledger;

/* --- rounds -------------------------------------------------------------- */

static void note_color(apo_swiss_seat *seat, enum apo_swiss_color color)
{
    if (seat->color_count < sizeof seat->colors)
        seat->colors[seat->color_count++] = (signed char)color;
    seat->balance += (int)color;
}

static enum apo_swiss_float float_of(const apo_swiss_seat *seat, const apo_swiss_seat *other)
{
    return (enum apo_swiss_float)((seat->points < other->points) -
                                  (seat->points > other->points));
}

static void note_game(ledger *all, const apo_tournament_game *game)
{
    apo_swiss_seat *white = &all->seats[game->white], *black = &all->seats[game->black];
    const size_t count = all->tournament->player_count;
    note_color(white, APO_SWISS_WHITE);
    note_color(black, APO_SWISS_BLACK);
    all->met[game->white * count + game->black]++;
    all->met[game->black * count + game->white]++;
    white->floats[0] = float_of(white, black);
    black->floats[0] = float_of(black, white);
}

static void note_points(ledger *all, const apo_tournament_game *game)
{
    const unsigned full = APO_TOURNAMENT_WIN * all->tournament->games_each;
    int quarters = (int)game->white_quarters;
    bool is_won = game->how == APO_TOURNAMENT_FORFEIT && quarters == APO_TOURNAMENT_WIN;
    all->gained[game->white] += quarters;
    if (game->how == APO_TOURNAMENT_BYE) {
        all->seats[game->white].byes += game->white_quarters == full;
        return;
    }
    all->gained[game->black] += APO_TOURNAMENT_WIN - quarters;
    all->seats[game->white].byes += is_won;
    all->seats[game->black].byes += game->how == APO_TOURNAMENT_FORFEIT && quarters == 0;
}

static void note_round(ledger *all, unsigned round)
{
    const apo_tournament *tournament = all->tournament;
    for (size_t i = 0; i < tournament->player_count; i++) {
        all->seats[i].floats[1] = all->seats[i].floats[0];
        all->seats[i].floats[0] = APO_SWISS_DOWN;
        all->gained[i] = 0;
    }
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->round != round)
            continue;
        if (game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_RUNNING)
            note_game(all, game);
        if (apo_tournament_counts(tournament, game))
            note_points(all, game);
    }
    for (size_t i = 0; i < tournament->player_count; i++)
        all->seats[i].points += all->gained[i];
}

static int compare(const void *one, const void *other)
{
    const apo_swiss_seat *a = one, *b = other;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    return a->rank < b->rank ? -1 : 1;
}

unsigned apo_swiss_take_seats(apo_swiss_seat *out, unsigned char *met,
                              const apo_tournament *tournament, unsigned round)
{
    static const int absent = -1;
    ledger all = {.tournament = tournament};
    unsigned count = 0;
    all.met = met;
    for (unsigned i = 0; i < tournament->player_count; i++)
        all.seats[i] = (apo_swiss_seat){.player = i,
                                        .rank = tournament->players[i].rank,
                                        .points = (int)tournament->players[i].head_start};
    for (unsigned i = 1; i < round; i++)
        note_round(&all, i);
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        if (game->round != round)
            continue;
        all.gained[game->white] = absent;
        if (game->black != APO_TOURNAMENT_NOBODY)
            all.gained[game->black] = absent;
    }
    for (unsigned i = 0; i < tournament->player_count; i++) {
        if (!tournament->players[i].has_left && all.gained[i] != absent)
            out[count++] = all.seats[i];
    }
    qsort(out, count, sizeof *out, compare);
    return count;
}

/* --- colours ------------------------------------------------------------- */

static enum apo_swiss_color last_of(const apo_swiss_seat *seat)
{
    return seat->color_count > 0 ? (enum apo_swiss_color)seat->colors[seat->color_count - 1]
                                 : APO_SWISS_NO_COLOR;
}

static bool has_streak(const apo_swiss_seat *seat)
{
    return seat->color_count > 1 &&
           seat->colors[seat->color_count - 2] == (signed char)last_of(seat);
}

enum apo_swiss_strength apo_swiss_strength_of(const apo_swiss_seat *seat)
{
    if (abs(seat->balance) > 1 || has_streak(seat))
        return APO_SWISS_ABSOLUTE;
    if (seat->balance != 0)
        return APO_SWISS_STRONG;
    return seat->color_count > 0 ? APO_SWISS_MILD : APO_SWISS_NONE;
}

enum apo_swiss_color apo_swiss_preference(const apo_swiss_seat *seat)
{
    bool is_last = seat->balance == 0 || (abs(seat->balance) == 1 && has_streak(seat));
    if (is_last)
        return (enum apo_swiss_color)(-(int)last_of(seat));
    return seat->balance > 0 ? APO_SWISS_BLACK : APO_SWISS_WHITE;
}

/* The colour of `seat` in the latest of their games in which the two had different colours. */
static enum apo_swiss_color last_difference(const apo_swiss_seat *seat,
                                            const apo_swiss_seat *other)
{
    for (unsigned i = 1; i <= seat->color_count && i <= other->color_count; i++) {
        signed char color = seat->colors[seat->color_count - i];
        if (color != other->colors[other->color_count - i])
            return (enum apo_swiss_color)color;
    }
    return APO_SWISS_NO_COLOR;
}

/* Whose preference counts: positive: that of `seat`; negative: that of the other; 0: of
 * neither. */
static int weigh(const apo_swiss_seat *seat, const apo_swiss_seat *other)
{
    int more = (int)apo_swiss_strength_of(seat) - (int)apo_swiss_strength_of(other);
    return more != 0 ? more : abs(seat->balance) - abs(other->balance);
}

bool apo_swiss_has_white(const apo_swiss_seat *seat, const apo_swiss_seat *other)
{
    enum apo_swiss_color mine = apo_swiss_preference(seat);
    enum apo_swiss_color theirs = apo_swiss_preference(other);
    if (mine == APO_SWISS_NO_COLOR && theirs == APO_SWISS_NO_COLOR)
        return seat->rank % 2 == 1;
    if (mine == APO_SWISS_NO_COLOR || (mine == theirs && weigh(seat, other) < 0))
        return theirs == APO_SWISS_BLACK;
    if (mine != theirs || weigh(seat, other) > 0)
        return mine == APO_SWISS_WHITE;
    enum apo_swiss_color last = last_difference(seat, other);
    return last != APO_SWISS_NO_COLOR ? last == APO_SWISS_BLACK : mine == APO_SWISS_WHITE;
}
