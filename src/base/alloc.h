/* Memory from outside: everything that allocates takes one of these, so that tests can make the
 * n-th allocation fail. */
#ifndef APO_BASE_ALLOC_H
#define APO_BASE_ALLOC_H

#include "apothecary/base.h"

/* The allocator of the C library. Any thread. */
const apo_alloc *apo_alloc_default(void);

/* NULL when out of memory. `alloc` NULL means the default. Gives (free with apo_free). */
void *apo_allocate(const apo_alloc *alloc, size_t size);
void *apo_allocate_zero(const apo_alloc *alloc, size_t size);
void *apo_reallocate(const apo_alloc *alloc, void *block, size_t size);
void apo_free(const apo_alloc *alloc, void *block);

/* Makes a full array larger: `*capacity` elements of `size` bytes become twice as many, or
 * `first`. Gives the array, which may have moved; NULL when out of memory, and then all is as
 * it was. */
void *apo_grow(const apo_alloc *alloc, void *block, size_t *capacity, size_t first,
               size_t size);

#endif
