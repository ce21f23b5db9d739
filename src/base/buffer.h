/* A growing text on the heap, for output of unknown length (PGN, JSON). Failure to grow is
 * remembered and everything after it dropped; ask once at the end. */
#ifndef APO_BASE_BUFFER_H
#define APO_BASE_BUFFER_H

#include "base/alloc.h"
#include "base/span.h"

void apo_buffer_add_span(apo_buffer *buffer, apo_span span);
void apo_buffer_add_char(apo_buffer *buffer, char c);
void apo_buffer_add_number(apo_buffer *buffer, int64_t number);

/* Adds a line of a word and its value, "key value"; none if the value is "". */
void apo_buffer_add_line(apo_buffer *buffer, const char *key, const char *value);

/* Adds the span as a JSON string, with its quotes. */
void apo_buffer_add_json(apo_buffer *buffer, apo_span span);

#endif
