#include "server/web/factors.h"

#include "base/text.h"
#include "server/web/person.h"
#include "server/web/visitor.h"

/* What an account without a second factor may use: patterns of routes. A star stands for any
 * rest. */
static const char *const open_ways[] = {
    "/account",
    "/account/delete*",
    "/account/passkeys",
    "/account/second*",
    "/api/account/delete",
    "/api/login*",
    "/api/logout*",
    "/api/me",
    "/api/passkeys*",
    "/api/second-factor*",
    "/login",
    "/logout*",
    /* what pages load, and what the law demands */
    "/apothecary.js",
    "/favicon.ico",
    "/imprint",
    "/offline*",
    "/privacy",
    "/robots.txt",
};

static bool fits(apo_span pattern, const char *way)
{
    apo_span text = apo_span_of(way);
    if (text.text[text.length - 1] != '*')
        return apo_span_is(pattern, way);
    text.length--;
    return pattern.length >= text.length &&
           apo_span_same(apo_span_part(pattern, 0, text.length), text);
}

static bool is_open(const apo_http_request *req)
{
    apo_span pattern = apo_span_of(apo_http_route_of(req)->pattern);
    for (size_t i = 0; i < sizeof open_ways / sizeof open_ways[0]; i++) {
        if (fits(pattern, open_ways[i]))
            return true;
    }
    return false;
}

bool apo_factors_are_demanded(const apo_app *app, const apo_store_person *person)
{
    if (app->options.has_two_factors)
        return person->is_account;
    return !app->options.is_one_factor_enough && (person->standing & APO_STANDING_OFFICES) != 0;
}

bool apo_factors_are_there(const apo_app *app, const char *person)
{
    return apo_person_has_codes(app->store, person) ||
           apo_person_has_passkey(app->store, person);
}

bool apo_factors_admit(apo_app *app, apo_http_request *req)
{
    if (!app->options.has_two_factors || is_open(req))
        return true;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor) || apo_factors_are_there(app, visitor->person.id))
        return true;
    if (apo_http_method(req) == APO_HTTP_GET &&
        !apo_span_starts_with(apo_http_path(req), "/api/"))
        apo_http_redirect(req, apo_span_of("/account/second"));
    else
        apo_http_reply_error(req, 403, "factor_needed",
                             "Accounts need a second factor here: add a passkey or switch on "
                             "codes.");
    return false;
}
