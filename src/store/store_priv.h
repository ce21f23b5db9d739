/* Shared by the parts of the store. */
#ifndef APO_STORE_STORE_PRIV_H
#define APO_STORE_STORE_PRIV_H

#include <pthread.h>
#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

#include "store/store.h"

enum {
    APO_STORE_BUSY_MS = 5000 /* another process copies or reads the database */
};

/* --- statements.c -------------------------------------------------------- */

/* An SQL statement: each subject's file has its own as constants. Values are always bound, as
 * ?1, ?2, ... */
typedef struct apo_sql {
    const char *text;
    bool must_change; /* it must change a row: otherwise the batch fails */
} apo_sql;

enum {
    APO_SQL_SLOTS = 1024 /* several times the number of constants in the program */
};

/* Prepared statements of one connection, found by the address of their constant. */
typedef struct apo_sql_cache {
    const apo_sql *keys[APO_SQL_SLOTS];
    sqlite3_stmt *statements[APO_SQL_SLOTS];
} apo_sql_cache;

/* Prepares a statement once, and keeps it. NULL on failure; the error is left in the
 * connection. */
sqlite3_stmt *apo_sql_prepare(apo_sql_cache *cache, sqlite3 *db, const apo_sql *which);
void apo_sql_cache_clear(apo_sql_cache *cache);

/* --- schema.c ------------------------------------------------------------ */

/* Creates the tables or brings them up to date; only checks them if `is_read_only`. */
apo_status apo_schema_migrate(sqlite3 *db, bool is_read_only, apo_error *err);

/* Checks that it is a database of ours, of this version or an older one. */
apo_status apo_schema_check(sqlite3 *db, apo_error *err);

/* Runs statements without results; the error is left in the connection. */
bool apo_sql_run(sqlite3 *db, const char *text);

/* --- batch.c ------------------------------------------------------------- */

enum {
    APO_BATCH_VALUES_MAX = 24 /* of one statement; a game has 15 */
};

enum apo_batch_kind {
    APO_BATCH_NUMBER,
    APO_BATCH_REAL,
    APO_BATCH_TEXT
};

typedef struct apo_batch_value {
    enum apo_batch_kind kind;
    int64_t number; /* or the offset of the text in `texts` */
    double real;
    size_t length;
} apo_batch_value;

typedef struct apo_batch_op {
    const apo_sql *statement;
    unsigned count;
    apo_batch_value values[APO_BATCH_VALUES_MAX];
} apo_batch_op;

struct apo_store_batch {
    struct apo_store_batch *next;
    apo_batch_op *ops; /* owned */
    size_t op_count, op_capacity;
    apo_buffer texts;
    bool is_failed; /* memory ran out */
    apo_store_done *done;
    void *context;
    apo_status status;
};

/* A new statement; NULL when out of memory, which the functions that add its values allow. Add
 * the values in the order of their numbers. */
apo_batch_op *apo_batch_add(apo_store_batch *batch, const apo_sql *statement);
void apo_batch_number(apo_batch_op *op, int64_t number);
void apo_batch_real(apo_batch_op *op, double number);
void apo_batch_span(apo_store_batch *batch, apo_batch_op *op, apo_span text);
void apo_batch_text(apo_store_batch *batch, apo_batch_op *op, const char *text);

/* --- store.c ------------------------------------------------------------- */

/* `path` and the suffix; false: too long. */
bool apo_path_add_suffix(char *out, size_t size, const char *path, const char *suffix);

/* Locks the database against a second writer, until the descriptor is closed. */
apo_status apo_store_take_lock(int *out, const char *path, apo_error *err);

/* Sets what every connection needs. */
bool apo_store_set_up(sqlite3 *db);

/* --- copies.c ------------------------------------------------------------ */

/* Checks that a database file that nobody writes to is intact. */
apo_status apo_store_check_copy(const char *path, apo_error *err);

/* Moves the database away, to "PATH.old", and `part`, which is beside it, into its place. */
apo_status apo_store_put_in_place(const char *path, const char *part, apo_error *err);

/* --- guard.c ------------------------------------------------------------- */

enum {
    APO_GUARD_FILES = 3, /* the database, its log, its lock */
    APO_GUARD_PATH = 4096
};

typedef struct apo_guard_file {
    char path[APO_GUARD_PATH];
    dev_t device;
    ino_t inode;
} apo_guard_file;

typedef struct apo_guard {
    apo_guard_file files[APO_GUARD_FILES];
    unsigned count; /* 0: nothing is guarded */
} apo_guard;

/* Remembers the files of an open database. False: one of them is missing. */
bool apo_guard_open(apo_guard *guard, const char *path);

/* False: a file has been deleted, moved or replaced. Any thread. */
bool apo_guard_is_sound(const apo_guard *guard);

/* --- log_watch.c --------------------------------------------------------- */

enum {
    APO_WAL_HEAD = 32,     /* bytes of a log before its first page */
    APO_WAL_PAGE_HEAD = 24 /* before each page */
};

/* The head of a write-ahead log, as SQLite's file format has it. */
typedef struct apo_wal_head {
    uint64_t salt;      /* another one each time that the log begins anew */
    uint32_t page_size; /* bytes */
} apo_wal_head;

