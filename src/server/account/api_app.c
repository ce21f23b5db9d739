/* Lists, registers and removes an account's apps. Each change serves a form of the page
 * /account/apps, answered with a page, and JSON under /api/. */
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "i18n/i18n.h"
#include "server/account/oauth.h"
#include "server/account/page_app.h"
#include "server/account/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/clients.h"

enum {
    ID_LENGTH = 20,   /* letters of a digest: 80 bits */
    BODY_MAX = 16384, /* bytes: ten addresses, in a form */
    NAME_LETTERS_MAX = APO_STORE_CLIENT_NAME_MAX - 1
};

/* A request and its state. */
typedef struct app_job {
    apo_ask ask;
    apo_store_client client;
} app_job;

/* --- answers ------------------------------------------------------------- */

static bool add_app(void *context, const apo_store_client *client)
{
    apo_buffer *out = context;
    apo_span rest = apo_span_of(client->uris);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", client->id);
    apo_json_add_string(out, "name", client->name);
    apo_json_open(out, "addresses", '[');
    for (apo_span line; apo_span_line(&rest, &line);)
        apo_json_add_text(out, NULL, line);
    apo_json_close(out, ']');
    apo_json_add_number(out, "created", client->created_ms);
    apo_json_close(out, '}');
    return true;
}

static void refuse(app_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json)
        apo_http_reply_error(job->ask.req, status, code, words);
    else
        apo_page_apps_reply(job->ask.app, job->ask.req, status, words);
    apo_ask_free(job);
}

/* NULL: it has been answered. */
static app_job *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    app_job *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (!apo_visitor_is_account(visitor)) {
        refuse(job, 401, "login_needed", APO_T("Apps need an account: log in first."));
        return NULL;
    }
    memcpy(job->client.person, visitor->person.id, sizeof job->client.person);
    return job;
}

/* --- registering one ----------------------------------------------------- */

typedef struct addresses {
    apo_text text; /* a line each */
    unsigned count;
    bool is_bad;
} addresses;

static void add_address(addresses *all, apo_span text)
{
    apo_oauth_uri parts;
    all->is_bad = all->is_bad || !apo_oauth_read_uri(&parts, text) ||
                  ++all->count > APO_APP_ADDRESSES_MAX;
    apo_text_add_span(&all->text, text);
    apo_text_add_char(&all->text, '\n');
}

/* A list of JSON, or the lines of a form. False: there is none, or a bad one. */
static bool read_addresses(app_job *job)
{
    addresses all = {.text = apo_text_start(job->client.uris, sizeof job->client.uris)};
    const apo_json_value *list = apo_json_in_member(job->ask.body, "addresses");
    apo_span one = {0}, rest = {0};
    for (size_t i = 0; job->ask.is_json && i < apo_json_in_count(list); i++) {
        bool is_text = apo_json_in_text(apo_json_in_element(list, i), &one);
        add_address(&all, is_text ? one : apo_span_of(""));
    }
    if (!job->ask.is_json)
        rest = apo_ask_text(&job->ask, "addresses");
    while (apo_span_line(&rest, &one)) {
        one = apo_span_trim(one);
        if (one.length > 0)
            add_address(&all, one);
    }
    return all.count > 0 && !all.is_bad && !all.text.is_overflowed;
}

/* What is wrong with the request, or NULL. */
static const char *fault_of(app_job *job)
{
    apo_span name = apo_span_trim(apo_ask_text(&job->ask, "name"));
    if (name.length == 0 || name.length > NAME_LETTERS_MAX)
        return APO_T("An app needs a name of at most 40 letters.");
    if (!read_addresses(job))
        return APO_T("An app needs one to ten addresses that begin with https, or with http on "
                     "the person's own machine.");
    if (job->ask.key.length < 8)
        return APO_T("Please load the page again.");
    apo_text_copy_span(job->client.name, sizeof job->client.name, name);
    return NULL;
}

/* The id is derived from the request's key, so that a repeated request gets the same one. */
static void fill_id(app_job *job)
{
    char secret[APO_TOKEN_TEXT], digest[APO_TOKEN_DIGEST_TEXT];
    apo_buffer seed;
    apo_buffer_init(&seed, NULL);
    apo_buffer_add(&seed, job->client.person);
    apo_buffer_add_char(&seed, '/');
    apo_buffer_add_span(&seed, job->ask.key);
    apo_token_derive(secret, job->ask.app->key, "app", apo_buffer_span(&seed));
    apo_buffer_clear(&seed);
    apo_token_digest(digest, apo_span_of(secret));
    apo_text_copy_span(job->client.id, sizeof job->client.id,
                       apo_span_part(apo_span_of(digest), 0, ID_LENGTH));
}

static void finish_make(void *context, apo_status status)
{
    app_job *job = context;
    apo_buffer out;
    if (status != APO_OK) {
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    } else if (job->ask.is_json) {
        apo_buffer_init(&out, NULL);
        add_app(&out, &job->client);
        apo_http_reply_buffer(job->ask.req, 201, APO_HTTP_JSON, &out);
    } else {
        apo_ask_reply_done(&job->ask, apo_span_of("/account/apps"));
    }
    apo_ask_free(job);
}

typedef struct counted {
    const char *id;
    size_t others;
} counted;

static bool count_other(void *context, const apo_store_client *client)
{
    counted *all = context;
    all->others += strcmp(client->id, all->id) != 0;
    return true;
}

static void api_app_make(apo_http_request *req, void *context)
{
    apo_app *app = context;
    app_job *job = start(req, app, "key name addresses");
    if (job == NULL)
        return;
    const char *fault = fault_of(job);
    if (fault != NULL) {
        refuse(job, 422, "bad_request", fault);
        return;
    }
    fill_id(job);
    counted all = {job->client.id, 0};
    apo_store_list_clients(app->store, apo_span_of(job->client.person), count_other, &all);
    if (all.others >= APO_APPS_MAX) {
        refuse(job, 409, "conflict", APO_T("You have 20 apps; remove one first."));
        return;
    }
    job->client.created_ms = apo_http_wall_clock_ms();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_client(batch, &job->client);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_make, job);
}

/* --- removing one -------------------------------------------------------- */

static void finish_remove(void *context, apo_status status)
{
    app_job *job = context;
    if (status == APO_OK)
        apo_ask_reply_done(&job->ask, apo_span_of("/account/apps"));
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void api_app_remove(apo_http_request *req, void *context)
{
    apo_app *app = context;
    app_job *job = start(req, app, "key");
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_client(batch, job->client.person, apo_http_param(req, "id"));
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_remove, job);
}

/* --- the list ------------------------------------------------------------ */

static void api_apps(apo_http_request *req, void *context)
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
    apo_json_open(&out, "apps", '[');
    apo_store_list_clients(app->store, apo_visitor_id(visitor), add_app, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_app_routes[] = {
    {APO_HTTP_GET, "/api/apps", api_apps, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "The apps that you have registered",
                   .answer = "{apps:[App]}")},
    {APO_HTTP_POST, "/api/apps", api_app_make, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Registers an app, with all addresses that its codes may go to",
                   .answer = "App", .body = "name:text addresses:[text]", .status = 201)},
    {APO_HTTP_POST, "/api/apps/:id/remove", api_app_remove, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Removes an app", .answer = "{}",
                   .body = "")},
    {APO_HTTP_POST, "/account/apps", api_app_make, 0, BODY_MAX, NULL},
    {APO_HTTP_POST, "/account/apps/:id/remove", api_app_remove, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
