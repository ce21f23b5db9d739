/* The live games inside: shared by four files. live.c has the games in memory and reads them,
 * watch.c who watches them, change.c what happens to them, time.c what happens by itself. */
#ifndef APO_SERVER_LIVE_LIVE_PRIV_H
#define APO_SERVER_LIVE_LIVE_PRIV_H

#include "server/live/live.h"

enum {
    APO_LIVE_BUCKETS = 1024 /* a power of two; games in memory are some hundreds */
};

/* Who wants to enter a game while something of it is being stored. */
typedef struct apo_waiter {
    struct apo_waiter *next;
    apo_http_call *fn;
    void *context;
} apo_waiter;

/* An open stream. */
typedef struct apo_watcher {
    struct apo_watcher *next;
    apo_live_game *game;
    apo_http_stream *stream;
    unsigned side;
} apo_watcher;

struct apo_live_game {
    apo_live_game *next; /* in its bucket */
    apo_live *live;
    apo_round *round;
    apo_store_game row;
    apo_view_player players[APO_SIDES];
    apo_watcher *watchers;
    apo_waiter *waiters; /* in order */
    apo_http_timer *flag;
    int64_t used_ms; /* of the clock that does not go back */
    bool is_busy;
    bool is_broken; /* applying has failed: to be read anew */
};

struct apo_live {
    apo_app *app;
    apo_live_hooks hooks;
    apo_live_game *buckets[APO_LIVE_BUCKETS];
    size_t count;
    unsigned forget_at; /* next bucket to be looked at */
};

/* The live game of a row, not yet registered. Takes the round. Gives (free with
 * apo_live_game_close). NULL when out of memory: then the round is still the caller's. */
apo_live_game *apo_live_game_open(apo_live *live, const apo_store_game *row, apo_round *round);
void apo_live_game_close(apo_live_game *game); /* with its round, watchers and waiters */

void apo_live_insert(apo_live *live, apo_live_game *game);
void apo_live_remove(apo_live *live, apo_live_game *game); /* it is not freed */

/* An event as the store has it; borrowed from the row. */
apo_event apo_live_event_of_row(const apo_store_event *row);

/* The names of the players, as they are now. */
void apo_live_game_look_up_players(apo_live_game *game);

/* What was applied could not be stored: the round is read anew. */
void apo_live_game_mend(apo_live_game *game);

/* Sets the timer for what will happen by itself; and the timer's function, whose context is the
 * game. */
void apo_live_game_set_flag(apo_live_game *game);
apo_http_call apo_live_game_fall_flag;

/* Sends an event to all who watch. */
void apo_live_game_send(apo_live_game *game, uint64_t id, const char *name, apo_span data);

#endif
