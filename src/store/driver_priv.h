/* The store's interface to a database. There is one driver for each kind of database; nothing
 * else in the store knows which one is in use. All share the same statements, in SQL that every
 * database understands; the driver does the rest.
 *
 * Threads: a connection and its statements belong to one thread, unless a comment says
 * otherwise. */
#ifndef APO_STORE_DRIVER_PRIV_H
#define APO_STORE_DRIVER_PRIV_H

#include "base/error.h"
#include "base/span.h"

typedef struct apo_driver apo_driver;

/* An SQL statement: each subject's file has its own as constants. Values are always bound, as
 * ?1, ?2, ... */
typedef struct apo_sql {
    const char *text;
    bool must_change; /* it must change a row: otherwise the batch fails */
} apo_sql;

/* A prepared statement; the driver's own begin with it. Bound texts must stay valid until it is
 * reset. It sees one snapshot of the database from its first step until then. */
typedef struct apo_statement {
    const apo_driver *driver;
} apo_statement;

enum {
    APO_SQL_SLOTS = 1024 /* several times the number of constants in the program */
};

/* Prepared statements of one connection, found by the address of their constant. */
typedef struct apo_sql_cache {
    const apo_sql *keys[APO_SQL_SLOTS];
    apo_statement *statements[APO_SQL_SLOTS];
} apo_sql_cache;

/* A connection; a driver's own type begins with it. */
typedef struct apo_database {
    const apo_driver *driver;
    apo_sql_cache statements;
} apo_database;

enum apo_step {
    APO_STEP_ROW,
    APO_STEP_DONE,
    APO_STEP_FAILED /* the error is left in the connection */
};

enum apo_column_kind {
    APO_COLUMN_NULL,
    APO_COLUMN_NUMBER,
    APO_COLUMN_REAL,
    APO_COLUMN_TEXT
};

/* Functions that return bool leave the reason for false in the connection. A function that may
 * be NULL has nothing to do then. */
struct apo_driver {
    const char *begin; /* the text that begins a transaction that will write */
    apo_sql size;      /* the query for the bytes of the database */
    /* The query for the names of the tables, in the order in which they were created. */
    apo_sql tables;
    const char *after_copy; /* statements to run once rows with numbers have been copied */

    /* Connects, and brings the tables up to date by apo_schema_migrate; only checks them if
     * `is_read_only`. Only one connection at a time may write. Errors: those of
     * apo_store_open. */
    apo_status (*open)(apo_database **out, const char *address, bool is_read_only,
                       apo_error *err);
    /* The same, to write beside others (store/peers.h): `claim` then makes a peer, and its turn
     * lasts as long as the peer has its row. May be NULL, both. */
    apo_status (*share)(apo_database **out, const char *address, apo_error *err);
    int64_t (*peer)(const apo_database *db);
    void (*close)(apo_database *db);
    /* The version of the tables; 0 if there are none yet. */
    apo_status (*version)(apo_database *db, int *out, apo_error *err);
    /* Runs a migration, after which the tables have that version: as a whole or not at all. */
    bool (*migrate)(apo_database *db, const char *text, int version);

    /* Runs statements without results. */
    bool (*run)(apo_database *db, const char *text);
    bool (*is_in_transaction)(apo_database *db);
    /* Why the last call failed, for people; valid until the next call. */
    const char *(*message)(apo_database *db);
    /* The same for programs: APO_E_EXISTS, APO_E_UNKNOWN (a row that is referred to is
     * missing), APO_E_SYNTAX (a value that this database cannot keep), APO_E_MEMORY, APO_E_IO.
     */
    apo_status (*failure)(apo_database *db);
    /* Whether the last statement has changed a row. */
    bool (*has_changed)(apo_database *db);

    /* NULL on failure. `is_long`: it may give more rows than fit in memory; while they are
     * being read, no other statement of the connection may run. */
    apo_statement *(*prepare)(apo_database *db, const char *text, bool is_long);
    void (*finish)(apo_statement *statement); /* NULL is allowed */
    unsigned (*value_count)(apo_statement *statement);
    void (*bind_null)(apo_statement *statement, int at);
    void (*bind_number)(apo_statement *statement, int at, int64_t number);
    void (*bind_real)(apo_statement *statement, int at, double number);
    void (*bind_text)(apo_statement *statement, int at, apo_span text);
    enum apo_step (*step)(apo_statement *statement);
    void (*reset)(apo_statement *statement);

