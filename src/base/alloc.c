#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"

static void *resize_on_heap(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, size);
}

void *apo_reallocate(const apo_alloc *alloc, void *block, size_t size)
{
    if (alloc == NULL)
        return resize_on_heap(NULL, block, size);
    return alloc->resize(alloc->context, block, size);
}

void *apo_allocate(const apo_alloc *alloc, size_t size)
{
    return apo_reallocate(alloc, NULL, size);
}

void *apo_allocate_zero(const apo_alloc *alloc, size_t size)
{
    void *block = apo_allocate(alloc, size);
    if (block != NULL)
        memset(block, 0, size);
    return block;
}

void *apo_grow(const apo_alloc *alloc, void *block, size_t *capacity, size_t first, size_t size)
{
    if (*capacity > SIZE_MAX / 2 / size)
        return NULL;
    size_t more = *capacity == 0 ? first : *capacity * 2;
    void *grown = apo_reallocate(alloc, block, more * size);
    if (grown != NULL)
        *capacity = more;
    return grown;
}

void apo_free(const apo_alloc *alloc, void *block)
{
    if (block != NULL)
        (void)apo_reallocate(alloc, block, 0);
}
