/* Requests that other people's apps send by themselves: exchanging a code for a token, revoking
 * a token, and what the server supports (RFC 6749, 7009, 8414). Pages of any site may ask: only
 * the code and its secret count, never a cookie. */
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "server/account/oauth.h"
#include "server/account/page_token.h"
#include "server/account/routes.h"
#include "server/web/route.h"
#include "server/web/scope.h"
#include "store/people.h"

enum {
    SECRET_TEXT = APO_TOKEN_TEXT + 8 /* with the prefix */
};

static void reply_error(apo_http_request *req, const char *error, const char *description)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "error", error);
    apo_json_add_string(&out, "error_description", description);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 400, APO_HTTP_JSON, &out);
}

/* --- a token for a code -------------------------------------------------- */

/* A request and its state. */
typedef struct exchange {
    apo_app *app;
    apo_http_request *req;
    apo_store_token token;
    char secret[SECRET_TEXT];
} exchange;

static void write_scopes(apo_buffer *out, unsigned scopes)
{
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (!apo_scope_allows(scopes, scope))
            continue;
        apo_buffer_add(out, out->length > 0 ? " " : "");
        apo_buffer_add(out, apo_scope_word(scope));
    }
}

static void reply_token(const exchange *job)
{
    apo_buffer out, scopes;
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&scopes, NULL);
    write_scopes(&scopes, job->token.scopes);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "access_token", job->secret);
    apo_json_add_string(&out, "token_type", "Bearer");
    apo_json_add_text(&out, "scope", apo_buffer_span(&scopes));
    apo_json_close(&out, '}');
    apo_buffer_clear(&scopes);
    apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
}

static void finish_exchange(void *context, apo_status status)
{
    exchange *job = context;
    if (status == APO_OK)
        reply_token(job);
    else
        apo_app_reply_failure(job->app, job->req, status);
    memset(job->secret, 0, sizeof job->secret);
    apo_free(NULL, job);
}

static void fill_token(exchange *job, const apo_oauth_grant *grant)
{
    char text[APO_TOKEN_TEXT];
    apo_store_token *token = &job->token;
    apo_token_secret(text);
    apo_text secret = apo_text_start(job->secret, sizeof job->secret);
    apo_text_add(&secret, APO_TOKEN_PREFIX);
    apo_text_add(&secret, text);
    apo_token_digest(token->digest, apo_text_span(&secret));
    apo_text_copy_span(token->id, sizeof token->id,
                       apo_span_part(apo_span_of(token->digest), 0, APO_TOKEN_ID));
    apo_text_copy(token->person, sizeof token->person, grant->person);
    apo_text_copy(token->name, sizeof token->name, grant->name);
    token->scopes = grant->scopes;
    token->created_ms = apo_http_wall_clock_ms();
    memset(text, 0, sizeof text);
}

typedef struct own_tokens {
    const char *name;
    size_t count;
    char oldest[APO_STORE_ID_MAX]; /* of that name; "": none */
} own_tokens;

/* The newest comes first. */
static bool look_at_token(void *context, const apo_store_token *token)
{
    own_tokens *all = context;
    all->count++;
    if (strcmp(token->name, all->name) == 0)
        apo_text_copy(all->oldest, sizeof all->oldest, token->id);
    return true;
}

/* If somebody keeps logging in with one app, its oldest token is dropped, and no other. */
static bool make_room(apo_app *app, apo_store_batch *batch, const apo_oauth_grant *grant)
{
    own_tokens all = {.name = grant->name};
    apo_store_list_tokens(app->store, apo_span_of(grant->person), look_at_token, &all);
    if (all.count < APO_TOKENS_MAX)
        return true;
    if (all.oldest[0] != '\0')
        apo_store_drop_token(batch, grant->person, apo_span_of(all.oldest));
    return all.oldest[0] != '\0';
}

static void make_token(apo_app *app, apo_http_request *req, apo_oauth_grant *grant)
{
    exchange *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    job->app = app;
    job->req = req;
    fill_token(job, grant);
    if (!make_room(app, batch, grant)) {
        apo_store_batch_free(batch);
        apo_free(NULL, job);
        reply_error(req, "invalid_grant", "the account has too many tokens");
        return;
    }
    apo_text_copy(grant->token, sizeof grant->token, job->token.id);
    apo_store_add_token(batch, &job->token);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_exchange, job);
}

typedef struct ending {
    apo_app *app;
    apo_http_request *req;
} ending;

static void refuse_used(apo_http_request *req)
{
    reply_error(req, "invalid_grant", "the code has been used");
}

static void finish_end(void *context, apo_status status)
{
    ending *job = context;
    if (status == APO_OK)
        refuse_used(job->req);
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

/* A code used twice may have been stolen: the token it gave is revoked. */
static void end_token(apo_app *app, apo_http_request *req, const apo_oauth_grant *grant)
{
    if (grant->token[0] == '\0') {
        refuse_used(req);
        return;
    }
    ending *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (ending){app, req};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_token(batch, grant->person, apo_span_of(grant->token));
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_end, job);
}

/* Rejects closed accounts, and those whose password has changed since. */
static bool is_valid(apo_app *app, const apo_oauth_grant *grant)
{
    apo_store_person row;
    char digest[APO_TOKEN_DIGEST_TEXT];
    if (apo_store_find_person(app->store, &row, apo_span_of(grant->person)) != APO_OK)
        return false;
    apo_token_digest(digest, apo_span_of(row.password));
    return (row.standing & (APO_STANDING_CLOSED | APO_STANDING_GONE)) == 0 &&
           strcmp(digest, grant->password) == 0;
}

