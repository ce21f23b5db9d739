#include "net/head.h"

#include <string.h>

enum {
    BAD_REQUEST = 400,
    URI_TOO_LONG = 414,
    EXPECTATION_FAILED = 417,
    TOO_MANY_HEADERS = 431,
    NOT_IMPLEMENTED = 501,
    BAD_VERSION = 505,
    LENGTH_DIGITS_MAX = 15 /* fits 64 bits; the limits are far below */
};

/* Cuts a line with CR LF off the front. A lone CR or LF, or a byte 0, is an error. */
static bool cut_line(apo_span *rest, apo_span *line)
{
    for (size_t i = 0; i + 1 < rest->length; i++) {
        char c = rest->text[i];
        if (c == '\0' || c == '\n')
            return false;
        if (c != '\r')
            continue;
        if (rest->text[i + 1] != '\n')
            return false;
        *line = apo_span_part(*rest, 0, i);
        *rest = apo_span_part(*rest, i + 2, rest->length);
        return true;
    }
    return false;
}

/* The characters of method and header names. */
static bool is_token(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) &&
            (c == '\0' || strchr("!#$%&'*+-.^_`|~", c) == NULL))
            return false;
    }
    return text.length > 0;
}

/* Cuts the text before the first blank off; false if there is none. */
static bool cut_word(apo_span *rest, apo_span *word)
{
    const char *end = rest->length > 0 ? memchr(rest->text, ' ', rest->length) : NULL;
    if (end == NULL)
        return false;
    *word = apo_span_part(*rest, 0, (size_t)(end - rest->text));
    *rest = apo_span_part(*rest, word->length + 1, rest->length);
    return true;
}

static bool is_visible(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] <= ' ' || text.text[i] >= 0x7F)
            return false;
    return text.length > 0;
}

/* "http://host/path" -> "/path"; the Host header counts, not this one. */
static apo_span drop_authority(apo_span target)
{
    size_t at = 0;
    if (apo_span_starts_with(target, "http://"))
        at = 7;
    else if (apo_span_starts_with(target, "https://"))
        at = 8;
    else
        return target;
    while (at < target.length && target.text[at] != '/')
        at++;
    return apo_span_part(target, at, target.length);
}

static void split_target(apo_head *head)
{
    const char *mark = memchr(head->target.text, '?', head->target.length);
    size_t length = mark == NULL ? head->target.length : (size_t)(mark - head->target.text);
    head->path = apo_span_part(head->target, 0, length);
    head->query = apo_span_part(head->target, length + 1, head->target.length);
}

static unsigned read_version(apo_head *head, apo_span version)
{
    if (apo_span_is(version, "HTTP/1.1"))
        head->is_keep_alive = true;
    else if (!apo_span_is(version, "HTTP/1.0"))
        return apo_span_starts_with(version, "HTTP/") ? BAD_VERSION : BAD_REQUEST;
    return 0;
}

static unsigned read_request_line(apo_head *head, apo_span line)
{
    if (!cut_word(&line, &head->method) || !is_token(head->method))
        return BAD_REQUEST;
    if (!cut_word(&line, &head->target) || !is_visible(head->target))
        return BAD_REQUEST;
    if (head->target.length > APO_HEAD_TARGET_MAX)
        return URI_TOO_LONG;
    unsigned status = read_version(head, line);
    if (status != 0)
        return status;
    /* "OPTIONS *" asks about the server as a whole; it is treated as an unknown path. */
    head->target = drop_authority(head->target);
    if (head->target.length == 0 ||
        (head->target.text[0] != '/' && head->target.text[0] != '*'))
        return BAD_REQUEST;
    split_target(head);
    return 0;
}

static bool is_value(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.text[i];
        if ((c < ' ' && c != '\t') || c == 0x7F)
            return false;
    }
    return true;
}

static unsigned read_header(apo_head *head, apo_span line)
{
    const char *colon = memchr(line.text, ':', line.length);
    if (colon == NULL)
        return BAD_REQUEST;
    apo_field field;
    field.name = apo_span_part(line, 0, (size_t)(colon - line.text));
    field.value = apo_span_trim(apo_span_part(line, field.name.length + 1, line.length));
    /* A blank in front (a folded line) or before the colon is not in a token. */
    if (!is_token(field.name) || !is_value(field.value))
        return BAD_REQUEST;
    if (head->headers.count == APO_HEADERS_MAX)
        return TOO_MANY_HEADERS;
    head->headers.list[head->headers.count++] = field;
    return 0;
}

/* Headers that two parsers might interpret differently when they are repeated. */
static bool has_twice(const apo_fields *headers)
{
    static const char *const names[] = {"Host",   "Content-Length", "Transfer-Encoding",
                                        "Origin", "Content-Type",   "Expect"};
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        unsigned count = 0;
        for (size_t i = 0; i < headers->count; i++)
            count += apo_span_is_header(headers->list[i].name, names[n]);
        if (count > 1)
            return true;
    }
    return false;
}

static bool read_length(apo_head *head, apo_span text)
{
    if (text.length == 0 || text.length > LENGTH_DIGITS_MAX)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]))
            return false;
        head->body_length = head->body_length * 10 + (uint64_t)(text.text[i] - '0');
    }
    head->has_length = true;
    return true;
}

static unsigned read_framing(apo_head *head)
{
    apo_span value;
    if (apo_fields_find_header(&head->headers, "Transfer-Encoding", &value))
        return apo_span_is_header(value, "chunked") ? 411 : NOT_IMPLEMENTED;
    if (apo_fields_find_header(&head->headers, "Content-Length", &value) &&
        !read_length(head, value))
        return BAD_REQUEST;
    if (apo_fields_find_header(&head->headers, "Expect", &value)) {
        if (!apo_span_is_header(value, "100-continue"))
            return EXPECTATION_FAILED;
        head->wants_continue = head->body_length > 0;
    }
    return 0;
}

/* Letters, digits and what addresses and ports need, so that it is safe in our own headers. */
static bool is_host(apo_span host)
{
    for (size_t i = 0; i < host.length; i++) {
        char c = host.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && (c == '\0' || strchr("-._:[]", c) == NULL))
            return false;
    }
    return host.length > 0;
}

static unsigned read_connection(apo_head *head)
{
    apo_span value;
    bool is_old = !head->is_keep_alive;
    if (apo_fields_find_header(&head->headers, "Host", &head->host)) {
        if (!is_host(head->host))
            return BAD_REQUEST;
    } else if (!is_old) {
        return BAD_REQUEST;
    }
    if (apo_fields_find_header(&head->headers, "Connection", &value)) {
        apo_span token;
        while (apo_header_element(&value, ',', &token)) {
            if (apo_span_is_header(token, "close"))
                head->is_keep_alive = false;
            else if (is_old && apo_span_is_header(token, "keep-alive"))
                head->is_keep_alive = true;
        }
    }
    return 0;
}

unsigned apo_head_read(apo_head *out, apo_span text)
{
    apo_span line;
    unsigned status = BAD_REQUEST;
    memset(out, 0, offsetof(apo_head, headers));
    out->headers.count = 0;
    out->body_length = 0;
    out->has_length = out->is_keep_alive = out->wants_continue = false;
    if (cut_line(&text, &line))
        status = read_request_line(out, line);
    while (status == 0) {
        if (!cut_line(&text, &line))
            return BAD_REQUEST;
        if (line.length == 0)
            break;
        status = read_header(out, line);
    }
    if (status != 0)
        return status;
    if (text.length > 0 || has_twice(&out->headers))
        return BAD_REQUEST;
    status = read_connection(out);
    return status != 0 ? status : read_framing(out);
}
