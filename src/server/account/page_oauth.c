/* The page on which somebody allows another person's app to act for them. Anybody may register
 * an app, so nobody is sent to an app's address without agreeing to it: otherwise a link to our
 * site could redirect to a stranger's. */
#include <string.h>

#include "base/text.h"
#include "i18n/i18n.h"
#include "server/account/oauth.h"
#include "server/account/page_token.h"
#include "server/account/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/reauth.h"
#include "server/web/route.h"
#include "server/web/scope.h"
#include "store/clients.h"
#include "store/people.h"

enum {
    BODY_MAX = 8192 /* bytes; the address and the state may be encoded */
};

/* An app's request. All spans borrow from the HTTP request. */
typedef struct oauth_ask {
    apo_app *app;
    apo_http_request *req;
    apo_span client, uri, state, scope, challenge;
    char name[APO_STORE_CLIENT_NAME_MAX]; /* under which it is registered; "": it is not */
    bool has_state;
    apo_oauth_uri to;
    unsigned scopes;
    const char *error;  /* in OAuth's words, for the app; NULL: none */
    const char *reason; /* the same for the person */
} oauth_ask;

/* --- reading ------------------------------------------------------------- */

typedef bool read_field(const apo_http_request *req, const char *name, apo_span *out);

static void set_fault(oauth_ask *one, const char *error, const char *reason)
{
    one->error = error;
    one->reason = reason;
}

static void find_fault(oauth_ask *one, apo_span type, apo_span method)
{
    if (!apo_span_is(type, "code"))
        set_fault(one, type.length == 0 ? "invalid_request" : "unsupported_response_type",
                  APO_T("The app must ask for a code."));
    else if (one->state.length > APO_OAUTH_STATE_MAX)
        set_fault(one, "invalid_request", APO_T("The app's state is too long."));
    else if (!apo_span_is(method, "S256") || !apo_oauth_is_challenge(one->challenge))
        set_fault(one, "invalid_request",
                  APO_T("The app must prove that it is the one that asked, by S256."));
    else if (!apo_oauth_read_scopes(&one->scopes, one->scope))
        set_fault(one, "invalid_scope",
                  APO_T("The app must ask for one or more of read, play and invite."));
}

/* False if the code must not go to the address: it is none of those of the app, or nobody has
 * registered the app, or somebody whose account is closed. */
static bool find_app(oauth_ask *one)
{
    apo_store_client client;
    apo_store_person row;
    if (apo_store_find_client(one->app->store, &client, one->client) != APO_OK)
        return one->app->options.has_open_apps;
    apo_text_copy(one->name, sizeof one->name, client.name);
    return apo_oauth_is_among(apo_span_of(client.uris), one->uri) &&
           apo_store_find_person(one->app->store, &row, apo_span_of(client.person)) == APO_OK &&
           (row.standing & (APO_STANDING_CLOSED | APO_STANDING_GONE)) == 0;
}

/* False, already answered, if the request does not say which app is asking or where to send the
 * answer. */
static bool start(oauth_ask *one, apo_app *app, apo_http_request *req, read_field *read)
{
    apo_span type, method;
    *one = (oauth_ask){.app = app, .req = req};
    read(req, "response_type", &type);
    read(req, "code_challenge_method", &method);
    read(req, "code_challenge", &one->challenge);
    read(req, "client_id", &one->client);
    read(req, "redirect_uri", &one->uri);
    read(req, "scope", &one->scope);
    one->has_state = read(req, "state", &one->state);
    if (!apo_oauth_is_client(one->client) || !apo_oauth_read_uri(&one->to, one->uri)) {
        apo_http_reply_error(req, 400, "invalid_request",
                             "The app that sent you here does not say properly who it is and "
                             "where to send you back.");
        return false;
    }
    if (!find_app(one)) {
        apo_http_reply_error(req, 400, "invalid_request",
                             "The app that sent you here is not registered with the address to "
                             "which you would be sent back.");
        return false;
    }
    find_fault(one, type, method);
    return true;
}

