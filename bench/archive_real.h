/* Self-play games of the engine at its lowest levels, for bench_archive.c. (A separate file,
 * because the engine's clock and a game's clock have the same name.) */
#ifndef APO_BENCH_ARCHIVE_REAL_H
#define APO_BENCH_ARCHIVE_REAL_H

#include "base/random.h"
#include "game/game.h"

typedef struct apo_engine apo_engine;

/* The caller frees it with apo_engine_free; NULL when out of memory. */
apo_engine *archive_engine(void);
void archive_engine_free(apo_engine *engine);

/* Plays on from the current position, to the end of the game or for a number of moves. */
bool archive_play(apo_engine *engine, apo_game *game, unsigned plies_max, apo_random *random);

#endif
