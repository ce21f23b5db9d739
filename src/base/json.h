/* Writes JSON objects and lists into a buffer. */
#ifndef APO_BASE_JSON_H
#define APO_BASE_JSON_H

#include "base/buffer.h"

/* Each appends one member, with a comma before it unless it is the first after a bracket. With
 * `name` NULL it is an element of a list. Names and values are escaped. */
void apo_json_open(apo_buffer *out, const char *name, char bracket);
void apo_json_close(apo_buffer *out, char bracket);
void apo_json_add_text(apo_buffer *out, const char *name, apo_span value);
void apo_json_add_string(apo_buffer *out, const char *name, const char *value);
void apo_json_add_number(apo_buffer *out, const char *name, int64_t value);
void apo_json_add_flag(apo_buffer *out, const char *name, bool value);
/* Appends a string, or null if it is NULL or empty. */
void apo_json_add_optional(apo_buffer *out, const char *name, const char *value);
void apo_json_add_null(apo_buffer *out, const char *name);

#endif
