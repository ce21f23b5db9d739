#include "base/budget.h"

#include <stddef.h>
#include <stdint.h>

/* Stored before each block: its size, padded so that the block stays aligned. */
typedef union head {
    size_t size;
    max_align_t align;
} head;

static void *resize(void *context, void *block, size_t size)
{
    apo_budget *budget = context;
    head *old = block != NULL ? (head *)block - 1 : NULL;
    size_t before = old != NULL ? old->size : 0;
    if (size == 0) {
        budget->used -= before;
        apo_free(NULL, old);
        return NULL;
    }
    if (budget->calls_left == 0 || size > budget->bytes_max ||
        budget->used - before > budget->bytes_max - size) {
        budget->is_exceeded = true;
        return NULL;
    }
    head *new = apo_reallocate(NULL, old, sizeof(head) + size);
    if (new == NULL)
        return NULL;
    new->size = size;
    budget->used += size - before;
    budget->calls_left--;
    return new + 1;
}

void apo_budget_init(apo_budget *budget, size_t bytes_max, size_t calls)
{
    *budget = (apo_budget){.alloc = {budget, resize}};
    apo_budget_allow(budget, bytes_max, calls);
}

void apo_budget_allow(apo_budget *budget, size_t bytes, size_t calls)
{
    budget->bytes_max = bytes > SIZE_MAX - budget->used ? SIZE_MAX : budget->used + bytes;
    budget->calls_left = calls;
    budget->is_exceeded = false;
}
