/* Lists, creates and revokes an account's personal tokens. Each change serves a form of the
 * page /account/tokens, answered with a page, and JSON under /api/. */
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "i18n/i18n.h"
#include "server/account/page_token.h"
#include "server/account/routes.h"
#include "server/web/ask.h"
#include "server/web/pages.h"
#include "server/web/reauth.h"
#include "server/web/route.h"
#include "server/web/scope.h"
#include "server/web/visitor.h"
#include "store/tokens.h"

enum {
    NAME_LETTERS_MAX = 40,
    SECRET_TEXT = APO_TOKEN_TEXT + 8 /* with the prefix */
};

/* A request and its state. */
typedef struct token_job {
    apo_ask ask;
    apo_span name; /* of the request */
    apo_store_token token;
    char secret[SECRET_TEXT];
} token_job;

static void free_job(token_job *job)
{
    memset(job->secret, 0, sizeof job->secret);
    apo_ask_free(job);
}

/* --- answers ------------------------------------------------------------- */

static void add_scopes(apo_buffer *out, unsigned scopes)
{
    apo_json_open(out, "scopes", '[');
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        if (apo_scope_allows(scopes, scope))
            apo_json_add_string(out, NULL, apo_scope_word(scope));
    }
    apo_json_close(out, ']');
}

static bool add_token(void *context, const apo_store_token *token)
{
    apo_buffer *out = context;
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", token->id);
    apo_json_add_string(out, "name", token->name);
    add_scopes(out, token->scopes);
    apo_json_add_number(out, "created", token->created_ms);
    if (token->used_ms > 0)
        apo_json_add_number(out, "used", token->used_ms);
    else
        apo_json_add_null(out, "used");
    apo_json_close(out, '}');
    return true;
}

static void refuse(token_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json)
        apo_http_reply_error(job->ask.req, status, code, words);
    else
        apo_page_tokens_reply(job->ask.app, job->ask.req, status, words, NULL);
    free_job(job);
}

static void refuse_failure(token_job *job, apo_status status)
{
    apo_app_reply_failure(job->ask.app, job->ask.req, status);
    free_job(job);
}

/* The only time the secret is shown. */
static void reply_made(token_job *job)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "id", job->token.id);
    apo_json_add_string(&out, "name", job->token.name);
    add_scopes(&out, job->token.scopes);
    apo_json_add_string(&out, "token", job->secret);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->ask.req, 201, APO_HTTP_JSON, &out);
}

/* --- reading ------------------------------------------------------------- */

/* Reads the members that all requests share; NULL: it has been answered. */
static token_job *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    token_job *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (!apo_visitor_is_account(visitor)) {
        refuse(job, 401, "login_needed", APO_T("Tokens need an account: log in first."));
        return NULL;
    }
    memcpy(job->token.person, visitor->person.id, sizeof job->token.person);
    return job;
}

static void read_form(token_job *job)
{
    char field[16];
    apo_span value;
    for (enum apo_scope scope = APO_SCOPE_READ; scope < APO_SCOPES; scope++) {
        apo_text text = apo_text_start(field, sizeof field);
        apo_text_add(&text, "may_");
        apo_text_add(&text, apo_scope_word(scope));
        if (apo_http_form(job->ask.req, field, &value))
            job->token.scopes |= apo_scope_bit(scope);
    }
}

/* False: unknown scope. */
static bool read_json(token_job *job)
{
    const apo_json_value *list = apo_json_in_member(job->ask.body, "scopes");
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        apo_span word;
        enum apo_scope scope;
        if (!apo_json_in_text(apo_json_in_element(list, i), &word) ||
            !apo_scope_find(word, &scope))
            return false;
        job->token.scopes |= apo_scope_bit(scope);
    }
    return true;
}

/* What is wrong with the request, or NULL. */
static const char *fault_of(token_job *job)
{
    job->name = apo_ask_text(&job->ask, "name");
    if (!job->ask.is_json)
        read_form(job);
    else if (!read_json(job))
        return APO_T("A scope is read, play, invite, account or work.");
    job->name = apo_span_trim(job->name);
    if (job->name.length == 0 || apo_utf8_count(job->name) > NAME_LETTERS_MAX)
        return APO_T("A token needs a name of at most 40 letters.");
    if (job->ask.key.length < 8)
        return APO_T("Please load the page again.");
    return job->token.scopes == 0 ? APO_T("Say what the token may be used for.") : NULL;
}

/* --- making one ---------------------------------------------------------- */