/* --- back to the app ----------------------------------------------------- */

/* The app's address with an answer: a code, or an error. */
static void write_back(apo_buffer *out, const oauth_ask *one, const char *name,
                       const char *value)
{
    apo_buffer_init(out, NULL);
    apo_buffer_add_span(out, one->uri);
    apo_oauth_add_field(out, name, apo_span_of(value));
    if (one->has_state && one->state.length <= APO_OAUTH_STATE_MAX)
        apo_oauth_add_field(out, "state", one->state);
    /* Tells an app that uses several servers whose answer this is (RFC 9207). */
    apo_oauth_add_field(out, "iss", apo_span_of(apo_http_url(one->app->http)));
}

static void send_back(const oauth_ask *one, const char *name, const char *value)
{
    apo_buffer url;
    write_back(&url, one, name, value);
    if (url.is_failed)
        apo_app_reply_failure(one->app, one->req, APO_E_MEMORY);
    else
        apo_http_redirect_away(one->req, apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

/* --- the page ------------------------------------------------------------ */

/* As it is registered, or as it calls itself. */
static apo_span name_of(const oauth_ask *one)
{
    return one->name[0] != '\0' ? apo_span_of(one->name) : one->client;
}

static void fill_scopes(apo_fill *fill, const apo_i18n *i18n, unsigned scopes)
{
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (apo_scope_allows(scopes, scope))
            apo_fill_string(apo_fill_row(fill, "choices"), "words",
                            apo_tr(i18n, apo_scope_sentence(scope)));
    }
}

/* The browser lets the form redirect only to the addresses named here, none of which can be an
 * IPv6 address. */
static void allow_answer(const oauth_ask *one)
{
    bool is_bracket = one->to.host.text[0] == '[';
    apo_http_allow_form_target(one->req, is_bracket ? apo_span_of("http:") : one->to.origin);
}

static void reply_page(const oauth_ask *one, unsigned status, const char *error)
{
    const apo_i18n *i18n = apo_i18n_for(one->app, one->req);
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "error", error == NULL ? NULL : apo_tr(i18n, error));
    apo_fill_text(fill, "client", name_of(one));
    apo_fill_text(fill, "client_id", one->client);
    apo_fill_text(fill, "host", one->to.host);
    if (one->error != NULL) {
        apo_buffer back;
        write_back(&back, one, "error", one->error);
        apo_fill_text(fill, "back", apo_buffer_span(&back));
        apo_buffer_clear(&back);
    } else {
        apo_fill_flag(fill, "is_asked", true);
        fill_scopes(fill, i18n, one->scopes);
        apo_fill_text(fill, "redirect_uri", one->uri);
        apo_fill_text(fill, "scope", one->scope);
        apo_fill_text(fill, "challenge", one->challenge);
        apo_fill_flag(fill, "has_state", one->has_state);
        apo_fill_text(fill, "state", one->state);
        allow_answer(one);
    }
    apo_pages_reply(one->app, one->req, status, "oauth", "An app asks for access", fill);
}

