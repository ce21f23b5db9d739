/* Invitations by name. Each change serves a form of the page /invitations, which redirects to a
 * page, and JSON under /api/. */
#include <string.h>

#include "server/email/mailer.h"
#include "server/invite/answer.h"
#include "server/invite/routes.h"
#include "server/invite/view.h"
#include "server/live/feed.h"
#include "server/seek/create.h"
#include "server/seek/lobby.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    ID_LENGTH = 12
};

/* A request and its state. */
typedef struct invite_job {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
    bool is_plain;         /* the request has no body; the answer is only "ok" */
    apo_invite_show *show; /* writes the answer instead; NULL: the usual one */
    char plain_key[APO_STORE_KEY_MAX];
    apo_invite_actor actor;
    apo_store_person person; /* the requester */
    apo_invite_act act;
} invite_job;

static void free_job(invite_job *job)
{
    apo_ask_end(&job->ask);
    apo_free(NULL, job);
}

/* --- answers ------------------------------------------------------------- */

static void refuse(invite_job *job, enum apo_invite_refusal refusal)
{
    apo_http_reply_error(job->req, apo_invite_status(refusal), apo_invite_code(refusal),
                         apo_invite_sentence(refusal));
    free_job(job);
}

/* Tells a person in the lobby how many invitations are waiting. */
static void tell(apo_app *app, const char *person)
{
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_number(&data, "waiting",
                        apo_store_count_asked(app->store, apo_span_of(person)));
    apo_json_close(&data, '}');
    apo_lobby_tell_person(app->lobby, apo_span_of(person), "invitations",
                          apo_buffer_span(&data));
    apo_buffer_clear(&data);
}

static void reply_page(apo_http_request *req, const char *game)
{
    apo_buffer target;
    apo_buffer_init(&target, NULL);
    apo_buffer_add(&target, game[0] != '\0' ? "/game/" : "/invitations");
    apo_buffer_add(&target, game);
    apo_http_redirect(req, apo_buffer_span(&target));
    apo_buffer_clear(&target);
}

static void reply(invite_job *job)
{
    apo_buffer out;
    const apo_invite_viewer viewer = {job->app, apo_i18n_for(job->app, job->req),
                                      apo_span_of(job->person.id), job->person.zone};
    apo_buffer_init(&out, NULL);
    if (job->show != NULL) {
        job->show(&out, job->app, &job->act.row);
        apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
    } else if (job->is_plain) {
        apo_http_reply(job->req, 200, APO_HTTP_JSON, apo_span_of("{\"ok\":true}"));
    } else if (job->ask.is_json) {
        apo_invite_view(&out, NULL, &viewer, &job->act.row);
        apo_http_reply_buffer(job->req, job->act.row.steps == 1 ? 201 : 200, APO_HTTP_JSON,
                              &out);
    } else {
        reply_page(job->req, job->act.row.game);
    }
    free_job(job);
}

/* Gives a repeated request the same answer. */
static bool is_repeated(invite_job *job)
{
    return apo_store_find_invitation_by_key(job->app->store, &job->act.row, job->actor.person,
                                            job->actor.key) == APO_OK;
}

/* The invitation is closed, perhaps by the same request, sent again before its answer
 * arrived. */
static void deny(invite_job *job, enum apo_invite_refusal refusal)
{
    if (refusal == APO_INVITE_CLOSED && is_repeated(job))
        reply(job);
    else
        refuse(job, refusal);
}

/* Called when the change is stored, or when somebody else came first. */
static void finish(void *context, apo_status status)
{
    invite_job *job = context;
    if (status == APO_E_UNKNOWN || status == APO_E_EXISTS) {
        deny(job, APO_INVITE_CLOSED);
        return;
    }
    if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->req, status);
        free_job(job);
        return;
    }
    apo_mailer_tick(job->app->mailer);
    tell(job->app, job->act.row.asker);
    tell(job->app, job->act.row.asked);
    apo_feed_tell_invitation(job->app, &job->act.row);
    reply(job);
}

/* --- reading ------------------------------------------------------------- */

/* The key follows from the invitation and the answer, so that a repeated request counts
 * once. */
