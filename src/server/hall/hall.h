/* The games in memory and who watches them. A game is read from the store when somebody asks for it, and
 * forgotten when nobody has for a while. Whatever changes a game goes one at a time: it is decided
 * (server/play/act.h), stored, and only then applied and told. */
#ifndef APO_SERVER_HALL_HALL_H
#define APO_SERVER_HALL_HALL_H

#include "server/play/act.h"
#include "server/play/view.h"
#include "server/site/app.h"

typedef struct apo_hall apo_hall;
typedef struct apo_table apo_table;

/* What the hall tells the rest of the server, after each change: the lobby, the engines. */
typedef struct apo_hall_hooks {
    void (*changed)(void *context, apo_table *table, enum apo_round_state before);
    void (*think)(void *context, apo_table *table); /* a computer is to move */
    void *context;
} apo_hall_hooks;

/* Gives (free with apo_hall_free). NULL when out of memory. */
apo_hall *apo_hall_new(apo_app *app, const apo_hall_hooks *hooks);
void apo_hall_free(apo_hall *hall); /* NULL is allowed */

/* The game of this id; valid until the caller returns to the loop, or for as long as it is entered.
 * Errors: APO_E_UNKNOWN: none; APO_E_IO; APO_E_DEFINITION: it cannot be replayed. */
apo_status apo_hall_find(apo_hall *hall, apo_table **out, apo_span id);

size_t apo_hall_count(const apo_hall *hall); /* games in memory */

/* The round and its players; read only. */
/* True if something about the game is being stored just now. A game that is not in memory is not read. */
bool apo_hall_is_busy(apo_hall *hall, apo_span id);

apo_round *apo_table_round(const apo_table *table);
const apo_view_player *apo_table_players(const apo_table *table);
const apo_store_game *apo_table_row(const apo_table *table);

/* True: the caller may decide what happens next. False: something is being stored; fn(context) is
 * called once it is, and should ask again. */
bool apo_table_enter(apo_table *table, apo_http_call *fn, void *context);

/* Called once when what was decided is stored and applied, or could not be stored. */
typedef void apo_table_done(void *context, apo_status status);

/* Stores what was decided for a round that was entered just now (perhaps nothing: no event), and `batch`
 * (taken; may be NULL) with it. `done` may be NULL. The act is copied. */
void apo_table_commit(apo_table *table, const apo_act *act, apo_store_batch *batch,
                      apo_table_done *done, void *context);

/* A new game: its first events (numbered from 1). `row` names id, kind, definition, creator, key,
 * secret, is_open, created_ms. All is copied. */
typedef struct apo_new_game {
    apo_store_game row;
    const apo_variant *var;
    apo_event events[3];
    unsigned count;
} apo_new_game;

void apo_hall_create(apo_hall *hall, const apo_new_game *game, apo_store_batch *batch,
                     apo_table_done *done, void *context);

/* The same for several games at once: adds all that a game is to a batch, which the caller submits. The
 * games are read from the store when somebody asks for them; apo_hall_announce, when the batch is stored,
 * tells those of the lobby and sets a live clock going. Errors: those of apo_round_apply; APO_E_MEMORY. */
apo_status apo_hall_add(apo_hall *hall, const apo_new_game *game, apo_store_batch *batch);
void apo_hall_announce(apo_hall *hall, apo_span id);

/* Opens a stream of events for somebody who plays or watches: all behind number `after`, and from
 * now on. Answers the request. */
void apo_table_watch(apo_table *table, apo_http_request *req, unsigned side, uint64_t after);

/* A person has another name now. */
void apo_hall_rename(apo_hall *hall, apo_span person);

/* Looks at the games whose time has come (called about once a second), and forgets those that nobody
 * wants. */
void apo_hall_tick(apo_hall *hall);

/* When the server starts: the time it was away is given back to running live clocks, and the
 * computer's games go on. */
void apo_hall_resume(apo_hall *hall, int64_t away_ms);

/* True if a live clock runs in some game in memory. */
bool apo_hall_is_live(const apo_hall *hall);

#endif
