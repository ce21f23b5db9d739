/* Law: a cleaned text is UTF-8, has no more characters than asked for, no control character but
 * line ends, no mark of direction, no blank or line end at its ends, and is clean: cleaning it
 * again changes nothing. */
#include "net_laws.h"

#include "base/utf8.h"
#include "net/plain_text.h"

enum {
    CHARACTERS_MAX = 300
};

static bool has(apo_span text, const char *bytes)
{
    apo_span part = apo_span_of(bytes);
    for (size_t i = 0; i + part.length <= text.length; i++) {
        if (apo_span_same(apo_span_part(text, i, part.length), part))
            return true;
    }
    return false;
}

static void check(apo_span text, bool has_lines)
{
    size_t count = 0;
    assert(text.length > 0 && text.text[0] != ' ' && text.text[0] != '\n');
    assert(text.text[text.length - 1] != ' ' && text.text[text.length - 1] != '\n');
    for (size_t at = 0; at < text.length; count++) {
        size_t length = apo_utf8_measure(apo_span_part(text, at, text.length - at));
        assert(length > 0);
        unsigned char byte = (unsigned char)text.text[at];
        assert(byte >= ' ' || (has_lines && byte == '\n'));
        assert(byte != 0x7f);
        at += length;
    }
    assert(count <= CHARACTERS_MAX);
    assert(!has(text, "\xe2\x80\xae") && !has(text, "\xe2\x81\xa6") && !has(text, "  "));
    assert(!has(text, "\n\n\n") && !has(text, " \n") && !has(text, "\n "));
}

static void clean(apo_span text, bool has_lines)
{
    apo_buffer first, second;
    apo_buffer_init(&first, NULL);
    apo_buffer_init(&second, NULL);
    if (apo_plain_text_add(&first, text, CHARACTERS_MAX, has_lines) == APO_OK) {
        check(apo_buffer_span(&first), has_lines);
        apo_status status =
            apo_plain_text_add(&second, apo_buffer_span(&first), CHARACTERS_MAX, has_lines);
        assert(status == APO_OK);
        assert(apo_span_same(apo_buffer_span(&first), apo_buffer_span(&second)));
    }
    apo_buffer_clear(&first);
    apo_buffer_clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const apo_span text = {(const char *)data, size};
    clean(text, false);
    clean(text, true);
    return 0;
}
