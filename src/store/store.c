/* Opening, closing, copying. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "store/store_priv.h"

enum {
    PATH_MAX_BYTES = 4096,
    BUSY_MS = 5000 /* another process copies or reads the database */
};

static apo_status fail(apo_error *err, sqlite3 *db)
{
    return apo_fail(err, APO_E_IO, 0, "%s",
                    apo_span_of(db != NULL ? sqlite3_errmsg(db) : "out of memory"));
}

static bool add_suffix(char *out, size_t size, const char *path, const char *suffix)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add(&text, path);
    apo_text_add(&text, suffix);
    return !text.is_overflowed;
}

/* Two servers writing the same games would work with stale copies in memory. */
static apo_status take_lock(apo_store *store, const char *path, apo_error *err)
{
    char name[PATH_MAX_BYTES];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (!add_suffix(name, sizeof name, path, ".lock"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    store->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return apo_fail(err, APO_E_IO, 0, "the folder cannot be written to (%s)",
                        apo_span_of(strerror(errno)));
    if (fcntl(store->lock, F_SETLK, &lock) != 0)
        return apo_fail(err, APO_E_IO, 0, "another server is using this database",
                        apo_span_of(""));
    return APO_OK;
}

static bool set_up(sqlite3 *db)
{
    sqlite3_busy_timeout(db, BUSY_MS);
    sqlite3_extended_result_codes(db, 1);
    return apo_sql_run(db, "PRAGMA foreign_keys = ON") &&
           apo_sql_run(db, "PRAGMA trusted_schema = OFF");
}

static apo_status open_writer(apo_store *store, const apo_store_options *options,
                              apo_error *err)
{
    apo_writer *writer = &store->writer;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    apo_status status = take_lock(store, options->path, err);
    if (status != APO_OK)
        return status;
    if (sqlite3_open_v2(options->path, &writer->db, flags, NULL) != SQLITE_OK ||
        !set_up(writer->db) || !apo_sql_run(writer->db, "PRAGMA journal_mode = WAL") ||
        !apo_sql_run(writer->db, "PRAGMA synchronous = FULL"))
        return fail(err, writer->db);
    /* A file or file system without write permission opens, and only says so now. */
    if (sqlite3_db_readonly(writer->db, "main") == 1)
        return apo_fail(err, APO_E_IO, 0, "the file cannot be written to", apo_span_of(""));
    return apo_schema_migrate(writer->db, false, err);
}

static apo_status open_reader(apo_store *store, const apo_store_options *options,
                              apo_error *err)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(options->path, &store->reader, flags, NULL) != SQLITE_OK ||
        !set_up(store->reader))
        return fail(err, store->reader);
    return apo_schema_migrate(store->reader, true, err);
}

apo_status apo_store_open(apo_store **out, const apo_store_options *options, apo_error *err)
{
    apo_store *store = apo_allocate_zero(NULL, sizeof *store);
    if (store == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    store->lock = -1;
    store->is_read_only = options->is_read_only;
    store->writer.notify = options->notify;
    store->writer.context = options->context;
    apo_status status = APO_OK;
    if (!options->is_read_only)
        status = open_writer(store, options, err);
    if (status == APO_OK)
        status = open_reader(store, options, err);
    if (status == APO_OK && !options->is_read_only) {
        status = apo_writer_start(&store->writer);
        if (status != APO_OK)
            apo_fail(err, status, 0, "cannot start a thread", apo_span_of(""));
    }
    if (status == APO_OK)
        *out = store;
    else
        apo_store_close(store);
    return status;
}

void apo_store_close(apo_store *store)
{
    if (store == NULL)
        return;
    apo_store_flush(store);
    apo_writer_stop(&store->writer);
    apo_sql_cache_clear(&store->statements);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer.db);
    if (store->lock >= 0)
        close(store->lock);
    apo_free(NULL, store);
}

/* --- copies -------------------------------------------------------------- */

static apo_status run_bound(sqlite3 *db, const char *sql, const char *value, apo_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, value, -1, SQLITE_STATIC);
        code = sqlite3_step(statement);
    }
    apo_status status = code == SQLITE_DONE ? APO_OK : fail(err, db);
    sqlite3_finalize(statement);
    return status;
}

/* Checks that the copy is intact. */
static apo_status check_copy(const char *path, apo_error *err)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    apo_status status = APO_OK;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL) != SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        status = fail(err, db);
    } else if (strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0) {
        status = apo_fail(err, APO_E_IO, 0, "the copy is damaged", apo_span_of(""));
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return status;
}

static bool sync_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_done = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return is_done;
}

static apo_status write_copy(const char *path, const char *part, apo_error *err)
{
    sqlite3 *db = NULL;
    apo_status status = APO_OK;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK || !set_up(db))
        status = fail(err, db);
    if (status == APO_OK)
        status = apo_schema_migrate(db, true, err);
    if (status == APO_OK)
        status = run_bound(db, "VACUUM INTO ?1", part, err);
    sqlite3_close(db);
    if (status == APO_OK)
        status = check_copy(part, err);
    if (status == APO_OK && !sync_file(part))
        status = apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(strerror(errno)));
    return status;
}

apo_status apo_store_backup(const char *path, const char *copy, apo_error *err)
{
    char part[PATH_MAX_BYTES];
    struct stat info;
    if (stat(copy, &info) == 0)
        return apo_fail(err, APO_E_EXISTS, 0, "%s exists already", apo_span_of(copy));
    if (!add_suffix(part, sizeof part, copy, ".part"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    if (stat(part, &info) == 0)
        return apo_fail(err, APO_E_EXISTS, 0,
                        "%s exists already: another backup is under way, "
                        "or one was broken off; remove it",
                        apo_span_of(part));
    apo_status status = write_copy(path, part, err);
    if (status == APO_OK && rename(part, copy) != 0)
        status = apo_fail(err, APO_E_IO, 0, "%s", apo_span_of(strerror(errno)));
    if (status != APO_OK)
        unlink(part);
    return status;
}
