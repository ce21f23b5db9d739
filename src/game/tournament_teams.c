#include "game/tournament_teams.h"

enum {
    WIN_POINTS = 2 /* of a match */
};

static bool is_decided(const apo_tournament_game *game)
{
    return game->how == APO_TOURNAMENT_PLAYED || game->how == APO_TOURNAMENT_FORFEIT ||
           game->how == APO_TOURNAMENT_BYE;
}

/* Sets a side of the match; a team is set by the first game that shows it. */
static void note_side(apo_team_match *match, unsigned team, bool is_home)
{
    unsigned *side = is_home ? &match->home : &match->guests;
    if (match->home != team && match->guests != team && *side == APO_TOURNAMENT_NOBODY)
        *side = team;
}

static void note_game(apo_team_match *match, const apo_teams *teams, const apo_team_game *one)
{
    const apo_tournament_game *game = &one->game;
    const unsigned white = teams->team_of[game->white];
    const bool is_home_white = one->board % 2 == 0;
    note_side(match, white, is_home_white);
    if (game->how != APO_TOURNAMENT_BYE)
        note_side(match, teams->team_of[game->black], !is_home_white);
    if (game->how == APO_TOURNAMENT_TO_COME || game->how == APO_TOURNAMENT_RUNNING)
        match->is_over = false;
    if (!is_decided(game))
        return;
    const bool is_white_home = white == match->home;
    *(is_white_home ? &match->home_quarters : &match->guest_quarters) += game->white_quarters;
    if (game->how != APO_TOURNAMENT_BYE)
        *(is_white_home ? &match->guest_quarters : &match->home_quarters) +=
            APO_TOURNAMENT_WIN - game->white_quarters;
}

/* A team alone is at home. */
static void settle(apo_team_match *match)
{
    if (match->home != APO_TOURNAMENT_NOBODY)
        return;
    match->home = match->guests;
    match->home_quarters = match->guest_quarters;
    match->guests = APO_TOURNAMENT_NOBODY;
    match->guest_quarters = 0;
}

size_t apo_team_matches(apo_team_match *out, const apo_teams *teams)
{
    size_t count = 0;
    unsigned number = 0;
    for (size_t i = 0; i < teams->game_count; i++) {
        const apo_team_game *one = &teams->games[i];
        const bool is_new =
            count == 0 || out[count - 1].round != one->game.round || number != one->match;
        if (is_new && count == APO_TEAM_MATCHES_MAX)
            break;
        if (is_new)
            out[count++] = (apo_team_match){.round = one->game.round,
                                            .home = APO_TOURNAMENT_NOBODY,
                                            .guests = APO_TOURNAMENT_NOBODY,
                                            .is_over = true};
        number = one->match;
        note_game(&out[count - 1], teams, one);
    }
    for (size_t i = 0; i < count; i++)
        settle(&out[i]);
    return count;
}

/* Quarters of the home team, as of one game. */
static unsigned result_of(const apo_team_match *match)
{
    if (match->home_quarters == match->guest_quarters)
        return APO_TOURNAMENT_WIN / 2;
    return match->home_quarters > match->guest_quarters ? APO_TOURNAMENT_WIN : 0;
}

apo_tournament_game apo_team_match_game(const apo_team_match *match)
{
    apo_tournament_game game = {
        .round = match->round, .white = match->home, .black = match->guests};
    if (match->guests == APO_TOURNAMENT_NOBODY) {
        game.how = APO_TOURNAMENT_BYE;
        game.white_quarters = APO_TOURNAMENT_WIN;
    } else {
        game.how = match->is_over ? APO_TOURNAMENT_PLAYED : APO_TOURNAMENT_RUNNING;
        game.white_quarters = match->is_over ? result_of(match) : 0;
    }
    return game;
}

/* --- the table ----------------------------------------------------------- */

static unsigned points_for(unsigned quarters)
{
    return quarters * WIN_POINTS / APO_TOURNAMENT_WIN;
}

static void add_side(apo_team_line *line, unsigned quarters, unsigned board_quarters)
{
    line->match_points += points_for(quarters);
    line->board_quarters += board_quarters;
    line->won += quarters == APO_TOURNAMENT_WIN;
    line->drawn += quarters == APO_TOURNAMENT_WIN / 2;
    line->lost += quarters == 0;
}

static void add_match(apo_team_line *out, const apo_team_match *match)
{
    if (!match->is_over)
        return;
    const unsigned quarters =
        match->guests == APO_TOURNAMENT_NOBODY ? APO_TOURNAMENT_WIN : result_of(match);
    add_side(&out[match->home], quarters, match->home_quarters);
    if (match->guests != APO_TOURNAMENT_NOBODY)
        add_side(&out[match->guests], APO_TOURNAMENT_WIN - quarters, match->guest_quarters);
}

static bool is_level(const apo_team_line *a, const apo_team_line *b)
{
    return a->match_points == b->match_points && a->board_quarters == b->board_quarters;
}

/* Match points of each team against those it is level with; `out` is by team. */
static void add_direct(apo_team_line *out, const apo_team_match *match)
{
    if (!match->is_over || match->guests == APO_TOURNAMENT_NOBODY ||
        !is_level(&out[match->home], &out[match->guests]))
        return;
    const unsigned quarters = result_of(match);
    out[match->home].direct += points_for(quarters);
    out[match->guests].direct += points_for(APO_TOURNAMENT_WIN - quarters);
}

/* Negative if `a` ranks before `b`. */
static int compare(const apo_team_line *a, const apo_team_line *b)
{
    if (a->match_points != b->match_points)
        return a->match_points > b->match_points ? -1 : 1;
    if (a->board_quarters != b->board_quarters)
        return a->board_quarters > b->board_quarters ? -1 : 1;
    if (a->direct != b->direct)
        return a->direct > b->direct ? -1 : 1;
    return 0;
}

void apo_team_table(apo_team_line *out, unsigned count, const apo_team_match *matches,
                    size_t match_count)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = (apo_team_line){.team = i};
    for (size_t i = 0; i < match_count; i++)
        add_match(out, &matches[i]);
    for (size_t i = 0; i < match_count; i++)
        add_direct(out, &matches[i]);
    for (unsigned i = 1; i < count; i++) {
        const apo_team_line moved = out[i];
        unsigned at = i;
        for (; at > 0 && compare(&moved, &out[at - 1]) < 0; at--)
            out[at] = out[at - 1];
        out[at] = moved;
    }
    for (unsigned i = 0; i < count; i++)
        out[i].place = i > 0 && compare(&out[i - 1], &out[i]) == 0 ? out[i - 1].place : i + 1;
}

apo_tournament_pair apo_team_board(unsigned home, unsigned guest, unsigned board)
{
    const bool is_swapped =
        home == APO_TOURNAMENT_NOBODY || (board % 2 == 1 && guest != APO_TOURNAMENT_NOBODY);
    return is_swapped ? (apo_tournament_pair){guest, home} : (apo_tournament_pair){home, guest};
}
