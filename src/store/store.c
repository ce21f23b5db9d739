/* Opening and closing. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "store/store_priv.h"

enum {
    PATH_MAX_BYTES = 4096
};

static apo_status fail(apo_error *err, sqlite3 *db)
{
    return apo_fail(err, APO_E_IO, 0, "%s",
                    apo_span_of(db != NULL ? sqlite3_errmsg(db) : "out of memory"));
}

bool apo_path_add_suffix(char *out, size_t size, const char *path, const char *suffix)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add(&text, path);
    apo_text_add(&text, suffix);
    return !text.is_overflowed;
}

/* Two servers writing the same games would have stale copies in memory. */
apo_status apo_store_take_lock(int *out, const char *path, apo_error *err)
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
        return apo_fail(err, APO_E_IO, 0, "another server is using this database",
                        apo_span_of(""));
    return APO_OK;
}

bool apo_store_set_up(sqlite3 *db)
{
    sqlite3_busy_timeout(db, APO_STORE_BUSY_MS);
    sqlite3_extended_result_codes(db, 1);
    return apo_sql_run(db, "PRAGMA foreign_keys = ON") &&
           apo_sql_run(db, "PRAGMA trusted_schema = OFF");
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

static apo_status open_writer(apo_store *store, const apo_store_options *options,
                              apo_error *err)
{
    apo_writer *writer = &store->writer;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    apo_status status = apo_store_take_lock(&store->lock, options->path, err);
    if (status != APO_OK)
        return status;
    close_to_others(options->path);
    if (sqlite3_open_v2(options->path, &writer->db, flags, NULL) != SQLITE_OK ||
        !apo_store_set_up(writer->db) ||
        !apo_sql_run(writer->db, "PRAGMA journal_mode = WAL") ||
        !apo_sql_run(writer->db, "PRAGMA synchronous = FULL") ||
        !apo_sql_run(writer->db, "PRAGMA journal_size_limit = 8388608"))
        return fail(err, writer->db);
    /* Opening a file or file system without write permission succeeds; only this reports the
     * error. */
    if (sqlite3_db_readonly(writer->db, "main") == 1)
        return apo_fail(err, APO_E_IO, 0, "the file cannot be written to", apo_span_of(""));
    sqlite3_wal_hook(writer->db, apo_writer_note_log, writer);
    return apo_schema_migrate(writer->db, false, err);
}

static apo_status open_reader(apo_store *store, const apo_store_options *options,
                              apo_error *err)
{
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(options->path, &store->reader, flags, NULL) != SQLITE_OK ||
        !apo_store_set_up(store->reader))
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
    if (status == APO_OK && !options->is_read_only &&
        !apo_guard_open(&store->writer.guard, options->path))
        status = apo_fail(err, APO_E_IO, 0, "the files of the database cannot be read",
                          apo_span_of(""));
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

int64_t apo_store_log_size(const apo_store *store)
{
    struct stat info;
    const apo_guard *guard = &store->writer.guard;
    return guard->count > 1 && stat(guard->files[1].path, &info) == 0 ? info.st_size : 0;
}
