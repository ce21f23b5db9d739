/* Memory with a limit: what a stranger's definition may cost while it is compiled. Compiling
 * does little besides filling tables, so a limit on the memory and on the number of allocations
 * limits its time too, and does so alike on all machines. */
#ifndef APO_BASE_BUDGET_H
#define APO_BASE_BUDGET_H

#include "base/alloc.h"

typedef struct apo_budget {
    apo_alloc alloc; /* pass this on; it refers to the budget, which must not move */
    size_t used;     /* bytes in use now */
    size_t bytes_max, calls_left;
    bool is_exceeded; /* an allocation has failed because of the budget */
} apo_budget;

/* At most `bytes_max` in use at once, by at most `calls` allocations or resizings. What the
 * allocator gives is freed through it, before the budget goes. */
void apo_budget_init(apo_budget *budget, size_t bytes_max, size_t calls);

/* From now on allows this many bytes besides those in use, by this many calls. */
void apo_budget_allow(apo_budget *budget, size_t bytes, size_t calls);

#endif
