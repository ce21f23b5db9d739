/* Projects for operators: ordering, pausing and stopping them, and their results. */
#include "base/json.h"
#include "base/text.h"
#include "server/project/project.h"
#include "server/project/routes.h"
#include "server/project/view.h"
#include "server/web/chunked.h"
#include "server/web/factors.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    LIST_MAX = 100
};

/* What an order may contain, of all kinds together. */
static const char members[] =
    "key kind variant games nodes plies balance seed search new old low high";

/* The operator who asks; NULL: the request has been answered. */
static const apo_visitor *operator_of(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    bool is_one = apo_visitor_is_account(visitor) &&
                  (visitor->person.standing & APO_STANDING_OPERATOR) != 0;
    if (!is_one)
        apo_http_reply_error(req, 403, "forbidden", "This is for operators.");
    else if (apo_factors_are_demanded(app, &visitor->person) &&
             !apo_factors_are_there(app, visitor->person.id))
        apo_http_reply_error(req, 403, "forbidden",
                             "Operators need a second factor: a passkey, or codes.");
    else
        return visitor;
    return NULL;
}

/* --- ordering ------------------------------------------------------------ */

/* A change of a project, kept until the store has answered. */
typedef struct change {
    apo_ask ask;
    apo_store_project project;
} change;

static void reply_done(const change *job, const char *id)
{
    if (!job->ask.is_json)
        apo_http_redirect(job->ask.req, apo_span_of("/operator#projects"));
    else if (id != NULL)
        apo_reply_made(job->ask.req, "/api/work/projects/", id);
    else
        apo_ask_reply_done(&job->ask, apo_span_of(""));
}

static void end_order(void *context, apo_status status)
{
    change *job = context;
    apo_app *app = job->ask.app;
    apo_store_project made;
    if (status == APO_OK)
        apo_project_tick(app);
    if (status == APO_OK)
        reply_done(job, job->project.id);
    else if (status == APO_E_EXISTS &&
             apo_store_find_project_key(app->store, &made, apo_span_of(job->project.person),
                                        apo_span_of(job->project.key)) == APO_OK)
        reply_done(job, made.id);
    else
        apo_app_reply_failure(app, job->ask.req, status);
    apo_ask_free(job);
}

/* False: the request has been answered. */
static bool read_order(change *job, const apo_visitor *visitor)
{
    int64_t open = 0;
    const apo_app *app = job->ask.app;
    const char *fault = apo_project_read(&job->project, app, &job->ask);
    if (fault != NULL) {
        apo_reply_bad(job->ask.req, fault);
        return false;
    }
    if (apo_store_count_open_projects(app->store, &open) == APO_OK &&
        open >= APO_PROJECT_OPEN_MAX) {
        apo_http_reply_error(job->ask.req, 409, "too_many",
                             "Fifty projects have not ended; stop one of them first.");
        return false;
    }
    apo_store_project *project = &job->project;
    apo_text_copy_span(project->person, sizeof project->person, apo_visitor_id(visitor));
    if (job->ask.key.length > 0)
        apo_text_copy_span(project->key, sizeof project->key, job->ask.key);
    else
        apo_text_copy(project->key, sizeof project->key, project->id);
    return true;
}

/* The rules are kept, so that the project can be finished when they are on offer no longer. */
static void keep_rules(apo_store_batch *batch, const apo_app *app,
                       const apo_store_project *project)
{
    const apo_offered_game *game =
        apo_variant_map_find_digest(app->variants, apo_span_of(project->definition));
    if (game != NULL)
        apo_store_add_definition(batch, project->definition, project->variant,
                                 apo_buffer_span(&game->text));
}

static void api_order(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = operator_of(app, req);
    change *job = visitor != NULL ? apo_ask_new(sizeof *job, app, req, members) : NULL;
    if (job == NULL)
        return;
    if (!read_order(job, visitor)) {
        apo_ask_free(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    keep_rules(batch, app, &job->project);
    apo_store_add_project(batch, &job->project);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, end_order, job);
}

/* --- changing ------------------------------------------------------------ */

/* The project that the request names. False: the request has been answered. */
static bool find_project(apo_store_project *out, apo_app *app, apo_http_request *req)
{
    apo_status status = apo_store_find_project(app->store, out, apo_http_param(req, "id"));
    if (status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is no such project.");
    else if (status != APO_OK)
        apo_app_reply_failure(app, req, status);
    return status == APO_OK;
}

static void end_change(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK)
        reply_done(job, NULL);
    else if (status == APO_E_UNKNOWN)
        apo_http_reply_error(job->ask.req, 409, "conflict", "This project has ended.");
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    apo_ask_free(job);
}

static void change_state(change *job, apo_store_project_state state)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_set_project(batch, job->project.id, state, apo_http_wall_clock_ms());
    if (state == APO_STORE_PROJECT_STOPPED)
        apo_store_drop_parts(batch, &job->project);
    apo_http_defer(job->ask.req);
    apo_store_submit(job->ask.app->store, batch, end_change, job);
}

