#include "rules/pool.h"

#include "base/mem.h"

void apo_pool_init(apo_pool *pool, const apo_alloc *alloc, size_t item_size)
{
    *pool = (apo_pool){.alloc = alloc, .item_size = item_size};
}

void apo_pool_clear(apo_pool *pool)
{
    apo_free(pool->alloc, pool->bytes);
    pool->bytes = NULL;
    pool->count = pool->capacity = 0;
}

static bool grow(apo_pool *pool, size_t needed)
{
    size_t capacity = pool->capacity == 0 ? 64 : pool->capacity;
    while (capacity < needed)
        capacity *= 2;
    void *bytes = apo_reallocate(pool->alloc, pool->bytes, capacity * pool->item_size);
    if (bytes == NULL) {
        pool->is_failed = true;
        return false;
    }
    pool->bytes = bytes;
    pool->capacity = capacity;
    return true;
}

void *apo_pool_add(apo_pool *pool, size_t count)
{
    if (pool->count + count > pool->capacity && !grow(pool, pool->count + count))
        return NULL;
    void *items = apo_pool_at(pool, pool->count);
    memset(items, 0, count * pool->item_size);
    pool->count += count;
    return items;
}
