#include "net/fields.h"

#include <string.h>

#include "base/utf8.h"

static const apo_span nothing = {"", 0};

bool apo_fields_find(const apo_fields *fields, const char *name, apo_span *out)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (apo_span_is(fields->list[i].name, name)) {
            *out = fields->list[i].value;
            return true;
        }
    }
    *out = nothing;
    return false;
}

bool apo_span_is_header(apo_span span, const char *name)
{
    size_t length = strlen(name);
    if (span.length != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (apo_to_lower(span.text[i]) != apo_to_lower(name[i]))
            return false;
    return true;
}

bool apo_fields_find_header(const apo_fields *fields, const char *name, apo_span *out)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (apo_span_is_header(fields->list[i].name, name)) {
            *out = fields->list[i].value;
            return true;
        }
    }
    *out = nothing;
    return false;
}

static int hex_value(char c)
{
    if (apo_is_digit(c))
        return c - '0';
    c = apo_to_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads one byte of an encoded text at *at and moves past it; -1 if the escape is bad. */
static int decode_byte(apo_span text, size_t *at)
{
    char c = text.text[*at];
    if (c != '%') {
        ++*at;
        return (unsigned char)c;
    }
    if (text.length - *at < 3)
        return -1;
    int high = hex_value(text.text[*at + 1]), low = hex_value(text.text[*at + 2]);
    *at += 3;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static bool is_utf8(apo_span text)
{
    size_t at = 0;
    while (at < text.length) {
        size_t length = apo_utf8_measure(apo_span_part(text, at, text.length));
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

/* Decodes one name or value of a form to *buf and advances *buf past it. */
static bool decode_part(apo_span *out, apo_span part, char **buf)
{
    char *start = *buf;
    size_t at = 0;
    while (at < part.length) {
        bool is_blank = part.text[at] == '+';
        int byte = decode_byte(part, &at);
        if (byte <= 0)
            return false;
        *(*buf)++ = is_blank ? ' ' : (char)byte;
    }
    *out = (apo_span){start, (size_t)(*buf - start)};
    return is_utf8(*out);
}

/* Cuts the text before `mark` off the front; the whole rest if there is none. */
static apo_span cut(apo_span *rest, char mark)
{
    const char *end = rest->length > 0 ? memchr(rest->text, mark, rest->length) : NULL;
    size_t length = end == NULL ? rest->length : (size_t)(end - rest->text);
    apo_span part = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length + 1, rest->length);
    return part;
}

apo_status apo_fields_decode(apo_fields *out, apo_span text, char *buf)
{
    out->count = 0;
    while (text.length > 0) {
        apo_span pair = cut(&text, '&');
        if (pair.length == 0)
            continue;
        if (out->count == APO_FIELDS_MAX) {
            out->count = 0;
            return APO_E_OVERFLOW;
        }
        apo_field *field = &out->list[out->count];
        apo_span name = cut(&pair, '=');
        if (!decode_part(&field->name, name, &buf) || !decode_part(&field->value, pair, &buf)) {
            out->count = 0;
            return APO_E_SYNTAX;
        }
        out->count++;
    }
    return APO_OK;
}

static bool is_cookie_byte(char c)
{
    return c > ' ' && c < 0x7F && c != '"' && c != ',' && c != ';' && c != '\\';
}

static bool is_cookie_text(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!is_cookie_byte(text.text[i]))
            return false;
    return true;
}

apo_status apo_fields_cookies(apo_fields *out, apo_span text)
{
    apo_span pair;
    out->count = 0;
    while (apo_header_element(&text, ';', &pair)) {
        apo_span name = cut(&pair, '=');
        if (name.length == 0 || !is_cookie_text(name) || !is_cookie_text(pair))
            continue;
        if (out->count == APO_FIELDS_MAX)
            return APO_E_OVERFLOW;
        out->list[out->count++] = (apo_field){name, pair};
    }
    return APO_OK;
}

static bool is_path_byte(int byte)
{
    return byte >= ' ' && byte != 0x7F && byte != '\\';
}

/* No segment may be ".", "..", or empty; the last one may be empty. */
static bool has_good_segments(apo_span path)
{
    apo_span rest = apo_span_part(path, 1, path.length);
    while (rest.length > 0) {
        apo_span segment = cut(&rest, '/');
        if (segment.length == 0 || apo_span_is(segment, ".") || apo_span_is(segment, ".."))
            return false;
    }
    return true;
}

apo_status apo_path_decode(apo_span *out, apo_span text, char *buf)
{
    size_t at = 0, length = 0;
    if (text.length == 0 || text.text[0] != '/')
        return APO_E_SYNTAX;
    while (at < text.length) {
        bool is_plain = text.text[at] != '%';
        int byte = decode_byte(text, &at);
        if (!is_path_byte(byte) || (byte == '/' && !is_plain))
            return APO_E_SYNTAX;
        buf[length++] = (char)byte;
    }
    apo_span path = {buf, length};
    if (!is_utf8(path) || !has_good_segments(path))
        return APO_E_SYNTAX;
    *out = path;
    return APO_OK;
}

bool apo_header_element(apo_span *rest, char mark, apo_span *out)
{
    while (rest->length > 0) {
        *out = apo_span_trim(cut(rest, mark));
        if (out->length > 0)
            return true;
    }
    return false;
}

/* True unless there is a parameter q that is zero. */
static bool has_weight(apo_span parameters)
{
    apo_span parameter;
    while (apo_header_element(&parameters, ';', &parameter)) {
        apo_span name = apo_span_trim(cut(&parameter, '='));
        if (!apo_span_is_header(name, "q"))
            continue;
        for (size_t i = 0; i < parameter.length; i++)
            if (parameter.text[i] >= '1' && parameter.text[i] <= '9')
                return true;
        return false;
    }
    return true;
}

bool apo_header_accepts(apo_span list, const char *token)
{
    apo_span element;
    while (apo_header_element(&list, ',', &element)) {
        apo_span name = apo_span_trim(cut(&element, ';'));
        if (apo_span_is_header(name, token))
            return has_weight(element);
    }
    return false;
}

/* The parameter q in thousandths; 0 if malformed. */
static unsigned weight_of(apo_span parameters)
{
    apo_span parameter;
    while (apo_header_element(&parameters, ';', &parameter)) {
        apo_span name = apo_span_trim(cut(&parameter, '='));
        if (!apo_span_is_header(name, "q"))
            continue;
        apo_span value = apo_span_trim(parameter);
        if (value.length == 0 || value.text[0] != '0')
            return value.length > 0 && value.text[0] == '1' ? 1000 : 0;
        unsigned weight = 0, unit = 100;
        for (size_t i = 2; i < value.length && apo_is_digit(value.text[i]); i++, unit /= 10)
            weight += unit * (unsigned)(value.text[i] - '0');
        return weight;
    }
    return 1000;
}

/* "de" also serves a client that wants "de-CH"; for one that wants "pt", "pt-BR" is better than
 * nothing. */
static bool is_language(apo_span name, const char *language)
{
    apo_span main = apo_span_part(name, 0, 2), offered = apo_span_of(language);
    if (name.length == 2 && offered.length > 2 && language[2] == '-')
        return apo_span_same(name, apo_span_part(offered, 0, 2));
    return apo_span_is_header(name, language) ||
           ((name.length == 2 || (name.length > 2 && name.text[2] == '-')) &&
            apo_span_is_header(main, language));
}

bool apo_header_language(apo_span list, const char *const *languages, size_t *out)
{
    apo_span element;
    unsigned best = 0;
    while (apo_header_element(&list, ',', &element)) {
        apo_span name = apo_span_trim(cut(&element, ';'));
        unsigned weight = weight_of(element);
        for (size_t i = 0; languages[i] != NULL; i++) {
            if (weight > best && is_language(name, languages[i])) {
                best = weight;
                *out = i;
            }
        }
    }
    return best > 0;
}

bool apo_header_has_tag(apo_span list, apo_span tag)
{
    apo_span element;
    if (apo_span_is(apo_span_trim(list), "*"))
        return true;
    while (apo_header_element(&list, ',', &element)) {
        if (apo_span_starts_with(element, "W/"))
            element = apo_span_part(element, 2, element.length);
        if (apo_span_same(element, tag))
            return true;
    }
    return false;
}
