/* Threads for the engine in a module with shared memory. The module cannot start threads
 * itself. Other workers make instances of it with the same memory; each calls apo_helper_stay()
 * and from then on does the work it is given.
 *
 *   const stack = apo_helper_stack();                  // in the engine's worker; 0: no memory
 *   __stack_pointer.value = stack; apo_helper_stay()   // in a helper: never returns
 *   apo_analyst_threads(a, 1 + helpers)                // in the engine's worker
 *
 * A search uses the helpers that have arrived when it begins. */
#ifndef APO_WASM_THREADS_H
#define APO_WASM_THREADS_H

#include "search/threads.h"

/* The helpers as threads. Static; only one engine at a time can use them. */
const apo_threads *apo_helper_threads(void);

/* Allocates the stack of one more helper and returns where it begins, which is its upper end;
 * NULL when out of memory. It is never freed. */
void *apo_helper_stack(void);

/* Works for the engine until the worker is terminated. */
void apo_helper_stay(void);

#endif
