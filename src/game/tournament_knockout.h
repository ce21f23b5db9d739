/* Knock-outs: the loser of a match is out. The lowest numbers are as far apart in the draw as
 * possible, so that they meet late, and get the byes of the first round. */
#ifndef APO_GAME_TOURNAMENT_KNOCKOUT_H
#define APO_GAME_TOURNAMENT_KNOCKOUT_H

#include "game/tournament_berger.h"

enum {
    APO_KNOCKOUT_REPLAYS_MAX = 2 /* further games of a match that is level */
};

/* Rounds until one of `players` (1 or more) is left. */
unsigned apo_knockout_rounds(unsigned players);

/* Pairs round `round` (from 1), given all games of the rounds before. `out` has room for half
 * of the players and one more. A player whose opponent has left, or was never there, has a bye.
 * Returns the number of pairs. */
unsigned apo_knockout_pair(apo_tournament_pair *out, const apo_tournament *tournament,
                           unsigned round);

/* True if the two have equally many points in `round`, and at least some. A match with games to
 * come may be level too. */
bool apo_knockout_is_level(const apo_tournament *tournament, unsigned round, unsigned a,
                           unsigned b);

/* The round that a player has reached; one more than the last for the overall winner. */
unsigned apo_knockout_reached(const apo_tournament *tournament, unsigned player);

#endif
