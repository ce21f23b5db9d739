/* Where everything is kept that must outlive the process. This header opens the store, and
 * writes and closes it; each subject has its own (store/people.h, store/games.h, ...). The
 * store knows no chess: a game is a kind, a definition, two seats and a list of events, which
 * are texts to it.
 *
 * Writing: what belongs together is put into a batch, and the batch is submitted. One thread of
 * the store writes; all batches that wait are made durable together (one commit, forced to the
 * disk), so that a hundred moves cost hardly more than one. When a batch is durable, or has
 * failed, its `done` is called by apo_store_collect, in the caller's thread. A batch is stored
 * as a whole or not at all, and batches in the order of their submission.
 *
 * Reading: with a connection of its own, which sees every batch whose `done` has been called.
 *
 * Threads: all functions belong to one thread, but for `notify`, which the writer calls. */
#ifndef APO_STORE_STORE_H
#define APO_STORE_STORE_H

#include "base/buffer.h"
#include "base/error.h"

typedef struct apo_store apo_store;
typedef struct apo_store_batch apo_store_batch;

typedef struct apo_store_options {
    const char *path; /* of the database; created if there is none. Borrowed during the call */
    /* Called by the writing thread when batches are done: apo_store_collect should be called
     * soon. NULL: the caller asks by itself. */
    void (*notify)(void *context);
    void *context;
    bool is_read_only; /* nothing can be submitted; nothing is created */
} apo_store_options;

/* Opens, and brings an older database up to date. The file is locked against a second writer.
 * Gives (free with apo_store_close). Errors, with a sentence in `err`: APO_E_IO;
 * APO_E_UNSUPPORTED: made by a newer version, or no database of ours; APO_E_MEMORY. */
apo_status apo_store_open(apo_store **out, const apo_store_options *options, apo_error *err);

/* Writes what waits, calls what is done, closes. NULL is allowed. */
void apo_store_close(apo_store *store);

/* Calls `done` of each batch that is done; returns how many. */
size_t apo_store_collect(apo_store *store);

/* Waits until nothing submitted is left, and collects it. */
void apo_store_flush(apo_store *store);

/* How many batches wait; how many have failed for lack of space and the like since the
 * opening. */
size_t apo_store_waiting(const apo_store *store);
uint64_t apo_store_failures(apo_store *store);

/* Why the last batch failed ("database or disk is full"); "" if none has, or one has been
 * stored since. */
void apo_store_trouble(apo_store *store, char *out, size_t size);

/* Copies the database as it is at one moment into a new file, which must not exist, while
 * others may write. Any process. Errors, with a sentence in `err`: APO_E_IO; APO_E_EXISTS. */
apo_status apo_store_backup(const char *path, const char *copy, apo_error *err);

enum {
    APO_STORE_ID_MAX = 24, /* with the terminator, as all of these */
    APO_STORE_KEY_MAX = 72,
    APO_STORE_DIGEST_MAX = 65 /* SHA-256 in hexadecimal */
};

/* All times are milliseconds since 1970. */

/* --- writing ------------------------------------------------------------- */

/* Gives (taken by apo_store_submit, or free with apo_store_batch_free). NULL when out of
 * memory; all functions that add to a batch allow NULL and copy all texts, and a batch that ran
 * out of memory fails when it is submitted. Adding what exists already lets the batch fail with
 * APO_E_EXISTS, changing what does not exist with APO_E_UNKNOWN, unless a function says
 * otherwise. */
apo_store_batch *apo_store_batch_new(void);
void apo_store_batch_free(apo_store_batch *batch);

/* Called once. APO_OK: durable. APO_E_EXISTS, APO_E_UNKNOWN: as above. APO_E_MEMORY; APO_E_IO:
 * could not be written, see apo_store_trouble. Whatever fails has changed nothing. */
typedef void apo_store_done(void *context, apo_status status);

/* Takes the batch. `done` may be NULL. */
void apo_store_submit(apo_store *store, apo_store_batch *batch, apo_store_done *done,
                      void *context);

/* --- numbers by name: when the server was last seen alive ---------------- */

void apo_store_set_number(apo_store_batch *batch, const char *name, int64_t value);

/* Errors of all that reads, here and in the headers of the subjects: APO_E_UNKNOWN: there is
 * none; APO_E_IO. */
apo_status apo_store_find_number(apo_store *store, int64_t *out, apo_span name);

#endif
