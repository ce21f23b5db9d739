/* What the parts of the store share. */
#ifndef APO_STORE_STORE_PRIV_H
#define APO_STORE_STORE_PRIV_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/store.h"

/* --- schema.c --- */

enum apo_statement {
    APO_SQL_ADD_PERSON,
    APO_SQL_ADD_SESSION,
    APO_SQL_ADD_DEFINITION,
    APO_SQL_ADD_GAME,
    APO_SQL_ADD_EVENT,
    APO_SQL_SET_PERSON,
    APO_SQL_SET_GAME,
    APO_SQL_SET_PASSWORD,
    APO_SQL_TOUCH_SESSION,
    APO_SQL_DROP_SESSION,
    APO_SQL_DROP_SESSIONS,
    APO_SQL_DROP_EXPIRED,
    APO_SQL_SET_NUMBER,
    APO_SQL_WRITES, /* those before it write, those behind it read */
    APO_SQL_FIND_PERSON = APO_SQL_WRITES,
    APO_SQL_FIND_NAME,
    APO_SQL_FIND_SESSION,
    APO_SQL_FIND_GAME,
    APO_SQL_FIND_SECRET,
    APO_SQL_FIND_KEY,
    APO_SQL_FIND_NUMBER,
    APO_SQL_FIND_DEFINITION,
    APO_SQL_LIST_EVENTS,
    APO_SQL_LIST_SESSIONS,
    APO_SQL_LIST_OPEN,
    APO_SQL_LIST_PLAYING,
    APO_SQL_LIST_TASKS,
    APO_SQL_LIST_OWN,
    APO_SQL_LIST_DUE,
    APO_SQL_STATEMENTS
};

/* The text of a statement; static. */
const char *apo_sql_text(enum apo_statement statement);

/* True for a statement that must change a row: there should be what it changes. */
bool apo_sql_must_change(enum apo_statement statement);

/* Creates the tables or brings them up to date; only checks them if `is_read_only`. */
apo_status apo_schema_migrate(sqlite3 *db, bool is_read_only, apo_error *err);

/* Runs statements without results; the error is left in the connection. */
bool apo_sql_run(sqlite3 *db, const char *text);

/* --- batch.c --- */

enum {
    APO_BATCH_VALUES_MAX = 16 /* of one statement; a game has 15 */
};

typedef struct apo_batch_value {
    bool is_text;
    int64_t number; /* or where the text begins in `texts` */
    size_t length;
} apo_batch_value;

typedef struct apo_batch_op {
    enum apo_statement statement;
    unsigned count;
    apo_batch_value values[APO_BATCH_VALUES_MAX];
} apo_batch_op;

struct apo_store_batch {
    struct apo_store_batch *next;
    apo_batch_op *ops; /* owned */
    size_t op_count, op_room;
    apo_buffer texts;
    bool is_failed; /* memory ran out */
    apo_store_done *done;
    void *context;
    apo_status status;
};

/* --- writer.c --- */

typedef struct apo_batch_queue {
    apo_store_batch *first, *last;
    size_t count;
} apo_batch_queue;

typedef struct apo_writer {
    sqlite3 *db; /* the writing thread's */
    sqlite3_stmt *statements[APO_SQL_WRITES];
    void (*notify)(void *context);
    void *context;
    pthread_t thread;
    bool is_running;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t has_work, has_done;
    apo_batch_queue waiting, done;
    size_t open_count; /* submitted and not yet collected */
    bool is_stopping;
    uint64_t failure_count;
    char trouble[160];
} apo_writer;

apo_status apo_writer_start(apo_writer *writer);
void apo_writer_stop(apo_writer *writer);

struct apo_store {
    apo_writer writer;
    sqlite3 *reader;
    sqlite3_stmt *statements[APO_SQL_STATEMENTS];
    int lock; /* descriptor of the lock file; -1: none */
    bool is_read_only;
};

#endif
