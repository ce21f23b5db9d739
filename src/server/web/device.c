#include "server/web/device.h"

#include <string.h>

#include "base/text.h"

enum {
    COOKIE_NAME_MAX = 48,
    COOKIE_LETTERS = 8, /* of the person's digest: a browser may know several people */
    NONCE_LENGTH = 16,  /* random letters */
    VALUE_MAX = NONCE_LENGTH + 1 + APO_TOKEN_TEXT,
    DAYS = 365,
    DAY_S = 86400
};

/* The cookie's name does not reveal the person. */
static void name_cookie(char out[COOKIE_NAME_MAX], const apo_http_request *req,
                        const char *person)
{
    char digest[APO_TOKEN_DIGEST_TEXT];
    const char *url = apo_http_url(apo_http_server(req));
    apo_text name = apo_text_start(out, COOKIE_NAME_MAX);
    apo_token_digest(digest, apo_span_of(person));
    if (apo_span_starts_with(apo_span_of(url), "https://"))
        apo_text_add(&name, "__Host-");
    apo_text_add(&name, "apo_device_");
    apo_text_add_span(&name, apo_span_part(apo_span_of(digest), 0, COOKIE_LETTERS));
}

/* "NONCE.PROOF" */
static void write_value(char out[VALUE_MAX], const apo_app *app, const char *person,
                        apo_span nonce)
{
    char proof[APO_TOKEN_TEXT];
    apo_buffer both;
    apo_text value = apo_text_start(out, VALUE_MAX);
    apo_buffer_init(&both, NULL);
    apo_buffer_add(&both, person);
    apo_buffer_add_char(&both, '/');
    apo_buffer_add_span(&both, nonce);
    apo_token_derive(proof, app->key, "device", apo_buffer_span(&both));
    apo_buffer_clear(&both);
    apo_text_add_span(&value, nonce);
    apo_text_add_char(&value, '.');
    apo_text_add(&value, proof);
}

/* The nonce of a genuine cookie for this person; false: there is none. */
static bool find_device(const apo_app *app, const apo_http_request *req, const char *person,
                        apo_span *out_nonce)
{
    char name[COOKIE_NAME_MAX], wanted[VALUE_MAX];
    apo_span given;
    name_cookie(name, req, person);
    if (person[0] == '\0' || !apo_http_cookie(req, name, &given) ||
        given.length != VALUE_MAX - 1)
        return false;
    *out_nonce = apo_span_part(given, 0, NONCE_LENGTH);
    write_value(wanted, app, person, *out_nonce);
    return apo_token_same(given, apo_span_of(wanted));
}

bool apo_device_may_log_in(apo_app *app, apo_http_request *req, const char *person,
                           apo_span name_key)
{
    apo_span nonce;
    if (find_device(app, req, person, &nonce))
        return apo_app_may(app, req, APO_LIMIT_DEVICES, nonce);
    return apo_app_may(app, req, APO_LIMIT_LOGINS, apo_http_remote_key(req)) &&
           apo_app_may(app, req, APO_LIMIT_NAMES, name_key);
}

bool apo_device_may_confirm(apo_app *app, apo_http_request *req, const apo_visitor *visitor)
{
    return apo_app_may(app, req, APO_LIMIT_DEVICES, apo_span_of(visitor->digest));
}

void apo_device_remember(apo_app *app, apo_http_request *req, const char *person)
{
    char name[COOKIE_NAME_MAX], value[VALUE_MAX], nonce[NONCE_LENGTH + 1];
    apo_span known;
    if (find_device(app, req, person, &known))
        return;
    apo_token_name(nonce, NONCE_LENGTH);
    name_cookie(name, req, person);
    write_value(value, app, person, apo_span_of(nonce));
    apo_http_set_cookie(req, name, apo_span_of(value), (int64_t)DAYS * DAY_S);
}