static void api_change(apo_http_request *req, void *context)
{
    apo_app *app = context;
    change *job =
        operator_of(app, req) != NULL ? apo_ask_new(sizeof *job, app, req, "key state") : NULL;
    if (job == NULL)
        return;
    unsigned state = apo_project_state_of(apo_ask_text(&job->ask, "state"));
    if (state == APO_STORE_PROJECT_STATES || state == APO_STORE_PROJECT_DONE) {
        apo_reply_bad(req, "\"state\" is running, paused or stopped.");
        apo_ask_free(job);
    } else if (!find_project(&job->project, app, req)) {
        apo_ask_free(job);
    } else {
        change_state(job, (apo_store_project_state)state);
    }
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer out;
} listing;

static bool add_project(void *context, const apo_store_project *project)
{
    listing *all = context;
    apo_project_write(&all->out, all->app, project);
    return true;
}

static void api_list(apo_http_request *req, void *context)
{
    listing all = {.app = context};
    if (operator_of(all.app, req) == NULL)
        return;
    apo_buffer_init(&all.out, NULL);
    apo_json_open(&all.out, NULL, '{');
    apo_json_open(&all.out, "projects", '[');
    (void)apo_store_list_projects(all.app->store, LIST_MAX, add_project, &all);
    apo_json_close(&all.out, ']');
    apo_json_close(&all.out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &all.out);
}

static void api_project(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_project project;
    apo_buffer out;
    if (operator_of(app, req) == NULL || !find_project(&project, app, req))
        return;
    apo_buffer_init(&out, NULL);
    apo_project_write(&out, app, &project);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- the file ------------------------------------------------------------ */

typedef struct download {
    char project[APO_STORE_ID_MAX];
    const apo_project_kind *kind;
    int64_t next; /* the part to write next */
    bool is_begun;
} download;

static void free_download(void *context)
{
    apo_free(NULL, context);
}

static enum apo_chunked_state write_parts(void *context, apo_store *store, apo_buffer *out,
                                          int64_t until_ms)
{
    download *job = context;
    apo_status status = APO_OK;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    do {
        apo_buffer_rewind(&text);
        status = apo_store_find_part(store, &text, apo_span_of(job->project), &job->next);
        if (status == APO_OK &&
            (text.is_failed ||
             !job->kind->write_file(out, apo_buffer_span(&text), !job->is_begun)))
            status = APO_E_MEMORY;
        job->is_begun = true;
        job->next++;
    } while (status == APO_OK && apo_http_ticks_ms() < until_ms);
    apo_buffer_clear(&text);
    if (status == APO_E_UNKNOWN)
        return APO_CHUNKED_END;
    return status == APO_OK ? APO_CHUNKED_MORE : APO_CHUNKED_BROKEN;
}

static void api_file(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_project project;
    if (operator_of(app, req) == NULL || !find_project(&project, app, req))
        return;
    const apo_project_kind *kind = apo_project_kind_of(apo_span_of(project.kind));
    if (kind == NULL || kind->write_file == NULL) {
        apo_http_reply_error(req, 404, "not_found", "This project makes no file.");
        return;
    }
    download *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->kind = kind;
    apo_text_copy(job->project, sizeof job->project, project.id);
    const apo_chunked_source source = {write_parts, free_download, job};
    apo_chunked_reply(app, req, kind->file_type, kind->file_header, &source);
}

/* clang-format off */
#define PROJECT                                                                              \
    "{id:id kind:text variant:id state:'running'|'paused'|'stopped'|'done' created:time "    \
    "ended:time|null settings:text games:int parts:int done:int lost:int left_s:int|null "   \
    "counts:{*:int} test?:{score_millionths:int low_millionths:int high_millionths:int "      \
    "elo_tenths:int|null elo_low_tenths:int|null elo_high_tenths:int|null "                  \
    "ratio_hundredths:int bound_hundredths:int verdict:'open'|'low'|'high'|'none'}}"
/* clang-format on */

const apo_http_route apo_api_project_routes[] = {
    {APO_HTTP_GET, "/api/work/projects", api_list, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "The projects that workers play",
                   .answer = "{projects:[" PROJECT "]}")},
    {APO_HTTP_POST, "/api/work/projects", api_order, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Orders a project",
                   .answer = "{id:id url:text}", .status = 201,
                   .body = "kind:'games'|'mining'|'test' variant:id games:int nodes?:int "
                           "plies?:int balance?:int seed?:int search?:int new?:text "
                           "old?:text low?:int high?:int")},
    {APO_HTTP_GET, "/api/work/projects/:id", api_project, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "A project with its progress and totals",
                   .answer = PROJECT)},
    {APO_HTTP_POST, "/api/work/projects/:id", api_change, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_SESSION,
                   .summary = "Pauses a project, lets it go on, or stops it", .answer = "{}",
                   .body = "state:'running'|'paused'|'stopped'")},
    {APO_HTTP_GET, "/api/work/projects/:id/file", api_file, APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "The games or problems of a project so far", .answer = NULL,
                   .type = "application/octet-stream")},
    {APO_HTTP_POST, "/operator/projects", api_order, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/operator/projects/:id", api_change, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
