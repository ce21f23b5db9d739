/* Accounts: registering, logging in and out, changing the password. Each handler serves a
 * page's form, answered with a page, and JSON under /api/. */
#include <string.h>

#include "server/account/login.h"
#include "server/account/routes.h"
#include "server/account/second.h"
#include "server/email/mailing.h"
#include "server/jobs/jobs.h"
#include "server/live/live.h"
#include "server/web/ask.h"
#include "server/web/device.h"
#include "server/web/factors.h"
#include "server/web/hasher.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/password.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/moderation.h"
#include "store/tokens.h"

enum {
    NAME_MIN = 2,
    NAME_MAX = 20,
    PERSON_ID_LENGTH = 16
};

/* A request and its state. */
typedef struct account_job {
    apo_ask ask;
    const char *page; /* shown again, with the error */
    const char *title;
    apo_span name, password, fresh, next; /* of the request */
    char name_key[NAME_MAX + 1];
    bool needs_code;                     /* of the second factor */
    char old_hash[APO_STORE_SECRET_MAX]; /* of the password, to be replaced; "": it is not */
    apo_visitor visitor;                 /* the sender; logging in changes it */
} account_job;

/* --- answers ------------------------------------------------------------- */

static void refuse(account_job *job, unsigned status, const char *code, const char *words)
{
    if (job->ask.is_json) {
        apo_http_reply_error(job->ask.req, status, code, words);
    } else {
        apo_fill *fill = apo_fill_new();
        apo_fill_string(fill, "error", apo_tr(apo_i18n_for(job->ask.app, job->ask.req), words));
        apo_fill_text(fill, "name", job->name);
        apo_fill_text(fill, "next", job->next);
        apo_fill_flag(fill, "needs_code", job->needs_code);
        apo_pages_reply(job->ask.app, job->ask.req, status, job->page, job->title, fill);
    }
    apo_ask_free(job);
}

static void refuse_failure(account_job *job, apo_status status)
{
    apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void welcome(account_job *job, const char *where)
{
    apo_buffer out;
    if (!job->ask.is_json) {
        apo_http_redirect(job->ask.req, job->next.length > 0 ? job->next : apo_span_of(where));
        apo_ask_free(job);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_login_write(&out, &job->visitor);
    apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
    apo_ask_free(job);
}

/* --- reading ------------------------------------------------------------- */

/* Reads the request; NULL: it has been answered. */
static account_job *start(apo_http_request *req, apo_app *app, const char *page,
                          const char *title)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    account_job *job = apo_ask_new(sizeof *job, app, req,
                                   "key name password old new session code keep_tokens");
    if (job == NULL)
        return NULL;
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        apo_ask_free(job);
        return NULL;
    }
    job->page = page;
    job->title = title;
    job->visitor = *visitor;
    job->name = apo_ask_text(&job->ask, "name");
    job->password = apo_ask_text(&job->ask, "password");
    job->next = apo_ask_text(&job->ask, "next");
    return job;
}

static bool is_name_char(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '-' || c == '_';
}

/* The name in lower case; false if it cannot be a name. */
static bool read_name(account_job *job)
{
    apo_span name = job->name = apo_span_trim(job->name);
    if (name.length < NAME_MIN || name.length > NAME_MAX)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        if (!is_name_char(name.text[i]))
            return false;
        job->name_key[i] = apo_to_lower(name.text[i]);
    }
    job->name_key[name.length] = '\0';
    return true;
}

/* Names that could be mistaken for somebody else's. */
static bool is_reserved(const char *name_key)
{
    static const char *const words[] = {"guest",     "computer",  "admin",
                                        "moderator", "anonymous", "apothecary"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (apo_span_starts_with(apo_span_of(name_key), words[i]))
            return true;
    }
    return false;
}

static const char busy[] =
    "Too many people are logging in just now; please try again in a moment.";

/* --- registering --------------------------------------------------------- */

static void finish_register(void *context, apo_status status)
{
    account_job *job = context;
    if (status == APO_E_EXISTS) {
        refuse(job, 409, "conflict", "This name is taken; please choose another one.");
        return;
    }
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_live_rename(job->ask.app->live, apo_span_of(job->visitor.person.id));
    apo_login_note(job->ask.req, job->visitor.person.id);
    apo_visitor_set_cookie(job->ask.req, &job->visitor);
    apo_device_remember(job->ask.app, job->ask.req, job->visitor.person.id);
    welcome(job, "/");
}

/* The guest becomes the account and keeps the games; the old session, which somebody else might
 * know, ends. */