/* Reads it from an open log. False: there is none. */
bool apo_wal_head_read(apo_wal_head *out, int file);

/* Between the writer and the thread that copies the log: what is committed, and what is copied.
 * A log is named by its salt, and its end is in bytes. All members are guarded by `mutex`. */
typedef struct apo_log_watch {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* for the copying thread */
    pthread_cond_t copied;  /* for the writer */
    int file;               /* descriptor of the log; -1: nobody copies it */
    uint64_t salt, former_salt, copied_salt;
    int64_t end, former_end, copied_end;
    bool is_held;   /* the log must not begin anew before it is copied */
    bool is_urgent; /* the writer waits for that */
} apo_log_watch;

/* False: out of memory. */
bool apo_log_watch_open(apo_log_watch *watch);
void apo_log_watch_close(apo_log_watch *watch);

/* True if all that is committed is copied; the caller holds the mutex. */
bool apo_log_watch_is_copied(const apo_log_watch *watch);

/* The moment `ms` from now, for waiting on the conditions of the watch. */
struct timespec apo_store_time_in(int64_t ms);

/* The writer has committed, and the log has so many pages. */
void apo_log_watch_note(apo_log_watch *watch, int pages);

/* Whether the log may be shortened: it is copied, or nobody copies it. Waits for that as long
 * as said; after it in vain, one who gives up may shorten it all the same. */
bool apo_log_watch_may_shorten(apo_log_watch *watch, int64_t wait_ms, bool gives_up);

/* --- writer.c ------------------------------------------------------------ */

typedef struct apo_batch_queue {
    apo_store_batch *first, *last;
    size_t count;
} apo_batch_queue;

typedef struct apo_writer {
    sqlite3 *db;     /* the writing thread's */
    apo_guard guard; /* never changes while the thread runs */
    int log_pages;   /* of the write-ahead log, after the last commit */
    bool has_logged; /* since the last group */
    apo_log_watch watch;
    apo_sql_cache statements;
    void (*notify)(void *context);
    void *context;
    pthread_t thread;
    bool is_running;
    pthread_mutex_t mutex; /* guards the following members */
    pthread_cond_t has_work, has_done;
    apo_batch_queue waiting, done;
    size_t open_count; /* submitted and not yet collected */
    bool is_stopping;
    uint64_t failure_count;
    char trouble[160];
} apo_writer;

/* For sqlite3_wal_hook; `context` is the writer. */
int apo_writer_note_log(void *context, sqlite3 *db, const char *name, int pages);

apo_status apo_writer_start(apo_writer *writer);
void apo_writer_stop(apo_writer *writer);

struct apo_store {
    apo_writer writer;
    sqlite3 *reader;
    apo_sql_cache statements;
    int lock; /* descriptor of the lock file; -1: none */
    bool is_read_only;
};

/* --- reader.c ------------------------------------------------------------ */

/* A statement of the reading connection, ready for binding; NULL on failure (APO_E_IO). It
 * holds a snapshot of the database from its first step until it is reset. */
sqlite3_stmt *apo_reader_statement(apo_store *store, const apo_sql *which);

/* Binds a text, which must stay valid until the statement is reset. */
void apo_bind_span(sqlite3_stmt *statement, int at, apo_span text);

/* A text of the row, valid until the next step. Copies are cut to fit. */
apo_span apo_column_span(sqlite3_stmt *statement, int column);
void apo_copy_column(char *out, size_t size, sqlite3_stmt *statement, int column);

#define APO_COPY_COLUMN(field, statement, column) \
    apo_copy_column((field), sizeof(field), (statement), (column))

/* What a step to the only row gave: APO_E_UNKNOWN: there is none; APO_E_IO. */
apo_status apo_reader_status(int code);

/* Steps to the first row for one or two texts (`b` is ignored if the statement has one value);
 * after APO_OK the caller resets the statement. */
apo_status apo_reader_find(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           sqlite3_stmt **out);

/* Fills `*to` from the columns of a row. */
typedef void apo_row_read(void *to, sqlite3_stmt *row);

/* Reads the first row for one or two texts, as apo_reader_find. Errors: APO_E_UNKNOWN: no
 * row. */
apo_status apo_reader_read(apo_store *store, const apo_sql *which, apo_span a, apo_span b,
                           apo_row_read *read, void *out);

/* The same for a number. */
apo_status apo_reader_read_id(apo_store *store, const apo_sql *which, int64_t id,
                              apo_row_read *read, void *out);

/* Ends a list after its last step gave `code`. */
apo_status apo_reader_end(sqlite3_stmt *statement, int code);

/* Defines the function `name`, which iterates over the rows of a statement with bound values:
 * each is read by `read` into a `type` and passed to `row`, until that returns false. A macro,
 * because the callbacks are typed. */
#define APO_ROW_LIST(name, type, read)                                                        \
    static apo_status name(sqlite3_stmt *statement, bool (*row)(void *context, const type *), \
                           void *context)                                                     \
    {                                                                                         \
        int code;                                                                             \
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {                              \
            type one;                                                                         \
            read(&one, statement);                                                            \
            if (!row(context, &one))                                                          \
                break;                                                                        \
        }                                                                                     \
        return apo_reader_end(statement, code);                                               \
    }

#endif
