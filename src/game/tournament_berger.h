/* Round robins by Berger tables: everybody meets everybody, with colours as even as
 * possible. */
#ifndef APO_GAME_TOURNAMENT_BERGER_H
#define APO_GAME_TOURNAMENT_BERGER_H

#include "game/tournament.h"

typedef struct apo_tournament_pair {
    unsigned white, black; /* players from 0; black APO_TOURNAMENT_NOBODY: a bye */
} apo_tournament_pair;

/* Rounds in which everybody meets everybody `cycles` times (1 or 2). With an odd number of
 * players each cycle has one more round, because one player has a bye in each. */
unsigned apo_berger_rounds(unsigned players, unsigned cycles);

/* The pairs of a round (from 1) of `players` (2 to APO_TOURNAMENT_PLAYERS_MAX); returns the
 * number of pairs. The second cycle is the first with colours reversed. With two cycles the
 * last two rounds of the first are swapped, so that nobody has the same colour three times in a
 * row. */
unsigned apo_berger_round(apo_tournament_pair *out, unsigned players, unsigned cycles,
                          unsigned round);

#endif
