#include "store/memory.h"

#include <sqlite3.h>

size_t apo_store_memory(void)
{
    return (size_t)sqlite3_memory_used();
}
