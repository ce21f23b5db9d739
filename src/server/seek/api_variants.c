/* The games that can be played, their definitions and starts. */
#include "notation/fen.h"
#include "rules/rules/program_view.h"
#include "server/round/view.h"
#include "server/seek/game_setup.h"
#include "server/seek/routes.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/board_svg.h"
#include "server/web/route.h"
#include "server/web/start_weights.h"
#include "server/web/visitor.h"

/* The description of a game, offered or published. */
typedef struct outline {
    const char *id, *digest, *name, *inventor, *summary;
    unsigned files, ranks, rows, starts;
    unsigned start_name_count;
    const char *start_names[APO_START_NAMES_MAX];
    bool has_handicaps, has_advantage, is_own;
} outline;

static void outline_offered(outline *out, const apo_offered_game *game)
{
    const apo_synopsis *synopsis = &game->synopsis;
    *out = (outline){.id = game->id,
                     .digest = game->digest,
                     .name = synopsis->name,
                     .inventor = synopsis->inventor,
                     .summary = game->summary,
                     .files = synopsis->files,
                     .ranks = synopsis->ranks,
                     .rows = synopsis->rows,
                     .starts = synopsis->starts,
                     .start_name_count = synopsis->start_name_count,
                     .has_handicaps = synopsis->has_handicaps,
                     .has_advantage = synopsis->has_advantage,
                     .is_own = game->is_own};
    for (unsigned i = 0; i < synopsis->start_name_count; i++)
        out->start_names[i] = synopsis->start_names[i];
}

static void outline_compiled(outline *out, const apo_variant_entry *entry)
{
    const apo_variant_info *info = apo_variant_info_of(entry->var);
    const apo_geometry *geo = apo_variant_geometry(entry->var);
    *out = (outline){.id = entry->id,
                     .digest = entry->digest,
                     .name = info->name,
                     .inventor = info->inventor,
                     .summary = "",
                     .files = geo->files,
                     .ranks = apo_geometry_ranks(geo),
                     .rows = geo->rows,
                     .starts = info->start_count,
                     .start_name_count = info->start_name_count,
                     .has_handicaps = apo_variant_has_rule(entry->var, "handicap"),
                     .has_advantage = info->has_advantage,
                     .is_own = entry->is_own};
    for (unsigned i = 0; i < info->start_name_count; i++)
        out->start_names[i] = apo_variant_start_name(entry->var, i);
}

static void add_names(apo_buffer *out, const outline *game)
{
    apo_json_open(out, "start_names", '[');
    for (unsigned i = 0; i < game->start_name_count; i++)
        apo_json_add_string(out, NULL, game->start_names[i]);
    apo_json_close(out, ']');
}

/* Odds as they appear in requests (rules/rules/handicap.h); the page completes those with
 * squares. */
static void add_handicaps(apo_buffer *out, const outline *game)
{
    static const char *const pairs[][2] = {
        {"move:white", "White makes two moves first"},
        {"move:black", "Black's first turn is two moves"},
        {"pawn", "A pawn more"},
        {"bishop", "A bishop for two pawns"},
        {"rook", "A rook for two pawns, and a pawn of the opponent"},
    };
    apo_json_open(out, "handicaps", '[');
    for (size_t i = 0; game->has_handicaps && i < sizeof pairs / sizeof pairs[0]; i++) {
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "id", pairs[i][0]);
        apo_json_add_string(out, "name", pairs[i][1]);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void add_outline(apo_buffer *out, const outline *game)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "id", game->id);
    apo_json_add_string(out, "name", game->name);
    apo_json_add_string(out, "players_name", game->name);
    apo_json_add_string(out, "inventor", game->inventor);
    apo_json_add_number(out, "files", game->files);
    apo_json_add_number(out, "ranks", game->ranks);
    apo_json_add_number(out, "rows", game->rows);
    apo_json_add_number(out, "starts", game->starts);
    add_names(out, game);
    add_handicaps(out, game);
    apo_json_add_flag(out, "has_advantage", game->has_advantage);
    apo_json_add_string(out, "definition", game->digest);
    apo_json_add_flag(out, "is_own", game->is_own);
    apo_json_add_string(out, "summary", game->summary);
    apo_json_close(out, '}');
}

static void add_offered(apo_buffer *out, const apo_offered_game *game)
{
    outline said;
    outline_offered(&said, game);
    add_outline(out, &said);
}

