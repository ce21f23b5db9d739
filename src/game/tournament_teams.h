/* Team events: games on boards add up to matches, matches to a table of teams. Pure functions,
 * as those of game/tournament.h. */
#ifndef APO_GAME_TOURNAMENT_TEAMS_H
#define APO_GAME_TOURNAMENT_TEAMS_H

#include "game/tournament_berger.h"

enum {
    APO_TEAMS_MAX = 32,
    APO_TEAM_BOARDS_MAX = 12,
    APO_TEAM_RESERVES_MAX = 2,
    /* two cycles of 32 teams have 62 rounds of 16 matches */
    APO_TEAM_MATCHES_MAX = 1024
};

/* A game of a team event, or the bye of a player whose board has no opponent. */
typedef struct apo_team_game {
    apo_tournament_game game; /* of players */
    unsigned match;           /* in its round, from 0 */
    unsigned board;           /* of the match, from 0 */
} apo_team_game;

/* Two teams of a round. */
typedef struct apo_team_match {
    unsigned round;                         /* from 1 */
    unsigned home, guests;                  /* teams; the first has White on the first board */
    unsigned home_quarters, guest_quarters; /* points on the boards */
    bool is_over;
} apo_team_match;

/* A team's line in the table. */
typedef struct apo_team_line {
    unsigned team;
    unsigned place;          /* from 1; shared by equal teams */
    unsigned match_points;   /* 2 for a match won, 1 for one drawn */
    unsigned board_quarters; /* points on the boards */
    unsigned direct; /* match points against the teams with as many points of both kinds */
    unsigned won, drawn, lost;
} apo_team_line;

typedef struct apo_teams {
    const apo_team_game *games; /* borrowed; by round, match and board */
    size_t game_count;
    const unsigned *team_of; /* of each player, from 0 */
    unsigned count;          /* of teams */
} apo_teams;

/* Adds up the games. If a team has no opponent, or all opponents are missing, `guests` is
 * APO_TOURNAMENT_NOBODY. Returns how many matches there are, at most APO_TEAM_MATCHES_MAX. */
size_t apo_team_matches(apo_team_match *out, const apo_teams *teams);

/* A match as a game between teams, for pairing: won, drawn or lost. */
apo_tournament_game apo_team_match_game(const apo_team_match *match);

/* The table, best first: by match points, then points on the boards, then match points against
 * each other. Equal teams are in the order of their numbers. `out` has room for all teams. */
void apo_team_table(apo_team_line *out, unsigned count, const apo_team_match *matches,
                    size_t match_count);

/* The players of one board: White is the home team's on the first board, the guests' on the
 * second, and so on. Either may be APO_TOURNAMENT_NOBODY; then the other is first. */
apo_tournament_pair apo_team_board(unsigned home, unsigned guest, unsigned board);

#endif
