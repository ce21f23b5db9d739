/* Games on their way into the archive: they are in a batch, so the store does not know them
 * yet. */
#ifndef APO_SERVER_ARCHIVE_PENDING_H
#define APO_SERVER_ARCHIVE_PENDING_H

#include "store/archive.h"

typedef struct apo_pending_game {
    int64_t id;
    char game[APO_STORE_ID_MAX];
} apo_pending_game;

/* All zero: none. */
typedef struct apo_pending {
    apo_pending_game *games; /* owned */
    size_t count, capacity;
} apo_pending;

/* Adds a record. False: out of memory; it was not added. */
bool apo_pending_add(apo_pending *pending, const apo_store_record *record);

bool apo_pending_has_game(const apo_pending *pending, const char *game);
bool apo_pending_has_id(const apo_pending *pending, int64_t id);

/* Call when the batch is stored or given up. */
void apo_pending_empty(apo_pending *pending);
void apo_pending_clear(apo_pending *pending);

#endif
