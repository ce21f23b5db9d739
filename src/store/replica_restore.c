/* Brings a database back from a replica. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "store/durable.h"
#include "store/replica_priv.h"

enum {
    CHUNK = 1 << 16,
    LINE_MAX_BYTES = 64
};

static const int64_t all_bytes = INT64_MAX;

/* A restoration. The database is put together beside its final place. */
typedef struct restoration {
    const char *folder;
    int64_t at_ms;
    char part[APO_REPLICA_PATH], part_log[APO_REPLICA_PATH];
    apo_replica_restored *out;
    apo_error *err;
} restoration;

static apo_status fail(restoration *all, const char *message, const char *what)
{
    return apo_fail(all->err, APO_E_IO, 0, message, apo_span_of(what));
}

/* Copies the first `size` bytes, or all with all_bytes. False if there are none, or fewer. */
static bool copy_front(const char *from, const char *to, int64_t size)
{
    int64_t done = 0;
    char chunk[CHUNK];
    int source = open(from, O_RDONLY | O_CLOEXEC);
    int target = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool is_well = source >= 0 && target >= 0;
    while (is_well && done < size) {
        ssize_t got = read(source, chunk, size - done < CHUNK ? (size_t)(size - done) : CHUNK);
        if (got == 0 && size == all_bytes && done > 0)
            break;
        is_well = got > 0 && apo_durable_write(target, (apo_span){chunk, (size_t)got});
        done += got;
    }
    is_well = is_well && fsync(target) == 0;
    if (source >= 0)
        close(source);
    return target >= 0 && close(target) == 0 && is_well;
}

/* How much of a log had arrived at the wanted moment, and when; `*out_is_all`: nothing came
 * later. False: nothing had arrived. */
static bool find_length(const restoration *all, unsigned log, int64_t *out_bytes,
                        int64_t *out_ms, bool *out_is_all)
{
    char name[APO_REPLICA_PATH], line[LINE_MAX_BYTES];
    int64_t numbers[2]; /* bytes, and when they had arrived */
    bool is_found = false;
    *out_is_all = true;
    apo_replica_name(name, all->folder, "log-", log, ".times");
    FILE *file = fopen(name, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        /* The last line may be cut off. */
        if (!apo_replica_numbers_read(numbers, 2, apo_span_of(line)))
            break;
        if (numbers[1] > all->at_ms) {
            *out_is_all = false;
            break;
        }
        *out_bytes = numbers[0];
        *out_ms = numbers[1];
        is_found = true;
    }
    if (file != NULL)
        fclose(file);
    return is_found;
}

/* Lets SQLite bring the database up to date from the log beside it, as after a crash. */
static apo_status replay(restoration *all, int64_t bytes, const char *log)
{
    sqlite3 *db = NULL;
    apo_wal_head head = {.page_size = 0};
    int pages = 0, done = 0;
    int file = open(all->part_log, O_RDONLY | O_CLOEXEC);
    bool is_log = file >= 0 && apo_wal_head_read(&head, file);
    if (file >= 0)
        close(file);
    int code =
        is_log ? sqlite3_open_v2(all->part, &db, SQLITE_OPEN_READWRITE, NULL) : SQLITE_NOTADB;
    /* SQLite finds the log when the database is first read. */
    if (code == SQLITE_OK && apo_sqlite_run(db, "SELECT count(*) FROM sqlite_schema"))
        code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_FULL, &pages, &done);
    sqlite3_close(db);
    int64_t frame = APO_WAL_PAGE_HEAD + (int64_t)head.page_size;
    if (code != SQLITE_OK || pages != (bytes - APO_WAL_HEAD) / frame || done != pages)
        return fail(all, "%s is damaged", log);
    return APO_OK;
}

static apo_status apply_log(restoration *all, unsigned log, int64_t bytes)
{
    char name[APO_REPLICA_PATH];
    apo_replica_name(name, all->folder, "log-", log, "");
    if (!copy_front(name, all->part_log, bytes))
        return fail(all, "%s cannot be copied, or is too short", name);
    return replay(all, bytes, name);
}

/* Applies the logs of the base's chain, until the moment. */
static apo_status apply_logs(restoration *all, const apo_replica_index *index,
                             const apo_replica_base *base)
{
    apo_status status = APO_OK;
    bool goes_on = true;
    for (unsigned log = base->first_log; goes_on && status == APO_OK; log++) {
        int64_t bytes = 0;
        for (unsigned i = 0; i < index->chain_count; i++)
            goes_on = goes_on && (index->chains[i] != log || log == base->first_log);
        bool is_all = false;
        if (!goes_on || !find_length(all, log, &bytes, &all->out->at_ms, &is_all))
            break;
        status = apply_log(all, log, bytes);
        all->out->logs++;
        goes_on = is_all;
    }
    return status;
}

/* The last base that was finished at the moment. */
static const apo_replica_base *find_base(const restoration *all, const apo_replica_index *index)
{
    char name[APO_REPLICA_PATH];
    for (unsigned i = index->base_count; i-- > 0;) {
        const apo_replica_base *base = &index->bases[i];
        apo_replica_name(name, all->folder, "base-", base->made_ms, "");
        if (base->made_ms <= all->at_ms && access(name, R_OK) == 0)
            return base;
    }
    return NULL;
}

static apo_status put_together(restoration *all)
{
    apo_replica_index index;
    char name[APO_REPLICA_PATH];
    if (!apo_replica_index_read(&index, all->folder))
        return fail(all, "the replica's index cannot be read (%s)", strerror(errno));
    const apo_replica_base *base = find_base(all, &index);
    if (base == NULL)
        return apo_fail(all->err, APO_E_UNKNOWN, 0,
                        index.base_count == 0 ? "there is no replica in %s"
                                              : "the replica in %s does not reach back so far",
                        apo_span_of(all->folder));
    apo_replica_name(name, all->folder, "base-", base->made_ms, "");
    if (!copy_front(name, all->part, all_bytes))
        return fail(all, "%s cannot be copied", name);
    all->out->at_ms = base->made_ms;
    return apply_logs(all, &index, base);
}

apo_status apo_replica_restore(apo_replica_restored *out, const char *path, const char *folder,
                               int64_t at_ms, apo_error *err)
{
    restoration all = {.folder = folder, .at_ms = at_ms, .out = out, .err = err};
    int lock = -1;
    *out = (apo_replica_restored){.at_ms = 0};
    if (strlen(folder) >= APO_REPLICA_FOLDER ||
        !apo_path_add_suffix(all.part, sizeof all.part, path, ".part") ||
        !apo_path_add_suffix(all.part_log, sizeof all.part_log, path, ".part-wal"))
        return fail(&all, "the path is too long%s", "");
    apo_status status = apo_sqlite_take_lock(&lock, path, err);
    if (status == APO_OK) {
        (void)unlink(all.part_log); /* left by an interrupted attempt */
        status = put_together(&all);
    }
    if (status == APO_OK)
        status = apo_sqlite_check_copy(all.part, err);
    if (status == APO_OK)
        status = apo_sqlite_put_in_place(path, all.part, err);
    if (status != APO_OK) {
        (void)unlink(all.part);
        (void)unlink(all.part_log);
    }
    if (lock >= 0)
        close(lock);
    return status;
}
