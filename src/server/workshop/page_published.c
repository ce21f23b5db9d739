/* The pages of published games, and the gallery. They compile nothing: the description of the
 * rules was stored when the game was published. */
#include "base/text.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/piece_words.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "server/workshop/page.h"
#include "server/workshop/routes.h"
#include "server/workshop/view.h"

enum {
    VERSIONS_SHOWN = 100,
    REMIXES_SHOWN = 12,
    PAGE = 24
};

typedef struct page {
    apo_app *app;
    apo_http_request *req;
    const apo_i18n *i18n;
    apo_fill *fill;
    apo_store_published game;
    apo_store_person author;
    unsigned count;
    char last[APO_STORE_VARIANT_MAX];
} page;

static void fill_url(apo_fill *fill, const char *name, const apo_store_published *game,
                     const apo_store_person *author)
{
    apo_buffer url;
    apo_buffer_init(&url, NULL);
    apo_published_add_url(&url, game, author);
    apo_fill_text(fill, name, apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

/* --- the rules ----------------------------------------------------------- */

static void fill_pieces(const page *all)
{
    apo_buffer pieces;
    apo_buffer_init(&pieces, NULL);
    apo_store_find_pieces(all->app->store, &pieces, apo_span_of(all->game.variant),
                          all->game.version);
    unsigned types = apo_piece_words_fill(all->fill, all->i18n, apo_buffer_span(&pieces));
    for (unsigned i = 0; i < types; i++)
        apo_fill_row(all->fill, "types");
    apo_buffer_clear(&pieces);
}

/* --- versions, remixes --------------------------------------------------- */

static void fill_date(apo_fill *row, const char *name, const page *all, int64_t at_ms)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_zones_add_date(&text, all->i18n, apo_visitor_zone(apo_visitor_of(all->app, all->req)),
                       at_ms);
    apo_fill_text(row, name, apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static bool add_version(void *context, const apo_store_published *version)
{
    const page *all = context;
    apo_fill *row = apo_fill_row(all->fill, "versions");
    apo_fill_number(row, "version", version->version);
    apo_fill_flag(row, "is_shown", version->version == all->game.version);
    fill_date(row, "date", all, version->at_ms);
    return true;
}

static bool add_remix(void *context, const apo_store_published *remix)
{
    page *all = context;
    apo_store_person author = {.name = ""};
    if (all->count++ == 0)
        apo_fill_flag(all->fill, "has_remixes", true);
    apo_fill *row = apo_fill_row(all->fill, "remixes");
    apo_store_find_person(all->app->store, &author, apo_span_of(remix->author));
    apo_fill_string(row, "name", remix->name);
    apo_person_fill_name(row, "by", all->i18n, author.name);
    fill_url(row, "url", remix, &author);
    return true;
}

/* Credit for the game that this one was made from. */
static void fill_credit(const page *all)
{
    apo_variant_outline outline;
    apo_store_published from;
    apo_store_person author = {.name = ""};
    if (all->game.remix[0] == '\0')
        return;
    apo_fill_string(all->fill, "remix", all->game.remix);
    apo_fill_string(
        all->fill, "remix_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, all->game.remix));
    if (!outline.is_published ||
        apo_store_find_published(all->app->store, &from, apo_span_of(all->game.remix)) !=
            APO_OK)
        return;
    apo_store_find_person(all->app->store, &author, apo_span_of(from.author));
    apo_person_fill_name(all->fill, "remix_author", all->i18n, author.name);
    apo_fill_number(all->fill, "remix_version", all->game.remix_version);
}

/* --- the page ------------------------------------------------------------ */

static void fill_game(const page *all)
{
    const apo_store_published *game = &all->game;
    apo_fill *fill = all->fill;
    apo_fill_flag(fill, "is_published", true);
    apo_fill_string(fill, "variant", game->variant);
    apo_fill_string(fill, "variant_name", game->name);
    apo_fill_string(fill, "own_definition", game->definition);
    apo_fill_number(fill, "starts", game->starts);
    apo_fill_number(fill, "files", game->files);
    apo_fill_number(fill, "ranks", game->ranks);
    apo_fill_number(fill, "games", game->games);
    apo_fill_number(fill, "version", game->version);
    apo_fill_flag(fill, "is_latest", game->version == game->latest);
    apo_fill_flag(fill, "may_play",
                  game->version == game->latest && game->hidden == APO_STORE_SHOWN);
    apo_fill_flag(fill, "is_hidden", game->hidden != APO_STORE_SHOWN);
    apo_fill_flag(fill, "is_moderated", game->hidden == APO_STORE_HIDDEN_BY_MODERATOR);
    apo_fill_flag(fill, "is_author", apo_published_is_own(all->app, all->req, game));
    apo_fill_flag(fill, "has_pieces", true);
    apo_fill_string(fill, "game_id", game->id);
    apo_person_fill_name(fill, "by", all->i18n, all->author.name);
    apo_fill_string(fill, "author", all->author.name);
    apo_fill_flag(fill, "has_author", all->author.is_account);
    apo_person_fill_report(fill, all->app->store, apo_visitor_account_id(all->app, all->req),
                           game->author);
    fill_url(fill, "game_url", game, &all->author);
}

static void reply_page(page *all)
{
    apo_store *store = all->app->store;
    apo_span variant = apo_span_of(all->game.variant);
    all->fill = apo_fill_new();
    all->i18n = apo_i18n_for(all->app, all->req);
    fill_game(all);
    fill_pieces(all);
    fill_credit(all);
    apo_store_list_versions(store, variant, VERSIONS_SHOWN, add_version, all);
    apo_store_list_remixes(store, variant, REMIXES_SHOWN, add_remix, all);
    apo_pages_reply(all->app, all->req, 200, "rules-game", all->game.name, all->fill);
}

static void reply_none(apo_app *app, apo_http_request *req)
{
    apo_pages_reply_error(req, 404, "There is no such game here.", app);
}

/* Only authors may see hidden games. */
static bool may_see(const page *all)
{
    return all->game.hidden == APO_STORE_SHOWN ||
           apo_published_is_own(all->app, all->req, &all->game);
}

static void page_game(apo_http_request *req, void *context)
{
    page all = {.app = context, .req = req};
    apo_span number = {NULL, 0};
    uint32_t version;
    if (!apo_published_asked(all.app, req, &all.game, &all.author) || !may_see(&all) ||
        (apo_http_query(req, "version", &number) &&
         (!apo_span_number(number, UINT32_MAX, &version) ||
          apo_store_find_version(all.app->store, &all.game, apo_span_of(all.game.variant),
                                 version) != APO_OK)))
        reply_none(all.app, req);
    else
        reply_page(&all);
}

void apo_published_reply_page(apo_app *app, apo_http_request *req, apo_span variant)
{
    page all = {.app = app, .req = req};
    apo_buffer url;
    if (apo_store_find_published(app->store, &all.game, variant) != APO_OK || !may_see(&all) ||
        apo_store_find_person(app->store, &all.author, apo_span_of(all.game.author)) !=
            APO_OK) {
        reply_none(app, req);
        return;
    }
    if (!all.author.is_account) {
        reply_page(&all);
        return;
    }
    apo_buffer_init(&url, NULL);
    apo_published_add_url(&url, &all.game, &all.author);
    apo_http_redirect(req, apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

/* --- the gallery --------------------------------------------------------- */

static bool add_card(void *context, const apo_store_published *game)
{
    page *all = context;
    apo_store_person author = {.name = ""};
    if (all->count++ == PAGE)
        return false;
    apo_text_copy(all->last, sizeof all->last, game->variant);
    if (apo_person_is_hidden(all->app->store, apo_visitor_account_id(all->app, all->req),
                             game->author))
        return true;
    apo_fill *row = apo_fill_row(all->fill, "published");
    apo_store_find_person(all->app->store, &author, apo_span_of(game->author));
    apo_fill_string(row, "id", game->variant);
    apo_fill_string(row, "name", game->name);
    apo_fill_string(row, "own_definition", game->definition);
    apo_fill_number(row, "files", game->files);
    apo_fill_number(row, "ranks", game->ranks);
    apo_fill_number(row, "games", game->games);
    apo_person_fill_name(row, "by", all->i18n, author.name);
    fill_url(row, "url", game, &author);
    return true;
}

static void page_gallery(apo_http_request *req, void *context)
{
    apo_published_query query;
    page all = {.app = context, .req = req, .fill = apo_fill_new()};
    all.i18n = apo_i18n_for(all.app, req);
    apo_published_read_query(&query, all.app, req);
    apo_fill_flag(all.fill, "is_by_games", query.filter.is_by_games);
    apo_fill_string(all.fill, "search", query.search);
    apo_fill_string(all.fill, "order", query.filter.is_by_games ? "played" : "newest");
    apo_store_list_published(all.app->store, &query.filter, PAGE + 1, add_card, &all);
    if (all.count > PAGE)
        apo_fill_string(all.fill, "next", all.last);
    apo_pages_reply(all.app, req, 200, "workshop-games", APO_T("Games that people have made"),
                    all.fill);
}

const apo_http_route apo_page_published_routes[] = {
    {APO_HTTP_GET, "/@/:name/games/:id", page_game, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/workshop/games", page_gallery, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
