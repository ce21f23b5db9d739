/* What a request says. */
#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "net/http_priv.h"

enum {
    HOST_MAX = 256,          /* a name of the DNS has 253 letters at most */
    EVENT_ID_DIGITS_MAX = 18 /* fits 64 bits */
};

apo_http_request *apo_request_new(apo_conn *conn, char *bytes, size_t length)
{
    apo_http *srv = conn->srv;
    apo_http_request *req = apo_allocate(NULL, sizeof *req);
    if (req == NULL)
        return NULL;
    /* The lists of fields are large; their counts are enough. */
    memset(req, 0, offsetof(apo_http_request, head));
    req->head = (apo_head){.is_keep_alive = false};
    req->path = (apo_span){"", 0};
    req->query.count = req->cookies.count = req->form.count = 0;
    memset(&req->form_bytes, 0, sizeof *req - offsetof(apo_http_request, form_bytes));
    req->srv = srv;
    req->conn = conn;
    req->bytes = bytes;
    req->head_length = length;
    req->route_index = srv->route_count;
    req->remote = conn->peer;
    req->turn = apo_turns_enter(&srv->turns);
    req->started_us = apo_http_ticks_us();
    apo_buffer_init(&req->body, NULL);
    apo_buffer_init(&req->headers, NULL);
    apo_buffer_init(&req->form_target, NULL);
    apo_buffer_init(&req->notes, NULL);
    apo_buffer_init(&req->aside_body, NULL);
    req->next = srv->requests;
    req->link = &srv->requests;
    if (srv->requests != NULL)
        srv->requests->link = &req->next;
    srv->requests = req;
    return req;
}

void apo_request_free(apo_http_request *req)
{
    apo_turns_leave(&req->srv->turns, req->turn);
    *req->link = req->next;
    if (req->next != NULL)
        req->next->link = req->link;
    if (req->release != NULL)
        req->release(req->attached);
    apo_buffer_clear(&req->body);
    apo_buffer_clear(&req->headers);
    apo_buffer_clear(&req->form_target);
    apo_buffer_clear(&req->notes);
    apo_buffer_clear(&req->aside_body);
    apo_free(NULL, req->form_bytes);
    apo_free(NULL, req->bytes);
    apo_free(NULL, req);
}

/* Only the last element is from the proxy itself; anybody may have written the earlier ones.
 * Several lines form one list: some proxies add their own line after the client's. A comma in
 * quotes ends an element too, so that a client's open quote cannot hide the proxy's.
 */
static apo_span last_element(const apo_fields *headers, const char *name)
{
    apo_span element, last = {"", 0};
    for (size_t i = 0; i < headers->count; i++) {
        apo_span list = headers->list[i].value;
        if (!apo_span_is_header(headers->list[i].name, name))
            continue;
        while (apo_header_element(&list, ',', &element))
            last = element;
    }
    return last;
}

/* "by=203.0.113.43;for=192.0.2.60:4711;proto=https" */
static void read_forwarded(apo_address *out, apo_span element)
{
    apo_span pair;
    while (apo_header_element(&element, ';', &pair)) {
        const char *mark = memchr(pair.text, '=', pair.length);
        size_t at = mark != NULL ? (size_t)(mark - pair.text) : pair.length;
        if (mark != NULL && apo_span_is_header(apo_span_part(pair, 0, at), "for"))
            (void)apo_address_read_node(out, apo_span_part(pair, at + 1, pair.length));
    }
}

/* Compares all bytes, so that the time taken reveals nothing. */
static bool has_secret(apo_span shown, const char *secret)
{
    unsigned difference = shown.length != strlen(secret);
    for (size_t i = 0; secret[i] != '\0' && i < shown.length; i++)
        difference |= (unsigned)(shown.text[i] ^ secret[i]);
    return difference == 0;
}

static void read_remote(apo_http_request *req)
{
    const apo_fields *headers = &req->head.headers;
    const char *secret = req->srv->options.peer_secret;
    apo_span shown, client = {0};
    req->is_from_peer = secret != NULL && secret[0] != '\0' &&
                        apo_fields_find_header(headers, APO_PEER_HEADER, &shown) &&
                        has_secret(shown, secret) &&
                        apo_fields_find_header(headers, APO_PEER_CLIENT_HEADER, &client);
    if (req->is_from_peer) {
        (void)apo_address_read(&req->remote, client);
        return;
    }
    if (!req->conn->is_proxy)
        return;
    if (req->srv->options.is_proxy_forwarded)
        read_forwarded(&req->remote, last_element(headers, "Forwarded"));
    else
        (void)apo_address_read(&req->remote, last_element(headers, "X-Forwarded-For"));
}

