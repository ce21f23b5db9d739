/* What stands in the gaps of a text. Texts of pages have gaps like {name}; texts that the
 * library itself fills, because it knows no languages, have gaps like %{name}, or a single %s.
 * In the filled text a reader of another language finds the gaps again (apo_tr_message), so
 * whatever is said to people is one whole text with gaps, never put together from pieces. */
#ifndef APO_BASE_GAP_H
#define APO_BASE_GAP_H

#include "base/text.h"

typedef enum apo_gap_kind {
    APO_GAP_IS_TEXT,
    APO_GAP_IS_WORD, /* from outside: shown clipped and clean (apo_text_add_word) */
    APO_GAP_IS_NUMBER
} apo_gap_kind;

/* What stands in a gap: use the macros. Texts are borrowed. */
typedef struct apo_gap {
    const char *name; /* NULL ends a list */
    apo_gap_kind kind;
    apo_span text;
    int64_t number;
} apo_gap;

#define APO_GAP_SPAN(name, span)           \
    {                                      \
        (name), APO_GAP_IS_TEXT, (span), 0 \
    }
#define APO_GAP_TEXT(name, string)                        \
    {                                                     \
        (name), APO_GAP_IS_TEXT, apo_span_of((string)), 0 \
    }
#define APO_GAP_WORD(name, span)           \
    {                                      \
        (name), APO_GAP_IS_WORD, (span), 0 \
    }
#define APO_GAP_NUMBER(name, integer)                   \
    {                                                   \
        (name), APO_GAP_IS_NUMBER, {NULL, 0}, (integer) \
    }

/* A list for the spot: APO_GAPS(APO_GAP_TEXT("name", person.name), APO_GAP_NUMBER("n", 3)). */
#define APO_GAPS(...) ((const apo_gap[]){__VA_ARGS__, {NULL, APO_GAP_IS_TEXT, {NULL, 0}, 0}})

/* The gap of that name, or NULL. */
const apo_gap *apo_gap_find(const apo_gap *gaps, apo_span name);

/* Length of "{name}" at the front of a text: letters, digits and _ within braces; 0 if there is
 * none. */
size_t apo_gap_length(apo_span text);

/* Cuts the next piece off `*rest`, a text that the library fills: false at the end. `*is_gap`
 * says whether `*piece` is the name of a gap ("s" of %s) or plain text. */
bool apo_gap_piece(apo_span *rest, apo_span *piece, bool *is_gap);

/* Adds `text` with its %{gaps} filled. What has no gap of that name stays as it is. */
void apo_gap_fill(apo_text *out, const char *text, const apo_gap *gaps);

#endif
