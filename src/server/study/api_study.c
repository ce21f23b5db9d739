/* Studies: annotated games that several people write together. The server keeps the text, a PGN
 * with a game for each chapter, as browsers write it, and who may do what. A text replaces only
 * the version it is based on. If there is a newer one, the browser gets 409, reads it, merges
 * both move by move (joinStudies), and saves the result. */
#include <string.h>

#include "base/text.h"
#include "net/plain_text.h"
#include "server/study/access.h"
#include "server/study/comment.h"
#include "server/study/routes.h"
#include "server/web/ask.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/token.h"
#include "server/web/visitor.h"
#include "store/invitations.h"
#include "store/moderation.h"

enum {
    TEXT_MAX = 256 * 1024,              /* bytes: 64 chapters of 4 kB */
    BODY_MAX = TEXT_MAX + TEXT_MAX / 2, /* with escapes */
    NAME_CHARS = 80,
    STUDIES_MAX = 200, /* of one owner */
    MEMBERS_MAX = 50,
    ID_LETTERS = 12, /* nearly 6 bits each: nobody guesses a link */
    PAGE = 50
};

/* A change that is being stored. */
typedef struct change {
    apo_ask ask;
    apo_store_study study;
    enum apo_study_access access;
    apo_span person;
} change;

static void refuse(change *job, unsigned status, const char *error, const char *message)
{
    apo_http_reply_error(job->ask.req, status, error, message);
    apo_ask_free(job);
}

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such study here.");
}

/* --- changes ------------------------------------------------------------- */

/* Begins a change by an account; `names` are what the body may have. NULL: answered. */
static change *begin(apo_app *app, apo_http_request *req, const char *names)
{
    change *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    job->person = apo_visitor_account_id(app, req);
    if (job->person.length > 0)
        return job;
    refuse(job, 401, "login_needed", "Log in to work on studies.");
    return NULL;
}

/* The same for an existing study, by somebody with at least this access. */
static change *begin_with(apo_app *app, apo_http_request *req, const char *names,
                          enum apo_study_access least)
{
    change *job = begin(app, req, names);
    if (job == NULL)
        return NULL;
    if (!apo_study_asked(app, req, &job->study, &job->access)) {
        reply_unknown(req);
        apo_ask_free(job);
        return NULL;
    }
    if (job->access >= least)
        return job;
    refuse(job, 403, "forbidden",
           least == APO_STUDY_OWN ? "Only the owner of the study may do that."
                                  : "You may read this study, not change it.");
    return NULL;
}

static const char is_silent[] = "A moderator has muted you: others would read this.";

static bool is_muted(const change *job)
{
    const apo_visitor *visitor = apo_visitor_of(job->ask.app, job->ask.req);
    return (visitor->person.standing & APO_STANDING_MUTED) != 0;
}

static bool note_member(void *context, const char *person, bool may_write)
{
    (void)person;
    (void)may_write;
    *(bool *)context = true;
    return false;
}

/* True if others would be shown text by somebody muted by a moderator. People who follow a
 * study's link have asked for it, so they do not count. */
static bool would_be_read(const change *job)
{
    bool has_members = false;
    if (!is_muted(job))
        return false;
    apo_store_list_members(job->ask.app->store, apo_span_of(job->study.id), note_member,
                           &has_members);
    return has_members || job->access != APO_STUDY_OWN ||
           job->study.visibility == APO_STORE_STUDY_PUBLIC;
}

static void submit(change *job, apo_store_batch *batch, apo_store_done *done)
{
    apo_http_defer(job->ask.req);
    apo_store_submit(job->ask.app->store, batch, done, job);
}

static void finish(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK)
        apo_http_reply(job->ask.req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else if (status == APO_E_UNKNOWN)
        reply_unknown(job->ask.req);
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

/* Reads "name". False: answered, and the job is ended. */
static bool read_name(change *job)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    apo_status status =
        apo_plain_text_add(&clean, apo_ask_text(&job->ask, "name"), NAME_CHARS, false);
    if (status == APO_OK)
        apo_text_copy_span(job->study.name, sizeof job->study.name, apo_buffer_span(&clean));
    apo_buffer_clear(&clean);
    if (status == APO_OK)
        return true;
    refuse(job, 400, "bad_request", "\"name\" is a text of up to 80 characters.");
    return false;
}

