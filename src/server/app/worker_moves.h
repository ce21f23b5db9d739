/* The computer's moves at high levels, found by the machines of workers (server/work/) while
 * one of them waits for work. A move that none has found in time is asked of the server's own
 * engines. Loop's thread. */
#ifndef APO_SERVER_APP_WORKER_MOVES_H
#define APO_SERVER_APP_WORKER_MOVES_H

#include "server/live/live.h"

enum {
    APO_WORKER_LEVEL = 8 /* the lowest for which a machine of somebody else is asked */
};

/* Plays a move that was found after event `seq` of a game. */
typedef void apo_worker_moves_hear(apo_app *app, apo_span game, uint64_t seq, apo_span move);

/* Registers the kind of work. Errors: APO_E_MEMORY. */
apo_status apo_worker_moves_open(apo_app *app, apo_worker_moves_hear *hear);
void apo_worker_moves_free(struct apo_worker_moves *moves); /* NULL is allowed */

/* Asks for the computer's move in a game in which it has the turn. False: nobody waits for
 * work, the level is low, or the clock short: ask an engine here. */
bool apo_worker_moves_ask(apo_app *app, apo_live_game *game);

/* True if the move of this game is awaited from a worker. */
bool apo_worker_moves_has(const apo_app *app, apo_span game);

/* The game does not want the move any more. */
void apo_worker_moves_forget(apo_app *app, apo_span game);

/* Gives up moves that take too long; the game asks again. Tells other servers how many workers
 * wait here. Call it once a second. */
void apo_worker_moves_tick(apo_app *app);

/* What the server with the queue says (server/web/shards.h): how many workers wait there; and
 * the move that one has found. False: no game of this server awaits it. */
void apo_worker_moves_hear_waiting(apo_app *app, uint32_t count);
bool apo_worker_moves_hear_found(apo_app *app, apo_span subject, apo_span move);

#endif
