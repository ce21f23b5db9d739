/* A span: borrowed text with its length; not terminated. */
#ifndef APO_BASE_SPAN_H
#define APO_BASE_SPAN_H

#include "apothecary/base.h"

/* The part of `span` from `start`, at most `length` bytes; clipped to the span. */
apo_span apo_span_part(apo_span span, size_t start, size_t length);

/* True if the span holds exactly the terminated string. */
bool apo_span_is(apo_span span, const char *text);

/* True if both hold the same bytes. */
bool apo_span_same(apo_span a, apo_span b);

/* True if the span begins with `prefix`. */
bool apo_span_starts_with(apo_span span, const char *prefix);

/* The span without white space (space, tab, CR, LF) at both ends. */
apo_span apo_span_trim(apo_span span);

/* The index of the span among `words`, or `count` if it is none of them. */
unsigned apo_span_index(apo_span span, const char *const *words, unsigned count);

/* Cuts the next word (without white space) off the front of `*rest`; empty when none is
 * left. */
apo_span apo_span_word(apo_span *rest);

/* Cuts the next line off the front of `*rest`, without its line end (LF or CR LF); false when
 * nothing is left. */
bool apo_span_line(apo_span *rest, apo_span *out_line);

/* Reads the whole span as a decimal number from 0 to `maximum`; false otherwise. */
bool apo_span_number(apo_span span, uint32_t maximum, uint32_t *out);

/* Number of single-character edits between two short texts, at most `limit` + 1 (for "did you
 * mean"). Texts longer than 64 bytes count as far apart. */
unsigned apo_span_distance(apo_span a, apo_span b, unsigned limit);

/* Classes of ASCII, whatever the locale: a byte of UTF-8 is in none of them. A blank is a
 * space, a tab or the end of a line. The last two change only letters. */
bool apo_is_digit(char c);
bool apo_is_lower(char c);
bool apo_is_upper(char c);
bool apo_is_letter(char c);
bool apo_is_blank(char c);
char apo_to_lower(char c);
char apo_to_upper(char c);

#endif
