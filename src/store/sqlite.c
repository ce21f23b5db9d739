/* The driver for SQLite: a file, its log and its lock. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/text.h"
#include "store/sqlite_priv.h"

enum {
    PATH_MAX_BYTES = 4096,
    APPLICATION_ID = 0x41504F54, /* "APOT": marks our databases */
    /* Pages of the log after a commit. Above the first limit, as much as possible is copied
     * into the database; above the second, the log is also truncated, which waits for readers.
     */
    CHECKPOINT_PAGES = 1000,
    TRUNCATE_PAGES = 4000,
    TRUNCATE_WAIT_MS = 20,
    /* How long to wait for a replica that lags behind: before copying, and before truncating
     * without it. */
    REPLICA_WAIT_MS = 50,
    REPLICA_GIVE_UP_MS = 2000
};

typedef struct sqlite_database {
    apo_database base;
    sqlite3 *raw;
    /* For the writing connection only. */
    int lock; /* descriptor of the lock file; -1: none */
    bool is_watched;
    apo_guard guard; /* never changes after opening */
    apo_log_watch watch;
    int log_pages;   /* of the write-ahead log, after the last commit */
    bool has_logged; /* since the last group */
} sqlite_database;

typedef struct sqlite_statement {
    apo_statement base;
    sqlite3_stmt *raw;
} sqlite_statement;

static sqlite_database *own(apo_database *db)
{
    return (sqlite_database *)db;
}

static sqlite3_stmt *raw(apo_statement *statement)
{
    return ((sqlite_statement *)statement)->raw;
}

/* --- files --------------------------------------------------------------- */

bool apo_path_add_suffix(char *out, size_t size, const char *path, const char *suffix)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add(&text, path);
    apo_text_add(&text, suffix);
    return !text.is_overflowed;
}

/* Only one server may write: two would have stale copies of each other's games in memory. */
apo_status apo_sqlite_take_lock(int *out, const char *path, apo_error *err)
{
    char name[PATH_MAX_BYTES];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!apo_path_add_suffix(name, sizeof name, path, ".lock"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    *out = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*out < 0)
        return apo_fail(err, APO_E_IO, 0, "the folder cannot be written to (%s)",
                        apo_span_of(strerror(errno)));
    if (fcntl(*out, F_SETLK, &lock) != 0)
        return apo_fail(err, APO_E_EXISTS, 0, "another server is using this database",
                        apo_span_of(""));
    return APO_OK;
}

/* Only its owner may read the database: a new file is created that way, and the permissions of
 * an old one are tightened. */
static void close_to_others(const char *path)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", ".lock"};
    char name[PATH_MAX_BYTES];
    struct stat info;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (apo_path_add_suffix(name, sizeof name, path, suffixes[i]) &&
            stat(name, &info) == 0 && (info.st_mode & S_IRWXO) != 0)
            (void)chmod(name, info.st_mode & 07777 & ~(mode_t)S_IRWXO);
    }
}

/* --- connections --------------------------------------------------------- */

bool apo_sqlite_run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

bool apo_sqlite_set_up(sqlite3 *db)
{
    sqlite3_busy_timeout(db, APO_STORE_BUSY_MS);
    sqlite3_extended_result_codes(db, 1);
    return apo_sqlite_run(db, "PRAGMA foreign_keys = ON") &&
           apo_sqlite_run(db, "PRAGMA trusted_schema = OFF");
}

static apo_status fail(apo_error *err, sqlite3 *db)
{
    return apo_fail(err, APO_E_IO, 0, "%s",
                    apo_span_of(db != NULL ? sqlite3_errmsg(db) : "out of memory"));
}

/* For sqlite3_wal_hook. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    sqlite_database *all = context;
    (void)db;
    (void)name;
    all->log_pages = pages;
    all->has_logged = true;
    return SQLITE_OK;
}

static apo_status connect_reader(sqlite_database *db, const char *path, apo_error *err)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &db->raw, flags, NULL) != SQLITE_OK ||
        !apo_sqlite_set_up(db->raw))
        return fail(err, db->raw);
    return apo_schema_migrate(&db->base, true, err);
}

static apo_status connect_writer(sqlite_database *db, const char *path, apo_error *err)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    apo_status status = apo_sqlite_take_lock(&db->lock, path, err);
    if (status != APO_OK)
        return status;
    apo_log_watch_open(&db->watch);
    db->is_watched = true;
    close_to_others(path);
    if (sqlite3_open_v2(path, &db->raw, flags, NULL) != SQLITE_OK ||
        !apo_sqlite_set_up(db->raw) || !apo_sqlite_run(db->raw, "PRAGMA journal_mode = WAL") ||
        !apo_sqlite_run(db->raw, "PRAGMA synchronous = FULL") ||
        !apo_sqlite_run(db->raw, "PRAGMA journal_size_limit = 8388608"))
        return fail(err, db->raw);
    /* Opening a file or file system without write permission succeeds; only this reports the
     * error. */
    if (sqlite3_db_readonly(db->raw, "main") == 1)
        return apo_fail(err, APO_E_IO, 0, "the file cannot be written to", apo_span_of(""));
    sqlite3_wal_hook(db->raw, note_log, db);
    status = apo_schema_migrate(&db->base, false, err);
    if (status == APO_OK && !apo_guard_open(&db->guard, path))
        status = apo_fail(err, APO_E_IO, 0, "the files of the database cannot be read",
                          apo_span_of(""));
    return status;
}

