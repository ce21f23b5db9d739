/* Internals of the live games, shared by six files: live.c keeps and reads the games in
 * memory, loading.c reads them in another thread, watch.c has their watchers, change.c their
 * changes, time.c the timed events, shared.c what other servers do. */
#ifndef APO_SERVER_LIVE_LIVE_PRIV_H
#define APO_SERVER_LIVE_LIVE_PRIV_H

#include "server/live/live.h"

enum {
    APO_LIVE_BUCKETS = 1024 /* a power of two; there are some hundred games in memory */
};

/* A caller waiting to enter a busy game. */
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
    char person[APO_STORE_ID_MAX]; /* "" for a stranger */
} apo_watcher;

struct apo_live_game {
    apo_live_game *next;          /* in its bucket */
    apo_live_game *older, *newer; /* by last use */
    size_t bytes;                 /* counted in live->bytes */
    apo_live *live;
    apo_round *round;
    apo_store_game row;
    apo_view_player players[APO_SIDES];
    apo_watcher *watchers;
    apo_waiter *waiters; /* in order */
    apo_http_timer *flag;
    apo_http_timer *crowd; /* tells how many spectators there are; NULL: never needed */
    bool is_crowd_due;     /* the timer is set */
    unsigned spectators;   /* the number sent last */
    int64_t
        left_ms[APO_SIDES]; /* when the player's last stream ended, by the monotonic clock */
    int64_t used_ms;        /* of the monotonic clock */
    bool is_busy;
    bool is_broken; /* applying has failed: read it again */
};

/* A game that another thread is reading. */
typedef struct apo_loading {
    struct apo_loading *next;
    bool is_stale; /* the game has got into memory in another way, so this copy may be out of
                      date */
    char id[APO_STORE_ID_MAX];
} apo_loading;

/* Time to be given back to one game. */
typedef struct apo_gift apo_gift;

struct apo_live {
    apo_app *app;
    apo_live_hooks hooks;
    apo_live_game *buckets[APO_LIVE_BUCKETS];
    size_t count, bytes;             /* of the games in memory */
    apo_loading *loadings;           /* games that other threads are reading */
    const apo_http_request *awaited; /* the request whose game has just been read; often NULL */
    apo_live_game *oldest, *newest;  /* by last use */
    int64_t clock_until_ms; /* until then, a live clock may be running in a dropped game */
    unsigned forget_at;     /* next bucket to check */
    uint64_t ticks;
    apo_gift *gifts; /* for games that are not in memory, which must get them first of all */
    bool is_giving;  /* the first of these games is being read */
    int64_t lead_ms; /* of the wall clock over the monotonic clock, when last read */
};

/* The live game of a row, not yet registered. Takes the round. The caller frees it with
 * apo_live_game_close. NULL when out of memory: then the round is still the caller's. */
apo_live_game *apo_live_game_open(apo_live *live, const apo_store_game *row, apo_round *round);
void apo_live_game_close(apo_live_game *game); /* with its round, watchers and waiters */

/* Replays a game's events. NULL, with the error, if that is not possible. Any thread, with its
 * own store. */
apo_round *apo_live_replay(apo_variant_map *variants, apo_store *store,
                           const apo_store_game *row, apo_status *out_status);

/* Puts a game, as just replayed, into memory; takes the round. */
apo_status apo_live_keep(apo_live *live, apo_live_game **out, const apo_store_game *row,
                         apo_round *round);

bool apo_live_has(apo_live *live, apo_span id); /* in memory */

/* False if the game is being read, or many are: what the tick repeats can wait. */
bool apo_live_may_fetch(const apo_live *live, apo_span id);

void apo_live_insert(apo_live *live, apo_live_game *game);
void apo_live_remove(apo_live *live, apo_live_game *game); /* it is not yet freed */

/* True if this server, and no other, has the game. */
bool apo_live_owns(const apo_live *live, const char *id);

/* Reads and sends the events of other servers that are not in memory yet. A busy game is just
 * being changed: if another server was first, that change fails, and the game is read again. */
void apo_live_catch_up(apo_live_game *game);

/* A game in memory; NULL: it is not. */
apo_live_game *apo_live_peek(apo_live *live, apo_span id);

/* Gives time back to running live clocks: how much, by the id of the game. */
typedef int64_t apo_live_lost_ms(void *context, const char *id);
void apo_live_give_back(apo_live *live, apo_live_lost_ms *lost_ms, void *context);

/* Gives a game that has just been read what is waiting for it. */
void apo_live_game_accept(apo_live_game *game);

void apo_live_free_gifts(apo_live *live); /* those that are still waiting */

/* Marks the game as used now, and counts its memory again. */
void apo_live_touch(apo_live_game *game);

/* An event from its row; borrowed from the row. */
apo_event apo_live_event_of_row(const apo_store_event *row);

/* Looks up the present names of the players. */
void apo_live_game_look_up_players(apo_live_game *game);

/* An applied change could not be stored: reads the round again. */
void apo_live_game_mend(apo_live_game *game);

/* If the machine's clock has been set forward, or the machine has slept, gives that time back
 * to running live clocks: nobody could use it. */
void apo_live_check_clock(apo_live *live);

/* Sets the timer for the next timed event; and the timer's function, whose context is the
 * game. */
void apo_live_game_set_flag(apo_live_game *game);
apo_http_call apo_live_game_fall_flag;

/* Sends an event to all watchers. */
void apo_live_game_send(apo_live_game *game, uint64_t id, const char *name, apo_span data);

#endif
