/* The heap of the small modules: that of the C library weighs more than some rules do. */
#include "base/heap.h"

#ifdef APO_SMALL

#    include <stdbool.h>
#    include <stdint.h>
#    include <stdlib.h>

enum {
    PAGE = 65536 /* of a module's memory, bytes */
};

extern unsigned char __heap_base; /* the linker's: memory is free from here on */

/* Gives the rest of the first memory, then more pages. */
static void *find_more(size_t size, size_t *out_size)
{
    static bool is_begun;
    uintptr_t end = __builtin_wasm_memory_size(0) * PAGE;
    uintptr_t start = is_begun ? end
                               : ((uintptr_t)&__heap_base + APO_HEAP_UNIT - 1) / APO_HEAP_UNIT *
                                     APO_HEAP_UNIT;
    if (size > end - start) {
        size_t pages = (size - (end - start) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return NULL;
        end += pages * PAGE;
    }
    is_begun = true;
    *out_size = end - start;
    return (void *)start;
}

static apo_heap heap = {NULL, find_more};

void *realloc(void *block, size_t size)
{
    return apo_heap_resize(&heap, block, size);
}

void free(void *block)
{
    apo_heap_free(&heap, block);
}

#endif
