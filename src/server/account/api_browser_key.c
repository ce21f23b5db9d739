/* The key with which a browser encrypts what it keeps until the server has it. It is derived
 * from the server's key and the person's id, is stored nowhere, and pages hold it in memory
 * only: what lies in a browser's storage can be read by this person's next session, and by
 * nobody else. */
#include "server/account/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/token.h"
#include "server/web/visitor.h"

static void write_key(apo_buffer *out, const apo_app *app, apo_span person)
{
    static const char *const members[][2] = {
        {"owner", "the owner of what a browser keeps"},
        {"key", "what a browser keeps"},
    };

    apo_json_open(out, NULL, '{');
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        char derived[APO_TOKEN_TEXT];
        apo_token_derive(derived, app->key, members[i][1], person);
        apo_json_add_string(out, members[i][0], derived);
    }
    apo_json_close(out, '}');
}

static void api_browser_key(apo_http_request *req, void *context)
{
    apo_ask ask;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(context, req);
    if (!apo_ask_start(&ask, req, "key"))
        return;
    if (visitor != NULL && visitor->is_known) {
        apo_buffer_init(&out, NULL);
        write_key(&out, context, apo_visitor_id(visitor));
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    } else {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    }
    apo_ask_end(&ask);
}

const apo_http_route apo_api_browser_key_routes[] = {
    {APO_HTTP_POST, "/api/browser-key", api_browser_key, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "The key for what your browser keeps until the server has it",
                   .answer = "{owner:text key:text}")},
    APO_ROUTES_END,
};
