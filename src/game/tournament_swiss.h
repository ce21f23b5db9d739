/* Swiss pairings: each round pairs players with about the same points who have not met.
 * docs/tournaments.md has the rule; it is deterministic. */
#ifndef APO_GAME_TOURNAMENT_SWISS_H
#define APO_GAME_TOURNAMENT_SWISS_H

#include "game/tournament_berger.h"

enum apo_swiss_way {
    APO_SWISS_SLIDE, /* the best of the upper half against the best of the lower */
    APO_SWISS_FOLD,  /* the first against the last */
    APO_SWISS_WAYS
};

/* Pairs round `round`, given all earlier games of `tournament`; players who have left are not
 * paired. Byes come last. `out` has room for half of the players and one more. With two games
 * each, colours are ignored, and the higher player comes first. Returns the number of pairs. */
unsigned apo_swiss_pair(apo_tournament_pair *out, const apo_tournament *tournament,
                        enum apo_swiss_way way, unsigned round);

#endif
