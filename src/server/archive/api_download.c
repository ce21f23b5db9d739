/* Downloads of the archive: one game, or all that a search finds. Many games are written in small pieces, so
 * that nobody waits for them, and no faster than they are taken. */
#include "server/archive/text.h"
#include "server/archive/view.h"
#include "server/archive/wish.h"
#include "server/site/api.h"
#include "server/site/page.h"

enum {
    PIECE_GAMES = 25, /* looked for at once */
    PIECE_MS = 6,     /* of work; other requests come between */
    PAUSE_MS = 18,    /* so that a download takes a quarter of the loop's time at most */
    WAITING_MAX = 128 * 1024, /* bytes that the client has not taken yet */
    STALLED_MS = 60000,       /* and none of them for so long: it is gone */
    GAMES_MAX = 100000        /* of one download */
};

typedef struct download {
    apo_app *app;
    apo_http_stream *stream;
    apo_http_timer *timer;
    apo_archive_query query;
    enum apo_archive_form form;
    unsigned count;
    int64_t piece_until_ms, moved_ms; /* of the clock that does not go back */
    size_t waiting;
} download;

/* --- one game as a text --- */

static bool read_form(apo_http_request *req, enum apo_archive_form *out)
{
    apo_span text;
    *out = APO_ARCHIVE_PGN;
    if (!apo_http_query(req, "form", &text) || apo_span_is(text, "pgn"))
        return true;
    *out = APO_ARCHIVE_COURIER;
    return apo_span_is(text, "courier");
}

/* A record whose definition is lost is passed over. */
static void write_record(apo_buffer *out, apo_app *app, const apo_store_record *record,
                         enum apo_archive_form form)
{
    apo_archive_player players[APO_SIDES];
    apo_buffer site;
    size_t length = out->length;
    const apo_variant *var =
        apo_catalog_variant(app->catalog, app->store, record->variant, record->definition);
    if (var == NULL)
        return;
    apo_buffer_init(&site, NULL);
    if (record->kind != APO_RECORD_IMPORTED) {
        apo_buffer_add(&site, apo_http_url(app->http));
        apo_archive_write_url(&site, record);
    }
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_archive_player_of(&players[side], record, side, app->store);
    const apo_archive_labels labels = {players[APO_WHITE].name, players[APO_BLACK].name,
                                       site.length > 0 ? site.bytes : ""};
    if (apo_archive_write(out, form, var, record, &labels) != APO_OK && out->bytes != NULL) {
        out->length = length;
        out->bytes[length] = '\0';
    }
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

typedef struct single {
    apo_app *app;
    apo_buffer *out;
    enum apo_archive_form form;
    apo_span person;
} single;

static bool write_single(void *context, const apo_store_record *record)
{
    const single *all = context;
    if (record->shelf[0] == '\0' || apo_span_is(all->person, record->shelf))
        write_record(all->out, all->app, record, all->form);
    return false;
}

void apo_api_archive_text(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    single all = {app, &out, APO_ARCHIVE_PGN, apo_archive_asker(app, req)};
    if (!read_form(req, &all.form)) {
        apo_reply_bad(req, "\"form\" is pgn or courier.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_store_find_record(app->store, apo_http_param(req, "id"), write_single, &all);
    if (out.length == 0) {
        apo_buffer_clear(&out);
        apo_http_reply_error(req, 404, "not_found", "There is no such game in the archive.");
        return;
    }
    apo_http_add_header(req, "Content-Disposition", apo_span_of(file_header(all.form)));
    apo_http_reply_buffer(req, 200, file_type(all.form), &out);
}

/* --- many games --- */

static void free_download(download *job)
{
    apo_http_timer_free(job->timer);
    apo_free(NULL, job);
}

/* The client went away. */
static void drop(void *context)
{
    free_download(context);
}

static void finish(download *job)
{
    apo_http_stream_close(job->stream);
    free_download(job);
}

typedef struct piece {
    download *job;
    apo_buffer out;
} piece;

static bool add_record(void *context, const apo_store_record *record)
{
    piece *all = context;
    write_record(&all->out, all->job->app, record, all->job->form);
    all->job->count++;
    return apo_http_ticks_ms() < all->job->piece_until_ms;
}

/* Writes a piece; false: that was the last one. */
static bool write_piece(download *job)
{
    piece all = {.job = job};
    apo_archive_rest rest;
    apo_buffer_init(&all.out, NULL);
    job->piece_until_ms = apo_http_ticks_ms() + PIECE_MS;
    apo_status status =
        apo_archive_search(&rest, &job->query, job->app->store, PIECE_GAMES, add_record, &all);
    if (!all.out.is_failed)
        apo_http_download_send(job->stream, apo_buffer_span(&all.out));
    bool has_more =
        status == APO_OK && rest.has_more && !all.out.is_failed && job->count < GAMES_MAX;
    apo_buffer_clear(&all.out);
    job->query.newest = rest.next;
    return has_more;
}

/* True if the client has taken nothing for too long. */
static bool is_stalled(download *job)
{
    size_t waiting = apo_http_download_waiting(job->stream);
    int64_t now_ms = apo_http_ticks_ms();
    if (waiting != job->waiting)
        job->moved_ms = now_ms;
    job->waiting = waiting;
    return waiting > WAITING_MAX && now_ms - job->moved_ms > STALLED_MS;
}

static void go_on(void *context)
{
    download *job = context;
    if (is_stalled(job) || (job->waiting <= WAITING_MAX && !write_piece(job)))
        finish(job);
    else
        apo_http_timer_set(job->timer, PAUSE_MS);
}

static void begin(download *job, apo_http_request *req)
{
    apo_http_add_header(req, "Content-Disposition", apo_span_of(file_header(job->form)));
    job->stream = apo_http_download_open(req, file_type(job->form), drop, job);
    if (job->stream == NULL) {
        free_download(job);
        return;
    }
    job->moved_ms = apo_http_ticks_ms();
    apo_http_timer_set(job->timer, 1);
}

void apo_api_archive_download(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_error err = {.detail = ""};
    enum apo_archive_form form;
    if (!apo_app_may(app, req, APO_LIMIT_DOWNLOADS, apo_http_remote_key(req)))
        return;
    download *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || apo_http_timer_new(&job->timer, app->http, go_on, job) != APO_OK) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    if (!read_form(req, &form)) {
        free_download(job);
        apo_reply_bad(req, "\"form\" is pgn or courier.");
    } else if (apo_archive_read_request(&job->query, app, req, &err) != APO_OK) {
        free_download(job);
        apo_reply_bad(req, err.detail);
    } else {
        job->form = form;
        begin(job, req);
    }
}
