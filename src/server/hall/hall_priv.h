/* The hall inside: shared by its four files. hall.c has the games in memory and reads them, watch.c who
 * watches them, change.c what happens to them, time.c what happens by itself. */
#ifndef APO_SERVER_HALL_HALL_PRIV_H
#define APO_SERVER_HALL_HALL_PRIV_H

#include "server/hall/hall.h"

enum {
    APO_HALL_BUCKETS = 1024 /* a power of two; games in memory are some hundreds */
};

/* Who wants to enter a table at which something is being stored. */
typedef struct apo_waiter {
    struct apo_waiter *next;
    apo_http_call *fn;
    void *context;
} apo_waiter;

/* An open stream. */
typedef struct apo_watcher {
    struct apo_watcher *next;
    apo_table *table;
    apo_http_stream *stream;
    unsigned side;
} apo_watcher;

struct apo_table {
    apo_table *next; /* in its bucket */
    apo_hall *hall;
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

struct apo_hall {
    apo_app *app;
    apo_hall_hooks hooks;
    apo_table *buckets[APO_HALL_BUCKETS];
    size_t count;
    unsigned forget_at; /* next bucket to be looked at */
};

/* A table for the game of a row, not yet in the hall. Takes the round. Gives (free with apo_table_close). NULL when
 * out of memory: then the round is still the caller's. */
apo_table *apo_table_open(apo_hall *hall, const apo_store_game *row, apo_round *round);
void apo_table_close(apo_table *table); /* with its round, watchers and waiters */

void apo_hall_insert(apo_hall *hall, apo_table *table);
void apo_hall_remove(apo_hall *hall, apo_table *table); /* it is not freed */

/* An event as the store has it; borrowed from the row. */
apo_event apo_hall_event_of_row(const apo_store_event *row);

/* The names of the players, as they are now. */
void apo_table_look_up_players(apo_table *table);

/* What was applied could not be stored: the round is read anew. */
void apo_table_mend(apo_table *table);

/* Sets the timer for what will happen by itself; and the timer's function, whose context is the table. */
void apo_table_set_flag(apo_table *table);
apo_http_call apo_table_fall_flag;

/* Sends an event to all who watch. */
void apo_table_send(apo_table *table, uint64_t id, const char *name, apo_span data);

#endif
