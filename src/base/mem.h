/* The four memory functions that the freestanding layers may use; on a hosted system they come
 * from libc. */
#ifndef APO_BASE_MEM_H
#define APO_BASE_MEM_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

#endif
