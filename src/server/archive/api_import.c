/* Imports games into the requester's own collection. A worker reads the text game by game, and
 * the games are stored a few at a time, so that other people's moves can be read and stored in
 * between. If the server stops meanwhile, the rest is missing, and another import adds it. */
#include <string.h>

#include "server/archive/filter.h"
#include "server/archive/import.h"
#include "server/archive/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    CHUNK_GAMES = 16,      /* stored together: about 1,500 rows, some milliseconds */
    GAMES_MAX = 1000,      /* of one request */
    READING_MS = 20000,    /* of the workers' time, for one request */
    TRIES = 8,             /* at a chunk, when others import games at the same time */
    FAULTS_MAX = 100,      /* reported one by one */
    COLLECTION_MAX = 20000 /* games of one person */
};

typedef struct importing {
    apo_app *app;
    apo_http_request *req;
    apo_ask ask;
    const char *refusal; /* NULL: none */
    apo_import import;
    apo_import chunk_start; /* where the present chunk begins */
    apo_store_batch *batch;
    apo_archive_walk walk;
    char collection[APO_STORE_ID_MAX];
    apo_pending pending; /* the games in the batch */
    /* What the worker has read. */
    enum apo_import_step step;
    apo_store_record record;
    apo_import_fault fault;
    int64_t reading_ms;
    unsigned added, known, chunk_known, fault_count, chunk_fault_count, tries;
    int64_t places_left; /* in the collection */
    bool is_cut;         /* the text was cut off */
    bool is_read;        /* to its end, or as far as it will be read */
    apo_buffer faults;
    size_t chunk_faults; /* length of `faults` where the present chunk began */
} importing;

static void free_importing(importing *job)
{
    apo_store_batch_free(job->batch);
    apo_archive_walk_clear(&job->walk);
    apo_buffer_clear(&job->faults);
    apo_ask_end(&job->ask);
    apo_pending_clear(&job->pending);
    apo_free(NULL, job);
}

