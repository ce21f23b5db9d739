/* The engine in a thread of its own, so that the terminal stays responsive. */
#ifndef APO_CLI_PLAY_THINKER_H
#define APO_CLI_PLAY_THINKER_H

#include "cli/nets/nets.h"
#include "game/game.h"
#include "protocol/runner.h"
#include "search/level.h"

/* Zero: closed. */
typedef struct apo_thinker {
    apo_engine *engine; /* owned */
    apo_runner *runner; /* owned */
    apo_random random;
    int pipe_ends[2]; /* gets a byte when the search ends */

    const apo_level *level; /* of the current search, as are the next three */
    apo_limits limits;
    apo_decision made;
    apo_status status;
} apo_thinker;

/* `var` is borrowed until the thinker is closed; `seed` drives the choice of weak levels.
 * Errors: APO_E_MEMORY; APO_E_IO: no pipe. */
apo_status apo_thinker_open(apo_thinker *out, const apo_variant *var, apo_nets *nets,
                            uint64_t seed);
void apo_thinker_close(apo_thinker *thinker);

/* Starts a search of the game's position; the game may change meanwhile. Errors:
 * APO_E_MEMORY. */
apo_status apo_thinker_start(apo_thinker *thinker, const apo_game *game, const apo_level *level,
                             const apo_limits *limits);

/* A descriptor that is readable once the search has ended. */
int apo_thinker_descriptor(const apo_thinker *thinker);

/* Stops the search soon. */
void apo_thinker_hurry(apo_thinker *thinker);

/* Waits for the end of the search. */
apo_status apo_thinker_finish(apo_decision *out, apo_thinker *thinker);

#endif
