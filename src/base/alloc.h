/* The allocator interface: everything that allocates takes one, so that tests can make the n-th
 * allocation fail. */
#ifndef APO_BASE_ALLOC_H
#define APO_BASE_ALLOC_H

#include "apothecary/base.h"

/* Allocates memory; NULL when out of memory. `alloc` NULL means that of the C library. The
 * caller frees it with apo_free. */
void *apo_allocate(const apo_alloc *alloc, size_t size);
void *apo_allocate_zero(const apo_alloc *alloc, size_t size);
void *apo_reallocate(const apo_alloc *alloc, void *block, size_t size);
void apo_free(const apo_alloc *alloc, void *block);

/* Grows a full array: doubles `*capacity` elements of `size` bytes, or starts with `first`.
 * Returns the array, which may have moved; NULL when out of memory, with nothing changed. */
void *apo_grow(const apo_alloc *alloc, void *block, size_t *capacity, size_t first,
               size_t size);

#endif
