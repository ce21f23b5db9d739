/* The pages of one game: the game, and the join page of a secret link. */
#include <limits.h>

#include "server/live/enter.h"
#include "server/live/link.h"
#include "server/live/rating.h"
#include "server/live/routes.h"
#include "server/web/board_svg.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/secret_link.h"
#include "server/web/visitor.h"
#include "store/notices.h"

/* The live game, entered; NULL: answered, or the handler will be called again. */
static apo_live_game *enter(apo_app *app, apo_http_request *req, apo_http_handler *handler,
                            apo_span id)
{
    apo_live_game *game;
    apo_status status = apo_enter_table(&game, app, req, handler, id);
    if (status == APO_OK)
        return game;
    if (status == APO_E_UNKNOWN)
        apo_pages_reply_error(req, 404, "There is no game at this address.", app);
    else
        apo_pages_reply_error(req, 500, "This game cannot be shown just now.", app);
    return NULL;
}

/* --- filling in ---------------------------------------------------------- */

typedef void write_words(apo_buffer *out, const apo_i18n *i18n, const apo_round *round);

static void fill_words(apo_fill *fill, const char *name, write_words *fn, const apo_i18n *i18n,
                       const apo_round *round)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    fn(&text, i18n, round);
    apo_fill_text(fill, name, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static void write_start(apo_buffer *out, const apo_i18n *i18n, const apo_round *round)
{
    apo_view_start_words(out, i18n, &round->start);
}

static void write_clock(apo_buffer *out, const apo_i18n *i18n, const apo_round *round)
{
    apo_view_clock_words(out, i18n, &round->start.controls[APO_WHITE]);
}

/* Writes whose move it is, or the result, from the view of the player of `side`. */
static void write_status(apo_buffer *out, const apo_i18n *i18n, const apo_round *round,
                         unsigned side)
{
    if (round->state == APO_ROUND_WAITING)
        apo_buffer_add(out, apo_tr(i18n, "Waiting for an opponent"));
    else if (round->state == APO_ROUND_PLAYING && (unsigned)apo_round_turn(round) == side)
        apo_buffer_add(out, apo_tr(i18n, "Your move."));
    else if (round->state == APO_ROUND_PLAYING)
        apo_buffer_add(out, apo_tr(i18n, apo_round_turn(round) == APO_WHITE ? "White to move"
                                                                            : "Black to move"));
    else
        apo_view_result_words(out, i18n, round, side);
}

static void fill_status(apo_fill *fill, const apo_i18n *i18n, const apo_round *round,
                        unsigned side)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    write_status(&words, i18n, round, side);
    apo_fill_text(fill, "status_words", apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

/* True if help is fair: in an unrated game against the computer. */
static bool may_help(const apo_round *round, unsigned side)
{
    return side != APO_NOBODY && round->state == APO_ROUND_PLAYING &&
           !apo_round_is_rated(round) && round->seats[side ^ 1U].kind == APO_SEAT_COMPUTER;
}

/* The page of a player who has an account. */
static void fill_url(apo_fill *fill, unsigned side, const apo_view_player *player)
{
    apo_buffer url;
    apo_buffer_init(&url, NULL);
    apo_buffer_add(&url, "/@/");
    apo_buffer_add(&url, player->name);
    if (player->is_account)
        apo_fill_text(fill, side == APO_WHITE ? "white_url" : "black_url",
                      apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

static void fill_rating(apo_fill *fill, const char *name, const apo_app *app,
                        const apo_round *round, unsigned side)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    apo_rating_write(&words, app->store, round, side, apo_http_wall_clock_ms());
    apo_fill_text(fill, name, apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

static void fill_name(apo_fill *fill, const char *name, const apo_i18n *i18n,
                      const apo_seat *seat, const apo_view_player *player)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    if (seat->kind == APO_SEAT_COMPUTER)
        apo_tr_fill(&text, apo_tr(i18n, "Computer, level {level}"),
                    APO_GAPS(APO_GAP_NUMBER("level", seat->level)));
    else if (seat->kind == APO_SEAT_PERSON)
        apo_person_add_name(&text, i18n, player->name);
    apo_fill_text(fill, name, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

/* The moves in rows of two. A double turn, or a start with Black to move, makes shorter
 * rows. */
static void fill_moves(apo_fill *fill, const apo_round *round)
{
    apo_fill *row = NULL;
    int64_t number = 0;
    for (size_t i = 0; i < round->ply_count; i++) {
        bool is_white = round->plies[i].by == APO_WHITE;
        if (row == NULL || is_white) {
            row = apo_fill_row(fill, "moves");
            apo_fill_number(row, "number", ++number);
        }
        apo_fill_string(row, is_white ? "white" : "black", round->plies[i].san);
        if (!is_white)
            row = NULL;
    }
}

static void fill_json(apo_fill *fill, const apo_app *app, const apo_i18n *i18n,
                      const apo_live_game *game, unsigned side)
{
    apo_buffer json;
    char link[APO_LINK_MAX];
    apo_link_of(link, app, game, side);
    apo_fill_flag(fill, "has_link", link[0] != '\0');
    apo_buffer_init(&json, NULL);
    const apo_view_reader reader = {i18n, side, link};
    apo_view_game(&json, apo_live_game_round(game), apo_live_game_players(game), &reader,
                  apo_http_wall_clock_ms());
    apo_fill_text(fill, "game_json", apo_buffer_span(&json));
    apo_buffer_clear(&json);
}

static void fill_game(apo_fill *fill, const apo_app *app, const apo_i18n *i18n,
                      const apo_live_game *game, unsigned side)
{
    const apo_round *round = apo_live_game_round(game);
    const apo_view_player *players = apo_live_game_players(game);
    const apo_geometry *geo = apo_variant_geometry(round->var);
    apo_fill_string(fill, "id", round->id);
    apo_fill_string(fill, "variant", round->start.variant);
    apo_fill_string(fill, "variant_name", apo_variant_info_of(round->var)->name);
    /* The pages have the rules of built-in games. */
    const apo_offered_game *offered =
        apo_variant_map_find_digest(app->variants, apo_span_of(round->start.definition));
    apo_fill_string(fill, "own_definition",
                    offered != NULL && !offered->is_own ? "" : round->start.definition);
    apo_fill_number(fill, "files", geo->files);
    apo_fill_number(fill, "rows", geo->rows);
    fill_url(fill, APO_WHITE, &players[APO_WHITE]);
    fill_url(fill, APO_BLACK, &players[APO_BLACK]);
    fill_rating(fill, "white_rating", app, round, APO_WHITE);
    fill_rating(fill, "black_rating", app, round, APO_BLACK);
    fill_name(fill, "white_name", i18n, &round->seats[APO_WHITE], &players[APO_WHITE]);
    fill_name(fill, "black_name", i18n, &round->seats[APO_BLACK], &players[APO_BLACK]);
    fill_words(fill, "start_words", write_start, i18n, round);
    fill_words(fill, "clock_words", write_clock, i18n, round);
    apo_fill_flag(fill, "is_rated", apo_round_is_rated(round));
    apo_fill_flag(fill, "is_too_short", round->start.is_rated && !apo_round_is_rated(round));
    apo_fill_string(fill, "tournament", round->start.tournament);
    fill_status(fill, i18n, round, side);
    apo_fill_flag(fill, "is_over", round->state == APO_ROUND_FINISHED);
    apo_fill_flag(fill, "may_help", may_help(round, side));
    apo_board_fill(fill, app, apo_game_position(round->game));
    fill_moves(fill, round);
    fill_json(fill, app, i18n, game, side);
}

/* Viewing a game marks its notices as read. */
static void mark_read(apo_app *app, const apo_visitor *visitor, const char *game)
{
    if (apo_store_count_notices(app->store, apo_visitor_id(visitor), UINT_MAX) == 0)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_notices_about(batch, visitor->person.id, game, apo_http_wall_clock_ms());
    apo_store_submit(app->store, batch, NULL, NULL);
}

static void page_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_live_game *game = enter(app, req, page_game, apo_http_param(req, "id"));
    if (game == NULL)
        return;
    apo_fill *fill = apo_fill_new();
    const apo_round *round = apo_live_game_round(game);
    if (apo_enter_side(app, req, round) != APO_NOBODY)
        mark_read(app, apo_visitor_of(app, req), round->id);
    fill_game(fill, app, apo_i18n_for(app, req), game, apo_enter_side(app, req, round));
    apo_pages_reply(app, req, 200, "game", apo_variant_info_of(round->var)->name, fill);
}

/* --- lines and notes ----------------------------------------------------- */

/* Only the players of a game have notes. */
static void page_notes(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_live_game *game = enter(app, req, page_notes, apo_http_param(req, "id"));
    if (game == NULL)
        return;
    const apo_round *round = apo_live_game_round(game);
    if (apo_enter_side(app, req, round) == APO_NOBODY) {
        apo_pages_reply_error(req, 403, "You do not play in this game.", app);
        return;
    }
    apo_fill *fill = apo_fill_new();
    const apo_geometry *geo = apo_variant_geometry(round->var);
    apo_fill_string(fill, "id", round->id);
    apo_fill_string(fill, "variant_name", apo_variant_info_of(round->var)->name);
    apo_fill_number(fill, "files", geo->files);
    apo_fill_number(fill, "rows", geo->rows);
    apo_pages_reply(app, req, 200, "notes", "Lines and notes", fill);
}

/* --- invitations --------------------------------------------------------- */

static void fill_join(apo_fill *fill, apo_app *app, apo_http_request *req,
                      const apo_live_game *game)
{
    const apo_i18n *i18n = apo_i18n_for(app, req);
    const apo_round *round = apo_live_game_round(game);
    const char *digest = apo_live_game_row(game)->definition;
    apo_span own;
    unsigned open = round->seats[APO_WHITE].kind == APO_SEAT_OPEN ? APO_WHITE : APO_BLACK;
    apo_fill_string(fill, "id", round->id);
    apo_fill_text(fill, "secret", apo_secret_link_sent(req));
    apo_fill_string(fill, "variant", round->start.variant);
    apo_fill_string(fill, "variant_name", apo_variant_info_of(round->var)->name);
    apo_fill_string(fill, "own_definition",
                    apo_variant_map_text(app->variants, digest, &own) ? digest : "");
    apo_fill_number(fill, "number", round->start.number);
    apo_fill_string(fill, "fen", round->start.fen);
    apo_person_fill_name(fill, "by", i18n, apo_live_game_players(game)[open ^ 1U].name);
    apo_fill_string(fill, "color", apo_tr(i18n, open == APO_WHITE ? "White" : "Black"));
    apo_fill_flag(fill, "is_black", open == APO_BLACK);
    apo_fill_flag(fill, "is_open", round->state == APO_ROUND_WAITING);
    apo_fill_flag(fill, "is_rated", round->start.is_rated);
    fill_words(fill, "start", write_start, i18n, round);
    fill_words(fill, "clock", write_clock, i18n, round);
}

/* A player of the game is redirected to it. */
static void show_invitation(apo_app *app, apo_http_request *req, const apo_live_game *game)
{
    const apo_round *round = apo_live_game_round(game);
    if (apo_enter_side(app, req, round) != APO_NOBODY) {
        apo_buffer target;
        apo_buffer_init(&target, NULL);
        apo_buffer_add(&target, "/game/");
        apo_buffer_add(&target, round->id);
        apo_http_redirect(req, apo_buffer_span(&target));
        apo_buffer_clear(&target);
        return;
    }
    apo_fill *fill = apo_fill_new();
    fill_join(fill, app, req, game);
    apo_pages_reply(app, req, 200, "join", APO_T("Invitation"), fill);
}

static void page_join(apo_http_request *req, void *context)
{
    apo_secret_link_reply(context, req, APO_T("Invitation"));
}

static void page_join_old(apo_http_request *req, void *context)
{
    (void)context;
    apo_secret_link_move(req, "/join");
}

static void form_join(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_game row;
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_token_digest(digest, apo_secret_link_sent(req));
    if (apo_store_find_secret(app->store, &row, apo_span_of(digest)) != APO_OK) {
        apo_pages_reply_error(req, 404, "There is no such invitation.", app);
        return;
    }
    apo_live_game *game = enter(app, req, form_join, apo_span_of(row.id));
    if (game != NULL)
        show_invitation(app, req, game);
}

const apo_http_route apo_page_game_routes[] = {
    {APO_HTTP_GET, "/game/:id", page_game, 0, 0, NULL},
    {APO_HTTP_GET, "/game/:id/desk", page_notes, 0, 0, NULL},
    {APO_HTTP_GET, "/join", page_join, 0, 0, NULL},
    {APO_HTTP_POST, "/join", form_join, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/join/:secret", page_join_old, 0, 0, NULL},
    APO_ROUTES_END,
};