/* Reads "visibility". False: answered, and the job is ended. */
static bool read_visibility(change *job)
{
    unsigned index = apo_span_index(apo_ask_text(&job->ask, "visibility"),
                                    apo_study_visibility_words, APO_STORE_VISIBILITIES);
    if (index == APO_STORE_VISIBILITIES) {
        refuse(job, 400, "bad_request",
               "\"visibility\" is \"private\", \"link\" or \"public\".");
        return false;
    }
    if (index == APO_STORE_STUDY_PUBLIC && is_muted(job)) {
        refuse(job, 403, "forbidden", "A moderator has muted you: you cannot publish studies.");
        return false;
    }
    job->study.visibility = (enum apo_store_visibility)index;
    return true;
}

/* Reads "text". False: answered, and the job is ended. */
static bool read_text(change *job, apo_span *out)
{
    *out = apo_ask_text(&job->ask, "text");
    if (out->length > 0 && out->length <= TEXT_MAX &&
        memchr(out->text, '\0', out->length) == NULL)
        return true;
    refuse(job, 400, "bad_request", "\"text\" is a PGN of up to 256 kB.");
    return false;
}

static void finish_making(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_E_EXISTS)
        status = apo_store_find_study_key(job->ask.app->store, &job->study,
                                          apo_span_of(job->study.owner), job->ask.key);
    if (status == APO_OK)
        apo_reply_made(job->ask.req, "/study/", job->study.id);
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void api_make(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span text;
    change *job = begin(app, req, "key name visibility text");
    if (job == NULL || !read_name(job) || !read_visibility(job) || !read_text(job, &text))
        return;
    if (apo_store_count_studies(app->store, job->person) >= STUDIES_MAX) {
        refuse(job, 409, "conflict", "You have 200 studies already, the most you can have.");
        return;
    }
    if (!apo_app_may(app, req, APO_LIMIT_STUDIES, job->person)) {
        apo_ask_free(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_token_name(job->study.id, ID_LETTERS);
    apo_text_copy_span(job->study.owner, sizeof job->study.owner, job->person);
    apo_text_copy_span(job->study.key, sizeof job->study.key, job->ask.key);
    job->study.created_ms = apo_http_wall_clock_ms();
    apo_store_add_study(batch, &job->study, text);
    submit(job, batch, finish_making);
}

static const char is_newer[] = "The study has been changed meanwhile: read it again.";

static void finish_saving(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK)
        apo_reply_version(job->ask.req, job->study.version + 1);
    else if (status == APO_E_UNKNOWN)
        apo_http_reply_error(job->ask.req, 409, "conflict", is_newer);
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void api_save(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span text;
    int64_t version;
    change *job = begin_with(app, req, "key version text", APO_STUDY_WRITE);
    if (job == NULL || !read_text(job, &text))
        return;
    if (!apo_json_in_number(apo_json_in_member(job->ask.body, "version"), 1, INT64_MAX,
                            &version)) {
        refuse(job, 400, "bad_request", "\"version\" is the number of the text you changed.");
    } else if (version != job->study.version) {
        refuse(job, 409, "conflict", is_newer);
    } else if (would_be_read(job)) {
        refuse(job, 403, "forbidden", is_silent);
    } else if (!apo_app_may(app, req, APO_LIMIT_SAVES, job->person)) {
        apo_ask_free(job);
    } else {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_save_study(batch, job->study.id, version, text, apo_http_wall_clock_ms());
        submit(job, batch, finish_saving);
    }
}

static void api_set(apo_http_request *req, void *context)
{
    change *job = begin_with(context, req, "key name visibility", APO_STUDY_OWN);
    if (job == NULL)
        return;
    char before[APO_STORE_STUDY_NAME_MAX];
    apo_text_copy(before, sizeof before, job->study.name);
    if (!read_name(job) || !read_visibility(job))
        return;
    if (strcmp(before, job->study.name) != 0 && would_be_read(job)) {
        refuse(job, 403, "forbidden", is_silent);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_study(batch, &job->study);
    submit(job, batch, finish);
}

static void api_delete(apo_http_request *req, void *context)
{
    change *job = begin_with(context, req, "key", APO_STUDY_OWN);
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_delete_study(batch, job->study.id);
    apo_study_drop_comments(batch, job->study.id);
    submit(job, batch, finish);
}

/* --- members ------------------------------------------------------------- */

static bool count_member(void *context, const char *person, bool may_write)
{
    (void)person;
    (void)may_write;
    return ++*(unsigned *)context < MEMBERS_MAX;
}

/* True for a member, and while another one fits. */
static bool has_room(const change *job, const char *person)
{
    apo_store *store = job->ask.app->store;
    apo_span study = apo_span_of(job->study.id);
    bool may_write;
    unsigned count = 0;
    if (apo_store_find_member(store, &may_write, study, apo_span_of(person)) == APO_OK)
        return true;
    apo_store_list_members(store, study, count_member, &count);
    return count < MEMBERS_MAX;
}

/* A prospective member, and whether the present members may share the study with them. */
typedef struct newcomer {
    apo_store *store;
    const char *person;
    bool may_write;
    bool is_parted;
} newcomer;

static bool look_at_member(void *context, const char *person, bool may_write)
{
    newcomer *one = context;
    one->is_parted =
        (may_write || one->may_write) &&
        apo_store_are_parted(one->store, apo_span_of(person), apo_span_of(one->person));
    return !one->is_parted;
}

/* Each of two members reads what the other writes. */
static bool is_parted(const change *job, const char *person, bool may_write)
{
    newcomer one = {job->ask.app->store, person, may_write, false};
    apo_store_list_members(one.store, apo_span_of(job->study.id), look_at_member, &one);
    return one.is_parted;
}

/* The owner may choose anybody; others may leave. */
static void api_member(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person other;
    change *job = begin_with(app, req, "key name right", APO_STUDY_READ);
    if (job == NULL)
        return;
    unsigned access =
        apo_span_index(apo_ask_text(&job->ask, "right"), apo_study_access_words, APO_STUDY_OWN);
    if (access == APO_STUDY_OWN) {
        refuse(job, 400, "bad_request", "\"right\" is \"read\", \"write\" or \"none\".");
    } else if (apo_person_find(app->store, &other, apo_ask_text(&job->ask, "name")) != APO_OK) {
        refuse(job, 404, "not_found", "There is no account with this name.");
    } else if (job->access != APO_STUDY_OWN &&
               (access != APO_STUDY_NONE || !apo_span_is(job->person, other.id))) {
        refuse(job, 403, "forbidden", "Only the owner of the study may do that.");
    } else if (strcmp(other.id, job->study.owner) == 0) {
        refuse(job, 409, "conflict", "This account owns the study.");
    } else if (access == APO_STUDY_NONE) {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_drop_member(batch, job->study.id, other.id);
        submit(job, batch, finish);
    } else if (is_muted(job)) {
        refuse(job, 403, "forbidden", is_silent);
    } else if (apo_store_are_parted(app->store, job->person, apo_span_of(other.id))) {
        refuse(job, 403, "forbidden", "One of you has blocked the other.");
    } else if (is_parted(job, other.id, access == APO_STUDY_WRITE)) {
        refuse(job, 403, "forbidden",
               "This person and a member of the study do not want to meet.");
    } else if (!has_room(job, other.id)) {
        refuse(job, 409, "conflict",
               "This study has 50 members already, the most it can have.");
    } else {
        apo_store_batch *batch = apo_store_batch_new();
        apo_store_put_member(batch, job->study.id, other.id, access == APO_STUDY_WRITE);
        submit(job, batch, finish);
    }
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
    apo_span person;
    unsigned count;
    int64_t last_ms;
} listing;

static void add_name(apo_buffer *out, apo_app *app, const char *name, const char *person)
{
    apo_person_label label;
    apo_person_label_of(&label, app->store, NULL, person, 0);
    apo_json_add_string(out, name, label.name);
}

static void add_head(apo_buffer *out, apo_app *app, const apo_store_study *study,
                     enum apo_study_access access)
{
    apo_json_add_string(out, "id", study->id);
    apo_json_add_string(out, "name", study->name);
    add_name(out, app, "owner", study->owner);
    apo_json_add_string(out, "visibility", apo_study_visibility_words[study->visibility]);
    apo_json_add_string(out, "right", apo_study_access_words[access]);
    apo_json_add_number(out, "version", study->version);
    apo_json_add_number(out, "created", study->created_ms);
    apo_json_add_number(out, "changed", study->changed_ms);
}

static bool add_study(void *context, const apo_store_study *study)
{
    listing *all = context;
    if (all->count++ == PAGE)
        return false;
    all->last_ms = study->changed_ms;
    if (apo_study_is_hidden(all->app->store, study, all->person, true))
        return true;
    apo_json_open(all->out, NULL, '{');
    add_head(all->out, all->app, study,
             apo_study_access_of(all->app->store, study, all->person));
    apo_json_close(all->out, '}');
    return true;
}

static void api_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    listing all = {.app = app, .out = &out, .person = apo_visitor_account_id(app, req)};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "studies", '[');
    apo_store_list_public_studies(app->store, apo_person_cursor(req, "before", INT64_MAX),
                                  PAGE + 1, add_study, &all);
    apo_json_close(&out, ']');
    if (all.count > PAGE)
        apo_json_add_number(&out, "next", all.last_ms);
    else
        apo_json_add_null(&out, "next");
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static bool add_member(void *context, const char *person, bool may_write)
{
    const listing *all = context;
    apo_json_open(all->out, NULL, '{');
    add_name(all->out, all->app, "name", person);
    apo_json_add_string(all->out, "right",
                        apo_study_access_words[may_write ? APO_STUDY_WRITE : APO_STUDY_READ]);
    apo_json_close(all->out, '}');
    return true;
}

/* Adds the text, unless the reader knows this version. */
static apo_status add_text(apo_buffer *out, apo_app *app, const apo_store_study *study,
                           bool is_known)
{
    apo_buffer text;
    if (is_known) {
        apo_json_add_null(out, "text");
        return APO_OK;
    }
    apo_buffer_init(&text, NULL);
    apo_status status = apo_store_find_study_text(app->store, &text, apo_span_of(study->id));
    apo_json_add_text(out, "text", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    return status;
}

static void api_study(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_study study;
    enum apo_study_access access;
    apo_buffer out;
    listing all = {.app = app, .out = &out};
    if (!apo_study_asked(app, req, &study, &access)) {
        reply_unknown(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    add_head(&out, app, &study, access);
    apo_json_open(&out, "members", '[');
    apo_store_list_members(app->store, apo_span_of(study.id), add_member, &all);
    apo_json_close(&out, ']');
    apo_status status =
        add_text(&out, app, &study, apo_person_cursor(req, "after", 0) >= study.version);
    apo_json_close(&out, '}');
    if (status == APO_OK) {
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
        return;
    }
    apo_buffer_clear(&out);
    apo_app_reply_failure(app, req, status);
}

static void api_pgn(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_study study;
    enum apo_study_access access;
    apo_buffer out;
    if (!apo_study_asked(app, req, &study, &access)) {
        reply_unknown(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_store_find_study_text(app->store, &out, apo_span_of(study.id));
    apo_http_reply_buffer(req, 200, "application/x-chess-pgn; charset=utf-8", &out);
}

const apo_http_route apo_api_study_routes[] = {
    {APO_HTTP_GET, "/api/studies", api_list, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Public studies, the most recently changed first",
                   .query = "before?:time", .answer = "{studies:[StudyHead] next:time|null}")},
    {APO_HTTP_POST, "/api/studies", api_make, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "A new study, from a PGN",
                   .body = "name:text visibility:Visibility text:text", .status = 201,
                   .answer = "{id:id url:text}")},
    {APO_HTTP_GET, "/api/studies/:id", api_study, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A study; its text only if its version is above \"after\"",
                   .query = "after?:int", .answer = "Study")},
    {APO_HTTP_GET, "/api/studies/:id/pgn", api_pgn, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A study as PGN",
                   .type = "application/x-chess-pgn")},
    {APO_HTTP_POST, "/api/studies/:id", api_save, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_PLAY,
                   .summary = "Saves a text made from \"version\"; 409 if there is a newer one",
                   .body = "version:int text:text", .answer = "{version:int}")},
    {APO_HTTP_POST, "/api/studies/:id/settings", api_set, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Names a study, and says who may see it",
                   .body = "name:text visibility:Visibility", .answer = "{}")},
    {APO_HTTP_POST, "/api/studies/:id/members", api_member, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY,
                   .summary = "Sets what somebody may do with a study; members may leave it",
                   .body = "name:text right:'read'|'write'|'none'", .answer = "{}")},
    {APO_HTTP_POST, "/api/studies/:id/delete", api_delete, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Deletes a study", .answer = "{}")},
    APO_ROUTES_END,
};
