/* Shared by the two halves of the replica: replica.c writes it, replica_restore.c reads it. */
#ifndef APO_STORE_REPLICA_PRIV_H
#define APO_STORE_REPLICA_PRIV_H

#include "store/replica.h"
#include "store/sqlite_priv.h"
#include "store/store_priv.h"

enum {
    APO_REPLICA_PATH = 4096,
    APO_REPLICA_FOLDER = APO_REPLICA_PATH - 64, /* leaves room for the names of its files */
    APO_REPLICA_BASES = 64                      /* far more than a week has */
};

typedef struct apo_replica_base {
    int64_t made_ms;
    unsigned first_log;
} apo_replica_base;

/* The content of the index; of each kind the oldest first. */
typedef struct apo_replica_index {
    apo_replica_base bases[APO_REPLICA_BASES];
    unsigned chains[APO_REPLICA_BASES]; /* logs that do not continue the one before */
    unsigned base_count, chain_count;
} apo_replica_index;

/* Reads the index; an empty one if there is none. Lines that are cut off or unknown are
 * skipped; of too many, the latest are kept. False: it cannot be read. */
bool apo_replica_index_read(apo_replica_index *out, const char *folder);

/* Reads the rest of a line: exactly `count` numbers, separated by blanks. False: it is
 * something else, or its end is cut off. */
bool apo_replica_numbers_read(int64_t *out, unsigned count, apo_span line);

/* "FOLDER/PREFIX-NUMBER" and the suffix, and "FOLDER/NAME". The folder's own path is shorter
 * than APO_REPLICA_FOLDER. */
void apo_replica_name(char out[APO_REPLICA_PATH], const char *folder, const char *prefix,
                      int64_t number, const char *suffix);
void apo_replica_file(char out[APO_REPLICA_PATH], const char *folder, const char *name);

#endif
