/* A replica: a folder on another disk with everything needed to restore the database as of any
 * moment. While the store is open, a separate thread copies what is appended to the write-ahead
 * log, several times a second. The log is not shortened before it has been copied.
 *
 * The folder holds, with numbers in their names:
 *
 *     base-T          the whole database as it was when the file was finished, T ms since 1970
 *     log-N           a write-ahead log from its beginning, byte for byte
 *     log-N.times     lines "BYTES MS": how much of it had arrived at that time
 *     index           lines "base T N": base T is brought up to date by the logs from N on;
 *                     "chain N": log N does not continue the one before it
 *     key             the server's key; the caller's
 *
 * A log is applied to a base by putting it beside the database, where SQLite finds it as after
 * a crash; pages that the base has already are written again. A new base is made when the store
 * is opened, when the chain is broken (the replica's disk was full or away, another program has
 * shortened the log), once a day, and when the logs have grown larger than the database. Older
 * ones are deleted after a week; two always stay. */
#ifndef APO_STORE_REPLICA_H
#define APO_STORE_REPLICA_H

#include "store/store.h"

typedef struct apo_replica apo_replica;

/* Begins to replicate into a folder, which is created. The store must not be read-only and must
 * outlive the replica. Errors, with a sentence in `err`: APO_E_IO: the folder cannot be written
 * to, or another program replicates into it; APO_E_MEMORY. */
apo_status apo_replica_start(apo_replica **out, apo_store *store, const char *folder,
                             apo_error *err);

/* Copies the rest and ends. NULL is allowed. Before apo_store_close. */
void apo_replica_stop(apo_replica *replica);

typedef struct apo_replica_state {
    int64_t shipped_ms;    /* when the replica last had everything stored; 0: never */
    int64_t waiting_bytes; /* of the log, still to be copied */
    bool has_base;         /* if not, nothing can be restored yet */
    char trouble[160];     /* why the last attempt failed; "": it has not */
} apo_replica_state;

/* Any thread. */
void apo_replica_look(apo_replica *replica, apo_replica_state *out);

/* What a restoration has found. */
typedef struct apo_replica_restored {
    int64_t at_ms; /* the state's time: that of the last copy of its log before the moment asked
                      for */
    unsigned logs; /* applied to the base */
} apo_replica_restored;

/* Replaces the database, which no server may be using, by its state at a moment (INT64_MAX: the
 * latest). The old database is kept as "PATH.old"; the folder of `path` must exist, the replica
 * is only read. Errors, with the database untouched and a sentence in `err`: APO_E_UNKNOWN: the
 * replica does not reach back so far, or has no base yet; APO_E_IO: it cannot be read, or is
 * damaged; APO_E_UNSUPPORTED: not our database. */
apo_status apo_replica_restore(apo_replica_restored *out, const char *path, const char *folder,
                               int64_t at_ms, apo_error *err);

#endif
