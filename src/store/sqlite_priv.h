/* Internals of the SQLite driver: connections, the files of a database, its log. */
#ifndef APO_STORE_SQLITE_PRIV_H
#define APO_STORE_SQLITE_PRIV_H

#include <pthread.h>
#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

#include "store/driver_priv.h"

enum {
    APO_STORE_BUSY_MS = 5000 /* another process copies or reads the database */
};

/* --- copies.c ------------------------------------------------------------ */

/* Checks that a database file that nobody writes to is intact. */
apo_status apo_sqlite_check_copy(const char *path, apo_error *err);

/* Moves the database away, to "PATH.old", and the file `part` beside it into its place. */
apo_status apo_sqlite_put_in_place(const char *path, const char *part, apo_error *err);

/* --- guard.c ------------------------------------------------------------- */

enum {
    APO_GUARD_DATABASE,
    APO_GUARD_LOG,
    APO_GUARD_LOCK,
    APO_GUARD_FILES,
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

/* The header of a write-ahead log (SQLite's file format). */
typedef struct apo_wal_head {
    uint64_t salt;      /* different each time the log begins anew */
    uint32_t page_size; /* bytes */
} apo_wal_head;

/* Reads it from an open log. False: there is none. */
bool apo_wal_head_read(apo_wal_head *out, int file);

/* Shared by the writer and the thread that copies the log: what is committed, and what is
 * copied. A log is named by its salt, and its end is in bytes. All members are guarded by
 * `mutex`. */
typedef struct apo_log_watch {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* for the copying thread */
    pthread_cond_t copied;  /* for the writer */
    int file;               /* descriptor of the log; -1: nobody copies it */
    uint64_t salt, former_salt, copied_salt;
    int64_t end, former_end, copied_end;
    bool is_held;   /* the log must not begin anew before it is copied */
    bool is_urgent; /* the writer waits for the copy */
} apo_log_watch;

void apo_log_watch_open(apo_log_watch *watch);
void apo_log_watch_close(apo_log_watch *watch);

/* True if everything committed has been copied; the caller holds the mutex. */
bool apo_log_watch_is_copied(const apo_log_watch *watch);

/* The moment `ms` from now, for waiting on the conditions of the watch. */
struct timespec apo_store_time_in(int64_t ms);

/* Reports that the writer has committed, and that the log has `pages` pages. */
void apo_log_watch_note(apo_log_watch *watch, int pages);

/* True if the log may be shortened: it has been copied, or nobody copies it. Waits for the copy
 * at most `wait_ms`; after that a caller that `gives_up` may shorten it anyway. */
bool apo_log_watch_may_shorten(apo_log_watch *watch, int64_t wait_ms, bool gives_up);

/* --- sqlite.c ------------------------------------------------------------ */

/* `path` and the suffix; false: too long. */
bool apo_path_add_suffix(char *out, size_t size, const char *path, const char *suffix);

/* Locks the database against a second writer, until the descriptor is closed. */
apo_status apo_sqlite_take_lock(int *out, const char *path, apo_error *err);

/* Sets what every connection needs. */
bool apo_sqlite_set_up(sqlite3 *db);

/* Runs statements without results; the error is left in the connection. */
bool apo_sqlite_run(sqlite3 *db, const char *text);

/* Checks that it is a database of ours, of this version or an older one. */
apo_status apo_sqlite_check(sqlite3 *db, apo_error *err);

/* The watch and the guard of this driver's writing connection. Valid until it is closed. */
apo_log_watch *apo_sqlite_watch(apo_database *db);
const apo_guard *apo_sqlite_guard(apo_database *db);

#endif
