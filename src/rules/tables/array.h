/* A growing array for compiling a variant; the results then move into the variant's one block.
 * Internal to this folder. */
#ifndef APO_RULES_TABLES_ARRAY_H
#define APO_RULES_TABLES_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"

typedef struct apo_array {
    const apo_alloc *alloc;
    unsigned char *bytes; /* owned */
    size_t item_size;     /* bytes */
    size_t count;         /* items */
    size_t capacity;      /* items */
    bool is_failed;       /* memory ran out; everything added since is lost */
} apo_array;

void apo_array_init(apo_array *array, const apo_alloc *alloc, size_t item_size);
void apo_array_clear(apo_array *array);

/* Adds `count` items, zeroed, at the end; NULL when memory ran out. */
void *apo_array_add(apo_array *array, size_t count);

/* Adds an item with any content at the end; NULL when memory ran out. */
void *apo_array_add_raw(apo_array *array);

/* The item at `index`. */
static inline void *apo_array_at(const apo_array *array, size_t index)
{
    return array->bytes + index * array->item_size;
}

#endif
