/* Memory that runs out on demand, for SQLite and for our own allocations. The program is linked
 * with --wrap=realloc, the one function that base/alloc.c calls.
 *
 * Threads: all functions may be called from any thread. */
#ifndef APO_TESTS_STORE_FAULTS_MEMORY_H
#define APO_TESTS_STORE_FAULTS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Before any other use of SQLite. */
bool memory_install(void);

/* The allocations first .. first + count - 1 from now on fail; `first` counts from 1. With
 * count 0 none does. */
void memory_plan(uint64_t first, uint64_t count);

/* Allocations since the last plan. */
uint64_t memory_calls(void);

#endif
