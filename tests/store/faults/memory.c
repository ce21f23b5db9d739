#include "store/faults/memory.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>

static struct {
    atomic_uint_fast64_t calls, first, count;
    sqlite3_mem_methods usual;
} memory;

/* True if the allocation that begins fails. */
static bool fails(void)
{
    uint64_t call = atomic_fetch_add(&memory.calls, 1) + 1;
    uint64_t first = atomic_load(&memory.first), count = atomic_load(&memory.count);
    return count > 0 && call >= first && call - first < count;
}

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

static void *allocate(int size)
{
    return fails() ? NULL : memory.usual.xMalloc(size);
}

static void *reallocate(void *block, int size)
{
    return fails() ? NULL : memory.usual.xRealloc(block, size);
}

bool memory_install(void)
{
    sqlite3_mem_methods methods;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.usual) != SQLITE_OK)
        return false;
    methods = memory.usual;
    methods.xMalloc = allocate;
    methods.xRealloc = reallocate;
    /* Small blocks kept by connections would hide failures. */
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) == SQLITE_OK &&
           sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0) == SQLITE_OK;
}

void memory_plan(uint64_t first, uint64_t count)
{
    atomic_store(&memory.count, 0);
    atomic_store(&memory.calls, 0);
    atomic_store(&memory.first, first);
    atomic_store(&memory.count, count);
}

uint64_t memory_calls(void)
{
    return atomic_load(&memory.calls);
}