static void store_account(void *context, const char *hash)
{
    account_job *job = context;
    apo_visitor *visitor = &job->visitor;
    apo_store_person *person = &visitor->person;
    apo_store_batch *batch = apo_store_batch_new();
    bool is_guest = visitor->is_known;
    if (hash[0] == '\0' || batch == NULL) {
        apo_store_batch_free(batch);
        refuse_failure(job, APO_E_MEMORY);
        return;
    }
    if (!is_guest) {
        *person = (apo_store_person){.created_ms = apo_http_wall_clock_ms()};
        apo_token_name(person->id, PERSON_ID_LENGTH);
    }
    person->is_account = true;
    apo_text_copy(person->language, sizeof person->language,
                  apo_i18n_language(apo_i18n_for(job->ask.app, job->ask.req)));
    apo_text_copy_span(person->name, sizeof person->name, job->name);
    apo_text_copy(person->name_key, sizeof person->name_key, job->name_key);
    apo_text_copy(person->password, sizeof person->password, hash);
    if (is_guest)
        apo_store_set_person(batch, person);
    else
        apo_store_add_person(batch, person);
    if (is_guest)
        apo_store_drop_sessions(batch, person->id, "");
    apo_visitor_add_session(job->ask.req, visitor, batch);
    apo_store_submit(job->ask.app->store, batch, finish_register, job);
}

static void api_register(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person taken;
    account_job *job = start(req, app, "register", "Create an account");
    if (job == NULL)
        return;
    bool has_name = read_name(job);
    const char *fault = apo_password_fault(job->password, job->name, app->stolen);
    if (!has_name || is_reserved(job->name_key))
        refuse(job, 422, "bad_request",
               "A name has 2 to 20 letters, digits, hyphens or underscores, and must not be "
               "taken.");
    else if (fault != NULL)
        refuse(job, 422, "bad_request", fault);
    else if (apo_visitor_is_account(&job->visitor))
        refuse(job, 409, "conflict", "You have an account already; log out first.");
    else if (apo_store_find_name(app->store, &taken, apo_span_of(job->name_key)) == APO_OK ||
             apo_store_find_former(app->store, &taken, apo_span_of(job->name_key)) == APO_OK)
        refuse(job, 409, "conflict", "This name is taken; please choose another one.");
    else if (!apo_app_offers(app, req, APO_FEATURE_REGISTRATION) ||
             !apo_app_may(app, req, APO_LIMIT_ACCOUNTS, apo_http_remote_key(req)))
        apo_ask_free(job);
    else {
        apo_http_defer(req);
        if (!apo_hasher_make(app->hasher, job->password, store_account, job))
            refuse(job, 503, "busy", busy);
    }
}

/* --- logging in ---------------------------------------------------------- */

static void refuse_code(account_job *job, enum apo_second second)
{
    job->needs_code = true;
    if (second == APO_SECOND_MISSING)
        refuse(job, 403, "code_needed",
               "This account has a second factor: type the code of your device as well.");
    else
        refuse(job, 403, "forbidden", "The code is wrong.");
}

static void finish_login(void *context, apo_status status)
{
    account_job *job = context;
    if (status == APO_E_UNKNOWN) {
        refuse_code(job, APO_SECOND_WRONG);
        return;
    }
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_login_end(job->ask.app, job->ask.req, &job->visitor);
    welcome(job, "/");
}

/* True for somebody who needs a second factor and has a passkey but no codes: the password
 * alone would be only one factor. Without a passkey they may log in, and make one. */
static bool needs_passkey(const apo_app *app, const apo_store_person *person)
{
    return apo_factors_are_demanded(app, person) &&
           apo_person_has_passkey(app->store, person->id);
}

/* Logs the person in, whose password was right. With `fresh` the password is stored again, by
 * this hash. */
static void enter(account_job *job, const apo_store_person *person, const char *fresh)
{
    apo_store_batch *batch = apo_store_batch_new();
    enum apo_second second =
        apo_second_use(job->ask.app, batch, person->id, apo_ask_text(&job->ask, "code"));
    if (second == APO_SECOND_MISSING || second == APO_SECOND_WRONG) {
        apo_store_batch_free(batch);
        refuse_code(job, second);
        return;
    }
    if (second == APO_SECOND_OFF && needs_passkey(job->ask.app, person)) {
        apo_store_batch_free(batch);
        refuse(job, 403, "forbidden", "This account has a passkey: log in with it.");
        return;
    }
    if (fresh[0] != '\0')
        apo_store_renew_password(batch, person->id, job->old_hash, fresh);
    apo_login_begin(job->ask.req, &job->visitor, person,
                    second == APO_SECOND_RIGHT ? "password, code" : "password", batch);
    apo_store_submit(job->ask.app->store, batch, finish_login, job);
}

