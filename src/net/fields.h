/* Name-value pairs, as in queries, forms, cookies and headers. */
#ifndef APO_NET_FIELDS_H
#define APO_NET_FIELDS_H

#include "base/span.h"
#include "base/status.h"

enum {
    APO_FIELDS_MAX = 128 /* the choice of notices has four boxes for each kind */
};

typedef struct apo_field {
    apo_span name, value;
} apo_field;

typedef struct apo_fields {
    size_t count;
    apo_field list[APO_FIELDS_MAX];
} apo_fields;

/* The value of the first field of that name; false and *out empty if there is none. */
bool apo_fields_find(const apo_fields *fields, const char *name, apo_span *out);

/* The same, ignoring case, for headers. */
bool apo_fields_find_header(const apo_fields *fields, const char *name, apo_span *out);

/* True if both are equal, ignoring case. */
bool apo_span_is_header(apo_span span, const char *name);

/* Decodes "a=1&b=two+words%21" (a query without its "?", or a form). `buf` has text.length
 * bytes and must live as long as the fields. Errors: APO_E_SYNTAX (a bad escape, a byte 0, not
 * UTF-8), APO_E_OVERFLOW (too many); then *out is empty. */
apo_status apo_fields_decode(apo_fields *out, apo_span text, char *buf);

/* Splits "a=1; b=2"; values are not decoded and borrow from `text`. Malformed pairs are left
 * out, because other pages of the same host may have set them. Errors: APO_E_OVERFLOW; then
 * *out has the first ones. */
apo_status apo_fields_cookies(apo_fields *out, apo_span text);

/* Decodes the path of a request. `buf` as above. Errors: APO_E_SYNTAX: no leading "/", a bad
 * escape, a control character, "\\", an encoded "/", not UTF-8, or a segment that is empty (but
 * the last), "." or "..". */
apo_status apo_path_decode(apo_span *out, apo_span text, char *buf);

/* True if a list like "gzip, br;q=0.5" has `token` with a weight above 0. */
bool apo_header_accepts(apo_span list, const char *token);

/* Which of `languages` ("de", "pt-BR"; ended by NULL) a list like "de-CH, fr;q=0.7"
 * prefers: the one with the greatest weight, the first among equals. False if it accepts
 * none of them. */
bool apo_header_language(apo_span list, const char *const *languages, size_t *out);

/* True if a list like W/"abc", "def" has the tag (with its quotes), or is "*". */
bool apo_header_has_tag(apo_span list, apo_span tag);

/* Cuts the next element, separated by `mark`, off the front and trims its blanks. False at the
 * end. */
bool apo_header_element(apo_span *rest, char mark, apo_span *out);

#endif
