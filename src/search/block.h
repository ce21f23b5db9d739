/* Large blocks of memory, placed so that looking something up anywhere in them is quick. */
#ifndef APO_SEARCH_BLOCK_H
#define APO_SEARCH_BLOCK_H

#include "base/alloc.h"

typedef struct apo_block {
    const apo_alloc *alloc;
    void *memory; /* owned */
    void *start;  /* in it, where a line of the cache begins; NULL if there is no memory */
} apo_block;

/* Takes `bytes` of memory, not set to anything; `start` is NULL if there are none. Where the
 * system has large pages, blocks of some size are asked to lie in such. Free with
 * apo_block_free. Any thread. */
apo_block apo_block_take(const apo_alloc *alloc, size_t bytes);

/* Gives the memory back; nothing if there is none. */
void apo_block_free(apo_block *block);

#endif