/* False: the request has been answered. */
static bool find_open(account_job *job, apo_store_person *out)
{
    if (apo_store_find_name(job->ask.app->store, out, apo_span_of(job->name_key)) != APO_OK)
        refuse(job, 403, "forbidden", "The name or password is wrong.");
    else if (!apo_login_is_open(out))
        refuse(job, 403, "forbidden", APO_LOGIN_CLOSED);
    else
        return true;
    return false;
}

/* The person's password may have been changed meanwhile; then the right one was the old. */
static void log_in_again(void *context, const char *fresh)
{
    account_job *job = context;
    apo_store_person person;
    if (!find_open(job, &person))
        return;
    if (strcmp(person.password, job->old_hash) != 0)
        refuse(job, 403, "forbidden", "The name or password is wrong.");
    else
        enter(job, &person, fresh);
}

static void log_in(void *context, bool is_right)
{
    account_job *job = context;
    apo_hasher *hasher = job->ask.app->hasher;
    apo_store_person person;
    if (!is_right) {
        refuse(job, 403, "forbidden", "The name or password is wrong.");
        return;
    }
    if (!find_open(job, &person))
        return;
    if (apo_hasher_is_outdated(hasher, person.password)) {
        apo_text_copy(job->old_hash, sizeof job->old_hash, person.password);
        if (apo_hasher_make(hasher, job->password, log_in_again, job))
            return;
    }
    enter(job, &person, "");
}

static void api_login(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person = {.password = ""};
    account_job *job = start(req, app, "login", "Log in");
    if (job == NULL)
        return;
    if (!read_name(job) || job->password.length > APO_PASSWORD_MAX) {
        refuse(job, 403, "forbidden", "The name or password is wrong.");
        return;
    }
    if (apo_store_find_name(app->store, &person, apo_span_of(job->name_key)) == APO_OK)
        apo_login_note(req, person.id);
    if (!apo_device_may_log_in(app, req, person.id, apo_span_of(job->name_key))) {
        apo_ask_free(job);
        return;
    }
    apo_http_defer(req);
    if (!apo_hasher_check(app->hasher, job->password, person.password, log_in, job))
        refuse(job, 503, "busy", busy);
}

/* --- logging out --------------------------------------------------------- */

static void finish_logout(void *context, apo_status status)
{
    account_job *job = context;
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_visitor_clear_cookie(job->ask.req);
    /* "storage" would take settings and games against the computer along, which are nobody's.
     */
    apo_http_add_header(job->ask.req, "Clear-Site-Data", apo_span_of("\"cache\""));
    job->visitor = (apo_visitor){.is_known = false};
    welcome(job, "/");
}

static void log_out(apo_http_request *req, apo_app *app, bool is_everywhere)
{
    account_job *job = start(req, app, "login", "Log in");
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    if (job->visitor.is_known && is_everywhere)
        apo_store_drop_sessions(batch, job->visitor.person.id, "");
    else if (job->visitor.is_known)
        apo_store_drop_session(batch, job->visitor.digest);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_logout, job);
}

static void api_logout(apo_http_request *req, void *context)
{
    log_out(req, context, false);
}

static void api_logout_everywhere(apo_http_request *req, void *context)
{
    log_out(req, context, true);
}

/* --- ending one session -------------------------------------------------- */

typedef struct search {
    apo_span id;
    char digest[APO_TOKEN_DIGEST_TEXT]; /* "": not found */
} search;

static bool look_at_session(void *context, const apo_store_session *session)
{
    search *all = context;
    apo_span digest = apo_span_of(session->digest);
    if (apo_span_same(all->id, apo_span_part(digest, 0, APO_SESSION_ID)))
        apo_text_copy_span(all->digest, sizeof all->digest, digest);
    return all->digest[0] == '\0';
}

static void finish_end(void *context, apo_status status)
{
    account_job *job = context;
    if (status != APO_OK)
        refuse_failure(job, status);
    else
        welcome(job, "/account");
}

/* A session that is already gone is not an error. */
static void end_session(void *context, bool is_right)
{
    account_job *job = context;
    search all = {.id = apo_ask_text(&job->ask, "session"), .digest = ""};
    if (!is_right) {
        refuse(job, 403, "forbidden", "The password is wrong.");
        return;
    }
    apo_store_list_sessions(job->ask.app->store, apo_visitor_id(&job->visitor), look_at_session,
                            &all);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_drop_session(batch, all.digest);
    apo_store_submit(job->ask.app->store, batch, finish_end, job);
}

