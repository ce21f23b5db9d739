/* Round robins by Berger tables: everybody meets everybody, with colours as even as can be. */
#ifndef APO_GAME_TOURNAMENT_BERGER_H
#define APO_GAME_TOURNAMENT_BERGER_H

#include "game/tournament.h"

typedef struct apo_tournament_pair {
    unsigned white, black; /* players from 0; black APO_TOURNAMENT_NOBODY: a bye */
} apo_tournament_pair;

/* Rounds in which everybody meets everybody `cycles` times (1 or 2). An odd number of players
 * has a round more in each cycle, because somebody is free in each. */
unsigned apo_berger_rounds(unsigned players, unsigned cycles);

/* The pairs of a round (from 1) of `players` (2 to APO_TOURNAMENT_PLAYERS_MAX); gives how many.
 * The second cycle is the first with colours changed. With two cycles the last two rounds of
 * the first change places, so that nobody has the same colour three times running. */
unsigned apo_berger_round(apo_tournament_pair *out, unsigned players, unsigned cycles,
                          unsigned round);

#endif
