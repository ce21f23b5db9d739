/* Owned copies of texts. */
#ifndef APO_BASE_COPY_H
#define APO_BASE_COPY_H

#include "base/alloc.h"
#include "base/span.h"

/* A terminated copy of the text. The caller frees it with apo_free; NULL when out of memory. */
char *apo_copy_span(const apo_alloc *alloc, apo_span span);

#endif
