/* For madvise, which POSIX does not have. */
#define _DEFAULT_SOURCE

#include "search/block.h"

#include <stdint.h>

#ifdef __linux__
#    include <sys/mman.h>
#endif

enum {
    LINE_BYTES = 64,
    LARGE_BYTES = 2 * 1024 * 1024,
    LEAST_BYTES = LARGE_BYTES / 4 /* smaller blocks use normal pages */
};

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Nearly every probe of a 64 MB table touches another page. Normal pages are too many for the
 * TLB, and then a TLB miss costs as much as the read itself. */
static void ask_for_large_pages(void *start, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    (void)madvise(start, bytes, MADV_HUGEPAGE); /* only a hint */
#else
    (void)start;
    (void)bytes;
#endif
}

apo_block apo_block_take(const apo_alloc *alloc, size_t bytes)
{
    apo_block block = {.alloc = alloc};
    size_t unit = bytes >= LEAST_BYTES ? LARGE_BYTES : LINE_BYTES;
    if (bytes > SIZE_MAX - 2 * (size_t)LARGE_BYTES)
        return block;
    size_t size = round_up(bytes, unit);
    block.memory = apo_allocate(alloc, size + unit);
    if (block.memory == NULL)
        return block;
    unsigned char *at = block.memory;
    block.start = at + (unit - (uintptr_t)at % unit) % unit;
    if (unit == LARGE_BYTES)
        ask_for_large_pages(block.start, size);
    return block;
}

void apo_block_free(apo_block *block)
{
    apo_free(block->alloc, block->memory);
    block->memory = block->start = NULL;
}
