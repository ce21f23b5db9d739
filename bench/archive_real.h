/* Games that the engine plays with itself at its lowest levels, for bench_archive.c. (A file of
 * its own, because the engine's clock and that of a game have the same name.) */
#ifndef APO_BENCH_ARCHIVE_REAL_H
#define APO_BENCH_ARCHIVE_REAL_H

#include "base/random.h"
#include "game/game.h"

typedef struct apo_engine apo_engine;

/* Gives (free with apo_engine_free); NULL when out of memory. */
apo_engine *archive_engine(void);
void archive_engine_free(apo_engine *engine);

/* Plays on from where the game stands, to its end or for so many moves. */
bool archive_play(apo_engine *engine, apo_game *game, unsigned plies_max, apo_random *random);

#endif
