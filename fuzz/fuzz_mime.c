/* Law: for any address, subject and text, the email has our eleven headers and no others, each
 * once; its lines end with CR LF and are short; and its decoded text is the original. The input
 * is address, subject and text, separated by line feeds. */
#include "net_laws.h"

#include "net/mime.h"

enum {
    LINE_MAX = 320, /* an address is 254 bytes at most */
    HEADERS = 11
};

static int digit_of(char c)
{
    return apo_is_digit(c) ? c - '0' : c - 'A' + 10;
}

/* Decodes quoted-printable text, with LF as line end. */
static void decode(apo_buffer *out, apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] == '\r') {
            continue;
        } else if (text.text[i] != '=') {
            apo_buffer_add_char(out, text.text[i]);
        } else if (text.text[i + 1] == '\r') {
            i += 2;
        } else {
            apo_buffer_add_char(
                out, (char)(digit_of(text.text[i + 1]) * 16 + digit_of(text.text[i + 2])));
            i += 2;
        }
    }
}

/* Checks the headers, and returns the rest. */
static apo_span check_head(apo_span text)
{
    apo_span rest = text, line;
    unsigned count = 0;
    while (apo_span_line(&rest, &line) && line.length > 0)
        count += line.text[0] != ' ';
    assert(count == HEADERS);
    return rest;
}

static void check_lines(apo_span text)
{
    size_t width = 0;
    assert(text.length > 2 && text.text[text.length - 1] == '\n');
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        assert((c >= ' ' && c <= '~') || c == '\r' || c == '\n');
        assert((c == '\n') == (i > 0 && text.text[i - 1] == '\r'));
        width = c == '\n' ? 0 : width + 1;
        assert(width <= LINE_MAX);
    }
}

/* Checks that both are equal, line by line. */
static void check_body(apo_span body, apo_span mail)
{
    apo_buffer decoded, wanted;
    apo_span line;
    apo_buffer_init(&decoded, NULL);
    apo_buffer_init(&wanted, NULL);
    decode(&decoded, mail);
    while (apo_span_line(&body, &line)) {
        apo_buffer_add_span(&wanted, line);
        apo_buffer_add_char(&wanted, '\n');
    }
    assert(apo_span_same(apo_buffer_span(&decoded), apo_buffer_span(&wanted)));
    apo_buffer_clear(&decoded);
    apo_buffer_clear(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span rest = {(const char *)data, size}, to = {NULL, 0}, subject = {NULL, 0};
    apo_buffer out;
    apo_span_line(&rest, &to);
    apo_span_line(&rest, &subject);
    const apo_mime_mail mail = {
        .from_name = subject,
        .from = apo_span_of("games@example.org"),
        .to = to,
        .id = apo_span_part(subject, 0, 24), /* ours are never longer */
        .subject = subject,
        .body = rest,
        .unsubscribe = apo_span_of("https://example.org/off"),
        .date_ms = (int64_t)size * 86400000,
    };
    apo_buffer_init(&out, NULL);
    apo_status status = apo_mime_write(&out, &mail);
    assert(status == (apo_mime_is_address(to) ? APO_OK : APO_E_SYNTAX));
    if (status == APO_OK) {
        apo_span whole = apo_buffer_span(&out);
        check_lines(apo_span_part(whole, 0, whole.length));
        check_body(rest, check_head(whole));
    }
    apo_buffer_clear(&out);
    return 0;
}
