/* A growing array used while a variant is compiled; afterwards everything moves into the one
 * block of the variant. Internal to this folder. */
#ifndef APO_RULES_POOL_H
#define APO_RULES_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"

typedef struct apo_pool {
    const apo_alloc *alloc;
    unsigned char *bytes; /* owned */
    size_t item_size;     /* bytes */
    size_t count;         /* items */
    size_t capacity;      /* items */
    bool is_failed;       /* memory ran out; what was added since is lost */
} apo_pool;

void apo_pool_init(apo_pool *pool, const apo_alloc *alloc, size_t item_size);
void apo_pool_clear(apo_pool *pool);

/* Room for `count` more items, zeroed, at the end; NULL when memory ran out. */
void *apo_pool_add(apo_pool *pool, size_t count);

/* The item at `index`. */
static inline void *apo_pool_at(const apo_pool *pool, size_t index)
{
    return pool->bytes + index * pool->item_size;
}

#endif
