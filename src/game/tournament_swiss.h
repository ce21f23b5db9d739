/* Swiss pairings by the Dutch system of FIDE (C.04.3): each round pairs players with about the
 * same points who have not met. docs/tournaments.md has the rules; nothing is left to chance.
 */
#ifndef APO_GAME_TOURNAMENT_SWISS_H
#define APO_GAME_TOURNAMENT_SWISS_H

#include "base/status.h"
#include "game/tournament_berger.h"

enum apo_swiss_way {
    APO_SWISS_SLIDE, /* the best of the upper half against the best of the lower */
    APO_SWISS_FOLD,  /* the first against the last */
    APO_SWISS_WAYS
};

/* Pairs round `round`, given all earlier games of `tournament`. Players who have left, and
 * those who already have a bye in this round, are not paired. A bye comes last. `out` has room
 * for half of the players and one more; `count` gets the number of pairs. With two games each,
 * colours are ignored, and the higher player comes first. Errors: APO_E_MEMORY. */
apo_status apo_swiss_pair(apo_tournament_pair *out, unsigned *count,
                          const apo_tournament *tournament, enum apo_swiss_way way,
                          unsigned round);

#endif
