/* The archive's API: games, one game, the explorer, statistics of starts. */
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "server/archive/books.h"
#include "server/archive/collection.h"
#include "server/archive/filter.h"
#include "server/archive/routes.h"
#include "server/archive/view.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

/* Sends the answer, or an error. */
static void reply(apo_app *app, apo_http_request *req, apo_status status, apo_buffer *out)
{
    if (status == APO_OK) {
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, out);
        return;
    }
    apo_buffer_clear(out);
    apo_app_reply_failure(app, req, status);
}

typedef struct listing {
    apo_buffer *out;
    apo_app *app;
} listing;

static bool add_record(void *context, const apo_store_record *record)
{
    const listing *all = context;
    apo_archive_view(all->out, NULL, record, all->app->variants, all->app->store, false);
    return true;
}

static void api_archive(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_archive_query query;
    apo_archive_rest rest;
    apo_error err = {.detail = ""};
    apo_buffer out;
    uint32_t limit = APO_ARCHIVE_PAGE;
    apo_span text;
    if (apo_http_query(req, "limit", &text) &&
        (!apo_span_number(text, APO_ARCHIVE_PAGE_MAX, &limit) || limit == 0)) {
        apo_reply_bad(req, "\"limit\" is a number from 1 to 200.");
        return;
    }
    if (apo_archive_read_request(&query, app, req, &err) != APO_OK) {
        apo_reply_bad(req, err.detail);
        return;
    }
    listing all = {&out, app};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "games", '[');
    apo_status status = apo_archive_search(&rest, &query, app->store, limit, add_record, &all);
    apo_json_close(&out, ']');
    if (status == APO_OK && rest.has_more)
        apo_json_add_number(&out, "cursor", rest.next);
    else
        apo_json_add_null(&out, "cursor");
    apo_json_close(&out, '}');
    reply(app, req, status, &out);
}

typedef struct looking {
    apo_buffer *out;
    apo_app *app;
    apo_span person; /* the requester */
    bool is_hidden;  /* it belongs to somebody else's collection */
} looking;

static bool view_record(void *context, const apo_store_record *record)
{
    looking *all = context;
    all->is_hidden = !apo_store_may_see_record(all->app->store, record, all->person);
    if (!all->is_hidden)
        apo_archive_view(all->out, NULL, record, all->app->variants, all->app->store, true);
    return true;
}

static void api_archive_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    looking all = {&out, app, apo_archive_asker(app, req), false};
    apo_buffer_init(&out, NULL);
    apo_status status =
        apo_store_find_record(app->store, apo_http_param(req, "id"), view_record, &all);
    if (status == APO_OK && !all.is_hidden) {
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
        return;
    }
    apo_buffer_clear(&out);
    if (status == APO_OK || status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is no such game in the archive.");
    else
        apo_app_reply_failure(app, req, status);
}

/* --- the explorer -------------------------------------------------------- */

typedef struct exploring {
    apo_buffer *out;
    const apo_position *pos;
    apo_store_stats sum;
} exploring;

/* Adds the move in SAN too, if it is legal. Very rarely it is not: then another position has
 * the same key. */
static bool add_line(void *context, apo_span move, const apo_store_stats *stats)
{
    exploring *all = context;
    apo_move mv;
    char buf[APO_SAN_MAX];
    apo_text san = apo_text_start(buf, sizeof buf);
    if (apo_coordinate_read(&mv, all->pos, move, NULL) != APO_OK)
        return true;
    apo_san_write(&san, all->pos, &mv);
    apo_json_open(all->out, NULL, '{');
    apo_json_add_text(all->out, "move", move);
    apo_json_add_text(all->out, "san", apo_text_span(&san));
    apo_archive_view_stats(all->out, stats);
    apo_json_close(all->out, '}');
    all->sum.games += stats->games;
    all->sum.plies += stats->plies;
    for (unsigned i = 0; i < APO_STORE_RESULTS; i++)
        all->sum.results[i] += stats->results[i];
    return true;
}

/* Adds the moves of the engine's book, best first. There are none if the server's game has
 * other rules than the book's. */
static void add_book(apo_buffer *out, const apo_app *app, const apo_variant_entry *entry,
                     const apo_position *pos)
{
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    const apo_book *book = apo_books_find(app->books, entry);
    unsigned count = book != NULL ? apo_book_moves(book, pos, moves) : 0;
    apo_json_open(out, "book", '[');
    for (unsigned i = 0; i < count; i++)
        apo_book_add_json(out, pos, &moves[i]);
    apo_json_close(out, ']');
}

