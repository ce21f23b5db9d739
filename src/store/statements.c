/* The prepared statements of a connection, whatever its driver. */
#include <stdint.h>

#include "store/driver_priv.h"

void apo_database_close(apo_database *db)
{
    if (db == NULL)
        return;
    for (size_t i = 0; i < APO_SQL_SLOTS; i++)
        db->driver->finish(db->statements.statements[i]);
    db->driver->close(db);
}

/* The slot of a statement in the cache, or a free one for it; APO_SQL_SLOTS: the cache is
 * full. */
static size_t find_slot(const apo_sql_cache *cache, const apo_sql *which)
{
    size_t start = (uintptr_t)which / sizeof *which % APO_SQL_SLOTS;
    for (size_t i = 0; i < APO_SQL_SLOTS; i++) {
        size_t slot = (start + i) % APO_SQL_SLOTS;
        if (cache->keys[slot] == which || cache->keys[slot] == NULL)
            return slot;
    }
    return APO_SQL_SLOTS;
}

apo_statement *apo_sql_prepare(apo_database *db, const apo_sql *which)
{
    apo_sql_cache *cache = &db->statements;
    size_t slot = find_slot(cache, which);
    if (slot == APO_SQL_SLOTS)
        return NULL;
    if (cache->keys[slot] == NULL) {
        cache->statements[slot] = db->driver->prepare(db, which->text, false);
        if (cache->statements[slot] == NULL)
            return NULL;
        cache->keys[slot] = which;
    }
    return cache->statements[slot];
}
