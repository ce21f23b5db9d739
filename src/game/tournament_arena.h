/* Arenas: players who are free are paired every few seconds until the time is over. Points are
 * counted by apo_tournament_streak_points. Any thread. */
#ifndef APO_GAME_TOURNAMENT_ARENA_H
#define APO_GAME_TOURNAMENT_ARENA_H

#include "game/tournament_berger.h"

enum {
    APO_ARENA_PLAYERS_MAX = 100, /* at the same time */
    APO_ARENA_GAMES_MAX = 5000   /* of one arena: it ends when this many have begun */
};

/* Pairs the players who have not left and have no running or scheduled game.
 * `tournament->games` are in the order in which they began. `out` has room for half of the
 * players. Nobody meets the same opponent twice in a row unless there is nobody else: a player
 * whose last opponent is the only free one waits. Otherwise pairs players with close places who
 * have met rarely; the one who has had White more often gets Black. If the number is odd,
 * somebody with the most games waits. Errors: APO_E_MEMORY. */
apo_status apo_arena_pair(apo_tournament_pair *out, unsigned *count,
                          const apo_tournament *tournament);

#endif
