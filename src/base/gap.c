#include "base/gap.h"

const apo_gap *apo_gap_find(const apo_gap *gaps, apo_span name)
{
    while (gaps->name != NULL && !apo_span_is(name, gaps->name))
        gaps++;
    return gaps->name == NULL ? NULL : gaps;
}

size_t apo_gap_length(apo_span text)
{
    size_t end = 1;
    if (text.length < 3 || text.text[0] != '{')
        return 0;
    while (end < text.length && (apo_is_letter(text.text[end]) ||
                                 apo_is_digit(text.text[end]) || text.text[end] == '_'))
        end++;
    return end > 1 && end < text.length && text.text[end] == '}' ? end + 1 : 0;
}

/* Length of "%s" or "%{name}" at the front of a text, or 0. */
static size_t mark_length(apo_span text)
{
    if (text.length < 2 || text.text[0] != '%')
        return 0;
    if (text.text[1] == 's')
        return 2;
    size_t length = apo_gap_length(apo_span_part(text, 1, text.length));
    return length == 0 ? 0 : 1 + length;
}

bool apo_gap_piece(apo_span *rest, apo_span *piece, bool *is_gap)
{
    if (rest->length == 0)
        return false;
    size_t length = mark_length(*rest);
    *is_gap = length > 0;
    if (!*is_gap) {
        for (length = 1; length < rest->length; length++)
            if (mark_length(apo_span_part(*rest, length, rest->length)) > 0)
                break;
        *piece = apo_span_part(*rest, 0, length);
    } else {
        *piece = length == 2 ? apo_span_part(*rest, 1, 1) : apo_span_part(*rest, 2, length - 3);
    }
    *rest = apo_span_part(*rest, length, rest->length);
    return true;
}

static void add_gap(apo_text *out, const apo_gap *gap)
{
    switch (gap->kind) {
    case APO_GAP_IS_TEXT: apo_text_add_span(out, gap->text); break;
    case APO_GAP_IS_WORD: apo_text_add_word(out, gap->text); break;
    case APO_GAP_IS_NUMBER: apo_text_add_number(out, gap->number); break;
    }
}

void apo_gap_fill(apo_text *out, const char *text, const apo_gap *gaps)
{
    apo_span rest = apo_span_of(text), piece;
    bool is_gap;
    for (const char *at = text; apo_gap_piece(&rest, &piece, &is_gap); at = rest.text) {
        const apo_gap *gap = is_gap ? apo_gap_find(gaps, piece) : NULL;
        if (gap != NULL)
            add_gap(out, gap);
        else
            apo_text_add_span(out, (apo_span){at, (size_t)(rest.text - at)});
    }
}
