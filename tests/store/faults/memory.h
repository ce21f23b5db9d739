/* Memory that runs out on demand, for SQLite and for our own allocations. The program is linked
 * with --wrap for malloc, calloc, realloc and free.
 *
 * Threads: all functions may be called from any thread. */
#ifndef APO_TESTS_STORE_FAULTS_MEMORY_H
#define APO_TESTS_STORE_FAULTS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Before any other use of SQLite. */
bool memory_install(void);

/* The allocations first .. first + count - 1 from now on fail; `first` counts from 1. With
 * count 0 none does. */
void memory_plan(uint64_t first, uint64_t count);

/* Allocations since the last plan. */
uint64_t memory_calls(void);

/* Is asked at each allocation how many fail, from this one on; 0: as planned. It may fork.
 * NULL: nobody is asked. */
void memory_ask(uint64_t (*ask)(void));

/* How many allocations have failed so far, and how many blocks are allocated now. */
uint64_t memory_failures(void);
int64_t memory_blocks(void);

/* Memory of the test itself, which never runs out and is not counted. */
void *memory_take(size_t size);
void memory_give(void *block);

#endif
