/* The gaps of a text and their values. Texts of pages have gaps like {name}; texts that the
 * library fills itself, because it has no translations, have gaps like %{name}, or a single %s.
 * apo_tr_message finds the gaps of a filled text again to translate it. So a message for people
 * is always one whole text with gaps, never assembled from parts. */
#ifndef APO_BASE_GAP_H
#define APO_BASE_GAP_H

#include "base/text.h"

typedef enum apo_gap_kind {
    APO_GAP_IS_TEXT,
    APO_GAP_IS_WORD, /* foreign text: clipped and sanitised (apo_text_add_word) */
    APO_GAP_IS_NUMBER
} apo_gap_kind;

/* The value of a gap: use the macros. Texts are borrowed. */
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

/* A list as a compound literal: APO_GAPS(APO_GAP_TEXT("name", person.name), APO_GAP_NUMBER("n",
 * 3)). */
#define APO_GAPS(...) ((const apo_gap[]){__VA_ARGS__, {NULL, APO_GAP_IS_TEXT, {NULL, 0}, 0}})

/* Finds the gap of that name, or NULL. */
const apo_gap *apo_gap_find(const apo_gap *gaps, apo_span name);

/* Length of "{name}" at the front of a text: letters, digits and _ within braces; 0 if there is
 * none. */
size_t apo_gap_length(apo_span text);

/* Cuts the next part off `*rest`, a text that the library fills; false at the end. `*is_gap`:
 * `*piece` is the name of a gap ("s" for %s), otherwise plain text. */
bool apo_gap_piece(apo_span *rest, apo_span *piece, bool *is_gap);

/* Appends `text` with its %{gaps} filled. Unknown gaps are left as they are. */
void apo_gap_fill(apo_text *out, const char *text, const apo_gap *gaps);

#endif
