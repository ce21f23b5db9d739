/* Threads for the engine in a module with shared memory. The module cannot start any: other
 * workers make instances of it with the same memory, and each of them calls apo_helper_stay()
 * and does what it is given from then on.
 *
 *   const stack = apo_helper_stack();                  // in the engine's worker; 0: no memory
 *   __stack_pointer.value = stack; apo_helper_stay()   // in a helper: never returns
 *   apo_analyst_threads(a, 1 + helpers)                // in the engine's worker
 *
 * A search begins with the helpers that have come by then. */
#ifndef APO_WASM_THREADS_H
#define APO_WASM_THREADS_H

#include "search/threads.h"

/* Threads made of the helpers. Static; only one engine at a time can use them. */
const apo_threads *apo_helper_threads(void);

/* Allocates the stack of one more helper and returns where it begins, which is its upper end;
 * NULL when out of memory. It is never freed. */
void *apo_helper_stack(void);

/* Works for the engine until the worker is terminated. */
void apo_helper_stay(void);

#endif
