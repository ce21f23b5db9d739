/* Writes a replica: the thread that copies the log, and makes bases. */
#include "store/replica.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "store/durable.h"
#include "store/replica_priv.h"

enum {
    PAUSE_MS = 200, /* between two copies, so a lost disk costs little more than this */
    RETRY_MS = 5000,
    STEP_PAGES = 1024, /* of a base, between two looks at the log */
    CHUNK = 1 << 16,
    KEPT_BASES = 2
};

static const int64_t day_ms = 86400000, kept_ms = 7 * 86400000LL;
static const int64_t small_log = 64 << 20; /* bytes that never make a base necessary */

struct apo_replica {
    apo_store *store;
    char folder[APO_REPLICA_PATH], database[APO_REPLICA_PATH];
    int lock; /* descriptor of the folder's lock */
    pthread_t thread;
    /* The thread's own. */
    int log, copy, times; /* descriptors: our log, its copy, its times; -1: closed */
    uint64_t salt;        /* of the log being copied; 0: none */
    int64_t copied;       /* bytes of it */
    unsigned number;      /* of the log being copied */
    int64_t log_bytes;    /* of all logs since the last base */
    int64_t base_ms, base_bytes;
    uint32_t page_size;
    bool is_chained; /* the logs continue the last base */
    /* Guarded by the watch's mutex. */
    bool is_stopping;
    apo_replica_state state;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static apo_log_watch *watch_of(apo_replica *r)
{
    return apo_sqlite_watch(r->store->writer.db);
}

/* --- files ---------------------------------------------------------------- */

/* One of the files of the database, as the guard numbers them. */
static const char *path_of(const apo_replica *r, unsigned file)
{
    return apo_sqlite_guard(r->store->writer.db)->files[file].path;
}

static bool append_line(int file, const char *line)
{
    return apo_durable_write(file, apo_span_of(line)) && fdatasync(file) == 0;
}

static bool append_to_index(apo_replica *r, const char *line)
{
    char name[APO_REPLICA_PATH];
    apo_replica_file(name, r->folder, "index");
    int file = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    /* Begins with a line end, in case a full disk or a kill has cut off the previous line. */
    bool is_written = append_line(file, "\n") && append_line(file, line);
    return close(file) == 0 && is_written;
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static int create(const apo_replica *r, const char *suffix)
{
    char name[APO_REPLICA_PATH];
    apo_replica_name(name, r->folder, "log-", r->number, suffix);
    return open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

/* --- copying the log ------------------------------------------------------ */

/* Opens the copy of the log that has begun. */
static bool begin_log(apo_replica *r, uint64_t salt)
{
    char line[32];
    close_file(&r->copy);
    close_file(&r->times);
    r->number++;
    r->copied = 0;
    r->salt = salt;
    r->copy = create(r, "");
    r->times = create(r, ".times");
    if (r->copy < 0 || r->times < 0 || !apo_durable_sync(r->folder))
        return false;
    if (r->is_chained)
        return true;
    snprintf(line, sizeof line, "chain %u\n", r->number);
    return append_to_index(r, line);
}

static bool copy_bytes(apo_replica *r, int64_t end)
{
    char chunk[CHUNK];
    while (r->copied < end) {
        int64_t left = end - r->copied;
        size_t size = left < CHUNK ? (size_t)left : CHUNK;
        ssize_t got = pread(r->log, chunk, size, r->copied);
        if (got <= 0 || !apo_durable_write(r->copy, (apo_span){chunk, (size_t)got}))
            return false;
        r->copied += got;
        r->log_bytes += got;
    }
    return fdatasync(r->copy) == 0;
}

static bool copy_committed(apo_replica *r)
{
    apo_log_watch *watch = watch_of(r);
    apo_wal_head head;
    char line[64];
    pthread_mutex_lock(&watch->mutex);
    uint64_t salt = watch->salt;
    int64_t end = watch->end;
    bool follows =
        salt == r->salt || (watch->former_salt == r->salt && watch->former_end == r->copied);
    pthread_mutex_unlock(&watch->mutex);
    if (r->salt != 0 && !follows)
        r->is_chained = false;
    if (salt != r->salt && !begin_log(r, salt))
        return false;
    if (r->copied < end) {
        int64_t at_ms = now_ms();
        if (!copy_bytes(r, end))
            return false;
        /* Another program may have begun the log anew meanwhile. */
        if (!apo_wal_head_read(&head, r->log) || head.salt != salt) {
            errno = ESTALE;
            return false;
        }
        r->page_size = head.page_size;
        snprintf(line, sizeof line, "%lld %lld\n", (long long)end, (long long)at_ms);
        if (!append_line(r->times, line))
            return false;
    }
    pthread_mutex_lock(&watch->mutex);
    watch->copied_salt = salt;
    watch->copied_end = end;
    r->state.shipped_ms = now_ms();
    pthread_cond_signal(&watch->copied);
    pthread_mutex_unlock(&watch->mutex);
    return true;
}

/* Copies what has been committed. False on failure, or if another program has begun the log
 * anew. The next copy is then of a log from its beginning, and a base is needed. */
static bool ship(apo_replica *r)
{
    if (copy_committed(r))
        return true;
    r->is_chained = false;
    r->salt = 0;
    return false;
}

/* --- bases ---------------------------------------------------------------- */

/* Copies the database page by page, and the log meanwhile. */
static bool copy_pages(apo_replica *r, sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup != NULL ? SQLITE_OK : SQLITE_ERROR;
    while (code == SQLITE_OK) {
        code = sqlite3_backup_step(backup, STEP_PAGES);
        if (code == SQLITE_OK && !ship(r))
            code = SQLITE_IOERR;
    }
    r->base_bytes =
        backup != NULL ? (int64_t)sqlite3_backup_pagecount(backup) * r->page_size : 0;
    return (backup == NULL || sqlite3_backup_finish(backup) == SQLITE_OK) &&
           code == SQLITE_DONE;
}

/* Copies one snapshot of the database into `part`. */
static bool write_base(apo_replica *r, const char *part)
{
    sqlite3 *from = NULL, *to = NULL;
    int created = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (created < 0 || close(created) != 0)
        return false;
    bool is_copied =
        sqlite3_open_v2(r->database, &from, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        apo_sqlite_set_up(from) && apo_sqlite_run(from, "BEGIN") &&
        apo_sqlite_run(from, "SELECT count(*) FROM sqlite_schema") &&
        sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        apo_sqlite_run(to, "PRAGMA synchronous = OFF") && copy_pages(r, from, to);
    sqlite3_close(from);
    return sqlite3_close(to) == SQLITE_OK && is_copied && apo_durable_sync(part);
}

/* Deletes bases and logs that are no longer needed. */
static void sweep(apo_replica *r)
{
    apo_replica_index index;
    char name[APO_REPLICA_PATH], times[APO_REPLICA_PATH];
    if (!apo_replica_index_read(&index, r->folder) || index.base_count <= KEPT_BASES)
        return;
    unsigned last_kept = index.base_count - KEPT_BASES;
    unsigned first_log = index.bases[last_kept].first_log;
    for (unsigned i = 0; i < last_kept; i++) {
        const apo_replica_base *base = &index.bases[i];
        if (r->base_ms - index.bases[i + 1].made_ms < kept_ms) {
            first_log = base->first_log < first_log ? base->first_log : first_log;
        } else {
            apo_replica_name(name, r->folder, "base-", base->made_ms, "");
            (void)unlink(name);
        }
    }
    /* From the newest down to the first that is already gone. */
    for (unsigned i = first_log; i > 1; i--) {
        apo_replica_name(times, r->folder, "log-", i - 1, ".times");
        apo_replica_name(name, r->folder, "log-", i - 1, "");
        if (unlink(times) != 0 || unlink(name) != 0)
            break;
    }
}

static bool make_base(apo_replica *r)
{
    char part[APO_REPLICA_PATH], name[APO_REPLICA_PATH], line[64];
    if (!ship(r))
        return false;
    r->is_chained = true;
    unsigned first_log = r->number;
    int64_t bytes_before = r->log_bytes;
    apo_replica_file(part, r->folder, "base.part");
    /* The logs from this one on, with what was committed until the end of the copy. */
    if (!write_base(r, part) || !ship(r) || !r->is_chained) {
        (void)unlink(part);
        return false;
    }
    int64_t made_ms = now_ms();
    snprintf(line, sizeof line, "base %lld %u\n", (long long)made_ms, first_log);
    apo_replica_name(name, r->folder, "base-", made_ms, "");
    if (rename(part, name) != 0 || !apo_durable_sync(r->folder) || !append_to_index(r, line))
        return false;
    r->base_ms = made_ms;
    r->log_bytes -= bytes_before;
    sweep(r);
    return true;
}

static bool needs_base(const apo_replica *r)
{
    int64_t most = r->base_bytes > small_log ? r->base_bytes : small_log;
    return !r->is_chained || r->log_bytes > most || now_ms() - r->base_ms > day_ms;
}

/* --- the thread ----------------------------------------------------------- */

/* Copies the log; makes a new base if the chain is broken. */
static bool work(apo_replica *r)
{
    apo_log_watch *watch = watch_of(r);
    pthread_mutex_lock(&watch->mutex);
    watch->is_held = true;
    pthread_mutex_unlock(&watch->mutex);
    if (r->is_chained)
        (void)ship(r);
    return !needs_base(r) || make_base(r);
}

/* Tells the writer whether to wait for us, and publishes the state of the replica. */
static void report(apo_replica *r, bool is_well)
{
    apo_log_watch *watch = watch_of(r);
    int error = errno;
    pthread_mutex_lock(&watch->mutex);
    watch->is_held = is_well;
    r->state.has_base = r->base_ms > 0 && r->is_chained;
    if (is_well)
        r->state.trouble[0] = '\0';
    else
        apo_text_copy(r->state.trouble, sizeof r->state.trouble, strerror(error));
    pthread_mutex_unlock(&watch->mutex);
}

/* Waits a moment (longer after a failure), then for a commit. False if it is time to end. */
static bool rest(apo_replica *r, bool is_well)
{
    apo_log_watch *watch = watch_of(r);
    struct timespec until = apo_store_time_in(is_well ? PAUSE_MS : RETRY_MS);
    pthread_mutex_lock(&watch->mutex);
    while (!r->is_stopping && !(is_well && watch->is_urgent) &&
           pthread_cond_timedwait(&watch->changed, &watch->mutex, &until) != ETIMEDOUT) {
    }
    while (is_well && !r->is_stopping && apo_log_watch_is_copied(watch))
        pthread_cond_wait(&watch->changed, &watch->mutex);
    bool goes_on = !r->is_stopping;
    pthread_mutex_unlock(&watch->mutex);
    return goes_on;
}

static void *replicate(void *context)
{
    apo_replica *r = context;
    bool is_well;
    do {
        errno = 0;
        is_well = work(r);
        report(r, is_well);
    } while (rest(r, is_well));
    if (is_well)
        (void)ship(r);
    return NULL;
}

/* --- life ----------------------------------------------------------------- */

static apo_status fail(apo_error *err)
{
    return apo_fail(err, APO_E_IO, 0, "the replica: %s", apo_span_of(strerror(errno)));
}

/* A second server with the same folder would mix two databases. */
static apo_status take_folder(apo_replica *r, const char *folder, apo_error *err)
{
    char name[APO_REPLICA_PATH];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (strlen(folder) >= APO_REPLICA_FOLDER)
        return apo_fail(err, APO_E_IO, 0, "the replica: the path is too long", apo_span_of(""));
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return fail(err);
    apo_replica_file(name, folder, "lock");
    r->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (r->lock < 0)
        return fail(err);
    if (fcntl(r->lock, F_SETLK, &lock) != 0)
        return apo_fail(err, APO_E_IO, 0, "another server replicates into this folder",
                        apo_span_of(""));
    apo_text_copy(r->folder, sizeof r->folder, folder);
    return APO_OK;
}

/* Numbers continue after those of an earlier server. */
static unsigned last_number(const apo_replica *r)
{
    apo_replica_index index;
    char name[APO_REPLICA_PATH];
    unsigned number = 0;
    if (apo_replica_index_read(&index, r->folder) && index.chain_count > 0)
        number = index.chains[index.chain_count - 1];
    do
        apo_replica_name(name, r->folder, "log-", (int64_t)++number, "");
    while (access(name, F_OK) == 0);
    return number - 1;
}

/* Lets the writer tell us of its commits, and makes one, to learn how long the log is. */
static apo_status watch_log(apo_replica *r, apo_error *err)
{
    apo_log_watch *watch = watch_of(r);
    apo_store_batch *batch = apo_store_batch_new();
    const char *log = path_of(r, APO_GUARD_LOG);
    r->log = open(log, O_RDONLY | O_CLOEXEC);
    int file = open(log, O_RDONLY | O_CLOEXEC);
    if (r->log < 0 || file < 0) {
        apo_store_batch_free(batch);
        close_file(&file);
        return fail(err);
    }
    pthread_mutex_lock(&watch->mutex);
    watch->is_held = true;
    watch->file = file;
    pthread_mutex_unlock(&watch->mutex);
    apo_store_set_number(batch, "replica", now_ms());
    apo_store_submit(r->store, batch, NULL, NULL);
    apo_store_flush(r->store);
    return watch->end > 0 ? APO_OK
                          : apo_fail(err, APO_E_IO, 0, "the replica: the database has no log",
                                     apo_span_of(""));
}

static void free_replica(apo_replica *r)
{
    apo_log_watch *watch = watch_of(r);
    pthread_mutex_lock(&watch->mutex);
    close_file(&watch->file);
    watch->is_held = false;
    pthread_mutex_unlock(&watch->mutex);
    close_file(&r->log);
    close_file(&r->copy);
    close_file(&r->times);
    close_file(&r->lock);
    apo_free(NULL, r);
}

apo_status apo_replica_start(apo_replica **out, apo_store *store, const char *folder,
                             apo_error *err)
{
    if (store->writer.db->driver != &apo_sqlite_driver)
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "only a database of SQLite has a replica",
                        apo_span_of(""));
    apo_replica *r = apo_allocate_zero(NULL, sizeof *r);
    if (r == NULL)
        return apo_fail(err, APO_E_MEMORY, 0, "out of memory", apo_span_of(""));
    r->store = store;
    r->lock = r->log = r->copy = r->times = -1;
    apo_text_copy(r->database, sizeof r->database, path_of(r, APO_GUARD_DATABASE));
    apo_status status = take_folder(r, folder, err);
    if (status == APO_OK) {
        r->number = last_number(r);
        status = watch_log(r, err);
    }
    if (status == APO_OK && pthread_create(&r->thread, NULL, replicate, r) != 0)
        status = apo_fail(err, APO_E_MEMORY, 0, "cannot start a thread", apo_span_of(""));
    if (status == APO_OK)
        *out = r;
    else
        free_replica(r);
    return status;
}

void apo_replica_stop(apo_replica *r)
{
    if (r == NULL)
        return;
    apo_log_watch *watch = watch_of(r);
    apo_store_flush(r->store);
    pthread_mutex_lock(&watch->mutex);
    r->is_stopping = true;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(r->thread, NULL);
    free_replica(r);
}

void apo_replica_look(apo_replica *r, apo_replica_state *out)
{
    apo_log_watch *watch = watch_of(r);
    pthread_mutex_lock(&watch->mutex);
    *out = r->state;
    out->waiting_bytes =
        watch->salt == watch->copied_salt ? watch->end - watch->copied_end : watch->end;
    pthread_mutex_unlock(&watch->mutex);
}