/* The secret is derived from the request's key, so that a repeated request gets the same
 * one. */
static void fill_token(token_job *job)
{
    char text[APO_TOKEN_TEXT];
    apo_buffer seed;
    apo_store_token *token = &job->token;
    apo_buffer_init(&seed, NULL);
    apo_buffer_add(&seed, token->person);
    apo_buffer_add_char(&seed, '/');
    apo_buffer_add_span(&seed, job->ask.key);
    apo_token_derive(text, job->ask.app->key, "personal token", apo_buffer_span(&seed));
    apo_buffer_clear(&seed);
    apo_text secret = apo_text_start(job->secret, sizeof job->secret);
    apo_text_add(&secret, APO_TOKEN_PREFIX);
    apo_text_add(&secret, text);
    apo_token_digest(token->digest, apo_text_span(&secret));
    apo_text_copy_span(token->id, sizeof token->id,
                       apo_span_part(apo_span_of(token->digest), 0, APO_TOKEN_ID));
    apo_text_copy_span(token->name, sizeof token->name, job->name);
    token->created_ms = apo_http_wall_clock_ms();
}

static void finish_make(void *context, apo_status status)
{
    token_job *job = context;
    if (status != APO_OK && status != APO_E_EXISTS) {
        refuse_failure(job, status);
        return;
    }
    if (job->ask.is_json)
        reply_made(job);
    else
        apo_page_tokens_reply(job->ask.app, job->ask.req, 200, NULL, job->secret);
    free_job(job);
}

/* Asks for the password, so that a passer-by at an unattended browser cannot create a token
 * that outlives the session. */
static void make(void *context, bool is_right)
{
    token_job *job = context;
    if (!is_right) {
        refuse(job, 403, "forbidden", APO_T("The password is wrong."));
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    fill_token(job);
    apo_store_add_token(batch, &job->token);
    apo_store_submit(job->ask.app->store, batch, finish_make, job);
}

static void ask_password(token_job *job)
{
    apo_status status = apo_reauth_ask(job->ask.app, job->ask.req, job->token.person,
                                       apo_ask_text(&job->ask, "password"), make, job);
    if (status == APO_E_FINISHED)
        free_job(job);
    else if (status == APO_E_OVERFLOW)
        refuse(job, 503, "busy", APO_REAUTH_BUSY);
    else if (status != APO_OK)
        refuse_failure(job, status);
}

static bool count_token(void *context, const apo_store_token *token)
{
    (void)token;
    ++*(size_t *)context;
    return true;
}

static void api_token_make(apo_http_request *req, void *context)
{
    apo_app *app = context;
    size_t count = 0;
    token_job *job = start(req, app, "key name scopes password");
    if (job == NULL)
        return;
    const char *fault = fault_of(job);
    if (fault != NULL) {
        refuse(job, 422, "bad_request", fault);
        return;
    }
    apo_store_list_tokens(app->store, apo_span_of(job->token.person), count_token, &count);
    if (count >= APO_TOKENS_MAX) {
        refuse(job, 409, "conflict", APO_T("You have 20 tokens; revoke one first."));
        return;
    }
    ask_password(job);
}

/* --- revoking one -------------------------------------------------------- */

static void finish_revoke(void *context, apo_status status)
{
    token_job *job = context;
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_ask_reply_done(&job->ask, apo_span_of("/account/tokens"));
    free_job(job);
}

static void api_token_revoke(apo_http_request *req, void *context)
{
    apo_app *app = context;
    token_job *job = start(req, app, "key");
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_token(batch, job->token.person, apo_http_param(req, "id"));
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_revoke, job);
}

/* --- the list ------------------------------------------------------------ */

static void api_tokens(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", "You are not logged in.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "tokens", '[');
    apo_store_list_tokens(app->store, apo_visitor_id(visitor), add_token, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_token_routes[] = {
    {APO_HTTP_GET, "/api/tokens", api_tokens, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Your personal tokens, without their secrets",
                   .answer = "{tokens:[Token]}")},
    {APO_HTTP_POST, "/api/tokens", api_token_make, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Makes a token; only this answer has its secret",
                   .answer = "NewToken", .body = "name:text scopes:[Scope] password:text",
                   .status = 201)},
    {APO_HTTP_POST, "/api/tokens/:id/revoke", api_token_revoke, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Revokes a token", .answer = "{}",
                   .body = "")},
    {APO_HTTP_POST, "/account/tokens", api_token_make, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/account/tokens/:id/revoke", api_token_revoke, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
