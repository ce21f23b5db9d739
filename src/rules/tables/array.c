#include "rules/tables/array.h"

#include "base/mem.h"

void apo_array_init(apo_array *array, const apo_alloc *alloc, size_t item_size)
{
    *array = (apo_array){.alloc = alloc, .item_size = item_size};
}

void apo_array_clear(apo_array *array)
{
    apo_free(array->alloc, array->bytes);
    array->bytes = NULL;
    array->count = array->capacity = 0;
}

static bool grow(apo_array *array, size_t needed)
{
    size_t capacity = array->capacity == 0 ? 64 : array->capacity;
    while (capacity < needed)
        capacity *= 2;
    void *bytes = apo_reallocate(array->alloc, array->bytes, capacity * array->item_size);
    if (bytes == NULL) {
        array->is_failed = true;
        return false;
    }
    array->bytes = bytes;
    array->capacity = capacity;
    return true;
}

void *apo_array_add(apo_array *array, size_t count)
{
    if (array->count + count > array->capacity && !grow(array, array->count + count))
        return NULL;
    void *items = apo_array_at(array, array->count);
    memset(items, 0, count * array->item_size);
    array->count += count;
    return items;
}

void *apo_array_add_raw(apo_array *array)
{
    if (array->count == array->capacity && !grow(array, array->count + 1))
        return NULL;
    return apo_array_at(array, array->count++);
}
