#include "base/buffer.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"

enum {
    CAPACITY_FIRST = 256,
    NUMBER_SIZE = 24 /* "-9223372036854775808" and the terminator */
};

void apo_buffer_init(apo_buffer *buffer, const apo_alloc *alloc)
{
    *buffer = (apo_buffer){alloc, NULL, 0, 0, false};
}

void apo_buffer_clear(apo_buffer *buffer)
{
    apo_free(buffer->alloc, buffer->bytes);
    apo_buffer_init(buffer, buffer->alloc);
}

void apo_buffer_rewind(apo_buffer *buffer)
{
    buffer->length = 0;
    buffer->is_failed = false;
    if (buffer->bytes != NULL)
        buffer->bytes[0] = '\0';
}

/* Makes space for `length` more bytes and the terminator. */
static bool make_space(apo_buffer *buffer, size_t length)
{
    if (buffer->is_failed || length > SIZE_MAX / 2 - buffer->length - 1) {
        buffer->is_failed = true;
        return false;
    }
    size_t needed = buffer->length + length + 1;
    if (needed <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity > 0 ? buffer->capacity : CAPACITY_FIRST;
    while (capacity < needed)
        capacity *= 2;
    char *bytes = apo_reallocate(buffer->alloc, buffer->bytes, capacity);
    if (bytes == NULL) {
        buffer->is_failed = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

char *apo_buffer_reserve(apo_buffer *buffer, size_t length)
{
    return make_space(buffer, length) ? buffer->bytes + buffer->length : NULL;
}

void apo_buffer_add_span(apo_buffer *buffer, apo_span span)
{
    if (!make_space(buffer, span.length))
        return;
    if (span.length > 0)
        memcpy(buffer->bytes + buffer->length, span.text, span.length);
    buffer->length += span.length;
    buffer->bytes[buffer->length] = '\0';
}

void apo_buffer_add(apo_buffer *buffer, const char *string)
{
    apo_buffer_add_span(buffer, apo_span_of(string));
}

void apo_buffer_add_char(apo_buffer *buffer, char c)
{
    apo_buffer_add_span(buffer, (apo_span){&c, 1});
}

void apo_buffer_add_number(apo_buffer *buffer, int64_t number)
{
    char buf[NUMBER_SIZE];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, number);
    apo_buffer_add_span(buffer, apo_text_span(&text));
}

static void add_control(apo_buffer *buffer, char c)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char byte = (unsigned char)c;
    switch (c) {
    case '\n': apo_buffer_add(buffer, "\\n"); break;
    case '\r': apo_buffer_add(buffer, "\\r"); break;
    case '\t': apo_buffer_add(buffer, "\\t"); break;
    default:
        apo_buffer_add(buffer, "\\u00");
        apo_buffer_add_char(buffer, hex[byte >> 4]);
        apo_buffer_add_char(buffer, hex[byte & 15U]);
        break;
    }
}

void apo_buffer_add_line(apo_buffer *buffer, const char *key, const char *value)
{
    if (value[0] == '\0')
        return;
    apo_buffer_add(buffer, key);
    apo_buffer_add_char(buffer, ' ');
    apo_buffer_add(buffer, value);
    apo_buffer_add_char(buffer, '\n');
}

/* How many bytes, from `at` on, JSON has as they are: ASCII without quotes, backslashes and
 * controls. Nearly all texts are one such run. */
static size_t plain_run(apo_span span, size_t at)
{
    size_t end = at;
    while (end < span.length && span.text[end] >= 0x20 && span.text[end] < 0x7F &&
           span.text[end] != '"' && span.text[end] != '\\')
        end++;
    return end - at;
}

void apo_buffer_add_json(apo_buffer *buffer, apo_span span)
{
    apo_buffer_add_char(buffer, '"');
    size_t at = 0;
    while (at < span.length) {
        size_t run = plain_run(span, at);
        if (run > 0) {
            apo_buffer_add_span(buffer, apo_span_part(span, at, run));
            at += run;
            continue;
        }
        char c = span.text[at];
        size_t length = apo_utf8_measure(apo_span_part(span, at, span.length));
        if (length == 0) {
            apo_buffer_add(buffer, "\\ufffd"); /* JSON must be valid UTF-8 */
            length = 1;
        } else if (c == '"' || c == '\\') {
            apo_buffer_add_char(buffer, '\\');
            apo_buffer_add_char(buffer, c);
        } else if ((unsigned char)c < 0x20U || c == 0x7F) {
            add_control(buffer, c);
        } else {
            apo_buffer_add_span(buffer, apo_span_part(span, at, length));
        }
        at += length;
    }
    apo_buffer_add_char(buffer, '"');
}

apo_span apo_buffer_span(const apo_buffer *buffer)
{
    return (apo_span){buffer->bytes, buffer->length};
}
