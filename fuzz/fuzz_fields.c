/* Law: a query or form, decoded, encoded and decoded again, has the same fields; cookies lie
 * inside their header and contain no delimiters; a tag in a list of tags is found, and list
 * elements have no spaces around them. The first byte chooses. */
#include "net_laws.h"

static void try_form(apo_span text)
{
    static apo_fields fields;
    char *buf = malloc(text.length + 1);
    assert(buf != NULL);
    if (apo_fields_decode(&fields, text, buf) == APO_OK)
        check_fields_law(&fields);
    else
        assert(fields.count == 0);
    free(buf);
}

static void try_cookies(apo_span text)
{
    static apo_fields fields;
    apo_fields_cookies(&fields, text);
    for (size_t i = 0; i < fields.count; i++) {
        assert(is_inside(fields.list[i].name, text) && is_inside(fields.list[i].value, text));
        assert(fields.list[i].name.length > 0);
        assert(!has_byte(fields.list[i].value, ';') && !has_byte(fields.list[i].value, ' '));
        assert(!has_byte(fields.list[i].value, '\n') && !has_byte(fields.list[i].value, '"'));
    }
}

static void try_list(apo_span text)
{
    apo_span rest = text, element;
    bool has_gzip = apo_header_accepts(text, "gzip"), is_named = false;
    while (apo_header_element(&rest, ',', &element)) {
        assert(is_inside(element, text) && element.length > 0);
        assert(apo_span_trim(element).length == element.length);
        assert(element.text[0] == 'W' || apo_header_has_tag(text, element));
        for (size_t i = 0; i + 4 <= element.length; i++)
            is_named |= apo_span_is_header(apo_span_part(element, i, 4), "gzip");
    }
    assert(!has_gzip || is_named);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = {(const char *)data, size};
    apo_span rest = apo_span_part(text, 1, size);
    switch (size > 0 ? data[0] : 0) {
    case 'c': try_cookies(rest); break;
    case 'l': try_list(rest); break;
    default: try_form(rest); break;
    }
    return 0;
}
