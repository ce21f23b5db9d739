#include "server/web/visitor.h"

#include <string.h>

#include "base/text.h"
#include "store/tokens.h"

enum {
    PERSON_ID_LENGTH = 16,
    CLIENT_MIN = 32, /* letters of a client's secret: 128 bits in hexadecimal */
    CLIENT_MAX = 128,
    TOKEN_SECRET_MAX = APO_TOKEN_TEXT + 8 /* with the prefix */
};

static const int64_t day_ms = INT64_C(86400000);
static const int64_t touch_days = 1; /* how often a visit is recorded */
/* Long, because a guest cannot log in again. */
static const int64_t guest_days = 365;  /* from the last visit */
static const int64_t idle_days = 30;    /* of an account, from the last visit, */
static const int64_t longest_days = 90; /* and from the log-in at the latest */

static const int64_t token_touch_ms = INT64_C(3600000);

static const char *cookie_name(const apo_http_request *req)
{
    const char *url = apo_http_url(apo_http_server(req));
    return apo_span_starts_with(apo_span_of(url), "https://") ? APO_SESSION_COOKIE_TLS
                                                              : APO_SESSION_COOKIE;
}

static void release(void *thing)
{
    apo_free(NULL, thing);
}

static int64_t end_of(int64_t created_ms, int64_t now_ms, bool is_account)
{
    int64_t idle_ms = now_ms + idle_days * day_ms;
    int64_t longest_ms = created_ms + longest_days * day_ms;
    if (!is_account)
        return now_ms + guest_days * day_ms;
    return idle_ms < longest_ms ? idle_ms : longest_ms;
}

/* Extends a session in use. Nobody waits for this write. */
static void touch(apo_app *app, const apo_store_session *session, bool is_account,
                  int64_t now_ms)
{
    if (now_ms - session->seen_ms < touch_days * day_ms)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_touch_session(batch, session->digest, now_ms,
                            end_of(session->created_ms, now_ms, is_account));
    apo_store_submit(app->store, batch, NULL, NULL);
}

/* Sessions and tokens of closed accounts are invalid. */
static bool is_shut_out(const apo_store_person *person)
{
    return (person->standing & (APO_STANDING_CLOSED | APO_STANDING_GONE)) != 0;
}

/* True if the store has found it; records in the visitor if it could not be read. */
static bool is_found(apo_visitor *visitor, apo_status status)
{
    visitor->is_unread = status != APO_OK && status != APO_E_UNKNOWN;
    return status == APO_OK;
}

static void know(apo_app *app, apo_visitor *visitor, const char *id)
{
    apo_store_person *person = &visitor->person;
    visitor->is_known =
        is_found(visitor, apo_store_find_person(app->store, person, apo_span_of(id))) &&
        !is_shut_out(person);
    memset(person->password, 0, sizeof person->password);
}

static void look_up(apo_app *app, apo_visitor *visitor, apo_span secret)
{
    apo_store_session session;
    int64_t now_ms = apo_http_wall_clock_ms();
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_token_digest(digest, secret);
    if (!is_found(visitor, apo_store_find_session(app->store, &session, apo_span_of(digest))) ||
        session.expires_ms <= now_ms)
        return;
    know(app, visitor, session.person);
    if (!visitor->is_known)
        return;
    memcpy(visitor->digest, digest, sizeof visitor->digest);
    touch(app, &session, visitor->person.is_account, now_ms);
}

/* The use of a token is recorded once an hour. */
static void touch_token(apo_app *app, const apo_store_token *token, int64_t now_ms)
{
    if (now_ms - token->used_ms < token_touch_ms)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_touch_token(batch, token->digest, now_ms);
    apo_store_submit(app->store, batch, NULL, NULL);
}

/* Scheme names are compared ignoring case. */
static bool is_bearer(apo_span scheme)
{
    static const char name[] = "bearer";
    bool is_same = scheme.length == sizeof name - 1;
    for (size_t i = 0; is_same && i < scheme.length; i++)
        is_same = apo_to_lower(scheme.text[i]) == name[i];
    return is_same;
}

static void look_up_token(apo_app *app, apo_visitor *visitor, apo_span credentials)
{
    apo_store_token token;
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_span scheme = apo_span_word(&credentials);
    apo_span secret = apo_span_trim(credentials);
    if (!is_bearer(scheme) || secret.length > TOKEN_SECRET_MAX ||
        !apo_span_starts_with(secret, APO_TOKEN_PREFIX))
        return;
    apo_token_digest(digest, secret);
    if (!is_found(visitor, apo_store_find_token(app->store, &token, apo_span_of(digest))))
        return;
    know(app, visitor, token.person);
    if (!visitor->is_known)
        return;
    memcpy(visitor->token, token.id, sizeof visitor->token);
    visitor->scopes = token.scopes;
    touch_token(app, &token, apo_http_wall_clock_ms());
}

