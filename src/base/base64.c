#include "base/base64.h"

#include <string.h>

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

enum {
    GROUP_BYTES = 3,
    GROUP_LETTERS = 4,
    LETTER_BITS = 6,
    BYTE_BITS = 8
};

void apo_base64_write(apo_buffer *out, apo_span bytes)
{
    for (size_t at = 0; at < bytes.length; at += GROUP_BYTES) {
        size_t count = bytes.length - at < GROUP_BYTES ? bytes.length - at : GROUP_BYTES;
        uint32_t group = 0;
        for (size_t i = 0; i < GROUP_BYTES; i++)
            group = group << BYTE_BITS | (i < count ? (uint8_t)bytes.text[at + i] : 0U);
        for (size_t i = 0; i < GROUP_LETTERS; i++) {
            unsigned shift = LETTER_BITS * (unsigned)(GROUP_LETTERS - 1 - i);
            apo_buffer_add_char(out, i <= count ? letters[group >> shift & 63] : '=');
        }
    }
}

/* Reads a group of letters, of which the last `padding` are signs of equality. */
static bool read_group(uint32_t *out, const char *text, size_t padding)
{
    uint32_t group = 0;
    for (size_t i = 0; i < GROUP_LETTERS; i++) {
        const char *found = NULL;
        if (i < GROUP_LETTERS - padding && text[i] != '\0')
            found = strchr(letters, text[i]);
        if (found == NULL && (i < GROUP_LETTERS - padding || text[i] != '='))
            return false;
        group = group << LETTER_BITS | (found != NULL ? (uint32_t)(found - letters) : 0U);
    }
    *out = group;
    return (group & ((1U << BYTE_BITS * padding) - 1)) == 0;
}

bool apo_base64_read(apo_buffer *out, apo_span text)
{
    if (text.length % GROUP_LETTERS != 0)
        return false;
    for (size_t at = 0; at < text.length; at += GROUP_LETTERS) {
        size_t padding = 0;
        uint32_t group;
        while (at + GROUP_LETTERS == text.length && padding < 2 &&
               text.text[text.length - 1 - padding] == '=')
            padding++;
        if (!read_group(&group, text.text + at, padding))
            return false;
        for (size_t i = 0; i < GROUP_BYTES - padding; i++)
            apo_buffer_add_char(out, (char)(group >> BYTE_BITS * (GROUP_BYTES - 1 - i) & 0xFF));
    }
    return true;
}
