#include "server/account/oauth.h"

#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "server/web/scope.h"

enum {
    PORT_MAX = 5 /* digits */
};

/* --- what an app says ---------------------------------------------------- */

static bool is_unreserved(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

static bool is_uri_char(char c)
{
    return is_unreserved(c) || (c != '\0' && strchr(":/?[]!$&'()*+,;=%@", c) != NULL);
}

static bool is_host(apo_span host)
{
    for (size_t i = 0; i < host.length; i++) {
        char c = host.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != '-' && c != '.')
            return false;
    }
    return host.length > 0 && host.length <= APO_OAUTH_HOST_MAX;
}

/* The part before the port: a name, or an address in brackets. */
static apo_span cut_host(apo_span *rest)
{
    size_t length = 0;
    bool is_bracket = rest->length > 0 && rest->text[0] == '[';
    while (length < rest->length && (is_bracket || rest->text[length] != ':')) {
        if (rest->text[length++] == ']')
            break;
    }
    apo_span host = apo_span_part(*rest, 0, length);
    *rest = apo_span_part(*rest, length, rest->length);
    return host;
}

static bool is_port(apo_span text)
{
    if (text.length == 0)
        return true;
    for (size_t i = 1; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]))
            return false;
    }
    return text.text[0] == ':' && text.length > 1 && text.length <= PORT_MAX + 1;
}

static bool is_loopback(apo_span host)
{
    return apo_span_is(host, "127.0.0.1") || apo_span_is(host, "[::1]") ||
           apo_span_is(host, "localhost");
}

bool apo_oauth_read_uri(apo_oauth_uri *out, apo_span text)
{
    static const char secure[] = "https://", plain[] = "http://";
    bool is_secure = apo_span_starts_with(text, secure);
    if (text.length >= APO_OAUTH_URI_MAX || (!is_secure && !apo_span_starts_with(text, plain)))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (!is_uri_char(text.text[i]))
            return false;
    }
    size_t start = is_secure ? sizeof secure - 1 : sizeof plain - 1, end = start;
    while (end < text.length && text.text[end] != '/' && text.text[end] != '?')
        end++;
    apo_span rest = apo_span_part(text, start, end - start);
    out->origin = apo_span_part(text, 0, end);
    out->host = cut_host(&rest);
    return is_port(rest) && (is_secure ? is_host(out->host) : is_loopback(out->host));
}

/* True if `text`, an address of this machine, is `line` but for its port. */
static bool fits_any_port(apo_span line, apo_span text)
{
    static const char plain[] = "http://";
    apo_oauth_uri own, asked;
    if (!apo_span_starts_with(line, plain) || !apo_oauth_read_uri(&own, line) ||
        !apo_span_starts_with(text, plain) || !apo_oauth_read_uri(&asked, text))
        return false;
    return own.origin.length == sizeof plain - 1 + own.host.length &&
           apo_span_same(own.host, asked.host) &&
           apo_span_same(apo_span_part(line, own.origin.length, line.length),
                         apo_span_part(text, asked.origin.length, text.length));
}

bool apo_oauth_is_among(apo_span uris, apo_span text)
{
    for (apo_span line; apo_span_line(&uris, &line);) {
        if (apo_span_same(line, text) || fits_any_port(line, text))
            return true;
    }
    return false;
}

bool apo_oauth_is_client(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.text[i] <= ' ' || text.text[i] >= 0x7F)
            return false;
    }
    return text.length > 0 && text.length < APO_OAUTH_CLIENT_MAX;
}

bool apo_oauth_read_scopes(unsigned *out, apo_span text)
{
    unsigned scopes = 0;
    enum apo_scope scope;
    for (apo_span word; (word = apo_span_word(&text)).length > 0;) {
        if (!apo_scope_find(word, &scope) || !apo_scope_is_for_apps(scope))
            return false;
        scopes |= apo_scope_bit(scope);
    }
    *out = scopes;
    return scopes != 0;
}

bool apo_oauth_is_challenge(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != '-' && c != '_')
            return false;
    }
    return text.length == APO_TOKEN_TEXT - 1;
}

void apo_oauth_add_field(apo_buffer *url, const char *name, apo_span value)
{
    static const char digits[] = "0123456789ABCDEF";
    apo_span before = apo_buffer_span(url);
    bool has_query = before.length > 0 && memchr(before.text, '?', before.length) != NULL;
    apo_buffer_add_char(url, has_query ? '&' : '?');
    apo_buffer_add(url, name);
    apo_buffer_add_char(url, '=');
    for (size_t i = 0; i < value.length; i++) {
        unsigned char c = (unsigned char)value.text[i];
        if (is_unreserved(value.text[i])) {
            apo_buffer_add_char(url, value.text[i]);
            continue;
        }
        apo_buffer_add_char(url, '%');
        apo_buffer_add_char(url, digits[c >> 4]);
        apo_buffer_add_char(url, digits[c & 15U]);
    }
}

/* --- codes --------------------------------------------------------------- */

typedef struct issued {
    struct issued *next; /* an older one */
    char digest[APO_TOKEN_DIGEST_TEXT];
    int64_t at_ms;
    apo_oauth_grant grant;
} issued;

struct apo_oauth {
    issued *newest;
    size_t count;
};

apo_oauth *apo_oauth_new(void)
{
    return apo_allocate_zero(NULL, sizeof(apo_oauth));
}

static void drop(apo_oauth *all, issued **at)
{
    issued *gone = *at;
    *at = gone->next;
    all->count--;
    apo_free(NULL, gone);
}

void apo_oauth_free(apo_oauth *all)
{
    if (all == NULL)
        return;
    while (all->newest != NULL)
        drop(all, &all->newest);
    apo_free(NULL, all);
}

/* Also expires codes if the clock has been set back. */
static void drop_old(apo_oauth *all, int64_t now_ms)
{
    for (issued **at = &all->newest; *at != NULL;) {
        int64_t age_ms = now_ms - (*at)->at_ms;
        if (age_ms < 0 || age_ms >= APO_OAUTH_CODE_MS)
            drop(all, at);
        else
            at = &(*at)->next;
    }
}

/* Keeps one fewer than the permitted number of a person's codes, to make room for the next. */
static void make_room(apo_oauth *all, const char *person)
{
    unsigned count = 0;
    for (issued **at = &all->newest; *at != NULL;) {
        if (strcmp((*at)->grant.person, person) == 0 && ++count >= APO_OAUTH_CODES_EACH)
            drop(all, at);
        else
            at = &(*at)->next;
    }
}

bool apo_oauth_add(apo_oauth *all, const apo_oauth_grant *grant, int64_t now_ms,
                   char out_code[APO_TOKEN_TEXT])
{
    drop_old(all, now_ms);
    make_room(all, grant->person);
    issued *one =
        all->count < APO_OAUTH_CODES_MAX ? apo_allocate_zero(NULL, sizeof *one) : NULL;
    if (one == NULL)
        return false;
    apo_token_secret(out_code);
    apo_token_digest(one->digest, apo_span_of(out_code));
    one->at_ms = now_ms;
    one->grant = *grant;
    one->next = all->newest;
    all->newest = one;
    all->count++;
    return true;
}

apo_oauth_grant *apo_oauth_find(apo_oauth *all, apo_span code, int64_t now_ms)
{
    char digest[APO_TOKEN_DIGEST_TEXT];
    drop_old(all, now_ms);
    apo_token_digest(digest, code);
    for (issued *one = all->newest; one != NULL; one = one->next) {
        if (strcmp(one->digest, digest) == 0)
            return &one->grant;
    }
    return NULL;
}
