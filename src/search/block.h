/* Large blocks of memory, placed for fast random access. */
#ifndef APO_SEARCH_BLOCK_H
#define APO_SEARCH_BLOCK_H

#include "base/alloc.h"

typedef struct apo_block {
    const apo_alloc *alloc;
    void *memory; /* owned */
    void *start;  /* in it, aligned to a cache line; NULL if there is no memory */
} apo_block;

/* Allocates `bytes` of uninitialised memory; `start` is NULL on failure. Asks the system for
 * huge pages where it has them and the block is large enough. Free with apo_block_free. Any
 * thread. */
apo_block apo_block_take(const apo_alloc *alloc, size_t bytes);

/* Frees the memory, if any. */
void apo_block_free(apo_block *block);

#endif