unsigned apo_request_read_head(apo_http_request *req)
{
    apo_span cookies;
    char *buf = req->bytes + req->head_length;
    unsigned status = apo_head_read(&req->head, (apo_span){req->bytes, req->head_length});
    if (status != 0)
        return status;
    req->is_head = apo_span_is(req->head.method, "HEAD");
    read_remote(req);
    if (apo_path_decode(&req->path, req->head.path, buf) != APO_OK) {
        req->fault = "The path is malformed: % needs two hexadecimal digits after it, the text "
                     "must be UTF-8 without control characters, \"\\\", \"%2F\", \"//\" and "
                     "\"..\".";
        return 400;
    }
    if (apo_fields_decode(&req->query, req->head.query, buf + req->head.path.length) !=
        APO_OK) {
        req->fault =
            "What follows the \"?\" is malformed: % needs two hexadecimal digits after "
            "it, and the text must be UTF-8 without a zero character.";
        return 400;
    }
    if (apo_fields_find_header(&req->head.headers, "Cookie", &cookies))
        apo_fields_cookies(&req->cookies, cookies);
    return 0;
}

unsigned apo_request_read_form(apo_http_request *req)
{
    if (req->body.length == 0 || !apo_http_has_type(req, "application/x-www-form-urlencoded"))
        return 0;
    req->form_bytes = apo_allocate(NULL, req->body.length);
    if (req->form_bytes == NULL)
        return 503;
    if (apo_fields_decode(&req->form, apo_buffer_span(&req->body), req->form_bytes) == APO_OK)
        return 0;
    req->fault = "The form is malformed: % needs two hexadecimal digits after it, and the text "
                 "must be UTF-8 without a zero character.";
    return 400;
}

enum apo_http_method apo_http_method(const apo_http_request *req)
{
    return apo_span_is(req->head.method, "POST") ? APO_HTTP_POST : APO_HTTP_GET;
}

const apo_http_route *apo_http_route_of(const apo_http_request *req)
{
    return req->route;
}

apo_span apo_http_path(const apo_http_request *req)
{
    return req->path;
}

apo_span apo_http_target(const apo_http_request *req)
{
    return req->head.target;
}

/* The parameters of the pattern are numbered in their order. */
apo_span apo_http_param(const apo_http_request *req, const char *name)
{
    apo_span pattern = apo_span_of(req->route->pattern), segment;
    size_t index = 0;
    while (apo_header_element(&pattern, '/', &segment)) {
        if (segment.text[0] != ':' && segment.text[0] != '*')
            continue;
        if (apo_span_is(apo_span_part(segment, 1, segment.length), name))
            return req->params[index];
        index++;
    }
    assert(false && "the parameter is not in the pattern");
    return (apo_span){"", 0};
}

bool apo_http_query(const apo_http_request *req, const char *name, apo_span *out)
{
    return apo_fields_find(&req->query, name, out);
}

bool apo_http_header(const apo_http_request *req, const char *name, apo_span *out)
{
    return apo_fields_find_header(&req->head.headers, name, out);
}

bool apo_http_cookie(const apo_http_request *req, const char *name, apo_span *out)
{
    return apo_fields_find(&req->cookies, name, out);
}

bool apo_http_form(const apo_http_request *req, const char *name, apo_span *out)
{
    return apo_fields_find(&req->form, name, out);
}

apo_span apo_http_body(const apo_http_request *req)
{
    apo_span body = apo_buffer_span(&req->body);
    return body.text == NULL ? (apo_span){"", 0} : body;
}

bool apo_http_has_type(const apo_http_request *req, const char *type)
{
    apo_span value, first;
    return apo_http_header(req, "Content-Type", &value) &&
           apo_header_element(&value, ';', &first) && apo_span_is_header(first, type);
}

bool apo_http_wants_html(const apo_http_request *req)
{
    apo_span accept;
    apo_http_header(req, "Accept", &accept);
    return apo_header_accepts(accept, "text/html");
}

