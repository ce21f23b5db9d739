/* Writing JSON objects and lists, the small part of it that answers need. */
#ifndef APO_CLI_JSON_H
#define APO_CLI_JSON_H

#include "base/buffer.h"
#include "cli/command.h"

/* Each adds one member, with a comma before it unless it is the first behind a bracket. */
void apo_json_open(apo_buffer *out, const char *name, char bracket); /* name NULL: an element */
void apo_json_close(apo_buffer *out, char bracket);
void apo_json_add_text(apo_buffer *out, const char *name, apo_span value);
void apo_json_add_string(apo_buffer *out, const char *name, const char *value);
void apo_json_add_number(apo_buffer *out, const char *name, int64_t value);
void apo_json_add_flag(apo_buffer *out, const char *name, bool value);
void apo_json_add_null(apo_buffer *out, const char *name);

/* Writes the buffer on stdout and clears it; APO_EXIT_NO, said on stderr, if memory ran out. */
enum apo_exit apo_buffer_print(apo_buffer *buffer);

/* The same with a line end behind it. */
enum apo_exit apo_buffer_print_line(apo_buffer *buffer);

#endif
