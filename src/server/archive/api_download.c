/* Downloads of the archive: one game, or all results of a search. */
#include <string.h>

#include "server/archive/collection.h"
#include "server/archive/filter.h"
#include "server/archive/routes.h"
#include "server/archive/text.h"
#include "server/archive/view.h"
#include "server/web/ask.h"
#include "server/web/chunked.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    PIECE_GAMES = 25,  /* searched for at once */
    GAMES_MAX = 100000 /* of one download */
};

typedef struct download {
    apo_app *app;
    apo_archive_query query;
    enum apo_archive_form form;
    unsigned count;
    int64_t piece_until_ms;        /* of the monotonic clock */
    char person[APO_STORE_ID_MAX]; /* the requester */
} download;

/* --- one game as a text -------------------------------------------------- */

static bool read_form(apo_http_request *req, enum apo_archive_form *out)
{
    apo_span text;
    *out = APO_ARCHIVE_PGN;
    if (!apo_http_query(req, "form", &text) || apo_span_is(text, "pgn"))
        return true;
    *out = APO_ARCHIVE_COURIER;
    return apo_span_is(text, "courier");
}

/* A record whose definition is lost is skipped. */
static void write_record(apo_buffer *out, apo_app *app, apo_store *store,
                         const apo_store_record *record, enum apo_archive_form form,
                         apo_span reader)
{
    apo_archive_remarks remarks;
    apo_archive_player players[APO_SIDES];
    apo_buffer site;
    size_t length = out->length;
    const apo_variant *var =
        apo_variant_map_variant(app->variants, store, record->variant, record->definition);
    if (var == NULL)
        return;
    apo_buffer_init(&site, NULL);
    if (record->kind != APO_RECORD_IMPORTED) {
        apo_buffer_add(&site, apo_http_url(app->http));
        apo_archive_write_url(&site, record);
    }
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_archive_player_of(&players[side], record, side, store);
    const apo_archive_labels labels = {players[APO_WHITE].name, players[APO_BLACK].name,
                                       site.length > 0 ? site.bytes : "", &remarks};
    apo_archive_remarks_read(&remarks, store, record, reader);
    if (apo_archive_write(out, form, var, record, &labels) != APO_OK && out->bytes != NULL) {
        out->length = length;
        out->bytes[length] = '\0';
    }
    apo_archive_remarks_clear(&remarks);
    apo_buffer_clear(&site);
}

static const char *file_header(enum apo_archive_form form)
{
    return form == APO_ARCHIVE_PGN ? "attachment; filename=\"apothecary.pgn\""
                                   : "attachment; filename=\"apothecary.txt\"";
}

static const char *file_type(enum apo_archive_form form)
{
    return form == APO_ARCHIVE_PGN ? "application/x-chess-pgn; charset=utf-8" : APO_HTTP_TEXT;
}

/* The text of one game is written by a worker: a long game takes some time. */
typedef struct single {
    apo_app *app;
    apo_http_request *req;
    apo_store *store; /* the worker's */
    apo_buffer out;
    enum apo_archive_form form;
    char id[APO_STORE_KEY_MAX];
    char person[APO_STORE_ID_MAX]; /* the requester */
} single;

static bool write_single(void *context, const apo_store_record *record)
{
    single *all = context;
    if (apo_store_may_see_record(all->store, record, apo_span_of(all->person)))
        write_record(&all->out, all->app, all->store, record, all->form,
                     apo_span_of(all->person));
    return false;
}

static void find_single(void *context, unsigned worker)
{
    single *all = context;
    all->store = all->app->worker_stores[worker];
    apo_store_find_record(all->store, apo_span_of(all->id), write_single, all);
}

static void reply_single(void *context, apo_status status)
{
    single *all = context;
    if (status != APO_OK) {
        apo_app_reply_busy(all->req, 1);
    } else if (all->out.length == 0) {
        apo_http_reply_error(all->req, 404, "not_found",
                             "There is no such game in the archive.");
    } else {
        apo_http_add_header(all->req, "Content-Disposition",
                            apo_span_of(file_header(all->form)));
        apo_http_reply_buffer(all->req, 200, file_type(all->form), &all->out);
    }
    apo_buffer_clear(&all->out);
    apo_free(NULL, all);
}

static void api_archive_text(apo_http_request *req, void *context)
{
    apo_app *app = context;
    enum apo_archive_form form;
    if (!read_form(req, &form)) {
        apo_reply_bad(req, "\"form\" is pgn or courier.");
        return;
    }
    single *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *all = (single){.app = app, .req = req, .form = form};
    apo_buffer_init(&all->out, NULL);
    apo_text_copy_span(all->id, sizeof all->id, apo_http_param(req, "id"));
    apo_text_copy_span(all->person, sizeof all->person, apo_archive_asker(app, req));
    apo_http_defer(req);
    if (!apo_workers_submit(app->workers, find_single, reply_single, all))
        reply_single(all, APO_E_FINISHED);
}

/* --- many games ---------------------------------------------------------- */

static void free_download(void *context)
{
    apo_free(NULL, context);
}

typedef struct chunk {
    download *job;
    apo_store *store;
    apo_buffer *out;
} chunk;

static bool add_record(void *context, const apo_store_record *record)
{
    chunk *all = context;
    write_record(all->out, all->job->app, all->store, record, all->job->form,
                 apo_span_of(all->job->person));
    all->job->count++;
    return apo_http_ticks_ms() < all->job->piece_until_ms;
}

static enum apo_chunked_state write_piece(void *context, apo_store *store, apo_buffer *out,
                                          int64_t until_ms)
{
    download *job = context;
    chunk all = {job, store, out};
    apo_archive_rest rest;
    job->piece_until_ms = until_ms;
    apo_status status =
        apo_archive_search(&rest, &job->query, store, PIECE_GAMES, add_record, &all);
    job->query.newest = rest.next;
    if (status != APO_OK)
        return APO_CHUNKED_BROKEN;
    return rest.has_more && job->count < GAMES_MAX ? APO_CHUNKED_MORE : APO_CHUNKED_END;
}

static void api_archive_download(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_error err = {.detail = ""};
    if (!apo_app_may(app, req, APO_LIMIT_DOWNLOADS, apo_http_remote_key(req)))
        return;
    download *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    apo_text_copy_span(job->person, sizeof job->person, apo_archive_asker(app, req));
    if (!read_form(req, &job->form)) {
        free_download(job);
        apo_reply_bad(req, "\"form\" is pgn or courier.");
    } else if (apo_archive_read_request(&job->query, app, req, &err) != APO_OK) {
        free_download(job);
        apo_reply_bad(req, err.detail);
    } else {
        const apo_chunked_source source = {write_piece, free_download, job};
        apo_chunked_reply(app, req, file_type(job->form), file_header(job->form), &source);
    }
}

const apo_http_route apo_api_download_routes[] = {
    {APO_HTTP_GET, "/api/archive/games/:id/text", api_archive_text, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A game of the archive as PGN or as Game Courier's list",
                   .answer = NULL, .query = "form?:'pgn'|'courier'")},
    {APO_HTTP_GET, "/api/archive/download", api_archive_download, APO_HTTP_COSTLY, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_PUBLIC, .summary = "All games that a search finds, in one text",
             .answer = NULL,
             .query =
                 "form?:'pgn'|'courier' player?:text opponent?:text variant?:text start?:text "
                 "result?:text "
                 "since?:text until?:text moves?:text fen?:text clock?:text rated?:text mine?:text "
                 "cursor?:text")},
    APO_ROUTES_END,
};