/* The position of a request: fen, or number and name of a start. False: answered. */
static bool read_position(apo_http_request *req, const apo_variant *var, apo_position *out)
{
    apo_span fen = {NULL, 0}, name = {NULL, 0}, number = {NULL, 0};
    apo_error err = {.detail = "this game has no such start"}, said;
    uint32_t value = 1;
    apo_http_query(req, "name", &name);
    if (apo_http_query(req, "fen", &fen) && fen.length > 0) {
        if (apo_fen_read(out, var, fen, &err) == APO_OK)
            return true;
    } else if ((!apo_http_query(req, "number", &number) ||
                apo_span_number(number, UINT32_MAX, &value)) &&
               apo_archive_find_start(out, var, name, value) == APO_OK) {
        return true;
    }
    apo_fail_because(&said, APO_E_POSITION, "The position cannot be read: %s.", err.detail);
    apo_http_reply_error(req, 422, "bad_request", said.detail);
    return false;
}

static const apo_variant_entry *find_entry(apo_app *app, apo_http_request *req)
{
    apo_span variant = {NULL, 0};
    apo_http_query(req, "variant", &variant);
    const apo_variant_entry *entry = apo_variant_map_find(app->variants, app->store, variant);
    if (entry == NULL)
        apo_http_reply_error(req, 404, "not_found", "There is no such game here.");
    return entry;
}

static void api_explorer(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_position pos;
    apo_buffer out;
    apo_span mine = {NULL, 0};
    const apo_variant_entry *entry = find_entry(app, req);
    if (entry == NULL || !read_position(req, entry->var, &pos))
        return;
    char collection[APO_STORE_ID_MAX] = "";
    apo_text text = apo_text_start(collection, sizeof collection);
    if (apo_http_query(req, "mine", &mine) && apo_span_is(mine, "yes"))
        apo_text_add_span(&text, apo_archive_asker(app, req));
    int64_t tag = apo_archive_tag(collection, APO_TAG_POSITION, apo_span_of(entry->id),
                                  apo_span_of(""), apo_position_key(&pos));
    exploring all = {.out = &out, .pos = &pos};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "moves", '[');
    apo_status status = apo_store_list_lines(app->store, tag, add_line, &all);
    apo_json_close(&out, ']');
    apo_archive_view_stats(&out, &all.sum);
    add_book(&out, app, entry, &pos);
    apo_json_close(&out, '}');
    reply(app, req, status, &out);
}

/* --- starts -------------------------------------------------------------- */

static bool add_start(void *context, apo_span name, int64_t number,
                      const apo_store_stats *stats)
{
    apo_buffer *out = context;
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "name", name);
    if (number > 0)
        apo_json_add_number(out, "number", number);
    else
        apo_json_add_null(out, "number");
    apo_archive_view_stats(out, stats);
    apo_json_close(out, '}');
    return true;
}

static bool add_length(void *context, int64_t tens, int64_t games)
{
    apo_buffer *out = context;
    apo_json_open(out, NULL, '[');
    apo_json_add_number(out, NULL, tens * 10);
    apo_json_add_number(out, NULL, games);
    apo_json_close(out, ']');
    return true;
}

static void api_starts(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    unsigned kinds;
    const apo_variant_entry *entry = find_entry(app, req);
    if (entry == NULL)
        return;
    if (!apo_archive_read_kinds(&kinds, req)) {
        apo_reply_bad(req, "\"kind\" is people, computer, imported or all.");
        return;
    }
    apo_span variant = apo_span_of(entry->id);
    apo_store_stats sum = {.games = 0};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_status status = apo_store_find_stats(app->store, &sum, variant, kinds);
    apo_archive_view_stats(&out, &sum);
    apo_json_open(&out, "lengths", '[');
    if (status == APO_OK)
        status = apo_store_list_lengths(app->store, variant, kinds, add_length, &out);
    apo_json_close(&out, ']');
    apo_json_open(&out, "starts", '[');
    if (status == APO_OK)
        status = apo_store_list_starts(app->store, variant, kinds, add_start, &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    reply(app, req, status, &out);
}

const apo_http_route apo_api_archive_routes[] = {
    {APO_HTTP_GET, "/api/archive", api_archive, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_PUBLIC, .summary = "Finished games, the newest first",
             .answer = "{games:[ArchiveGame] cursor:int|null}",
             .query =
                 "player?:text opponent?:text variant?:text start?:text result?:text since?:text "
                 "until?:text moves?:text fen?:text clock?:text rated?:text mine?:text "
                 "cursor?:text limit?:int")},
    {APO_HTTP_GET, "/api/archive/games/:id", api_archive_game, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A game of the archive, with its moves",
                   .answer = "ArchiveGame")},
    {APO_HTTP_GET, "/api/archive/explorer", api_explorer, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What has been played in a position",
                   .answer = "Explorer",
                   .query = "variant:text fen?:text name?:text number?:int mine?:text")},
    {APO_HTTP_GET, "/api/archive/starts", api_starts, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "How the games from each start went",
                   .answer = "StartStatistics", .query = "variant:text kind?:text")},
    APO_ROUTES_END,
};
