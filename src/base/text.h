/* A bounded text under construction in the caller's memory. Text that does not fit is dropped
 * and is_overflowed is set; the text is always terminated. */
#ifndef APO_BASE_TEXT_H
#define APO_BASE_TEXT_H

#include "base/span.h"

void apo_text_add_char(apo_text *text, char c);
void apo_text_add_span(apo_text *text, apo_span span);
void apo_text_add_number(apo_text *text, int64_t number);

/* Appends a foreign word so that it can be shown within a sentence: a long word is clipped
 * ("..."), control characters and invalid UTF-8 become '?'. */
void apo_text_add_word(apo_text *text, apo_span word);

/* Copies a text into `out` (a buffer of `size` bytes, at least 1), terminated and truncated to
 * fit. NULL is the empty string. */
void apo_text_copy(char *out, size_t size, const char *string);
void apo_text_copy_span(char *out, size_t size, apo_span span);

/* The text so far; borrowed. */
apo_span apo_text_span(const apo_text *text);

#endif