static apo_status open_file(apo_database **out, const char *address, bool is_read_only,
                            apo_error *err)
{
    sqlite_database *db = apo_allocate_zero(NULL, sizeof *db);
    if (db == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    db->base.driver = &apo_sqlite_driver;
    db->lock = -1;
    apo_status status =
        is_read_only ? connect_reader(db, address, err) : connect_writer(db, address, err);
    if (status == APO_OK)
        *out = &db->base;
    else
        apo_database_close(&db->base);
    return status;
}

static void close_file(apo_database *base)
{
    sqlite_database *db = own(base);
    sqlite3_close(db->raw);
    if (db->is_watched)
        apo_log_watch_close(&db->watch);
    if (db->lock >= 0)
        close(db->lock);
    apo_free(NULL, db);
}

static bool run(apo_database *db, const char *text)
{
    return apo_sqlite_run(own(db)->raw, text);
}

static bool is_in_transaction(apo_database *db)
{
    return sqlite3_get_autocommit(own(db)->raw) == 0;
}

static const char *message(apo_database *db)
{
    return sqlite3_errmsg(own(db)->raw);
}

static apo_status failure(apo_database *db)
{
    switch (sqlite3_extended_errcode(own(db)->raw)) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_UNIQUE: return APO_E_EXISTS;
    case SQLITE_CONSTRAINT_FOREIGNKEY: return APO_E_UNKNOWN;
    case SQLITE_NOMEM: return APO_E_MEMORY;
    default: return APO_E_IO;
    }
}

static bool has_changed(apo_database *db)
{
    return sqlite3_changes(own(db)->raw) > 0;
}

/* --- the version of the tables ------------------------------------------- */

static bool read_pragma(sqlite3 *db, const char *text, int *out)
{
    sqlite3_stmt *statement = NULL;
    bool is_read = sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_read)
        *out = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return is_read;
}

/* A pragma takes no bound values; the number is our own. */
static bool write_pragma(sqlite3 *db, const char *name, int value)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, name);
    apo_buffer_add(&text, " = ");
    apo_buffer_add_number(&text, value);
    bool is_done = !text.is_failed && apo_sqlite_run(db, text.bytes);
    apo_buffer_clear(&text);
    return is_done;
}

static apo_status read_version(int *out, sqlite3 *db, apo_error *err)
{
    int application, tables;
    if (!read_pragma(db, "PRAGMA user_version", out) ||
        !read_pragma(db, "PRAGMA application_id", &application) ||
        !read_pragma(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return fail(err, db);
    if (tables > 0 && application != APPLICATION_ID)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "this is a database, but not one of apothecary", apo_span_of(""));
    return APO_OK;
}

apo_status apo_sqlite_check(sqlite3 *db, apo_error *err)
{
    int found = 0;
    apo_status status = read_version(&found, db, err);
    if (status == APO_OK && found == 0)
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "there is nothing in it", apo_span_of(""));
    return status == APO_OK ? apo_schema_check_version(found, err) : status;
}

static apo_status version(apo_database *db, int *out, apo_error *err)
{
    return read_version(out, own(db)->raw, err);
}

static bool migrate(apo_database *base, const char *text, int version)
{
    sqlite3 *db = own(base)->raw;
    bool is_done = apo_sqlite_run(db, "BEGIN IMMEDIATE") && apo_sqlite_run(db, text) &&
                   write_pragma(db, "PRAGMA user_version", version) &&
                   write_pragma(db, "PRAGMA application_id", APPLICATION_ID) &&
                   apo_sqlite_run(db, "COMMIT");
    if (!is_done && sqlite3_get_autocommit(db) == 0)
        (void)apo_sqlite_run(db, "ROLLBACK");
    return is_done;
}

/* --- statements ---------------------------------------------------------- */

static void finish(apo_statement *statement)
{
    if (statement == NULL)
        return;
    sqlite3_finalize(raw(statement));
    apo_free(NULL, statement);
}

static apo_statement *prepare(apo_database *db, const char *text, bool is_long)
{
    (void)is_long; /* SQLite computes rows one at a time anyway */
    sqlite_statement *statement = apo_allocate_zero(NULL, sizeof *statement);
    if (statement == NULL)
        return NULL;
    statement->base.driver = &apo_sqlite_driver;
    if (sqlite3_prepare_v3(own(db)->raw, text, -1, SQLITE_PREPARE_PERSISTENT, &statement->raw,
                           NULL) == SQLITE_OK)
        return &statement->base;
    finish(&statement->base);
    return NULL;
}