    /* Columns of the present row; a text is valid until the next step. NULL is 0 or "". */
    int64_t (*column_number)(apo_statement *row, int column);
    double (*column_real)(apo_statement *row, int column);
    apo_span (*column_text)(apo_statement *row, int column);
    enum apo_column_kind (*column_kind)(apo_statement *row, int column);
    const char *(*column_name)(apo_statement *row, int column);
    int (*column_count)(apo_statement *row);

    /* To send many statements that change rows before the first answer is read: begin, send
     * each with its values, flush, step and reset each in the same order, end. A statement that
     * has never been stepped cannot be sent. After a failure, all later ones fail too. All four
     * may be NULL. */
    bool (*begin_sending)(apo_database *db);
    bool (*send)(apo_statement *statement);
    bool (*flush)(apo_database *db);
    bool (*end_sending)(apo_database *db);

    /* False if writes would be lost, because the files of the database have been deleted or
     * replaced. Any thread. May be NULL. */
    bool (*is_sound)(apo_database *db);
    /* After a commit, before it is acknowledged; and in the pause after that. May be NULL. */
    void (*note_commit)(apo_database *db);
    void (*tend)(apo_database *db);
    /* Bytes of the write-ahead log on disk. Any thread. May be NULL. */
    int64_t (*log_size)(apo_database *db);

    /* For databases that several servers share; all may be NULL. The one that writes has a
     * turn. It claims one, and then begins all its transactions with `begin_turn` instead of
     * `begin`; this fails for good when another server has begun a later turn. Then
     * `is_superseded` is true, in any thread. */
    bool (*claim)(apo_database *db);
    bool (*begin_turn)(apo_database *db);
    bool (*is_superseded)(const apo_database *db);
    /* As apo_store_await. */
    apo_status (*await)(const char *address, apo_error *err);
    /* The statement by which the one that writes shows that it is alive; its text may be NULL.
     */
    apo_sql renew;
};

extern const apo_driver apo_sqlite_driver;
#ifdef APO_POSTGRES
extern const apo_driver apo_postgres_driver;
#endif

/* --- drivers.c ----------------------------------------------------------- */

/* The driver for an address. Errors, with a sentence in `err`: APO_E_UNSUPPORTED: the program
 * was built without it. */
apo_status apo_driver_find(const apo_driver **out, const char *address, apo_error *err);

/* Opens a database by its address, with the driver for it; as apo_driver.open. The caller
 * closes it with apo_database_close. */
apo_status apo_database_open(apo_database **out, const char *address, bool is_read_only,
                             apo_error *err);

/* The same for a connection that writes beside others. Errors also: APO_E_UNSUPPORTED: this
 * kind of database does not allow that. */
apo_status apo_database_share(apo_database **out, const char *address, apo_error *err);

/* --- statements.c -------------------------------------------------------- */

/* Closes its statements too. NULL is allowed. */
void apo_database_close(apo_database *db);

/* Prepares a statement once, and keeps it. NULL on failure. */
apo_statement *apo_sql_prepare(apo_database *db, const apo_sql *which);

/* --- schema_before.c ----------------------------------------------------- */

enum {
    APO_SCHEMA_BEFORE = 17
};

/* The statements that lead from each version below APO_SCHEMA_BEFORE to the next. */
extern const char *const apo_schema_before[];

/* --- schema.c ------------------------------------------------------------ */

/* Creates the tables or brings them up to date; only checks them if `is_read_only`. */
apo_status apo_schema_migrate(apo_database *db, bool is_read_only, apo_error *err);

/* Whether tables of that version can be used: APO_E_UNSUPPORTED if they are newer. */
apo_status apo_schema_check_version(int version, apo_error *err);

/* --- the driver's functions, by short names ------------------------------- */

static inline bool apo_sql_run(apo_database *db, const char *text)
{
    return db->driver->run(db, text);
}

static inline void apo_bind_number(apo_statement *statement, int at, int64_t number)
{
    statement->driver->bind_number(statement, at, number);
}

static inline void apo_bind_span(apo_statement *statement, int at, apo_span text)
{
    statement->driver->bind_text(statement, at, text);
}

static inline enum apo_step apo_step(apo_statement *statement)
{
    return statement->driver->step(statement);
}

static inline void apo_reset(apo_statement *statement)
{
    statement->driver->reset(statement);
}

static inline int64_t apo_column_number(apo_statement *row, int column)
{
    return row->driver->column_number(row, column);
}

static inline int apo_column_int(apo_statement *row, int column)
{
    return (int)row->driver->column_number(row, column);
}

static inline double apo_column_real(apo_statement *row, int column)
{
    return row->driver->column_real(row, column);
}

static inline apo_span apo_column_span(apo_statement *row, int column)
{
    return row->driver->column_text(row, column);
}

#endif
