/* Drafts that an account keeps for all its browsers. The server stores the text as browsers
 * write it. A text replaces only the version it is based on. If there is a newer one, the
 * browser gets 409 and keeps both (web/workshop/account-drafts.js). */
#include <string.h>

#include "base/text.h"
#include "definition/file/reader.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/workshop/routes.h"
#include "store/drafts.h"

enum {
    TEXT_MAX = 256 * 1024,              /* bytes: a text of 64 kB and some of its versions */
    BODY_MAX = TEXT_MAX + TEXT_MAX / 2, /* with escapes */
    DRAFTS_MAX = 50                     /* of one account, as many as a browser keeps */
};

/* A change that is being stored. */
typedef struct change {
    apo_ask ask;
    apo_store_draft draft;
} change;

static void refuse(change *job, unsigned status, const char *error, const char *message)
{
    apo_http_reply_error(job->ask.req, status, error, message);
    apo_ask_free(job);
}

static void reply_login(apo_http_request *req)
{
    apo_http_reply_error(req, 401, "login_needed", "Log in to keep drafts in your account.");
}

/* Begins a change of the URL's draft, made from "version"; NULL: answered. */
static change *begin(apo_app *app, apo_http_request *req, const char *names)
{
    apo_span owner = apo_visitor_account_id(app, req), id = apo_http_param(req, "id");
    change *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (owner.length == 0) {
        reply_login(req);
    } else if (id.length >= sizeof job->draft.id || !apo_reader_is_id(id)) {
        apo_reply_bad(req, "The id has up to 23 lower-case letters, digits and hyphens.");
    } else if (!apo_json_in_number(apo_json_in_member(job->ask.body, "version"), 0,
                                   INT64_MAX - 1, &job->draft.version)) {
        apo_reply_bad(req, "\"version\" is the number of the text you changed, or 0.");
    } else if (apo_app_may(app, req, APO_LIMIT_SAVES, owner)) {
        apo_text_copy_span(job->draft.owner, sizeof job->draft.owner, owner);
        apo_text_copy_span(job->draft.id, sizeof job->draft.id, id);
        return job;
    }
    apo_ask_free(job);
    return NULL;
}

static void submit(change *job, apo_store_batch *batch, apo_store_done *done)
{
    apo_http_defer(job->ask.req);
    apo_store_submit(job->ask.app->store, batch, done, job);
}

static void reply_failure(const change *job, apo_status status)
{
    if (status == APO_E_UNKNOWN)
        apo_http_reply_error(job->ask.req, 409, "conflict",
                             "The draft has been changed meanwhile: read it again.");
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
}

/* --- saving -------------------------------------------------------------- */

static void finish_saving(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK)
        apo_reply_version(job->ask.req, job->draft.version + 1);
    else
        reply_failure(job, status);
    apo_ask_free(job);
}

static bool count_draft(void *context, const apo_store_draft *draft)
{
    (void)draft;
    ++*(unsigned *)context;
    return true;
}

/* True if the account has this draft, or room for another one. */
static bool has_room(const change *job)
{
    apo_store *store = job->ask.app->store;
    apo_span owner = apo_span_of(job->draft.owner);
    apo_store_draft old;
    unsigned count = 0;
    if (apo_store_find_draft(store, &old, NULL, owner, apo_span_of(job->draft.id)) == APO_OK)
        return true;
    apo_store_list_drafts(store, owner, count_draft, &count);
    return count < DRAFTS_MAX;
}

static void api_save(apo_http_request *req, void *context)
{
    change *job = begin(context, req, "key version text");
    if (job == NULL)
        return;
    apo_span text = apo_ask_text(&job->ask, "text");
    if (text.length == 0 || text.length > TEXT_MAX || memchr(text.text, '\0', text.length)) {
        refuse(job, 400, "bad_request", "\"text\" has up to 256 kB.");
    } else if (!has_room(job)) {
        refuse(job, 422, "bad_request", "You have 50 drafts already, the most you can have.");
    } else {
        apo_store_batch *batch = apo_store_batch_new();
        job->draft.changed_ms = apo_http_wall_clock_ms();
        apo_store_save_draft(batch, &job->draft, text);
        submit(job, batch, finish_saving);
    }
}

/* --- deleting ------------------------------------------------------------ */

static void finish_deleting(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK)
        apo_http_reply(job->ask.req, 200, APO_HTTP_JSON, apo_span_of("{}"));
    else
        reply_failure(job, status);
    apo_ask_free(job);
}

static void api_delete(apo_http_request *req, void *context)
{
    change *job = begin(context, req, "key version");
    if (job == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_delete_draft(batch, &job->draft);
    submit(job, batch, finish_deleting);
}

/* --- reading ------------------------------------------------------------- */

static void add_head(apo_buffer *out, const apo_store_draft *draft)
{
    apo_json_add_string(out, "id", draft->id);
    apo_json_add_number(out, "version", draft->version);
    apo_json_add_number(out, "changed", draft->changed_ms);
}

static bool add_draft(void *context, const apo_store_draft *draft)
{
    apo_json_open(context, NULL, '{');
    add_head(context, draft);
    apo_json_close(context, '}');
    return true;
}

static void api_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span owner = apo_visitor_account_id(app, req);
    apo_buffer out;
    if (owner.length == 0) {
        reply_login(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "drafts", '[');
    apo_store_list_drafts(app->store, owner, add_draft, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_draft(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_draft draft;
    apo_buffer out, text;
    apo_buffer_init(&text, NULL);
    if (apo_store_find_draft(app->store, &draft, &text, apo_visitor_account_id(app, req),
                             apo_http_param(req, "id")) == APO_OK) {
        apo_buffer_init(&out, NULL);
        apo_json_open(&out, NULL, '{');
        add_head(&out, &draft);
        apo_json_add_text(&out, "text", apo_buffer_span(&text));
        apo_json_close(&out, '}');
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    } else {
        apo_http_reply_error(req, 404, "not_found", "You have no such draft.");
    }
    apo_buffer_clear(&text);
}

const apo_http_route apo_api_draft_routes[] = {
    {APO_HTTP_GET, "/api/drafts", api_list, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Your drafts of the workshop",
                   .answer = "{drafts:[{id:id version:int changed:time}]}")},
    {APO_HTTP_GET, "/api/drafts/:id", api_draft, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "One of your drafts with its text",
                   .answer = "{id:id version:int changed:time text:text}")},
    {APO_HTTP_POST, "/api/drafts/:id", api_save, 0, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary =
                       "Saves a text made from \"version\" (0: a new draft); 409 if there "
                       "is a newer one",
                   .body = "version:int text:text", .answer = "{version:int}")},
    {APO_HTTP_POST, "/api/drafts/:id/delete", api_delete, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Deletes a draft, unless \"version\" is not its newest",
                   .body = "version:int", .answer = "{}")},
    APO_ROUTES_END,
};
