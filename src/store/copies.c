/* Copies and restores the database. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/durable.h"
#include "store/sqlite_priv.h"
#include "store/store.h"

enum {
    PATH_MAX_BYTES = 4096,
    SMALL_FILE_MAX = 4096,
    DATABASE_FILES = 3
};

static apo_status fail(apo_error *err, sqlite3 *db)
{
    return apo_fail(err, APO_E_IO, 0, "%s",
                    apo_span_of(db != NULL ? sqlite3_errmsg(db) : "out of memory"));
}

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

apo_status apo_sqlite_check_copy(const char *path, apo_error *err)
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

/* Creates an empty file that only its owner can read, for SQLite to write into. */
static bool create_part(const char *part)
{
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return file >= 0 && close(file) == 0;
}

static apo_status write_copy(const char *path, const char *part, apo_error *err)
{
    sqlite3 *db = NULL;
    apo_status status = APO_OK;
    if (!create_part(part))
        return apo_fail_by_errno(err);
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
        !apo_sqlite_set_up(db))
        status = fail(err, db);
    if (status == APO_OK)
        status = apo_sqlite_check(db, err);
    if (status == APO_OK)
        status = run_bound(db, "VACUUM INTO ?1", part, err);
    sqlite3_close(db);
    if (status == APO_OK)
        status = apo_sqlite_check_copy(part, err);
    if (status == APO_OK && !apo_durable_sync(part))
        status = apo_fail_by_errno(err);
    return status;
}

apo_status apo_store_backup(const char *path, const char *copy, apo_error *err)
{
    char part[PATH_MAX_BYTES];
    struct stat info;
    if (stat(copy, &info) == 0)
        return apo_fail(err, APO_E_EXISTS, 0, "%s exists already", apo_span_of(copy));
    if (!apo_path_add_suffix(part, sizeof part, copy, ".part"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    if (stat(part, &info) == 0)
        return apo_fail(err, APO_E_EXISTS, 0,
                        "%s exists already: another backup is under way, "
                        "or one was broken off; remove it",
                        apo_span_of(part));
    apo_status status = write_copy(path, part, err);
    if (status == APO_OK && rename(part, copy) != 0)
        status = apo_fail_by_errno(err);
    if (status != APO_OK)
        unlink(part);
    return status;
}

/* --- putting one back ---------------------------------------------------- */

/* The files of a database, its log first: beside another database it would do harm. */
static const char *const suffixes[DATABASE_FILES] = {"-wal", "-shm", ""};

/* Where the file is, and where it is moved to. */
static bool name_files(char from[PATH_MAX_BYTES], char to[PATH_MAX_BYTES], const char *path,
                       const char *suffix)
{
    char old[PATH_MAX_BYTES];
    return apo_path_add_suffix(old, sizeof old, path, ".old") &&
           apo_path_add_suffix(from, PATH_MAX_BYTES, path, suffix) &&
           apo_path_add_suffix(to, PATH_MAX_BYTES, old, suffix);
}

/* Moves the database away; `is_moved` says which of its files. */
static bool move_away(const char *path, bool is_moved[DATABASE_FILES])
{
    char from[PATH_MAX_BYTES], to[PATH_MAX_BYTES];
    for (unsigned i = 0; i < DATABASE_FILES; i++) {
        if (!name_files(from, to, path, suffixes[i]))
            return false;
        (void)unlink(to);
        is_moved[i] = rename(from, to) == 0;
        if (!is_moved[i] && errno != ENOENT)
            return false;
    }
    return true;
}

static void move_back(const char *path, const bool is_moved[DATABASE_FILES])
{
    char from[PATH_MAX_BYTES], to[PATH_MAX_BYTES];
    for (unsigned i = 0; i < DATABASE_FILES; i++) {
        if (is_moved[i] && name_files(from, to, path, suffixes[i]))
            (void)rename(to, from);
    }
}

apo_status apo_sqlite_put_in_place(const char *path, const char *part, apo_error *err)
{
    bool is_moved[DATABASE_FILES] = {false};
    bool is_placed = move_away(path, is_moved) && rename(part, path) == 0;
    if (is_placed && apo_durable_sync_folder_of(path))
        return APO_OK;
    int reason = errno;
    if (is_placed)
        (void)rename(path, part);
    move_back(path, is_moved);
    errno = reason;
    return apo_fail_by_errno(err);
}

static apo_status put_back(const char *path, const char *copy, apo_error *err)
{
    char part[PATH_MAX_BYTES];
    if (!apo_path_add_suffix(part, sizeof part, path, ".part"))
        return apo_fail(err, APO_E_IO, 0, "the path is too long", apo_span_of(""));
    (void)unlink(part); /* left by an interrupted attempt */
    apo_status status = write_copy(copy, part, err);
    if (status == APO_OK)
        status = apo_sqlite_put_in_place(path, part, err);
    if (status != APO_OK)
        unlink(part);
    return status;
}

apo_status apo_store_restore(const char *path, const char *copy, apo_error *err)
{
    int lock = -1;
    apo_status status = apo_sqlite_check_copy(copy, err);
    if (status == APO_OK)
        status = apo_sqlite_take_lock(&lock, path, err);
    if (status == APO_OK)
        status = put_back(path, copy, err);
    if (lock >= 0)
        close(lock);
    return status;
}

static apo_status read_small(char *bytes, size_t *length, const char *from, apo_error *err)
{
    int file = open(from, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        apo_fail_by_errno(err);
        return errno == ENOENT ? APO_E_UNKNOWN : APO_E_IO;
    }
    ssize_t got = read(file, bytes, SMALL_FILE_MAX);
    apo_status status = got >= 0 ? APO_OK : apo_fail_by_errno(err);
    *length = got > 0 ? (size_t)got : 0;
    close(file);
    return status;
}

apo_status apo_store_copy_file(const char *from, const char *to, apo_error *err)
{
    char bytes[SMALL_FILE_MAX];
    size_t length = 0;
    apo_status status = read_small(bytes, &length, from, err);
    if (status != APO_OK)
        return status;
    return apo_durable_replace(to, (apo_span){bytes, length}) ? APO_OK : apo_fail_by_errno(err);
}