static bool has_proof(const apo_oauth_grant *grant, apo_span verifier)
{
    char challenge[APO_TOKEN_TEXT];
    apo_token_challenge(challenge, verifier);
    return verifier.length >= APO_OAUTH_VERIFIER_MIN &&
           verifier.length <= APO_OAUTH_VERIFIER_MAX &&
           strcmp(challenge, grant->challenge) == 0;
}

/* A failed attempt uses the code up, too. */
static void exchange_code(apo_app *app, apo_http_request *req, apo_span code)
{
    static const char *const wanted[] = {"client_id", "redirect_uri", "code_verifier"};
    apo_span given[3];
    for (size_t i = 0; i < 3; i++) {
        if (!apo_http_form(req, wanted[i], &given[i])) {
            reply_error(req, "invalid_request",
                        "client_id, redirect_uri and code_verifier are needed");
            return;
        }
    }
    apo_oauth_grant *grant = apo_oauth_find(app->oauth, code, apo_http_wall_clock_ms());
    if (grant == NULL) {
        reply_error(req, "invalid_grant", "the code is unknown or too old");
        return;
    }
    if (grant->is_used) {
        end_token(app, req, grant);
        return;
    }
    grant->is_used = true;
    if (!apo_span_is(given[0], grant->client) || !apo_span_is(given[1], grant->uri))
        reply_error(req, "invalid_grant", "the code was given to another app or address");
    else if (!has_proof(grant, given[2]))
        reply_error(req, "invalid_grant", "code_verifier does not fit the challenge");
    else if (!is_valid(app, grant))
        reply_error(req, "invalid_grant", "the account no longer allows it");
    else
        make_token(app, req, grant);
}

static void oauth_token(apo_http_request *req, void *context)
{
    apo_span type, code;
    if (!apo_http_form(req, "grant_type", &type))
        reply_error(req, "invalid_request", "grant_type is needed, in a form");
    else if (!apo_span_is(type, "authorization_code"))
        reply_error(req, "unsupported_grant_type", "grant_type must be authorization_code");
    else if (!apo_http_form(req, "code", &code))
        reply_error(req, "invalid_request", "code is needed");
    else
        exchange_code(context, req, code);
}

/* --- the end of a token -------------------------------------------------- */

static void finish_revoke(void *context, apo_status status)
{
    ending *job = context;
    if (status == APO_OK)
        apo_http_reply(job->req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

/* Anybody who has a token may revoke it. An unknown one counts as revoked already. */
static void oauth_revoke(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_token token;
    apo_span secret;
    char digest[APO_TOKEN_DIGEST_TEXT];
    if (!apo_http_form(req, "token", &secret)) {
        reply_error(req, "invalid_request", "token is needed, in a form");
        return;
    }
    apo_token_digest(digest, secret);
    if (apo_store_find_token(app->store, &token, apo_span_of(digest)) != APO_OK) {
        apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{}"));
        return;
    }
    ending *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (ending){app, req};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_token(batch, token.person, apo_span_of(token.id));
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_revoke, job);
}

/* --- what is supported --------------------------------------------------- */

static void add_list(apo_buffer *out, const char *name, const char *word)
{
    apo_json_open(out, name, '[');
    apo_json_add_string(out, NULL, word);
    apo_json_close(out, ']');
}

static void add_address(apo_buffer *out, const char *name, const char *url, const char *path)
{
    apo_buffer address;
    apo_buffer_init(&address, NULL);
    apo_buffer_add(&address, url);
    apo_buffer_add(&address, path);
    apo_json_add_text(out, name, apo_buffer_span(&address));
    apo_buffer_clear(&address);
}

static void oauth_metadata(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    const char *url = apo_http_url(app->http);
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "issuer", url);
    add_address(&out, "authorization_endpoint", url, "/oauth/authorize");
    add_address(&out, "token_endpoint", url, "/oauth/token");
    add_address(&out, "revocation_endpoint", url, "/oauth/revoke");
    apo_json_open(&out, "scopes_supported", '[');
    for (enum apo_scope scope = APO_SCOPE_READ; apo_scope_is_for_apps(scope); scope++)
        apo_json_add_string(&out, NULL, apo_scope_word(scope));
    apo_json_close(&out, ']');
    add_list(&out, "response_types_supported", "code");
    add_list(&out, "response_modes_supported", "query");
    add_list(&out, "grant_types_supported", "authorization_code");
    add_list(&out, "token_endpoint_auth_methods_supported", "none");
    add_list(&out, "revocation_endpoint_auth_methods_supported", "none");
    add_list(&out, "code_challenge_methods_supported", "S256");
    apo_json_add_flag(&out, "authorization_response_iss_parameter_supported", true);
    apo_json_close(&out, '}');
    apo_http_allow_other_sites(req);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_oauth_routes[] = {
    {APO_HTTP_POST, "/oauth/token", oauth_token, APO_HTTP_ANY_ORIGIN, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/oauth/revoke", oauth_revoke, APO_HTTP_ANY_ORIGIN, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/.well-known/oauth-authorization-server", oauth_metadata, 0, 0, NULL},
    APO_ROUTES_END,
};
