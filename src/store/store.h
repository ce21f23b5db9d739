/* Persistent storage. This header opens, writes and closes the store; each subject has its own
 * header (store/people.h, store/games.h, ...). The store knows no chess: to it, a game is a
 * kind, a definition, two seats and a list of events, all texts.
 *
 * Writing: changes that belong together form a batch, and the batch is submitted. The store's
 * own thread writes; all waiting batches are made durable together (one commit with fsync), so
 * that a hundred moves cost hardly more than one. When a batch is durable, or has failed,
 * apo_store_collect calls its `done`, in the caller's thread. A batch is stored as a whole or
 * not at all, and batches in the order of submission.
 *
 * Reading: through a separate connection, which sees every batch whose `done` has been called.
 *
 * Threads: all functions belong to one thread, except `notify`, which the writer calls. */
#ifndef APO_STORE_STORE_H
#define APO_STORE_STORE_H

#include "base/buffer.h"
#include "base/error.h"

typedef struct apo_store apo_store;
typedef struct apo_store_batch apo_store_batch;

typedef struct apo_store_options {
    /* Of the database file, created if missing; or the URL of a database of PostgreSQL, which
     * must be empty or ours. Borrowed during the call. */
    const char *path;
    /* Called by the writing thread when batches are done: call apo_store_collect soon. NULL:
     * the caller polls. */
    void (*notify)(void *context);
    void *context;
    bool is_read_only; /* no batches can be submitted; nothing is created */
    /* Other servers may write at the same time, as peers (store/peers.h); PostgreSQL only. */
    bool is_shared;
} apo_store_options;

/* Opens the database, locks it against a second writer, and brings an older one up to date. The
 * caller frees it with apo_store_close. Errors, with a sentence in `err`: APO_E_IO;
 * APO_E_EXISTS: another server writes to it alone; APO_E_UNSUPPORTED: made by a newer version,
 * or not our database, or built without PostgreSQL; APO_E_MEMORY. */
apo_status apo_store_open(apo_store **out, const apo_store_options *options, apo_error *err);

/* True if a path is the URL of a PostgreSQL database: postgresql://... */
bool apo_store_is_url(const char *path);

/* Writes the waiting batches, calls their `done`, closes. NULL is allowed. */
void apo_store_close(apo_store *store);

/* Calls `done` for each finished batch; returns how many there were. */
size_t apo_store_collect(apo_store *store);

/* Waits for all submitted batches, and collects them. */
void apo_store_flush(apo_store *store);

/* How many batches are waiting; how many have failed since the store was opened, because the
 * disk was full, say. */
size_t apo_store_waiting(const apo_store *store);
uint64_t apo_store_failures(apo_store *store);

/* Why the last batch failed ("database or disk is full"); "" if none has, or one has been
 * stored since. */
void apo_store_trouble(apo_store *store, char *out, size_t size);

/* False if the last batch has failed, or if the next one would, because the files of the
 * database have been deleted or replaced. */
bool apo_store_is_sound(apo_store *store);

/* Bytes of the write-ahead log on disk. */
int64_t apo_store_log_size(const apo_store *store);

/* Copies a snapshot of the database into a new file, which must not exist, while others may
 * write. Any process. Errors, with a sentence in `err`: APO_E_IO; APO_E_EXISTS. */
apo_status apo_store_backup(const char *path, const char *copy, apo_error *err);

/* Replaces the database, which no server may be using, with a copy; the old database is kept as
 * "PATH.old". The copy is checked first. Errors, with the database untouched and a sentence in
 * `err`: APO_E_IO;
 * APO_E_EXISTS: a server is using it; APO_E_UNSUPPORTED: not our database. */
apo_status apo_store_restore(const char *path, const char *copy, apo_error *err);

/* Copies a small file, whole or not at all; only its owner can read the copy. Errors, with a
 * sentence in `err`: APO_E_UNKNOWN: there is none; APO_E_IO. */
apo_status apo_store_copy_file(const char *from, const char *to, apo_error *err);

enum {
    APO_STORE_ID_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_KEY_MAX = 72,
    APO_STORE_DIGEST_MAX = 65 /* SHA-256 in hexadecimal */
};

/* All times are milliseconds since 1970. */

/* --- writing ------------------------------------------------------------- */

/* Gives (taken by apo_store_submit, or free with apo_store_batch_free). NULL when out of
 * memory; all functions that add to a batch allow NULL and copy all texts, and a batch that ran
 * out of memory fails when it is submitted. Adding something that exists fails the batch with
 * APO_E_EXISTS, changing something that does not with APO_E_UNKNOWN, unless a function says
 * otherwise. */
apo_store_batch *apo_store_batch_new(void);
void apo_store_batch_free(apo_store_batch *batch);

/* Called once. APO_OK: durable. APO_E_EXISTS, APO_E_UNKNOWN: as above. APO_E_MEMORY; APO_E_IO:
 * could not be written, see apo_store_trouble. A failed batch has changed nothing. */
typedef void apo_store_done(void *context, apo_status status);

/* Takes the batch. `done` may be NULL. */
void apo_store_submit(apo_store *store, apo_store_batch *batch, apo_store_done *done,
                      void *context);

/* --- numbers by name: when the server was last seen alive ---------------- */

void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value);

/* Errors of all reading functions, here and in the subjects' headers: APO_E_UNKNOWN: not found;
 * APO_E_IO. */
apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name);

/* --- texts by name: what operators set ----------------------------------- */

void apo_store_set_text(apo_store_batch *batch, const char *name, const char *value);

/* Copies it into `out`, cut to fit; "" if it was never set. */
void apo_store_find_text(apo_store *store, char *out, size_t size, const char *name);

#endif
