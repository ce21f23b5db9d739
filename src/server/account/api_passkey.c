/* Passkeys: the account's list, making and deleting them, logging in with one. The pages'
 * script is web/app/passkeys.js. */
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "server/account/login.h"
#include "server/account/passkey.h"
#include "server/account/routes.h"
#include "server/email/mailing.h"
#include "server/web/ask.h"
#include "server/web/factors.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/reauth.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"

enum {
    BODY_MAX = 16 * 1024, /* a body may have the longest id of the standard three times */
    NAME_LETTERS = 40
};

typedef struct passkey_job {
    apo_ask ask;
    apo_visitor visitor;
    apo_store_passkey passkey;
} passkey_job;

/* --- answers ------------------------------------------------------------- */

static void refuse(passkey_job *job, unsigned status, const char *code, const char *words)
{
    apo_http_reply_error(job->ask.req, status, code, words);
    apo_ask_free(job);
}

static void refuse_failure(passkey_job *job, apo_status status)
{
    apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

/* Why a passkey, or the answer of one, is refused. */
static void refuse_answer(passkey_job *job, apo_status status)
{
    switch ((int)status) {
    case APO_E_MEMORY:
    case APO_E_IO: refuse_failure(job, status); return;
    case APO_E_FINISHED:
        refuse(job, 403, "forbidden", "This took too long; please try again.");
        return;
    case APO_E_UNSUPPORTED:
        refuse(job, 403, "forbidden",
               "This device cannot be used here: it must know who uses it, by a PIN, a "
               "fingerprint or a face.");
        return;
    default: /* must not reveal which passkeys exist */
        refuse(job, 403, "forbidden", "This passkey is not known here.");
    }
}

/* --- reading ------------------------------------------------------------- */

/* NULL: answered. */
static passkey_job *start(apo_http_request *req, apo_app *app, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    passkey_job *job = visitor != NULL ? apo_ask_new(sizeof *job, app, req, names) : NULL;
    if (visitor == NULL)
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    else if (job != NULL)
        job->visitor = *visitor;
    return job;
}

/* The same, for visitors with an account only. */
static passkey_job *start_own(apo_http_request *req, apo_app *app, const char *names)
{
    passkey_job *job = start(req, app, names);
    if (job != NULL && !apo_visitor_is_account(&job->visitor)) {
        refuse(job, 401, "login_needed", "You are not logged in.");
        return NULL;
    }
    if (job != NULL)
        memcpy(job->passkey.person, job->visitor.person.id, sizeof job->passkey.person);
    return job;
}

static void ask_password(passkey_job *job, apo_hasher_checked *fn)
{
    apo_status status = apo_reauth_ask(job->ask.app, job->ask.req, job->visitor.person.id,
                                       apo_ask_text(&job->ask, "password"), fn, job);
    if (status == APO_E_FINISHED)
        apo_ask_free(job);
    else if (status == APO_E_OVERFLOW)
        refuse(job, 503, "busy", APO_REAUTH_BUSY);
    else if (status != APO_OK)
        refuse_failure(job, status);
}

/* The request comes from a page of ours (src/net has checked that), so its origin is the one
 * that the answer must be for. */
static bool read_site(passkey_job *job, apo_passkey_site *out)
{
    apo_span origin;
    if (apo_http_header(job->ask.req, "Origin", &origin) &&
        apo_http_is_same_origin(job->ask.req) && apo_passkey_site_of(out, origin))
        return true;
    refuse(job, 403, "wrong_origin",
           "Passkeys are for browsers: the Origin header is missing.");
    return false;
}

/* --- the list ------------------------------------------------------------ */

static bool add_passkey(void *context, const apo_store_passkey *passkey)
{
    apo_buffer *out = context;
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", passkey->id);
    apo_json_add_string(out, "name", passkey->name);
    apo_json_add_number(out, "created", passkey->created_ms);
    apo_json_add_number(out, "used", passkey->used_ms);
    apo_json_close(out, '}');
    return true;
}

static void api_passkeys(apo_http_request *req, void *context)
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
    apo_json_open(&out, "passkeys", '[');
    apo_store_list_passkeys(app->store, apo_visitor_id(visitor), add_passkey, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- a new one: the challenge -------------------------------------------- */

static bool count_passkey(void *context, const apo_store_passkey *passkey)
{
    (void)passkey;
    ++*(unsigned *)context;
    return true;
}

/* True if the account has as many as it may have; then the request has been refused. */
static bool is_full(passkey_job *job)
{
    unsigned count = 0;
    apo_store_list_passkeys(job->ask.app->store, apo_span_of(job->passkey.person),
                            count_passkey, &count);
    if (count < APO_PASSKEYS_MAX)
        return false;
    refuse(job, 409, "conflict", "You have twenty passkeys; delete one first.");
    return true;
}

static bool add_known(void *context, const apo_store_passkey *passkey)
{
    apo_json_add_string(context, NULL, passkey->id);
    return true;
}

static void begin(void *context, bool is_right)
{
    passkey_job *job = context;
    char challenge[APO_PASSKEY_CHALLENGE_TEXT];
    const apo_store_person *person = &job->visitor.person;
    apo_buffer out;
    if (!is_right) {
        refuse(job, 403, "forbidden", "The password is wrong.");
        return;
    }
    if (is_full(job))
        return;
    apo_passkey_challenge(challenge, job->ask.app, person->id);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "challenge", challenge);
    apo_json_add_string(&out, "person", person->id);
    apo_json_add_string(&out, "name", person->name);
    apo_json_open(&out, "known", '[');
    apo_store_list_passkeys(job->ask.app->store, apo_span_of(person->id), add_known, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
    apo_ask_free(job);
}

static void api_begin(apo_http_request *req, void *context)
{
    passkey_job *job = start_own(req, context, "key password");
    if (job != NULL)
        ask_password(job, begin);
}

/* --- a new one: the key -------------------------------------------------- */

static void finish_make(void *context, apo_status status)
{
    passkey_job *job = context;
    if (status == APO_E_UNKNOWN) {
        refuse(job, 409, "conflict", "This passkey is in use already.");
        return;
    }
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_http_reply(job->ask.req, 201, APO_HTTP_JSON, apo_span_of("{}"));
    apo_ask_free(job);
}

/* The sender gave the password for the challenge a moment ago; many keys may answer the same
 * challenge. */
static void api_make(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_passkey_site site;
    passkey_job *job = start_own(req, app, "key name client attestation");
    if (job == NULL || !read_site(job, &site))
        return;
    apo_span name = apo_span_trim(apo_ask_text(&job->ask, "name"));
    const apo_passkey_answer answer = {.client = apo_ask_text(&job->ask, "client"),
                                       .attestation = apo_ask_text(&job->ask, "attestation")};
    if (name.length == 0 || apo_utf8_count(name) > NAME_LETTERS) {
        refuse(job, 422, "bad_request", "A name has 1 to 40 letters.");
        return;
    }
    if (is_full(job))
        return;
    apo_text_copy_span(job->passkey.name, sizeof job->passkey.name, name);
    apo_status status = apo_passkey_make(&job->passkey, app, &answer, &site);
    if (status != APO_OK) {
        refuse_answer(job, status);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_passkey(batch, &job->passkey);
    apo_mailing_tell(app, batch, job->passkey.person, "passkey-on");
    /* From now on the password alone does not suffice, nor do sessions that it has begun. */
    if (apo_factors_are_demanded(job->ask.app, &job->visitor.person))
        apo_store_drop_sessions(batch, job->passkey.person, job->visitor.digest);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_make, job);
}

/* --- deleting ------------------------------------------------------------ */

static void finish_drop(void *context, apo_status status)
{
    passkey_job *job = context;
    if (status == APO_E_UNKNOWN) {
        refuse(job, 404, "not_found", "There is no such passkey.");
        return;
    }
    if (status != APO_OK)
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    else
        apo_ask_reply_done(&job->ask, apo_span_of("/account/passkeys"));
    apo_ask_free(job);
}

static void drop(void *context, bool is_right)
{
    passkey_job *job = context;
    if (!is_right) {
        refuse(job, 403, "forbidden", "The password is wrong.");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_passkey(batch, job->passkey.person, apo_ask_text(&job->ask, "passkey"));
    apo_mailing_tell(job->ask.app, batch, job->passkey.person, "passkey-off");
    apo_store_submit(job->ask.app->store, batch, finish_drop, job);
}

static void api_drop(apo_http_request *req, void *context)
{
    passkey_job *job = start_own(req, context, "key passkey password");
    if (job != NULL)
        ask_password(job, drop);
}

/* --- logging in ---------------------------------------------------------- */

static void api_login_begin(apo_http_request *req, void *context)
{
    char challenge[APO_PASSKEY_CHALLENGE_TEXT];
    apo_buffer out;
    apo_passkey_challenge(challenge, context, "");
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "challenge", challenge);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void finish_login(void *context, apo_status status)
{
    passkey_job *job = context;
    apo_buffer out;
    if (status != APO_OK) {
        refuse_answer(job, status);
        return;
    }
    apo_login_end(job->ask.app, job->ask.req, &job->visitor);
    apo_buffer_init(&out, NULL);
    apo_login_write(&out, &job->visitor);
    apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
    apo_ask_free(job);
}

/* A passkey proves two things: that somebody has the device, and that the device recognises
 * them. So no second factor is required. */
static void api_login(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_passkey_site site;
    apo_store_person person;
    passkey_job *job = start(req, app, "key passkey client data signature");
    if (job == NULL || !read_site(job, &site))
        return;
    if (!apo_app_may(app, req, APO_LIMIT_LOGINS, apo_http_remote_key(req))) {
        apo_ask_free(job);
        return;
    }
    const apo_passkey_answer answer = {.id = apo_ask_text(&job->ask, "passkey"),
                                       .client = apo_ask_text(&job->ask, "client"),
                                       .data = apo_ask_text(&job->ask, "data"),
                                       .signature = apo_ask_text(&job->ask, "signature")};
    apo_store_batch *batch = apo_store_batch_new();
    apo_status status = apo_passkey_check(&job->passkey, batch, app, &answer, &site);
    if (status == APO_OK)
        status = apo_store_find_person(app->store, &person, apo_span_of(job->passkey.person));
    if (status == APO_OK)
        apo_login_note(req, person.id);
    if (status != APO_OK || !apo_login_is_open(&person)) {
        apo_store_batch_free(batch);
        if (status != APO_OK)
            refuse_answer(job, status);
        else
            refuse(job, 403, "forbidden", APO_LOGIN_CLOSED);
        return;
    }
    apo_login_begin(req, &job->visitor, &person, "passkey", batch);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_login, job);
}

/* --- the page ------------------------------------------------------------ */

typedef struct listing {
    apo_fill *fill;
    const apo_i18n *i18n;
    const char *zone;
} listing;

static bool fill_passkey(void *context, const apo_store_passkey *passkey)
{
    const listing *all = context;
    apo_fill *row = apo_fill_row(all->fill, "passkeys");
    apo_fill_string(row, "id", passkey->id);
    apo_fill_string(row, "name", passkey->name);
    apo_zones_fill_time(row, "time", all->i18n, all->zone, passkey->created_ms);
    return true;
}

static void page_passkeys(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/passkeys");
    if (visitor == NULL)
        return;
    listing all = {apo_fill_new(), apo_i18n_for(app, req), apo_visitor_zone(visitor)};
    apo_store_list_passkeys(app->store, apo_visitor_id(visitor), fill_passkey, &all);
    apo_pages_reply(app, req, 200, "passkeys", APO_T("Passkeys"), all.fill);
}

const apo_http_route apo_api_passkey_routes[] = {
    {APO_HTTP_GET, "/api/passkeys", api_passkeys, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Your passkeys",
                   .answer = "{passkeys:[{id:text name:text created:time used:time}]}")},
    {APO_HTTP_POST, "/api/passkeys/begin", api_begin, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "A challenge for a new passkey",
                   .answer = "{challenge:text person:text name:text known:[text]}",
                   .body = "password:text")},
    {APO_HTTP_POST, "/api/passkeys", api_make, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .status = 201,
                   .summary = "Adds the passkey that answered it", .answer = "{}",
                   .body = "name:text client:text attestation:text")},
    {APO_HTTP_POST, "/api/passkeys/delete", api_drop, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Deletes a passkey", .answer = "{}",
                   .body = "passkey:text password:text")},
    {APO_HTTP_POST, "/api/login/passkey/begin", api_login_begin, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "A challenge for a log-in",
                   .answer = "{challenge:text}")},
    {APO_HTTP_POST, "/api/login/passkey", api_login, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Begins a session with the passkey that answered it",
                   .answer = "Person",
                   .body = "passkey:text client:text data:text signature:text")},
    {APO_HTTP_GET, "/account/passkeys", page_passkeys, 0, 0, NULL},
    APO_ROUTES_END,
};
