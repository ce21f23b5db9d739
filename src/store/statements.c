#include <stdint.h>

#include "store/store_priv.h"

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

sqlite3_stmt *apo_sql_prepare(apo_sql_cache *cache, sqlite3 *db, const apo_sql *which)
{
    size_t slot = find_slot(cache, which);
    if (slot == APO_SQL_SLOTS)
        return NULL;
    if (cache->keys[slot] == NULL) {
        if (sqlite3_prepare_v3(db, which->text, -1, SQLITE_PREPARE_PERSISTENT,
                               &cache->statements[slot], NULL) != SQLITE_OK)
            return NULL;
        cache->keys[slot] = which;
    }
    return cache->statements[slot];
}

void apo_sql_cache_clear(apo_sql_cache *cache)
{
    for (size_t i = 0; i < APO_SQL_SLOTS; i++)
        sqlite3_finalize(cache->statements[i]);
    *cache = (apo_sql_cache){0};
}