static bool start_plain(invite_job *job, const char *word)
{
    apo_text text = apo_text_start(job->plain_key, sizeof job->plain_key);
    apo_text_add(&text, word);
    apo_text_add_char(&text, '-');
    apo_text_add_span(&text, apo_http_param(job->req, "id"));
    job->is_plain = true;
    job->ask = (apo_ask){.req = job->req, .is_json = true, .key = apo_text_span(&text)};
    return true;
}

/* A job for the request, whose body is not read yet; NULL: it has been answered. */
static invite_job *new_job(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    invite_job *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || visitor == NULL) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    *job = (invite_job){.app = app, .req = req, .person = visitor->person};
    return job;
}

/* Call when the body has been read: fills in the sender and the request. NULL: it has been
 * answered. */
static invite_job *ready(invite_job *job)
{
    if (!apo_visitor_is_account(apo_visitor_of(job->app, job->req))) {
        refuse(job, APO_INVITE_GUEST);
        return NULL;
    }
    job->actor.person = apo_span_of(job->person.id);
    job->actor.now_ms = apo_http_wall_clock_ms();
    job->actor.key = job->ask.key;
    job->actor.message = apo_ask_text(&job->ask, "message");
    return job;
}

/* Reads the request of an account; NULL: it has been answered. `plain` names the action of a
 * request without a body; else NULL. */
static invite_job *start(apo_app *app, apo_http_request *req, const char *names,
                         const char *plain)
{
    invite_job *job = new_job(app, req);
    if (job == NULL)
        return NULL;
    bool is_read =
        plain != NULL ? start_plain(job, plain) : apo_ask_start_either(&job->ask, req, names);
    if (is_read)
        return ready(job);
    apo_free(NULL, job);
    return NULL;
}

/* Reads the proposed game; false: answered, or the handler will be called again, and the job is
 * freed. */
static bool read_setup(invite_job *job, apo_game_setup *setup)
{
    apo_error err = {.detail = ""};
    if (apo_await_game(job->app, job->req, apo_ask_text(&job->ask, "variant"))) {
        free_job(job);
        return false;
    }
    apo_status status = apo_game_setup_read_game(setup, job->ask.body, job->app->variants,
                                                 job->app->store, &err);
    if (status == APO_OK)
        status = apo_game_setup_decide_rated(setup, true, &err);
    if (status == APO_OK)
        return true;
    if (status == APO_E_UNSUPPORTED)
        apo_http_reply_error(job->req, 422, "bad_request", err.detail);
    else
        apo_reply_bad(job->req, err.detail);
    free_job(job);
    return false;
}

/* Emails the invited person, in the batch that stores the offer. Text that does not fit appears
 * only on the page. */
static void add_mail(const invite_job *job, apo_store_batch *batch)
{
    apo_store_mailbox box;
    char data[APO_STORE_MAIL_DATA_MAX], cause[APO_STORE_KEY_MAX];
    const apo_store_invitation *row = &job->act.row;
    if (row->fate != APO_FATE_OPEN ||
        !apo_email_may(job->app, &box, apo_span_of(row->asked), APO_EMAIL_INVITATION))
        return;
    apo_text text = apo_text_start(data, sizeof data);
    apo_text_add(&text, job->person.name);
    apo_text_add(&text, "\n/invitations#");
    apo_text_add(&text, row->id);
    apo_text_add_char(&text, '\n');
    if (text.length + strlen(job->act.step.message) < sizeof data)
        apo_text_add(&text, job->act.step.message);
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, "invitation/");
    apo_text_add(&why, row->id);
    apo_text_add_char(&why, '/');
    apo_text_add_number(&why, job->act.step.number);
    apo_outbox_add(batch, &box, APO_EMAIL_INVITATION, data, cause, NULL);
}

static void store(invite_job *job)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_invite_store(batch, &job->act);
    apo_invite_tell(job->app, batch, &job->act);
    add_mail(job, batch);
    apo_http_defer(job->req);
    apo_store_submit(job->app->store, batch, finish, job);
}

/* --- inviting ------------------------------------------------------------ */

