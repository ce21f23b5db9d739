/* Texts that people write to each other, made safe to show: characters that cannot be seen, or
 * would disorder the text around them, are removed. Escaping for HTML is the template's task.
 */
#ifndef APO_NET_PLAIN_TEXT_H
#define APO_NET_PLAIN_TEXT_H

#include "base/buffer.h"
#include "base/error.h"

/* Adds `text` to `out` without control characters, marks of direction, invisible characters and
 * towers of combining marks; blanks and line ends in a row become one (of lines: two), those at
 * both ends go. Without `has_lines`, line ends become blanks. Errors, after which `out` is
 * undefined: APO_E_SYNTAX: nothing visible is left, or it is not UTF-8; APO_E_TOO_LARGE: more
 * than `max` characters are left; APO_E_MEMORY. Cost: linear in the text. Any thread. */
apo_status apo_plain_text_add(apo_buffer *out, apo_span text, size_t max, bool has_lines);

/* Copies a text as one line, cleaned like this; "" if nothing is left. False: it does not fit,
 * or memory is short. */
bool apo_plain_text_copy(char *out, size_t size, apo_span text);

#endif