static unsigned value_count(apo_statement *statement)
{
    return (unsigned)sqlite3_bind_parameter_count(raw(statement));
}

static void bind_null(apo_statement *statement, int at)
{
    sqlite3_bind_null(raw(statement), at);
}

static void bind_number(apo_statement *statement, int at, int64_t number)
{
    sqlite3_bind_int64(raw(statement), at, number);
}

static void bind_real(apo_statement *statement, int at, double number)
{
    sqlite3_bind_double(raw(statement), at, number);
}

/* An empty text, not NULL, if there are no bytes at all. */
static void bind_text(apo_statement *statement, int at, apo_span text)
{
    sqlite3_bind_text64(raw(statement), at, text.text != NULL ? text.text : "", text.length,
                        SQLITE_STATIC, SQLITE_UTF8);
}

static enum apo_step step(apo_statement *statement)
{
    int code = sqlite3_step(raw(statement));
    if (code == SQLITE_ROW)
        return APO_STEP_ROW;
    return code == SQLITE_DONE ? APO_STEP_DONE : APO_STEP_FAILED;
}

static void reset(apo_statement *statement)
{
    sqlite3_reset(raw(statement));
}

static int64_t column_number(apo_statement *row, int column)
{
    return sqlite3_column_int64(raw(row), column);
}

static double column_real(apo_statement *row, int column)
{
    return sqlite3_column_double(raw(row), column);
}

static apo_span column_text(apo_statement *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(raw(row), column);
    return (apo_span){text, (size_t)sqlite3_column_bytes(raw(row), column)};
}

static enum apo_column_kind column_kind(apo_statement *row, int column)
{
    switch (sqlite3_column_type(raw(row), column)) {
    case SQLITE_NULL: return APO_COLUMN_NULL;
    case SQLITE_INTEGER: return APO_COLUMN_NUMBER;
    case SQLITE_FLOAT: return APO_COLUMN_REAL;
    default: return APO_COLUMN_TEXT;
    }
}

static const char *column_name(apo_statement *row, int column)
{
    return sqlite3_column_name(raw(row), column);
}

static int column_count(apo_statement *row)
{
    return sqlite3_column_count(raw(row));
}

/* --- the files of the writing connection ---------------------------------- */

static bool is_sound(apo_database *db)
{
    return apo_guard_is_sound(&own(db)->guard);
}

static void note_commit(apo_database *base)
{
    sqlite_database *db = own(base);
    if (db->has_logged)
        apo_log_watch_note(&db->watch, db->log_pages);
    db->has_logged = false;
}

/* Keeps the log short. Fails while readers still need a part of it; the next commit tries
 * again. */
static void shorten_log(apo_database *base)
{
    sqlite_database *db = own(base);
    bool is_long = db->log_pages >= TRUNCATE_PAGES;
    int mode = is_long ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
    if (db->log_pages < CHECKPOINT_PAGES ||
        !apo_log_watch_may_shorten(&db->watch, is_long ? REPLICA_GIVE_UP_MS : REPLICA_WAIT_MS,
                                   is_long))
        return;
    sqlite3_busy_timeout(db->raw, TRUNCATE_WAIT_MS);
    (void)sqlite3_wal_checkpoint_v2(db->raw, NULL, mode, NULL, NULL);
    sqlite3_busy_timeout(db->raw, APO_STORE_BUSY_MS);
    db->log_pages = 0;
}

static int64_t log_size(apo_database *db)
{
    struct stat info;
    return stat(own(db)->guard.files[APO_GUARD_LOG].path, &info) == 0 ? info.st_size : 0;
}

apo_log_watch *apo_sqlite_watch(apo_database *db)
{
    return &own(db)->watch;
}

const apo_guard *apo_sqlite_guard(apo_database *db)
{
    return &own(db)->guard;
}

const apo_driver apo_sqlite_driver = {
    .begin = "BEGIN IMMEDIATE",
    .size = {"SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
             false},
    .tables = {"SELECT name FROM sqlite_schema WHERE type = 'table'"
               " AND name NOT LIKE 'sqlite%' ORDER BY rowid",
               false},
    .after_copy = "",
    .open = open_file,
    .close = close_file,
    .version = version,
    .migrate = migrate,
    .run = run,
    .is_in_transaction = is_in_transaction,
    .message = message,
    .failure = failure,
    .has_changed = has_changed,
    .prepare = prepare,
    .finish = finish,
    .value_count = value_count,
    .bind_null = bind_null,
    .bind_number = bind_number,
    .bind_real = bind_real,
    .bind_text = bind_text,
    .step = step,
    .reset = reset,
    .column_number = column_number,
    .column_real = column_real,
    .column_text = column_text,
    .column_kind = column_kind,
    .column_name = column_name,
    .column_count = column_count,
    .is_sound = is_sound,
    .note_commit = note_commit,
    .tend = shorten_log,
    .log_size = log_size,
};
