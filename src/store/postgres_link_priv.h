/* Connections to PostgreSQL, and which of several servers may write. */
#ifndef APO_STORE_POSTGRES_LINK_PRIV_H
#define APO_STORE_POSTGRES_LINK_PRIV_H

#include "store/driver_priv.h"

#ifdef APO_POSTGRES

#    include <libpq-fe.h>
#    include <stdatomic.h>

typedef struct pg_database {
    apo_database base;
    PGconn *link;
    bool is_read_only;
    bool is_shared;       /* writes beside others, as a peer */
    bool is_alone;        /* until it has joined them */
    bool is_ready;        /* the connection is set up: the one that writes has the lock */
    bool has_changed;     /* by the last statement */
    bool is_sending;      /* statements go out before earlier ones are answered */
    unsigned link_number; /* grows with each new connection to the server */
    unsigned statement_count;
    int64_t epoch;       /* who writes: the number of its turn, or of its peer; 0: none yet */
    atomic_bool is_over; /* that turn: another server has had the next one */
    char state[6];       /* the SQLSTATE of the last failure */
    char message[160];   /* the same for people */
} pg_database;

/* Keeps the reason of a failure, and frees the result, which may be NULL. */
void apo_pg_note_failure(pg_database *db, PGresult *result);

/* Puts the kept reason into `err`. */
apo_status apo_pg_fail(apo_error *err, const pg_database *db);

bool apo_pg_is_done(const PGresult *result);

/* Runs statements without results. */
bool apo_pg_run(pg_database *db, const char *text);

bool apo_pg_is_in_transaction(const pg_database *db);

/* Connects and sets up. Errors, with a sentence in `err`: as apo_driver.open. */
apo_status apo_pg_connect(pg_database *db, const char *address, apo_error *err);

/* After a failed call: true if the connection was lost, has been restored, and nothing under
 * way would be lost by trying again. */
bool apo_pg_connect_again(pg_database *db, bool was_in_transaction);

/* Before a migration: false if other servers use the tables as they are. */
bool apo_pg_is_alone(pg_database *db);

int64_t apo_pg_peer(const apo_database *base);

/* For apo_driver: `claim`, `begin_turn`, `is_superseded`, `await`. */
bool apo_pg_claim(apo_database *db);
bool apo_pg_begin_turn(apo_database *db);
bool apo_pg_is_superseded(const apo_database *db);
apo_status apo_pg_await(const char *address, apo_error *err);

#endif

#endif