static void answer(importing *job, apo_status status)
{
    apo_buffer out;
    /* After many tries: others keep importing the same games. */
    if (status == APO_E_FINISHED || status == APO_E_EXISTS) {
        apo_app_reply_busy(job->req, 1);
        free_importing(job);
        return;
    }
    if (status != APO_OK || job->faults.is_failed) {
        apo_app_reply_failure(job->app, job->req, status != APO_OK ? status : APO_E_MEMORY);
        free_importing(job);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_number(&out, "added", job->added);
    apo_json_add_number(&out, "known", job->known);
    apo_buffer_add(&out, ",\"faults\":[");
    apo_buffer_add_span(&out, apo_buffer_span(&job->faults));
    apo_buffer_add_char(&out, ']');
    apo_json_add_flag(&out, "is_cut", job->is_cut);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
    free_importing(job);
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
    const apo_offered_game *game =
        apo_variant_map_find_offered(job->app->variants, apo_span_of(record->variant));
    apo_store_add_definition(job->batch, game->digest, game->id, apo_buffer_span(&game->text));
    apo_archive_add(job->batch, record, &job->walk, false);
}

static void begin_chunk(importing *job)
{
    job->chunk_start = job->import;
    job->chunk_known = job->known;
    job->chunk_fault_count = job->fault_count;
    job->chunk_faults = job->faults.length;
    job->batch = apo_store_batch_new();
    apo_pending_empty(&job->pending);
}

/* Goes back to the beginning of the chunk. */
static void repeat_chunk(importing *job)
{
    job->import = job->chunk_start;
    job->known = job->chunk_known;
    job->fault_count = job->chunk_fault_count;
    job->is_cut = job->is_read = false;
    if (job->faults.bytes != NULL) {
        job->faults.length = job->chunk_faults;
        job->faults.bytes[job->faults.length] = '\0';
    }
    begin_chunk(job);
}

static void read_on(importing *job);

static void chunk_stored(void *context, apo_status status)
{
    importing *job = context;
    /* Somebody else's games took one of the ids between reading and storing. */
    bool is_repeated = status == APO_E_EXISTS && ++job->tries < TRIES;
    if (is_repeated) {
        repeat_chunk(job);
        read_on(job);
        return;
    }
    if (status == APO_OK) {
        job->tries = 0;
        job->added += (unsigned)job->pending.count;
        job->places_left -= (int64_t)job->pending.count;
    }
    if (status != APO_OK || job->is_read) {
        answer(job, status);
        return;
    }
    begin_chunk(job);
    read_on(job);
}

static void store_chunk(importing *job)
{
    apo_store_batch *batch = job->batch;
    job->batch = NULL;
    apo_store_submit(job->app->store, batch, chunk_stored, job);
}

/* In a worker's thread. */
static void read_one(void *context, unsigned worker)
{
    importing *job = context;
    int64_t began_ms = apo_http_ticks_ms();
    (void)worker;
    job->step = apo_import_read(&job->import, &job->record, &job->walk, &job->fault);
    job->reading_ms += apo_http_ticks_ms() - began_ms;
}

static void take_step(importing *job)
{
    enum apo_import_step step = job->step;
    if (step == APO_IMPORT_GAME)
        step = apo_import_place(&job->import, &job->record, &job->fault);
    switch (step) {
    case APO_IMPORT_GAME: add_game(job, &job->record); return;
    case APO_IMPORT_KNOWN: job->known++; return;
    case APO_IMPORT_FAULT: add_fault(job, &job->fault); return;
    case APO_IMPORT_END: job->is_read = true; return;
    }
}

static void one_read(void *context, apo_status status)
{
    importing *job = context;
    if (status != APO_OK) {
        answer(job, status);
        return;
    }
    take_step(job);
    size_t count = job->pending.count;
    if (!job->is_read && (job->added + count >= GAMES_MAX || job->reading_ms > READING_MS ||
                          (int64_t)count >= job->places_left))
        job->is_cut = job->is_read = true;
    if (job->is_read || count == CHUNK_GAMES)
        store_chunk(job);
    else
        read_on(job);
}

static void read_on(importing *job)
{
    if (!apo_workers_submit(job->app->workers, read_one, one_read, job))
        answer(job, APO_E_FINISHED);
}

static apo_span member(const importing *job, const char *name)
{
    apo_span text = {NULL, 0};
    apo_json_in_text(apo_json_in_member(job->ask.body, name), &text);
    return text;
}

/* In a worker's thread, because the text is long: reads the body and looks what kind of text it
 * has. */
static void look_at_text(void *context, unsigned worker)
{
    importing *job = context;
    (void)worker;
    job->refusal = apo_ask_read(&job->ask, job->req, "key text variant start");
    if (job->refusal == NULL && apo_span_trim(member(job, "text")).length == 0)
        job->refusal = "There is no text to read games from.";
    if (job->refusal != NULL)
        return;
    const apo_import_options options = {.variant = member(job, "variant"),
                                        .start = member(job, "start"),
                                        .collection = job->collection,
                                        .now_ms = apo_http_wall_clock_ms(),
                                        .pending = &job->pending};
    apo_import_start(&job->import, &options, job->app->variants, job->app->store,
                     member(job, "text"));
}

static void begin(void *context, apo_status status)
{
    importing *job = context;
    int64_t count = 0;
    int64_t tag =
        apo_archive_tag(job->collection, APO_TAG_ALL, apo_span_of(""), apo_span_of(""), 0);
    if (status != APO_OK) {
        answer(job, status);
        return;
    }
    if (job->refusal != NULL) {
        apo_reply_bad(job->req, job->refusal);
        free_importing(job);
        return;
    }
    apo_store_count_tag(job->app->store, &count, tag, COLLECTION_MAX);
    job->places_left = COLLECTION_MAX - count;
    begin_chunk(job);
    if (job->places_left <= 0) {
        job->is_cut = job->is_read = true;
        store_chunk(job);
    } else {
        read_on(job);
    }
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
    return job;
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
    if (!apo_app_offers(app, req, APO_FEATURE_IMPORTS) ||
        !apo_app_may(app, req, APO_LIMIT_IMPORTS, apo_visitor_id(visitor)))
        return;
    importing *job = new_importing(app, req, visitor->person.id);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    } else {
        apo_http_defer(req);
        if (!apo_workers_submit(app->workers, look_at_text, begin, job))
            answer(job, APO_E_FINISHED);
    }
}

enum {
    IMPORT_BODY = 512 * 1024 /* some hundred games */
};

const apo_http_route apo_api_import_routes[] = {
    {APO_HTTP_POST, "/api/archive/import", api_archive_import, APO_HTTP_COSTLY, IMPORT_BODY,
     APO_OPERATION(
             .scope = APO_SCOPE_SESSION, .summary = "Imports games into your collection",
             .answer =
                 "{added:int known:int faults:[{game:int line:int detail:text}] is_cut:flag}",
             .body = "text:text variant?:text start?:text")},
    APO_ROUTES_END,
};
