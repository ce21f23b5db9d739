#include "base/utf8.h"

static size_t length_by_first(unsigned char byte)
{
    if (byte < 0x80U)
        return 1;
    if (byte < 0xC2U) /* a continuation byte, or an overlong form of two */
        return 0;
    if (byte < 0xE0U)
        return 2;
    if (byte < 0xF0U)
        return 3;
    return byte < 0xF5U ? 4 : 0;
}

/* The second byte reveals overlong forms, surrogates and numbers beyond Unicode. */
static bool is_second_allowed(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xE0U: return second >= 0xA0U;
    case 0xEDU: return second < 0xA0U;
    case 0xF0U: return second >= 0x90U;
    case 0xF4U: return second < 0x90U;
    default: return true;
    }
}

size_t apo_utf8_measure(apo_span span)
{
    if (span.length == 0)
        return 0;
    unsigned char first = (unsigned char)span.text[0];
    size_t length = length_by_first(first);
    if (length > span.length)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)span.text[i] & 0xC0U) != 0x80U)
            return 0;
    }
    if (length > 1 && !is_second_allowed(first, (unsigned char)span.text[1]))
        return 0;
    return length;
}

apo_span apo_utf8_at(apo_span text, size_t position)
{
    apo_span rest = apo_span_part(text, position, text.length);
    size_t length = apo_utf8_measure(rest);
    if (rest.length > 0 && length == 0)
        return apo_span_of("?");
    return apo_span_part(rest, 0, length);
}

size_t apo_utf8_count(apo_span text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += ((unsigned char)text.text[i] & 0xC0U) != 0x80U;
    return count;
}