bool apo_http_is_from_peer(const apo_http_request *req)
{
    return req->is_from_peer;
}

apo_span apo_http_remote(const apo_http_request *req)
{
    return apo_span_of(req->remote.text);
}

apo_span apo_http_remote_key(const apo_http_request *req)
{
    return apo_span_of(req->remote.key);
}

/* The part of an origin after "http://" or "https://". */
static apo_span host_of(apo_span origin)
{
    size_t scheme = apo_span_starts_with(origin, "https://")  ? 8
                    : apo_span_starts_with(origin, "http://") ? 7
                                                              : origin.length;
    return apo_span_part(origin, scheme, origin.length);
}

/* "name:8080" and "[::1]:8080" without port and brackets. */
static apo_span without_port(apo_span host)
{
    size_t end = host.length;
    if (host.length > 0 && host.text[0] == '[') {
        const char *close = memchr(host.text, ']', host.length);
        return close == NULL ? host : apo_span_part(host, 1, (size_t)(close - host.text) - 1);
    }
    while (end > 0 && host.text[end - 1] != ':')
        end--;
    return end > 0 ? apo_span_part(host, 0, end - 1) : host;
}

static bool is_one_of(apo_span name, const char *list)
{
    char word[HOST_MAX];
    apo_span rest = apo_span_of(list != NULL ? list : ""), one;
    while ((one = apo_span_word(&rest)).length > 0) {
        apo_text_copy_span(word, sizeof word, one);
        if (apo_span_is_header(name, word))
            return true;
    }
    return false;
}

/* The machine's own name, "attic" or "attic.local". */
static bool is_own_name(apo_span name)
{
    char own[HOST_MAX] = "", local[HOST_MAX];
    if (gethostname(own, sizeof own - 1) != 0 || own[0] == '\0')
        return false;
    apo_text text = apo_text_start(local, sizeof local);
    apo_text_add(&text, own);
    apo_text_add(&text, ".local");
    return apo_span_is_header(name, own) || apo_span_is_header(name, local);
}

/* A stranger can point their own name at this server, but neither an address nor our name. */
static bool is_our_host(const apo_http_request *req)
{
    apo_span name = without_port(req->head.host);
    apo_address address;
    return apo_span_is_header(name, "localhost") || apo_address_read(&address, name) ||
           is_one_of(name, req->srv->options.names) || is_own_name(name);
}

bool apo_http_is_same_origin(const apo_http_request *req)
{
    apo_span origin, site;
    if (req->srv->options.public_url == NULL && !is_our_host(req))
        return false;
    if (apo_http_header(req, "Origin", &origin)) {
        if (req->srv->options.public_url != NULL)
            return apo_span_is_header(origin, req->srv->url);
        apo_span host = host_of(origin);
        return host.length > 0 && apo_span_same(host, req->head.host);
    }
    return apo_http_header(req, "Sec-Fetch-Site", &site) && apo_span_is(site, "same-origin");
}

uint64_t apo_http_last_event_id(const apo_http_request *req)
{
    apo_span text;
    uint64_t id = 0;
    apo_http_header(req, "Last-Event-ID", &text);
    if (text.length > EVENT_ID_DIGITS_MAX)
        return 0;
    for (size_t i = 0; i < text.length; i++) {
        if (!apo_is_digit(text.text[i]))
            return 0;
        id = id * 10 + (uint64_t)(text.text[i] - '0');
    }
    return id;
}

void apo_http_attach(apo_http_request *req, void *thing, void (*release)(void *thing))
{
    if (req->release != NULL)
        req->release(req->attached);
    req->attached = thing;
    req->release = release;
}

void *apo_http_attached(const apo_http_request *req)
{
    return req->attached;
}

void apo_http_note(apo_http_request *req, const char *name, apo_span value)
{
    apo_buffer_add_char(&req->notes, ',');
    apo_buffer_add_json(&req->notes, apo_span_of(name));
    apo_buffer_add_char(&req->notes, ':');
    apo_buffer_add_json(&req->notes, value);
}

apo_http *apo_http_server(const apo_http_request *req)
{
    return req->srv;
}

void apo_http_defer(apo_http_request *req)
{
    req->is_deferred = true;
}

bool apo_http_is_deserted(const apo_http_request *req)
{
    return req->conn == NULL;
}
