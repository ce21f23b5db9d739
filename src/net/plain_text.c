#include "net/plain_text.h"

#include "base/text.h"
#include "base/utf8.h"

enum {
    MARKS_MAX = 4, /* combining marks on a letter; Vietnamese needs 2, Hebrew 3 */
    LINES_MAX = 2  /* line ends in a row: one empty line */
};

typedef struct range {
    uint32_t first, last;
} range;

/* Characters that are never shown: controls, marks of direction, invisible ones, tags, and code
 * points that are no characters. */
static const range hidden[] = {
    {0x0000, 0x001f}, {0x007f, 0x009f},   {0x00ad, 0x00ad},    {0x061c, 0x061c},
    {0x115f, 0x1160}, {0x180e, 0x180e},   {0x200b, 0x200b},    {0x200e, 0x200f},
    {0x202a, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},    {0xe000, 0xf8ff},
    {0xfdd0, 0xfdef}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},    {0xfff0, 0xfffb},
    {0xfffe, 0xffff}, {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff},
};

/* Characters that change the one before them, or join two. */
static const range marks[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},
    {0x064b, 0x065f}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200c, 0x200d},
    {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

static const range blanks[] = {
    {0x0009, 0x0009}, {0x0020, 0x0020}, {0x00a0, 0x00a0}, {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800}, {0x3000, 0x3000},
};

static bool is_in(uint32_t c, const range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    }
    return false;
}

#define IS_IN(c, ranges) is_in((c), (ranges), sizeof(ranges) / sizeof(ranges)[0])

static uint32_t decode(const char *bytes, size_t length)
{
    static const uint32_t lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t c = (unsigned char)bytes[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)bytes[i] & 0x3fU);
    return c;
}

/* A text being cleaned. */
typedef struct cleaning {
    apo_buffer *out;
    size_t count, max; /* characters */
    unsigned marks;    /* on the last letter */
    unsigned lines;    /* line ends not yet written */
    bool has_blank;    /* a blank not yet written */
    bool has_lines;
} cleaning;

static void add_gap(cleaning *all)
{
    if (all->count == 0)
        ; /* at the front */
    else if (all->lines > 0) {
        for (unsigned i = 0; i < all->lines && i < LINES_MAX; i++, all->count++)
            apo_buffer_add_char(all->out, '\n');
    } else if (all->has_blank) {
        apo_buffer_add_char(all->out, ' ');
        all->count++;
    }
    all->lines = 0;
    all->has_blank = false;
}

static void add_character(cleaning *all, uint32_t c, apo_span bytes)
{
    bool is_line = c == '\n' || c == 0x2028 || c == 0x2029 || c == 0x85;
    if (is_line && all->has_lines) {
        all->lines++;
    } else if (is_line || IS_IN(c, blanks)) {
        all->has_blank = true;
    } else if (IS_IN(c, hidden)) {
        return;
    } else if (IS_IN(c, marks)) {
        /* A mark without a letter, or too many marks. */
        if (all->count == 0 || all->has_blank || all->lines > 0 || all->marks >= MARKS_MAX)
            return;
        all->marks++;
        all->count++;
        apo_buffer_add_span(all->out, bytes);
        return;
    } else {
        add_gap(all);
        all->count++;
        apo_buffer_add_span(all->out, bytes);
    }
    all->marks = 0;
}

apo_status apo_plain_text_add(apo_buffer *out, apo_span text, size_t max, bool has_lines)
{
    cleaning all = {.out = out, .max = max, .has_lines = has_lines};
    for (size_t at = 0; at < text.length;) {
        apo_span rest = apo_span_part(text, at, text.length - at);
        size_t length = apo_utf8_measure(rest);
        if (length == 0)
            return APO_E_SYNTAX;
        add_character(&all, decode(rest.text, length), apo_span_part(rest, 0, length));
        if (all.count > max)
            return APO_E_TOO_LARGE;
        at += length;
    }
    if (out->is_failed)
        return APO_E_MEMORY;
    return all.count > 0 ? APO_OK : APO_E_SYNTAX;
}

bool apo_plain_text_copy(char *out, size_t size, apo_span text)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    apo_status status = apo_plain_text_add(&clean, text, size, false);
    bool is_fitting = status == APO_E_SYNTAX || (status == APO_OK && clean.length < size);
    apo_text_copy_span(
        out, size, status == APO_OK && is_fitting ? apo_buffer_span(&clean) : apo_span_of(""));
    apo_buffer_clear(&clean);
    return is_fitting;
}
