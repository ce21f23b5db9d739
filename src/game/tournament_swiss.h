/* Swiss pairings: each round joins players of about the same points who have not met. The rule
 * is written out in docs/tournaments.md; it leaves nothing to chance. */
#ifndef APO_GAME_TOURNAMENT_SWISS_H
#define APO_GAME_TOURNAMENT_SWISS_H

#include "game/tournament_berger.h"

enum apo_swiss_way {
    APO_SWISS_SLIDE, /* the best of the upper half against the best of the lower */
    APO_SWISS_FOLD,  /* the first against the last */
    APO_SWISS_WAYS
};

/* The pairs of round `round`, which follows from all games of `tournament`; those who have left
 * are not paired. Byes stand last. `out` has room for half of the players and one more. With
 * both colours (games_each 2) colours are not looked at, and the higher one comes first. Gives
 * how many pairs. */
unsigned apo_swiss_pair(apo_tournament_pair *out, const apo_tournament *tournament,
                        enum apo_swiss_way way, unsigned round);

#endif
