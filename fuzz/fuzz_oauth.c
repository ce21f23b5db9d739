/* Law: an address to which a code may go has a plain host, and lies within its own text; adding
 * a field keeps the address, and what was added is read again. Scopes never contain `account`.
 * The first byte chooses. */
#include "net_laws.h"

#include "server/account/oauth.h"
#include "server/web/scope.h"

static void try_uri(apo_span text)
{
    static apo_fields fields;
    static const char value[] = "a&b=%\xC3\xA4 ";
    apo_oauth_uri to;
    apo_buffer url;
    char *buf;
    if (!apo_oauth_read_uri(&to, text))
        return;
    assert(is_inside(to.origin, text) && is_inside(to.host, to.origin) && to.host.length > 0);
    assert(to.origin.text == text.text);
    assert(!has_byte(text, '#') && !has_byte(text, '\\') && !has_byte(to.origin, '@'));
    apo_buffer_init(&url, NULL);
    apo_buffer_add_span(&url, text);
    apo_oauth_add_field(&url, "state", apo_span_of(value));
    assert(!url.is_failed && memcmp(url.bytes, text.text, text.length) == 0);
    const char *query = strchr(url.bytes, '?');
    assert(query != NULL);
    buf = malloc(url.length + 1);
    assert(buf != NULL);
    if (apo_fields_decode(&fields, apo_span_of(query + 1), buf) == APO_OK) {
        assert(fields.count > 0);
        assert(apo_span_is(fields.list[fields.count - 1].value, value));
    }
    free(buf);
    apo_buffer_clear(&url);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span text = {(const char *)data, size};
    apo_span rest = apo_span_part(text, 1, size);
    unsigned scopes;
    if (size > 0 && data[0] == 's') {
        if (apo_oauth_read_scopes(&scopes, rest))
            assert(scopes != 0 && !apo_scope_allows(scopes, APO_SCOPE_ACCOUNT));
    } else if (size > 0) {
        try_uri(rest);
    }
    return 0;
}
