/* Copies of texts that live as long as their owner. */
#ifndef APO_BASE_COPY_H
#define APO_BASE_COPY_H

#include "base/alloc.h"
#include "base/span.h"

/* The text with an end mark. Gives (free with apo_free); NULL when out of memory. */
char *apo_copy_span(const apo_alloc *alloc, apo_span span);

#endif
