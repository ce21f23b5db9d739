#include "base/heap.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

/* What stands before the bytes of a block. */
struct apo_heap_block {
    _Alignas(APO_HEAP_UNIT) size_t size; /* bytes, with this head */
    apo_heap_block *next;                /* while it is free: the next free one by address */
};

_Static_assert(sizeof(apo_heap_block) == APO_HEAP_UNIT, "a head is one unit");

static apo_heap_block *block_of(void *bytes)
{
    return (apo_heap_block *)bytes - 1;
}

/* What stands `size` bytes after the beginning of a block. */
static apo_heap_block *after(apo_heap_block *block, size_t size)
{
    return block + size / APO_HEAP_UNIT;
}

/* Puts a block among the free ones, and joins it with its neighbours. */
static void give(apo_heap *heap, apo_heap_block *block)
{
    apo_heap_block *before = NULL, *next = heap->free;
    while (next != NULL && (uintptr_t)next < (uintptr_t)block) {
        before = next;
        next = next->next;
    }
    block->next = next;
    if (next != NULL && next == after(block, block->size)) {
        block->size += next->size;
        block->next = next->next;
    }
    if (before == NULL) {
        heap->free = block;
    } else if (block == after(before, before->size)) {
        before->size += block->size;
        before->next = block->next;
    } else {
        before->next = block;
    }
}

/* Leaves a block that is not free `size` bytes, and gives the rest back. */
static void cut(apo_heap *heap, apo_heap_block *block, size_t size)
{
    if (block->size == size)
        return;
    apo_heap_block *rest = after(block, size);
    rest->size = block->size - size;
    block->size = size;
    give(heap, rest);
}

/* Takes the first free block of `size` bytes or more, and leaves the rest of it; NULL if there
 * is none. */
static apo_heap_block *take(apo_heap *heap, size_t size)
{
    apo_heap_block **link = &heap->free;
    while (*link != NULL && (*link)->size < size)
        link = &(*link)->next;
    apo_heap_block *block = *link;
    if (block == NULL)
        return NULL;
    *link = block->next;
    cut(heap, block, size);
    return block;
}

void apo_heap_free(apo_heap *heap, void *block)
{
    if (block != NULL)
        give(heap, block_of(block));
}

void *apo_heap_resize(apo_heap *heap, void *block, size_t size)
{
    size_t whole = (size + 2 * APO_HEAP_UNIT - 1) / APO_HEAP_UNIT * APO_HEAP_UNIT;
    size_t old = block == NULL ? 0 : block_of(block)->size;
    if (whole < size)
        return NULL;
    if (old >= whole) {
        cut(heap, block_of(block), whole);
        return block;
    }
    apo_heap_block *found = take(heap, whole);
    if (found == NULL) {
        size_t given;
        apo_heap_block *more = heap->more(whole, &given);
        if (more == NULL)
            return NULL;
        more->size = given;
        give(heap, more);
        found = take(heap, whole);
    }
    void *bytes = found + 1;
    if (block != NULL) {
        memcpy(bytes, block, old - APO_HEAP_UNIT);
        apo_heap_free(heap, block);
    }
    return bytes;
}
