/* Validation of UTF-8 in foreign text: names, JSON. */
#ifndef APO_BASE_UTF8_H
#define APO_BASE_UTF8_H

#include "base/span.h"

/* The length in bytes of the UTF-8 character at the front of `span` (1 to 4), or 0 if it is
 * invalid. */
size_t apo_utf8_measure(apo_span span);

/* The number of characters of valid UTF-8. */
size_t apo_utf8_count(apo_span text);

/* The character at a byte offset, for messages; "?" for an invalid byte; empty at the end. */
apo_span apo_utf8_at(apo_span text, size_t position);

#endif
