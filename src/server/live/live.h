/* The games in memory and their watchers. A game is read from the store when it is needed, and
 * dropped when nobody has used it for a while, or sooner when memory is short
 * (server/web/memory.h). Changes to a game are serialised: one is decided (server/round/act.h),
 * applied in memory and submitted to the store, and sent to the watchers only when it is
 * stored; if storing fails, the game is read again. Meanwhile the game is busy, and everybody
 * else waits to enter it. All functions belong to the loop's thread. */
#ifndef APO_SERVER_LIVE_LIVE_H
#define APO_SERVER_LIVE_LIVE_H

#include "server/jobs/jobs.h"
#include "server/round/act.h"
#include "server/round/view.h"
#include "server/web/app.h"
#include "store/peers.h"

struct apo_shards_news;

typedef struct apo_live apo_live;
typedef struct apo_live_game apo_live_game;

/* Called after each change of a game: the hooks of the lobby and the engines. */
typedef struct apo_live_hooks {
    void (*changed)(void *context, apo_live_game *game, enum apo_round_state before);
    void (*think)(void *context, apo_live_game *game); /* a computer is to move */
    /* True if the computer has been asked, or cannot be asked now. */
    bool (*is_thinking)(void *context, apo_span game);
    /* True if a person listens to what happens in all of their games. */
    bool (*is_heard)(void *context, apo_span person);
    void *context;
} apo_live_hooks;

/* The caller frees it with apo_live_free. NULL when out of memory. */
apo_live *apo_live_new(apo_app *app, const apo_live_hooks *hooks);
void apo_live_free(apo_live *live); /* NULL is allowed */

/* The game of this id; valid until the caller returns to the loop, or for as long as it is
 * entered. Errors: APO_E_UNKNOWN: none; APO_E_IO; APO_E_DEFINITION: it cannot be replayed. */
apo_status apo_live_find(apo_live *live, apo_live_game **out, apo_span id);

/* True if the game, or one of several (with a blank between two), is not in memory and another
 * thread is reading it: the loop will call `handler` again, or has answered that it is too
 * busy. Return at once then. False if there is nothing to wait for, whether the game exists or
 * not. */
bool apo_live_await(apo_live *live, apo_http_request *req, apo_http_handler *handler,
                    apo_span ids);

/* The same for what is no request: has another thread read the game if it is not in memory, and
 * then calls fn(context, APO_OK), whether the game exists or not; at once if there is nothing
 * to wait for. Any other status: the server is too busy, or stops. */
typedef void apo_live_fetched(void *context, apo_status status);
void apo_live_fetch(apo_live *live, apo_span id, apo_live_fetched *fn, void *context);

/* The same for a job about the game `id`: calls `handler` with it when the game has been read,
 * or puts the job off. */
void apo_live_for_job(apo_app *app, apo_job *job, apo_span id, apo_job_handler *handler);

size_t apo_live_count(const apo_live *live); /* games in memory */

/* For the memory account: see server/web/memory.h. */
extern const apo_memory_part apo_live_memory; /* without its context, the live games */

/* True if a change of the game is being stored. A game that is not in memory is not read. */
bool apo_live_is_busy(apo_live *live, apo_span id);

/* The round and its players; read only. */
apo_round *apo_live_game_round(const apo_live_game *game);
const apo_view_player *apo_live_game_players(const apo_live_game *game);
const apo_store_game *apo_live_game_row(const apo_live_game *game);

/* Enters a game. True: it is free, and the caller may change it. False: it is busy; fn(context)
 * is called when it is free, and should ask again. */
bool apo_live_game_enter(apo_live_game *game, apo_http_call *fn, void *context);

/* Called once, when a change has been stored, or could not be. */
typedef void apo_live_game_done(void *context, apo_status status);

/* Applies and stores an act (perhaps without events) in a game just entered, and `batch`
 * (taken; may be NULL) with it. `done` may be NULL. The act is copied. */
void apo_live_game_commit(apo_live_game *game, const apo_act *act, apo_store_batch *batch,
                          apo_live_game_done *done, void *context);

/* A new game: its first events (numbered from 1). `row` names id, kind, definition, creator,
 * key, secret, is_open, created_ms. All is copied. */
typedef struct apo_new_game {
    apo_store_game row;
    const apo_variant *var;
    apo_event events[3];
    unsigned count;
} apo_new_game;

void apo_live_create(apo_live *live, const apo_new_game *game, apo_store_batch *batch,
                     apo_live_game_done *done, void *context);

/* The same for several games at once: adds a new game to a batch, which the caller submits. The
 * games are read from the store when needed; once the batch is stored, apo_live_announce tells
 * the lobby and starts live clocks, of one game after another (`ids` has a blank after each).
 * Errors: those of apo_round_apply; APO_E_MEMORY. */
apo_status apo_live_add(apo_live *live, const apo_new_game *game, apo_store_batch *batch);
void apo_live_announce(apo_live *live, apo_span ids);

/* Opens a stream of events for a player or spectator: those after number `after`, then new
 * ones. Answers the request. */
void apo_live_game_watch(apo_live_game *game, apo_http_request *req, unsigned side,
                         uint64_t after);

/* Sends an event to those watchers for whom `may` is true: a player of `side`, or a spectator
 * (APO_NOBODY); `person` is "" for a stranger. */
typedef bool apo_live_audience(void *context, unsigned side, const char *person);
void apo_live_game_tell(apo_live_game *game, const char *name, apo_span data,
                        apo_live_audience *may, void *context);

/* For how long the player of `side` has neither watched this game nor listened to their own
 * feed; 0: they are here. */
int64_t apo_live_game_away_ms(const apo_live_game *game, unsigned side);

/* Call when a person's name has changed. */
void apo_live_rename(apo_live *live, apo_span person);

/* Handles the games that are due (called about once a second), and drops unused ones. */
void apo_live_tick(apo_live *live);

/* When the server starts: gives the downtime back to running live clocks, and resumes the
 * computer's games. */
void apo_live_resume(apo_live *live, int64_t away_ms);

/* For servers that share a database: another one has changed a game; catches up with it. */
void apo_live_hear(apo_live *live, const struct apo_shards_news *news);

/* The same if lines may have been missed: checks all games in memory. */
void apo_live_hear_all(apo_live *live);

/* Ends the streams of games that another server has now. */
void apo_live_yield(apo_live *live);

/* Call when this server has got more shards. `gap_ms`: for how long nobody had each of them; 0
 * for all other shards. Gives that time back to running live clocks, and resumes the computer's
 * games. */
void apo_live_gain(apo_live *live, const int64_t gap_ms[APO_SHARDS]);

/* True if a live clock is running in a game in memory. */
bool apo_live_has_clock(const apo_live *live);

#endif