apo_visitor *apo_visitor_of(apo_app *app, apo_http_request *req)
{
    apo_visitor *visitor = apo_http_attached(req);
    apo_span secret;
    if (visitor != NULL)
        return visitor;
    visitor = apo_allocate_zero(NULL, sizeof *visitor);
    if (visitor == NULL)
        return NULL;
    visitor->is_program = apo_http_header(req, "Authorization", &secret);
    if (visitor->is_program)
        look_up_token(app, visitor, secret);
    else if (apo_http_cookie(req, cookie_name(req), &secret) && secret.length < APO_TOKEN_TEXT)
        look_up(app, visitor, secret);
    apo_http_attach(req, visitor, release);
    if (visitor->is_known)
        apo_http_note(req, "person", apo_visitor_id(visitor));
    return visitor;
}

apo_span apo_visitor_id(const apo_visitor *visitor)
{
    return apo_span_of(visitor->is_known ? visitor->person.id : "");
}

bool apo_visitor_is_account(const apo_visitor *visitor)
{
    return visitor != NULL && visitor->is_known && visitor->person.is_account;
}

const char *apo_visitor_zone(const apo_visitor *visitor)
{
    return apo_visitor_is_account(visitor) ? visitor->person.zone : "";
}

apo_span apo_visitor_account_id(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    return apo_visitor_is_account(visitor) ? apo_visitor_id(visitor) : apo_span_of("");
}

static void add_session(apo_http_request *req, apo_visitor *visitor, apo_store_batch *batch)
{
    apo_store_session session = {.created_ms = apo_http_wall_clock_ms()};
    apo_span agent = {NULL, 0};
    apo_token_digest(visitor->digest, apo_span_of(visitor->secret));
    memcpy(session.digest, visitor->digest, sizeof session.digest);
    memcpy(session.person, visitor->person.id, sizeof session.person);
    session.seen_ms = session.created_ms;
    session.expires_ms =
        end_of(session.created_ms, session.created_ms, visitor->person.is_account);
    apo_http_header(req, "user-agent", &agent);
    apo_text_copy_span(session.agent, sizeof session.agent,
                       apo_span_part(agent, 0, sizeof session.agent - 1));
    apo_store_add_session(batch, &session);
    visitor->is_known = true;
}

void apo_visitor_add_session(apo_http_request *req, apo_visitor *visitor,
                             apo_store_batch *batch)
{
    apo_token_secret(visitor->secret);
    apo_store_drop_oldest_sessions(batch, visitor->person.id, APO_SESSIONS_MAX - 1);
    add_session(req, visitor, batch);
}

/* "Guest 4821": enough to tell two of them apart. */
static void name_guest(apo_store_person *person)
{
    apo_text name = apo_text_start(person->name, sizeof person->name);
    uint32_t number = 0;
    for (size_t i = 0; person->id[i] != '\0'; i++)
        number = number * 31 + (uint8_t)person->id[i];
    apo_text_add(&name, "Guest ");
    apo_text_add_number(&name, 1000 + number % 9000);
}

/* The client's own secret; false: it sends none that is long enough. */
static bool find_client(const apo_http_request *req, apo_span *out)
{
    if (!apo_http_header(req, "Apothecary-Client", out) || out->length < CLIENT_MIN ||
        out->length > CLIENT_MAX)
        return false;
    for (size_t i = 0; i < out->length; i++) {
        char c = out->text[i];
        if (!apo_is_letter(c) && !apo_is_digit(c) && c != '-' && c != '_')
            return false;
    }
    return true;
}

void apo_visitor_enrol(apo_app *app, apo_http_request *req, apo_visitor *visitor,
                       apo_store_batch *batch)
{
    char id[APO_TOKEN_TEXT];
    apo_span client;
    apo_store_person *person = &visitor->person;
    if (visitor->is_known)
        return;
    apo_token_secret(visitor->secret);
    apo_token_name(id, PERSON_ID_LENGTH);
    /* Never the request's key: people copy requests and would become the same person. */
    if (find_client(req, &client)) {
        apo_token_derive(visitor->secret, app->key, "client's session", client);
        look_up(app, visitor, apo_span_of(visitor->secret));
        if (visitor->is_known)
            return;
        apo_token_derive(id, app->key, "client's id", client);
    }
    *person = (apo_store_person){.created_ms = apo_http_wall_clock_ms()};
    apo_text_copy_span(person->id, sizeof person->id,
                       apo_span_part(apo_span_of(id), 0, PERSON_ID_LENGTH));
    name_guest(person);
    apo_store_add_person(batch, person);
    add_session(req, visitor, batch);
}

void apo_visitor_set_cookie(apo_http_request *req, const apo_visitor *visitor)
{
    if (visitor->secret[0] != '\0')
        apo_http_set_cookie(req, cookie_name(req), apo_span_of(visitor->secret),
                            (visitor->person.is_account ? longest_days : guest_days) * 86400);
}

void apo_visitor_clear_cookie(apo_http_request *req)
{
    apo_http_set_cookie(req, cookie_name(req), apo_span_of(""), -1);
}
