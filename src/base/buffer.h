/* A growing text on the heap, for output of unknown length (PGN, JSON). Failure to grow is
 * remembered and everything after it dropped; ask once at the end. */
#ifndef APO_BASE_BUFFER_H
#define APO_BASE_BUFFER_H

#include "base/alloc.h"
#include "base/span.h"

typedef struct apo_buffer {
    const apo_alloc *alloc; /* borrowed; NULL = default */
    char *bytes;            /* owned; terminated when not NULL */
    size_t length;          /* bytes, without the terminator */
    size_t capacity;        /* bytes */
    bool is_failed;         /* memory ran out */
} apo_buffer;

void apo_buffer_init(apo_buffer *buffer, const apo_alloc *alloc);
void apo_buffer_clear(apo_buffer *buffer);
void apo_buffer_add(apo_buffer *buffer, const char *string);
void apo_buffer_add_span(apo_buffer *buffer, apo_span span);
void apo_buffer_add_char(apo_buffer *buffer, char c);
void apo_buffer_add_number(apo_buffer *buffer, int64_t number);

/* Adds a line of a word and its value, "key value"; none if the value is "". */
void apo_buffer_add_line(apo_buffer *buffer, const char *key, const char *value);

/* Adds the span as a JSON string, with its quotes. */
void apo_buffer_add_json(apo_buffer *buffer, apo_span span);

/* What has been written so far; borrowed; valid until the next call. */
apo_span apo_buffer_span(const apo_buffer *buffer);

#endif
