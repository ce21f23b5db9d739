#include "base/copy.h"

#include <string.h>

char *apo_copy_span(const apo_alloc *alloc, apo_span span)
{
    char *copy = apo_allocate(alloc, span.length + 1);
    if (copy == NULL)
        return NULL;
    if (span.length > 0)
        memcpy(copy, span.text, span.length);
    copy[span.length] = '\0';
    return copy;
}
