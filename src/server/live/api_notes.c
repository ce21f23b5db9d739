/* A player's private material for a game: notes, an analysis, conditional lines. Nobody else
 * can read it. Versions prevent two windows from silently overwriting each other's work. */
#include "game/line_tree.h"
#include "notation/fen.h"
#include "server/live/enter.h"
#include "server/live/lines.h"
#include "server/live/routes.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/game_notes.h"

enum {
    TEXT_MAX = APO_LINE_TEXT_MAX /* bytes of any of them */
};

static const char *const kinds[] = {"note", "analysis", "lines"};

enum {
    KINDS = sizeof kinds / sizeof kinds[0]
};

/* The side of the visitor; APO_NOBODY: the request has been answered. */
static unsigned own_side(apo_app *app, apo_http_request *req, const apo_round *round)
{
    unsigned side = apo_enter_side(app, req, round);
    if (side == APO_NOBODY)
        apo_http_reply_error(req, 403, "forbidden", "You do not play in this game.");
    return side;
}

static void add_sheet(apo_buffer *out, apo_app *app, const apo_round *round, unsigned side,
                      const char *kind)
{
    apo_store_sheet sheet;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_store_find_sheet(app->store, &sheet, &text, apo_span_of(round->id), side, kind);
    apo_json_open(out, kind, '{');
    apo_json_add_number(out, "version", sheet.version);
    apo_json_add_text(out, "text", apo_buffer_span(&text));
    apo_json_close(out, '}');
    out->is_failed = out->is_failed || text.is_failed;
    apo_buffer_clear(&text);
}

static void api_notes(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_live_game *game = apo_enter_asked(app, req, api_notes);
    if (game == NULL)
        return;
    unsigned side = own_side(app, req, apo_live_game_round(game));
    if (side == APO_NOBODY)
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    for (size_t i = 0; i < KINDS; i++)
        add_sheet(&out, app, apo_live_game_round(game), side, kinds[i]);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- storing ------------------------------------------------------------- */

typedef struct storing {
    apo_app *app;
    apo_http_request *req;
    int64_t version; /* the new version */
} storing;

static void reply_conflict(apo_http_request *req)
{
    apo_http_reply_error(req, 409, "conflict",
                         "Another window has saved something else in the meantime.");
}

static void finish(void *context, apo_status status)
{
    storing job = *(storing *)context;
    apo_free(NULL, context);
    if (status == APO_OK)
        apo_reply_version(job.req, job.version);
    else if (status == APO_E_UNKNOWN)
        reply_conflict(job.req);
    else
        apo_app_reply_failure(job.app, job.req, status);
}

/* Stores through the live game, so that lines and moves are stored in order. */
static void store(apo_app *app, apo_http_request *req, apo_live_game *game,
                  const apo_store_sheet *sheet, apo_span text)
{
    apo_act nothing;
    storing *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (storing){app, req, sheet->version + 1};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_put_sheet(batch, sheet, text);
    apo_act_start(&nothing, apo_live_game_round(game), sheet->side, sheet->changed_ms,
                  apo_span_of(""));
    apo_http_defer(req);
    apo_live_game_commit(game, &nothing, batch, finish, job);
}

/* Reads the sheet to be stored; false: the request has been answered. */
static bool read_setup(apo_store_sheet *out, apo_span *text, apo_http_request *req,
                       const apo_ask *ask)
{
    apo_span kind = {NULL, 0};
    int64_t version;
    apo_json_in_text(apo_json_in_member(ask->body, "kind"), &kind);
    if (apo_span_index(kind, kinds, KINDS) == KINDS ||
        !apo_json_in_number(apo_json_in_member(ask->body, "version"), 0, INT32_MAX, &version) ||
        !apo_json_in_text(apo_json_in_member(ask->body, "text"), text)) {
        apo_reply_bad(
            req, "\"kind\" is note, analysis or lines; \"version\" is the one this follows; "
                 "\"text\" is required.");
        return false;
    }
    if (text->length > TEXT_MAX) {
        apo_http_reply_error(req, 422, "bad_request", "This text is too long.");
        return false;
    }
    apo_text kind_text = apo_text_start(out->kind, sizeof out->kind);
    apo_text key = apo_text_start(out->key, sizeof out->key);
    apo_text_add_span(&kind_text, kind);
    apo_text_add_span(&key, ask->key);
    out->version = version;
    out->changed_ms = apo_http_wall_clock_ms();
    return true;
}

/* --- lines ---------------------------------------------------------------- */

/* A change of a sheet. The text of lines is checked by a worker. */
typedef struct change {
    apo_ask ask;
    apo_app *app;
    apo_store_sheet sheet;
    apo_span text;
    apo_position start; /* of the game */
    size_t played;      /* moves */
    apo_status status;  /* of the check */
} change;

static void end(change *job)
{
    apo_ask_end(&job->ask);
    apo_free(NULL, job);
}

static void put(change *job, apo_live_game *game)
{
    apo_store_sheet old;
    const apo_round *round = apo_live_game_round(game);
    apo_store_find_sheet(job->app->store, &old, NULL, apo_span_of(round->id), job->sheet.side,
                         job->sheet.kind);
    if (apo_span_is(job->ask.key, old.key))
        apo_reply_version(job->ask.req, old.version); /* sent again */
    else if (old.version != job->sheet.version)
        reply_conflict(job->ask.req);
    else
        store(job->app, job->ask.req, game, &job->sheet, job->text);
    end(job);
}

/* Called after the check. Others may have changed the game meanwhile, which does no harm. */
static void enter_again(void *context)
{
    change *job = context;
    apo_live_game *game;
    apo_status status = apo_live_find(job->app->live, &game, apo_span_of(job->sheet.game));
    if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->ask.req, status);
        end(job);
    } else if (apo_live_game_enter(game, enter_again, job)) {
        put(job, game);
    }
}

