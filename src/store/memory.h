/* What the store holds in memory. */
#ifndef APO_STORE_MEMORY_H
#define APO_STORE_MEMORY_H

#include <stddef.h>

/* Bytes of all stores of the program: mostly pages of their databases. Any thread. */
size_t apo_store_memory(void);

#endif
