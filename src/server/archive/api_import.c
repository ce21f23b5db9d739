/* Imports games into the requester's own collection. A long text takes a second or more to
 * read, so it is read in slices, between other people's requests; all of it is stored at
 * once. */
#include <string.h>

#include "server/archive/filter.h"
#include "server/archive/import.h"
#include "server/archive/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    PIECE_MS = 6, /* of work, then a pause */
    PAUSE_MS = 6,
    GAMES_MAX = 1000, /* of one request */
    TRIES = 3,
    FAULTS_MAX = 100,      /* that are reported one by one */
    COLLECTION_MAX = 20000 /* games of one person */
};

typedef struct importing {
    apo_app *app;
    apo_http_request *req;
    apo_http_timer *timer;
    apo_ask ask;
    apo_import import;
    apo_store_batch *batch;
    apo_archive_walk walk;
    char collection[APO_STORE_ID_MAX];
    apo_pending pending; /* the games in the batch */
    unsigned known, fault_count, tries;
    int64_t places_left; /* in the collection */
    bool is_cut;         /* the text was cut off */
    apo_buffer faults;
} importing;

static void free_importing(importing *job)
{
    apo_http_timer_free(job->timer);
    apo_store_batch_free(job->batch);
    apo_archive_walk_clear(&job->walk);
    apo_buffer_clear(&job->faults);
    apo_ask_end(&job->ask);
    apo_pending_clear(&job->pending);
    apo_free(NULL, job);
}

static void begin(importing *job);

static void answer(void *context, apo_status status)
{
    importing *job = context;
    apo_buffer out;
    /* Somebody else's games took one of the ids between reading and storing. */
    if (status == APO_E_EXISTS && ++job->tries < TRIES) {
        begin(job);
        return;
    }
    if (status != APO_OK || job->faults.is_failed) {
        apo_app_reply_failure(job->app, job->req, status != APO_OK ? status : APO_E_MEMORY);
        free_importing(job);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_number(&out, "added", (int64_t)job->pending.count);
    apo_json_add_number(&out, "known", job->known);
    apo_buffer_add(&out, ",\"faults\":[");
    apo_buffer_add_span(&out, apo_buffer_span(&job->faults));
    apo_buffer_add_char(&out, ']');
    apo_json_add_flag(&out, "is_cut", job->is_cut);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
    free_importing(job);
}

static void store(importing *job)
{
    apo_store_batch *batch = job->batch;
    job->batch = NULL;
    apo_store_submit(job->app->store, batch, answer, job);
}

static void add_fault(importing *job, const apo_import_fault *fault)
{
    apo_buffer detail;
    if (job->fault_count++ >= FAULTS_MAX)
        return;
    apo_json_open(&job->faults, NULL, '{');
    apo_json_add_number(&job->faults, "game", fault->game);
    apo_json_add_number(&job->faults, "line", fault->line);
    apo_buffer_init(&detail, NULL);
    apo_tr_message(&detail, apo_i18n_for(job->app, job->req), apo_span_of(fault->detail));
    apo_json_add_text(&job->faults, "detail", apo_buffer_span(&detail));
    apo_buffer_clear(&detail);
    apo_json_close(&job->faults, '}');
}

static void add_game(importing *job, const apo_store_record *record)
{
    const apo_catalog_entry *entry =
        apo_catalog_find(job->app->catalog, apo_span_of(record->variant));
    apo_store_add_definition(job->batch, entry->digest, entry->id,
                             apo_buffer_span(&entry->text));
    apo_archive_add(job->batch, record, &job->walk, false);
}

/* True if there is more to read. */
static bool read_one(importing *job)
{
    apo_store_record record;
    apo_import_fault fault;
    if (job->pending.count == GAMES_MAX || (int64_t)job->pending.count >= job->places_left) {
        job->is_cut = true;
        return false;
    }
    switch (apo_import_next(&job->import, &record, &job->walk, &fault)) {
    case APO_IMPORT_GAME: add_game(job, &record); return true;
    case APO_IMPORT_KNOWN: job->known++; return true;
    case APO_IMPORT_FAULT: add_fault(job, &fault); return true;
    case APO_IMPORT_END: break;
    }
    return false;
}

static void go_on(void *context)
{
    importing *job = context;
    int64_t until_ms = apo_http_ticks_ms() + PIECE_MS;
    bool has_more = true;
    while (has_more && apo_http_ticks_ms() < until_ms)
        has_more = read_one(job);
    if (has_more)
        apo_http_timer_set(job->timer, PAUSE_MS);
    else
        store(job);
}

static apo_span member(const importing *job, const char *name)
{
    apo_span text = {NULL, 0};
    apo_json_in_text(apo_json_in_member(job->ask.body, name), &text);
    return text;
}

/* Starts at the first game; also used when the store has changed meanwhile. */
static void begin(importing *job)
{
    int64_t count = 0;
    job->batch = apo_store_batch_new();
    apo_pending_empty(&job->pending);
    apo_buffer_clear(&job->faults);
    job->known = job->fault_count = 0;
    job->is_cut = false;
    const apo_import_options options = {.variant = member(job, "variant"),
                                        .start = member(job, "start"),
                                        .collection = job->collection,
                                        .now_ms = apo_http_wall_clock_ms(),
                                        .pending = &job->pending};
    int64_t tag =
        apo_archive_tag(job->collection, APO_TAG_ALL, apo_span_of(""), apo_span_of(""), 0);
    apo_store_count_tag(job->app->store, &count, tag, COLLECTION_MAX);
    job->places_left = COLLECTION_MAX - count;
    apo_import_start(&job->import, &options, job->app->catalog, job->app->store,
                     member(job, "text"));
    apo_http_timer_set(job->timer, 1);
}

static importing *new_importing(apo_app *app, apo_http_request *req, const char *person)
{
    importing *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL)
        return NULL;
    job->app = app;
    job->req = req;
    apo_archive_walk_init(&job->walk);
    apo_buffer_init(&job->faults, NULL);
    apo_text_copy(job->collection, sizeof job->collection, person);
    if (apo_http_timer_new(&job->timer, app->http, go_on, job) == APO_OK)
        return job;
    free_importing(job);
    return NULL;
}

static void api_archive_import(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_http_reply_error(req, 401, "login_needed",
                             "A collection of your own needs an account.");
        return;
    }
    if (!apo_app_may(app, req, APO_LIMIT_IMPORTS, apo_visitor_id(visitor)))
        return;
    importing *job = new_importing(app, req, visitor->person.id);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    } else if (!apo_ask_start(&job->ask, req, "key text variant start")) {
        free_importing(job);
    } else if (apo_span_trim(member(job, "text")).length == 0) {
        apo_reply_bad(req, "There is no text to read games from.");
        free_importing(job);
    } else {
        apo_http_defer(req);
        begin(job);
    }
}

enum {
    IMPORT_BODY = 512 * 1024 /* some hundred games */
};

const apo_http_route apo_api_import_routes[] = {
    {APO_HTTP_POST, "/api/archive/import", api_archive_import, 0, IMPORT_BODY,
     APO_OPERATION(
             .scope = APO_SCOPE_SESSION, .summary = "Imports games into your collection",
             .answer =
                 "{added:int known:int faults:[{game:int line:int detail:text}] is_cut:flag}",
             .body = "text:text variant?:text start?:text")},
    APO_ROUTES_END,
};
