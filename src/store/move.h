/* Moves a whole store to another database: from SQLite to PostgreSQL, back, or to one of the
 * same kind. */
#ifndef APO_STORE_MOVE_H
#define APO_STORE_MOVE_H

#include "store/store.h"

typedef struct apo_store_moved {
    const char *table;
    int64_t rows;
    uint64_t checksum; /* of all values of all rows, in any order */
} apo_store_moved;

/* Called for each table when it has been copied and compared. */
typedef void apo_store_moved_table(void *context, const apo_store_moved *table);

/* Copies every table of `from` into `to`; both as apo_store_options.path. No server may be
 * using `from`, which does not change except that it is brought up to date. `to` must be empty
 * or missing. Reads every row back and compares it with the first database. Either all is
 * copied or nothing is. Errors, with a sentence in `err`: those of apo_store_open;
 * APO_E_UNKNOWN: there is no database at `from`; APO_E_EXISTS: there is something in `to`;
 * APO_E_IO, also if the copy differs. */
apo_status apo_store_move(const char *from, const char *to, apo_store_moved_table *table,
                          void *context, apo_error *err);

/* Copies a snapshot of a database, which a server may be using, into a new SQLite file that
 * only its owner can read. Compares as apo_store_move. Errors, with a sentence in `err`:
 * APO_E_EXISTS: there is such a file; those of apo_store_move. */
apo_status apo_store_save(const char *from, const char *file, apo_error *err);

#endif