static void refuse_lines(apo_http_request *req, apo_status status)
{
    if (status == APO_E_AMBIGUOUS)
        apo_http_reply_error(req, 422, "bad_request",
                             "These lines have two answers of yours in one position.");
    else if (status == APO_E_ILLEGAL)
        apo_http_reply_error(req, 422, "illegal_move",
                             "A move of these lines cannot be played there.");
    else
        apo_http_reply_error(req, 422, "bad_request", "These lines cannot be read.");
}

/* In a worker's thread. */
static void check(void *context, unsigned worker)
{
    change *job = context;
    (void)worker;
    job->status = apo_lines_check(&job->start, job->played, job->sheet.side, job->text);
}

static void checked(void *context, apo_status status)
{
    change *job = context;
    if (status == APO_OK && job->status == APO_OK) {
        enter_again(job);
        return;
    }
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->ask.req, status);
    else
        refuse_lines(job->ask.req, job->status);
    end(job);
}

static void submit_check(change *job, const apo_round *round)
{
    apo_status status =
        apo_fen_read(&job->start, round->var, apo_span_of(round->start.fen), NULL);
    job->played = round->ply_count;
    apo_http_defer(job->ask.req);
    if (status == APO_OK && apo_workers_submit(job->app->workers, check, checked, job))
        return;
    if (status == APO_OK)
        apo_app_reply_busy(job->ask.req, 1);
    else
        apo_app_reply_failure(job->app, job->ask.req, status);
    end(job);
}

static void start(change *job, apo_live_game *game)
{
    const apo_round *round = apo_live_game_round(game);
    job->sheet.side = own_side(job->app, job->ask.req, round);
    if (job->sheet.side == APO_NOBODY ||
        !read_setup(&job->sheet, &job->text, job->ask.req, &job->ask)) {
        end(job);
        return;
    }
    apo_text id = apo_text_start(job->sheet.game, sizeof job->sheet.game);
    apo_text_add(&id, round->id);
    if (apo_span_is(apo_span_of(job->sheet.kind), "lines"))
        submit_check(job, round);
    else
        put(job, game);
}

static void api_notes_put(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_live_game *game = apo_enter_asked(app, req, api_notes_put);
    if (game == NULL)
        return;
    change *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    } else if (!apo_ask_start(&job->ask, req, "key kind version text")) {
        apo_free(NULL, job);
    } else {
        job->app = app;
        start(job, game);
    }
}

enum {
    NOTES_BODY = 128 * 1024 /* a text of 48 kB, with room for JSON escapes */
};

#define SHEET "{version:int text:text}"

const apo_http_route apo_api_notes_routes[] = {
    {APO_HTTP_GET, "/api/games/:id/desk", api_notes, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Your notes, analysis and conditional lines of a game",
                   .answer = "{note:" SHEET " analysis:" SHEET " lines:" SHEET "}")},
    {APO_HTTP_POST, "/api/games/:id/desk", api_notes_put, 0, NOTES_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Stores one of them",
                   .answer = "{version:int}",
                   .body = "kind:'note'|'analysis'|'lines' version:int text:text")},
    APO_ROUTES_END,
};
