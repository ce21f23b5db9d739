#include "store/faults/memory.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct {
    atomic_uint_fast64_t calls, first, count, failures;
    atomic_int_fast64_t blocks;
    uint64_t (*ask)(void);
    sqlite3_mem_methods usual;
} memory;

/* True if the allocation that begins fails. */
static bool fails(void)
{
    uint64_t failing = memory.ask != NULL ? memory.ask() : 0;
    uint64_t call = atomic_fetch_add(&memory.calls, 1) + 1;
    if (failing > 0) {
        atomic_store(&memory.first, call);
        atomic_store(&memory.count, failing);
    }
    uint64_t first = atomic_load(&memory.first), count = atomic_load(&memory.count);
    bool is_bad = count > 0 && call >= first && call - first < count;
    atomic_fetch_add(&memory.failures, is_bad);
    return is_bad;
}

/* Counts a block that is new, unless there is none. */
static void *count_new(void *block)
{
    atomic_fetch_add(&memory.blocks, block != NULL);
    return block;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

/* Compilers turn a realloc of nothing into a malloc, and that into a calloc. */
void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : count_new(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : count_new(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    void *moved = __real_realloc(block, size);
    return block == NULL ? count_new(moved) : moved;
}

void __wrap_free(void *block)
{
    atomic_fetch_sub(&memory.blocks, block != NULL);
    __real_free(block);
}

static void *allocate(int size)
{
    return fails() ? NULL : count_new(memory.usual.xMalloc(size));
}

static void *reallocate(void *block, int size)
{
    return fails() ? NULL : memory.usual.xRealloc(block, size);
}

static void release(void *block)
{
    atomic_fetch_sub(&memory.blocks, 1);
    memory.usual.xFree(block);
}

bool memory_install(void)
{
    sqlite3_mem_methods methods;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.usual) != SQLITE_OK)
        return false;
    methods = memory.usual;
    methods.xMalloc = allocate;
    methods.xRealloc = reallocate;
    methods.xFree = release;
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

void memory_ask(uint64_t (*ask)(void))
{
    memory.ask = ask;
}

uint64_t memory_failures(void)
{
    return atomic_load(&memory.failures);
}

int64_t memory_blocks(void)
{
    return atomic_load(&memory.blocks);
}

void *memory_take(size_t size)
{
    void *block = __real_malloc(size);
    if (block == NULL)
        abort();
    return block;
}

void memory_give(void *block)
{
    __real_free(block);
}