static void send_to_login(apo_http_request *req)
{
    apo_buffer url;
    apo_buffer_init(&url, NULL);
    apo_buffer_add(&url, "/login");
    apo_oauth_add_field(&url, "next", apo_http_target(req));
    apo_http_redirect(req, apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

static void page_authorize(apo_http_request *req, void *context)
{
    oauth_ask one;
    apo_app *app = context;
    if (!start(&one, app, req, apo_http_query))
        return;
    if (!apo_visitor_is_account(apo_visitor_of(app, req)))
        send_to_login(req);
    else
        reply_page(&one, one.error != NULL ? 400 : 200, one.reason);
}

/* --- the answer ---------------------------------------------------------- */

/* "board-app (example.org)": the host is the part that the app cannot fake. */
static void write_name(char out[APO_STORE_TOKEN_NAME_MAX], const oauth_ask *one)
{
    apo_text text = apo_text_start(out, APO_STORE_TOKEN_NAME_MAX);
    apo_text_add_span(&text, name_of(one));
    apo_text_add(&text, " (");
    apo_text_add_span(&text, one->to.host);
    apo_text_add(&text, ")");
}

typedef struct counted {
    const char *name;
    size_t others;
} counted;

/* A new token would replace one of the same app. */
static bool count_token(void *context, const apo_store_token *token)
{
    counted *all = context;
    all->others += strcmp(token->name, all->name) != 0;
    return true;
}

static bool fill_grant(apo_oauth_grant *grant, const oauth_ask *one)
{
    apo_store_person row;
    *grant = (apo_oauth_grant){.scopes = one->scopes};
    apo_span id = apo_visitor_id(apo_visitor_of(one->app, one->req));
    if (apo_store_find_person(one->app->store, &row, id) != APO_OK)
        return false;
    apo_text_copy_span(grant->person, sizeof grant->person, id);
    apo_token_digest(grant->password, apo_span_of(row.password));
    apo_text_copy_span(grant->client, sizeof grant->client, one->client);
    apo_text_copy_span(grant->uri, sizeof grant->uri, one->uri);
    apo_text_copy_span(grant->challenge, sizeof grant->challenge, one->challenge);
    write_name(grant->name, one);
    return true;
}

static void give_code(const oauth_ask *one)
{
    apo_oauth_grant grant;
    char code[APO_TOKEN_TEXT];
    if (!fill_grant(&grant, one)) {
        apo_app_reply_failure(one->app, one->req, APO_E_UNKNOWN);
        return;
    }
    counted all = {grant.name, 0};
    apo_store_list_tokens(one->app->store, apo_span_of(grant.person), count_token, &all);
    if (all.others >= APO_TOKENS_MAX)
        reply_page(one, 409, APO_T("You have 20 tokens; revoke one first."));
    else if (apo_oauth_add(one->app->oauth, &grant, apo_http_wall_clock_ms(), code))
        send_back(one, "code", code);
    else
        send_back(one, "error", "temporarily_unavailable");
    memset(code, 0, sizeof code);
}

static void finish_allow(void *context, bool is_right)
{
    oauth_ask *one = context;
    if (is_right)
        give_code(one);
    else
        reply_page(one, 403, APO_T("The password is wrong."));
    apo_free(NULL, one);
}

/* Asks for the password, as for every token: a token outlives the session. */
static void allow(const oauth_ask *asked)
{
    apo_span password;
    oauth_ask *one = apo_allocate(NULL, sizeof *one);
    if (one == NULL) {
        apo_app_reply_failure(asked->app, asked->req, APO_E_MEMORY);
        return;
    }
    *one = *asked;
    apo_http_form(one->req, "password", &password);
    apo_status status =
        apo_reauth_ask(one->app, one->req, apo_visitor_of(one->app, one->req)->person.id,
                       password, finish_allow, one);
    if (status == APO_OK)
        return;
    if (status == APO_E_OVERFLOW)
        reply_page(one, 503, APO_REAUTH_BUSY);
    else if (status != APO_E_FINISHED)
        apo_app_reply_failure(one->app, one->req, status);
    apo_free(NULL, one);
}

static void answer_authorize(apo_http_request *req, void *context)
{
    oauth_ask one;
    apo_span answer;
    apo_app *app = context;
    if (!start(&one, app, req, apo_http_form))
        return;
    apo_http_form(req, "answer", &answer);
    if (!apo_visitor_is_account(apo_visitor_of(app, req)))
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
    else if (one.error != NULL)
        reply_page(&one, 400, one.reason);
    else if (apo_span_is(answer, "allow"))
        allow(&one);
    else
        send_back(&one, "error", "access_denied");
}

const apo_http_route apo_page_oauth_routes[] = {
    {APO_HTTP_GET, "/oauth/authorize", page_authorize, 0, 0, NULL},
    {APO_HTTP_POST, "/oauth/authorize", answer_authorize, 0, BODY_MAX, NULL},
    APO_ROUTES_END,
};
