/* Where text from outside must be valid UTF-8: names, JSON. */
#ifndef APO_BASE_UTF8_H
#define APO_BASE_UTF8_H

#include "base/span.h"

/* Bytes of the UTF-8 character at the front of `span` (1..4), or 0 if there is no valid one. */
size_t apo_utf8_measure(apo_span span);

#endif
