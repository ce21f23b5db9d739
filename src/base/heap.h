/* A small heap, for programs that make few allocations and must be short: the pages' modules of
 * rules. Free blocks are in one list by address; the first that is large enough is taken, and
 * neighbours join when they are freed. Not for threads. */
#ifndef APO_BASE_HEAP_H
#define APO_BASE_HEAP_H

#include <stddef.h>

enum {
    APO_HEAP_UNIT = 16 /* blocks begin at multiples of this, bytes, and have such sizes */
};

typedef struct apo_heap_block apo_heap_block;

/* A heap without memory is all zero but for `more`. */
typedef struct apo_heap {
    apo_heap_block *free; /* the free block with the lowest address */

    /* Gives at least `size` bytes more, a multiple of APO_HEAP_UNIT in `*out_size`, which begin
     * at such an address; NULL if there are none. They stay with the heap. */
    void *(*more)(size_t size, size_t *out_size);
} apo_heap;

/* As realloc, also with NULL as block; NULL if there is no memory, with the block unchanged. */
void *apo_heap_resize(apo_heap *heap, void *block, size_t size);

/* As free, also of NULL. */
void apo_heap_free(apo_heap *heap, void *block);

#endif
