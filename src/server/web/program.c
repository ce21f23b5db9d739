#include "server/web/program.h"

#include "base/text.h"
#include "server/web/operation.h"
#include "server/web/visitor.h"

static enum apo_scope scope_of(const apo_http_request *req)
{
    const apo_http_route *route = apo_http_route_of(req);
    const apo_operation *operation = route != NULL ? route->operation : NULL;
    return operation != NULL ? operation->scope : APO_SCOPE_SESSION;
}

static void reply_unknown(apo_http_request *req)
{
    apo_http_add_header(req, "WWW-Authenticate", apo_span_of("Bearer error=\"invalid_token\""));
    apo_http_reply_error(req, 401, "login_needed", "This token is unknown.");
}

static void reply_forbidden(apo_http_request *req, enum apo_scope wanted)
{
    char words[120];
    apo_text text = apo_text_start(words, sizeof words);
    if (wanted == APO_SCOPE_SESSION) {
        apo_text_add(&text, "Tokens cannot do this; log in with a browser.");
    } else {
        apo_text_add(&text, "This token does not have the scope \"");
        apo_text_add(&text, apo_scope_word(wanted));
        apo_text_add(&text, "\".");
        apo_http_add_header(req, "WWW-Authenticate",
                            apo_span_of("Bearer error=\"insufficient_scope\""));
    }
    apo_http_reply_error(req, 403, "forbidden", words);
}

bool apo_program_admit(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    enum apo_scope wanted = scope_of(req);
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return false;
    }
    if (!visitor->is_known) {
        reply_unknown(req);
        return false;
    }
    apo_http_note(req, "token", apo_span_of(visitor->token));
    if (!apo_scope_allows(visitor->scopes, wanted)) {
        reply_forbidden(req, wanted);
        return false;
    }
    return apo_app_may(app, req, APO_LIMIT_TOKENS, apo_span_of(visitor->token));
}