static enum apo_invite_refusal decide_invite(invite_job *job, const apo_game_setup *setup)
{
    apo_span name;
    char id[ID_LENGTH + 1];
    apo_store_person asked;
    apo_store *db = job->app->store;
    name = apo_ask_text(&job->ask, "to");
    if (apo_person_find(db, &asked, name) != APO_OK)
        return APO_INVITE_NOBODY;
    if ((asked.standing & APO_STANDING_CLOSED) != 0)
        return APO_INVITE_AWAY;
    enum apo_invite_refusal refusal = apo_invite_may_write(&job->person);
    if (refusal == APO_INVITE_NONE)
        refusal = apo_invite_may(db, job->actor.person, apo_span_of(asked.id));
    if (refusal != APO_INVITE_NONE)
        return refusal;
    if (apo_store_count_asking(db, job->actor.person) >= APO_INVITE_OPEN_MAX)
        return APO_INVITE_TOO_MANY;
    apo_token_name(id, ID_LENGTH);
    return apo_invite_begin(&job->act, &job->actor, id, asked.id, setup);
}

static void offer(invite_job *job)
{
    apo_game_setup setup;
    if (is_repeated(job)) {
        reply(job);
        return;
    }
    if (!read_setup(job, &setup))
        return;
    enum apo_invite_refusal refusal = decide_invite(job, &setup);
    if (refusal != APO_INVITE_NONE)
        refuse(job, refusal);
    else if (apo_app_may_both(job->app, job->req, APO_LIMIT_INVITES, job->actor.person,
                              APO_LIMIT_INVITERS))
        store(job);
    else
        free_job(job);
}

static void api_invite(apo_http_request *req, void *context)
{
    invite_job *job = start(context, req, APO_GAME_SETUP_NAMES " to message", NULL);
    if (job != NULL)
        offer(job);
}

void apo_invite_offer(apo_app *app, apo_http_request *req, apo_span body, apo_invite_show *show)
{
    apo_error err = {.detail = ""};
    invite_job *job = new_job(app, req);
    if (job == NULL)
        return;
    apo_status status = apo_json_in_read(&job->ask.document, body, &err);
    if (status != APO_OK) {
        apo_reply_bad(req, err.detail);
        free_job(job);
        return;
    }
    job->show = show;
    job->ask.req = req;
    job->ask.is_json = true;
    job->ask.body = apo_json_in_root(job->ask.document);
    job->ask.key = apo_ask_text(&job->ask, "key");
    job = ready(job);
    if (job != NULL)
        offer(job);
}

/* --- answering ----------------------------------------------------------- */

/* Finds the invitation of the URL; false: answered, and the job is freed. */
static bool find(invite_job *job)
{
    apo_status status = apo_store_find_invitation(job->app->store, &job->act.row,
                                                  apo_http_param(job->req, "id"));
    if (status == APO_OK)
        return true;
    refuse(job, APO_INVITE_UNKNOWN);
    return false;
}

/* Reads a request about the invitation of the URL; NULL: it has been answered. */
static invite_job *start_answer(apo_app *app, apo_http_request *req, const char *names,
                                const char *plain)
{
    invite_job *job = start(app, req, names, plain);
    if (job == NULL)
        return NULL;
    if (is_repeated(job)) {
        reply(job);
        return NULL;
    }
    return find(job) ? job : NULL;
}

/* Adds the game of an accepted invitation to the batch that closes it. */
static void make_game(invite_job *job)
{
    apo_game_setup setup;
    apo_store_person asker;
    char key[APO_STORE_KEY_MAX];
    apo_store_invitation *row = &job->act.row;
    apo_store *db = job->app->store;
    apo_status status = apo_invite_setup(&setup, row, job->app->variants, db);
    if (status == APO_OK)
        status = apo_store_find_person(db, &asker, apo_span_of(row->asker));
    if (status != APO_OK) {
        refuse(job, APO_INVITE_CHANGED);
        return;
    }
    apo_text text = apo_text_start(key, sizeof key);
    apo_text_add(&text, "invitation/");
    apo_text_add(&text, row->id);
    const apo_creation creation = {.id = row->game,
                                   .setup = &setup,
                                   .creator = &asker,
                                   .other = &job->person,
                                   .key = apo_text_span(&text)};
    apo_store_batch *batch = apo_store_batch_new();
    apo_invite_store(batch, &job->act);
    apo_invite_tell(job->app, batch, &job->act);
    apo_http_defer(job->req);
    apo_create(job->app, &creation, batch, finish, job);
}