static void api_variants(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '[');
    for (size_t i = 0; i < apo_variant_map_count(app->variants); i++)
        add_offered(&out, apo_variant_map_get(app->variants, i));
    apo_json_close(&out, ']');
    if (out.is_failed)
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
    else
        apo_http_reply_tagged(req, APO_HTTP_JSON, apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

static void api_variant(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span id = apo_http_param(req, "variant");
    const apo_offered_game *game = apo_variant_map_find_offered(app->variants, id);
    if (game == NULL && apo_await_game(app, req, id))
        return;
    const apo_variant_entry *entry =
        game == NULL ? apo_variant_map_find(app->variants, app->store, id) : NULL;
    apo_buffer out;
    outline said;
    if (game == NULL && entry == NULL) {
        apo_http_reply_error(req, 404, "not_found", "There is no such game here.");
        return;
    }
    if (game != NULL)
        outline_offered(&said, game);
    else
        outline_compiled(&said, entry);
    apo_buffer_init(&out, NULL);
    add_outline(&out, &said);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_definition(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span digest = apo_http_param(req, "digest");
    const apo_offered_game *game = apo_variant_map_find_digest(app->variants, digest);
    apo_buffer text;
    if (game != NULL) {
        apo_http_reply_immutable(req, APO_HTTP_TEXT, apo_buffer_span(&game->text));
        return;
    }
    apo_buffer_init(&text, NULL);
    apo_status status = apo_store_find_definition(app->store, &text, digest);
    if (status == APO_OK && !text.is_failed)
        apo_http_reply_immutable(req, APO_HTTP_TEXT, apo_buffer_span(&text));
    else if (status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is no such definition.");
    else
        apo_app_reply_failure(app, req, status);
    apo_buffer_clear(&text);
}

/* "number=17" or "number=random"; 0 is random, false: neither. */
static bool read_number(apo_http_request *req, uint32_t *out)
{
    apo_span text;
    *out = 1;
    if (!apo_http_query(req, "number", &text) || text.length == 0)
        return true;
    if (apo_span_is(text, "random")) {
        *out = 0;
        return true;
    }
    return apo_span_number(text, UINT32_MAX, out) && *out > 0;
}

/* Adds the start as a picture, for pages that have no rules. */
static void add_picture(apo_buffer *out, const apo_app *app, const apo_variant *var,
                        const apo_round_start *start)
{
    apo_position pos;
    apo_buffer svg;
    apo_buffer_init(&svg, NULL);
    if (apo_fen_read(&pos, var, apo_span_of(start->fen), NULL) == APO_OK)
        apo_board_svg(&svg, &pos, app->pictures);
    apo_json_add_text(out, "picture", apo_buffer_span(&svg));
    apo_buffer_clear(&svg);
}

static void api_start(apo_http_request *req, void *context)
{
    apo_app *app = context;
    if (apo_await_game(app, req, apo_http_param(req, "variant")))
        return;
    const apo_variant_entry *entry =
        apo_variant_map_find(app->variants, app->store, apo_http_param(req, "variant"));
    apo_round_start start = {.number = 0};
    apo_error err = {.detail = ""};
    apo_span name = {NULL, 0}, handicap = {NULL, 0}, picture;
    uint32_t number;
    apo_buffer out;
    if (entry == NULL) {
        apo_http_reply_error(req, 404, "not_found", "There is no such game here.");
        return;
    }
    apo_http_query(req, "name", &name);
    apo_http_query(req, "handicap", &handicap);
    if (!read_number(req, &number)) {
        apo_reply_bad(req, "\"number\" is a number or \"random\".");
        return;
    }
    if (number == 0)
        number = apo_start_weights_draw(app->variants, entry);
    if (apo_game_setup_choose_start(&start, entry->var, number, name, handicap, &err) !=
        APO_OK) {
        apo_reply_bad(req, err.detail);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "fen", start.fen);
    apo_json_add_number(&out, "number", start.number);
    apo_json_add_string(&out, "name", start.name);
    if (apo_http_query(req, "picture", &picture) && apo_span_is(picture, "yes"))
        add_picture(&out, app, entry->var, &start);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_variants_routes[] = {
    {APO_HTTP_GET, "/api/variants", api_variants, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "The games that can be played, the main ones first",
                   .answer = "[Variant]")},
    {APO_HTTP_GET, "/api/variants/:variant", api_variant, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "One game, also one that somebody has published",
                   .answer = "Variant")},
    {APO_HTTP_GET, "/api/variants/:variant/start", api_start, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A start of a game", .answer = "Start",
                   .query = "number?:text name?:text handicap?:text picture?:text")},
    {APO_HTTP_GET, "/api/definitions/:digest", api_definition,
     APO_HTTP_ANY_ORIGIN | APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "The text of a definition; never changes", .answer = NULL)},
    APO_ROUTES_END,
};
