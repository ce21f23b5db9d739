#include "base/span.h"

#include "base/mem.h"

enum {
    DISTANCE_LENGTH_MAX = 64
};

bool apo_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool apo_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool apo_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool apo_is_letter(char c)
{
    return apo_is_lower(c) || apo_is_upper(c);
}

bool apo_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

char apo_to_lower(char c)
{
    return apo_is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

char apo_to_upper(char c)
{
    return apo_is_lower(c) ? (char)(c - 'a' + 'A') : c;
}

apo_span apo_span_of(const char *string)
{
    apo_span span = {string, 0};
    if (string == NULL)
        return span;
    while (string[span.length] != '\0')
        span.length++;
    return span;
}

apo_span apo_span_part(apo_span span, size_t start, size_t length)
{
    if (start > span.length)
        start = span.length;
    if (length > span.length - start)
        length = span.length - start;
    /* Avoids arithmetic on NULL, which is undefined even with 0. */
    return (apo_span){start > 0 ? span.text + start : span.text, length};
}

bool apo_span_same(apo_span a, apo_span b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.text, b.text, a.length) == 0);
}

bool apo_span_is(apo_span span, const char *text)
{
    return apo_span_same(span, apo_span_of(text));
}

bool apo_span_starts_with(apo_span span, const char *prefix)
{
    apo_span wanted = apo_span_of(prefix);
    return span.length >= wanted.length &&
           apo_span_same(apo_span_part(span, 0, wanted.length), wanted);
}

unsigned apo_span_index(apo_span span, const char *const *words, unsigned count)
{
    unsigned index = 0;
    while (index < count && !apo_span_is(span, words[index]))
        index++;
    return index;
}

apo_span apo_span_trim(apo_span span)
{
    size_t start = 0;
    size_t end = span.length;
    while (start < end && apo_is_blank(span.text[start]))
        start++;
    while (end > start && apo_is_blank(span.text[end - 1]))
        end--;
    return apo_span_part(span, start, end - start);
}

apo_span apo_span_word(apo_span *rest)
{
    size_t start = 0;
    while (start < rest->length && apo_is_blank(rest->text[start]))
        start++;
    size_t end = start;
    while (end < rest->length && !apo_is_blank(rest->text[end]))
        end++;
    apo_span word = apo_span_part(*rest, start, end - start);
    *rest = apo_span_part(*rest, end, rest->length);
    return word;
}

bool apo_span_line(apo_span *rest, apo_span *out_line)
{
    if (rest->length == 0)
        return false;
    size_t end = 0;
    while (end < rest->length && rest->text[end] != '\n')
        end++;
    size_t length = end;
    if (length > 0 && rest->text[length - 1] == '\r')
        length--;
    *out_line = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, end < rest->length ? end + 1 : end, rest->length);
    return true;
}

bool apo_span_number(apo_span span, uint32_t maximum, uint32_t *out)
{
    uint64_t number = 0;
    if (span.length == 0)
        return false;
    for (size_t i = 0; i < span.length; i++) {
        if (!apo_is_digit(span.text[i]))
            return false;
        number = number * 10 + (uint64_t)(span.text[i] - '0');
        if (number > maximum)
            return false;
    }
    *out = (uint32_t)number;
    return true;
}

static unsigned smallest_of(unsigned a, unsigned b, unsigned c)
{
    unsigned smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

unsigned apo_span_distance(apo_span a, apo_span b, unsigned limit)
{
    if (a.length > DISTANCE_LENGTH_MAX || b.length > DISTANCE_LENGTH_MAX)
        return limit + 1;
    /* row[j]: edits from the first i bytes of a to the first j bytes of b */
    unsigned row[DISTANCE_LENGTH_MAX + 1];
    for (unsigned j = 0; j <= b.length; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a.length; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= b.length; j++) {
            unsigned above = row[j];
            unsigned replaced = diagonal + (a.text[i - 1] != b.text[j - 1]);
            row[j] = smallest_of(above + 1, row[j - 1] + 1, replaced);
            diagonal = above;
        }
    }
    return row[b.length] > limit ? limit + 1 : row[b.length];
}
