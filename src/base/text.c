#include "base/text.h"

#include "base/mem.h"
#include "base/utf8.h"

enum {
    NUMBER_DIGITS_MAX = 20, /* 2^63 has 19 */
    WORD_SHOWN_MAX = 60     /* leaves room for the sentence around a long word */
};

apo_text apo_text_start(char *bytes, size_t size)
{
    bytes[0] = '\0';
    return (apo_text){bytes, size, 0, false};
}

void apo_text_add_span(apo_text *text, apo_span span)
{
    size_t left = text->size - 1 - text->length;
    if (span.length > left) {
        text->is_overflowed = true;
        span.length = left;
    }
    if (span.length == 0)
        return;
    memcpy(text->bytes + text->length, span.text, span.length);
    text->length += span.length;
    text->bytes[text->length] = '\0';
}

void apo_text_add_char(apo_text *text, char c)
{
    apo_text_add_span(text, (apo_span){&c, 1});
}

void apo_text_add(apo_text *text, const char *string)
{
    apo_text_add_span(text, apo_span_of(string));
}

void apo_text_add_number(apo_text *text, int64_t number)
{
    char digits[NUMBER_DIGITS_MAX + 1];
    size_t start = sizeof digits;
    /* Unsigned, because the smallest number cannot be negated. */
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--start] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        digits[--start] = '-';
    apo_text_add_span(text, (apo_span){digits + start, sizeof digits - start});
}

static size_t clip_word(apo_span word)
{
    if (word.length <= WORD_SHOWN_MAX)
        return word.length;
    size_t length = WORD_SHOWN_MAX;
    /* Do not split a UTF-8 character. */
    while (length > 0 && ((unsigned char)word.text[length] & 0xC0U) == 0x80U)
        length--;
    return length;
}

void apo_text_add_word(apo_text *text, apo_span word)
{
    apo_span rest = apo_span_part(word, 0, clip_word(word));
    bool is_clipped = rest.length < word.length;
    while (rest.length > 0) {
        size_t length = apo_utf8_measure(rest);
        unsigned char byte = (unsigned char)rest.text[0];
        if (length == 0 || byte < 0x20U || byte == 0x7FU)
            apo_text_add_char(text, '?');
        else
            apo_text_add_span(text, apo_span_part(rest, 0, length));
        rest = apo_span_part(rest, length > 0 ? length : 1, rest.length);
    }
    if (is_clipped)
        apo_text_add(text, "...");
}

apo_span apo_text_span(const apo_text *text)
{
    return (apo_span){text->bytes, text->length};
}

void apo_text_copy_span(char *out, size_t size, apo_span span)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add_span(&text, span);
}

void apo_text_copy(char *out, size_t size, const char *string)
{
    apo_text_copy_span(out, size, apo_span_of(string));
}