/* Checks the request's password against the account's, then continues with `fn`. */
static void ask_password(account_job *job, apo_hasher_checked *fn, const char *wrong)
{
    apo_store_person person;
    apo_app *app = job->ask.app;
    if (!apo_visitor_is_account(&job->visitor) ||
        apo_store_find_person(app->store, &person, apo_visitor_id(&job->visitor)) != APO_OK) {
        refuse(job, 401, "login_needed", "You are not logged in.");
    } else if (job->password.length > APO_PASSWORD_MAX) {
        refuse(job, 403, "forbidden", wrong);
    } else if (!apo_device_may_confirm(app, job->ask.req, &job->visitor)) {
        apo_ask_free(job);
    } else {
        apo_http_defer(job->ask.req);
        if (!apo_hasher_check(app->hasher, job->password, person.password, fn, job))
            refuse(job, 503, "busy", busy);
    }
}

static void api_session_end(apo_http_request *req, void *context)
{
    account_job *job = start(req, context, "account", "Account");
    if (job != NULL)
        ask_password(job, end_session, "The password is wrong.");
}

/* --- another password ---------------------------------------------------- */

static void finish_password(void *context, apo_status status)
{
    account_job *job = context;
    if (status != APO_OK) {
        refuse_failure(job, status);
        return;
    }
    apo_visitor_set_cookie(job->ask.req, &job->visitor);
    apo_device_remember(job->ask.app, job->ask.req, job->visitor.person.id);
    welcome(job, "/account");
}

/* Ends all other sessions, and the tokens unless they are to be kept: somebody who knew the old
 * password may have made one. */
static void store_password(void *context, const char *hash)
{
    account_job *job = context;
    apo_store_batch *batch = apo_store_batch_new();
    if (hash[0] == '\0') {
        apo_store_batch_free(batch);
        refuse_failure(job, APO_E_MEMORY);
        return;
    }
    apo_store_set_password(batch, job->visitor.person.id, hash);
    apo_store_drop_sessions(batch, job->visitor.person.id, "");
    if (!apo_span_is(apo_ask_text(&job->ask, "keep_tokens"), "yes"))
        apo_store_drop_tokens(batch, job->visitor.person.id);
    apo_visitor_add_session(job->ask.req, &job->visitor, batch);
    apo_mailing_tell(job->ask.app, batch, job->visitor.person.id, "password");
    apo_store_submit(job->ask.app->store, batch, finish_password, job);
}

static void check_password(void *context, bool is_right)
{
    account_job *job = context;
    if (!is_right)
        refuse(job, 403, "forbidden", "The current password is wrong.");
    else if (!apo_hasher_make(job->ask.app->hasher, job->fresh, store_password, job))
        refuse(job, 503, "busy", busy);
}

static void api_password(apo_http_request *req, void *context)
{
    account_job *job = start(req, context, "account", "Account");
    if (job == NULL)
        return;
    job->password = apo_ask_text(&job->ask, "old");
    job->fresh = apo_ask_text(&job->ask, "new");
    const char *fault = apo_password_fault(job->fresh, apo_span_of(job->visitor.person.name),
                                           job->ask.app->stolen);
    if (apo_visitor_is_account(&job->visitor) && fault != NULL)
        refuse(job, 422, "bad_request", fault);
    else
        ask_password(job, check_password, "The current password is wrong.");
}

const apo_http_route apo_api_account_routes[] = {
    {APO_HTTP_POST, "/api/login", api_login, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Begins a session",
                   .answer = "Person", .body = "name:text password:text code?:text")},
    {APO_HTTP_POST, "/api/register", api_register, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Turns a guest into an account, or creates one",
                   .answer = "Person", .body = "name:text password:text")},
    {APO_HTTP_POST, "/api/logout", api_logout, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends this session",
                   .answer = "Person")},
    {APO_HTTP_POST, "/api/logout-everywhere", api_logout_everywhere, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends all sessions",
                   .answer = "Person")},
    {APO_HTTP_POST, "/login", api_login, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/register", api_register, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/logout", api_logout, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/logout-everywhere", api_logout_everywhere, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};

/* A separate table: in the description these come after the second factor. */
const apo_http_route apo_api_password_routes[] = {
    {APO_HTTP_POST, "/api/sessions/end", api_session_end, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends one of your sessions",
                   .answer = "Person", .body = "session:id password:text")},
    {APO_HTTP_POST, "/api/password", api_password, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Changes the password, ends all other sessions, revokes tokens",
                   .answer = "Person", .body = "old:text new:text keep_tokens?:'yes'|'no'")},
    {APO_HTTP_POST, "/account/sessions", api_session_end, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/password", api_password, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