static enum apo_invite_refusal decide_accept(invite_job *job)
{
    char game[APO_STORE_ID_MAX];
    enum apo_invite_refusal refusal =
        apo_invite_may(job->app->store, job->actor.person, apo_span_of(job->act.row.asker));
    if (refusal == APO_INVITE_NONE && job->actor.message.length > 0)
        refusal = apo_invite_may_write(&job->person);
    if (job->is_plain)
        apo_text_copy(game, sizeof game, job->act.row.id);
    else
        apo_token_name(game, APO_CREATE_ID_LENGTH);
    if (refusal == APO_INVITE_NONE || refusal == APO_INVITE_SELF)
        refusal = apo_invite_accept(&job->act, &job->actor, game);
    return refusal;
}

static bool is_awaited(const invite_job *job)
{
    apo_round_start start;
    return apo_round_start_read(&start, apo_span_of(job->act.row.setup)) == APO_OK &&
           apo_await_definition(job->app, job->req, start.variant, start.definition);
}

static void accept_invitation(apo_app *app, apo_http_request *req, const char *plain)
{
    invite_job *job = start_answer(app, req, "key message", plain);
    if (job == NULL)
        return;
    if (is_awaited(job)) {
        free_job(job);
        return;
    }
    enum apo_invite_refusal refusal = decide_accept(job);
    if (refusal == APO_INVITE_NONE)
        make_game(job);
    else
        deny(job, refusal);
}

static void api_invite_accept(apo_http_request *req, void *context)
{
    accept_invitation(context, req, NULL);
}

typedef enum apo_invite_refusal close_invitation(apo_invite_act *act,
                                                 const apo_invite_actor *actor);

/* Somebody may always decline, but without a word if one has blocked the other since. */
static bool is_shut_out(const invite_job *job)
{
    apo_span asker = apo_span_of(job->act.row.asker), asked = apo_span_of(job->act.row.asked);
    return apo_invite_may(job->app->store, asker, asked) != APO_INVITE_NONE;
}

static void end_invitation(apo_app *app, apo_http_request *req, close_invitation *fn,
                           const char *plain)
{
    invite_job *job = start_answer(app, req, "key message", plain);
    if (job == NULL)
        return;
    enum apo_invite_refusal refusal = APO_INVITE_NONE;
    if (job->actor.message.length > 0)
        refusal = apo_invite_may_write(&job->person);
    if (is_shut_out(job))
        job->actor.message = apo_span_of("");
    if (refusal == APO_INVITE_NONE)
        refusal = fn(&job->act, &job->actor);
    if (refusal == APO_INVITE_NONE)
        store(job);
    else
        deny(job, refusal);
}

static void api_invite_decline(apo_http_request *req, void *context)
{
    end_invitation(context, req, apo_invite_decline, NULL);
}

static void api_invite_withdraw(apo_http_request *req, void *context)
{
    end_invitation(context, req, apo_invite_withdraw, NULL);
}

void apo_invite_answer(apo_app *app, apo_http_request *req, enum apo_invite_word word)
{
    if (word == APO_INVITE_ACCEPT)
        accept_invitation(app, req, "accept");
    else if (word == APO_INVITE_DECLINE)
        end_invitation(app, req, apo_invite_decline, "decline");
    else
        end_invitation(app, req, apo_invite_withdraw, "withdraw");
}

static void api_invite_counter(apo_http_request *req, void *context)
{
    apo_game_setup setup;
    invite_job *job = start_answer(context, req, APO_GAME_SETUP_NAMES " message", NULL);
    if (job == NULL || !read_setup(job, &setup))
        return;
    enum apo_invite_refusal refusal = apo_invite_may_write(&job->person);
    if (refusal == APO_INVITE_NONE)
        refusal =
            apo_invite_may(job->app->store, job->actor.person, apo_span_of(job->act.row.asker));
    if (refusal == APO_INVITE_NONE || refusal == APO_INVITE_SELF)
        refusal = apo_invite_counter(&job->act, &job->actor, &setup);
    if (refusal != APO_INVITE_NONE)
        deny(job, refusal);
    else if (apo_app_may_both(job->app, req, APO_LIMIT_INVITES, job->actor.person,
                              APO_LIMIT_INVITERS))
        store(job);
    else
        free_job(job);
}

