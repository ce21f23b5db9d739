/* A growing text on the heap, for output of unknown length (PGN, JSON). If it cannot grow,
 * is_failed is set and everything after it is dropped; check once at the end. */
#ifndef APO_BASE_BUFFER_H
#define APO_BASE_BUFFER_H

#include "base/alloc.h"
#include "base/span.h"

/* Makes room for `length` more bytes and returns where to write them. The caller then adds the
 * bytes written to `buffer->length` and terminates the text. NULL when out of memory. */
char *apo_buffer_reserve(apo_buffer *buffer, size_t length);

/* Empties the buffer but keeps its memory for reuse. */
void apo_buffer_rewind(apo_buffer *buffer);

void apo_buffer_add(apo_buffer *buffer, const char *string);
void apo_buffer_add_span(apo_buffer *buffer, apo_span span);
void apo_buffer_add_char(apo_buffer *buffer, char c);
void apo_buffer_add_number(apo_buffer *buffer, int64_t number);

/* Appends a line "key value"; nothing if the value is "". */
void apo_buffer_add_line(apo_buffer *buffer, const char *key, const char *value);

/* Appends the span as a JSON string, with its quotes. */
void apo_buffer_add_json(apo_buffer *buffer, apo_span span);

#endif
