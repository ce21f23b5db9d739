/* Memory with a limit, for compiling a stranger's definition. Compiling does little besides
 * filling tables, so limits on memory and on the number of allocations also limit its time, and
 * equally on all machines. */
#ifndef APO_BASE_BUDGET_H
#define APO_BASE_BUDGET_H

#include "base/alloc.h"

typedef struct apo_budget {
    apo_alloc alloc; /* pass this on; it refers to the budget, which must not move */
    size_t used;     /* bytes in use now */
    size_t bytes_max, calls_left;
    bool is_exceeded; /* an allocation has failed because of the budget */
} apo_budget;

/* Allows at most `bytes_max` bytes in use at once and at most `calls` allocations or resizings.
 * Memory from this allocator must be freed through it, before the budget goes. */
void apo_budget_init(apo_budget *budget, size_t bytes_max, size_t calls);

/* From now on allows this many bytes more than are in use, and this many calls. */
void apo_budget_allow(apo_budget *budget, size_t bytes, size_t calls);

#endif