/* --- looking ------------------------------------------------------------- */

/* The viewer; false: no account, and answered. */
static bool begin_view(apo_invite_viewer *out, apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed", apo_invite_sentence(APO_INVITE_GUEST));
        return false;
    }
    *out = (apo_invite_viewer){app, apo_i18n_for(app, req), apo_visitor_id(visitor),
                               apo_visitor_zone(visitor)};
    return true;
}

static void api_invitations(apo_http_request *req, void *context)
{
    apo_invite_viewer viewer;
    apo_buffer out;
    if (!begin_view(&viewer, context, req))
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_invite_view_all(&out, &viewer, apo_person_cursor(req, "before", INT64_MAX));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_invitation(apo_http_request *req, void *context)
{
    apo_invite_viewer viewer;
    apo_store_invitation row;
    apo_buffer out;
    if (!begin_view(&viewer, context, req))
        return;
    if (apo_store_find_invitation(viewer.app->store, &row, apo_http_param(req, "id")) !=
            APO_OK ||
        (!apo_span_is(viewer.person, row.asker) && !apo_span_is(viewer.person, row.asked))) {
        apo_http_reply_error(req, 404, "not_found", apo_invite_sentence(APO_INVITE_UNKNOWN));
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_invite_view(&out, NULL, &viewer, &row);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void page_invitations(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/invitations");
    if (visitor == NULL)
        return;
    const apo_invite_viewer viewer = {app, apo_i18n_for(app, req), apo_visitor_id(visitor),
                                      apo_visitor_zone(visitor)};
    apo_fill *fill = apo_fill_new();
    apo_invite_fill_all(fill, &viewer, apo_person_cursor(req, "before", INT64_MAX));
    apo_pages_reply(app, req, 200, "invitations", "Invitations", fill);
}

enum {
    INVITE_BODY = 2 * APO_BODY_SMALL /* a game setup with a message */
};

/* The members of a proposed game, besides the person and the message. */
#define SETUP_SCHEMA                                                                    \
    "variant:text start?:{number?:any name?:text fen?:text handicap?:text} color?:text" \
    " clock?:any opponent_clock?:any weekend?:flag vacation?:flag rated?:flag"

const apo_http_route apo_api_invite_routes[] = {
    {APO_HTTP_GET, "/api/invitations", api_invitations, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Invitations for you, by you, and closed ones",
                   .answer = "{asked:[any] asking:[any] fates:[any] next:int|null}",
                   .query = "before?:int")},
    {APO_HTTP_GET, "/api/invitations/:id", api_invitation, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "One invitation", .answer = "any")},
    {APO_HTTP_POST, "/api/invitations", api_invite, 0, INVITE_BODY,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Invites somebody by name",
                   .answer = "any", .status = 201,
                   .body = "to:text message?:text " SETUP_SCHEMA)},
    {APO_HTTP_POST, "/api/invitations/:id/accept", api_invite_accept, 0, INVITE_BODY,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Accepts: the game begins",
                   .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/decline", api_invite_decline, 0, INVITE_BODY,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Declines, with or without words",
                   .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/withdraw", api_invite_withdraw, 0, INVITE_BODY,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Withdraws your offer",
                   .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/counter", api_invite_counter, 0, INVITE_BODY,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Proposes another game instead",
                   .answer = "any", .body = "message?:text " SETUP_SCHEMA)},
    {APO_HTTP_GET, "/invitations", page_invitations, 0, 0, NULL},
    {APO_HTTP_POST, "/invitations/:id/accept", api_invite_accept, 0, INVITE_BODY, NULL},
    {APO_HTTP_POST, "/invitations/:id/decline", api_invite_decline, 0, INVITE_BODY, NULL},
    {APO_HTTP_POST, "/invitations/:id/withdraw", api_invite_withdraw, 0, INVITE_BODY, NULL},
    APO_ROUTES_END,
};
