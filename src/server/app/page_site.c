/* The general pages of the site. */
#include "server/account/lessons.h"
#include "server/app/own_games.h"
#include "server/app/routes.h"
#include "server/invite/view.h"
#include "server/tournament/guests.h"
#include "server/web/board_svg.h"
#include "server/web/game_summary.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/piece_words.h"
#include "server/web/route.h"
#include "server/workshop/page.h"
#include "store/mail.h"

enum {
    OPEN_MAX = 30,
    MINE_MAX = 12, /* of the visitor's own games; a separate page has them all */
    DAY_MS = 24 * 3600 * 1000
};

static void fill_variant(apo_fill *row, const apo_i18n *i18n, const apo_offered_game *game)
{
    const apo_synopsis *synopsis = &game->synopsis;
    apo_fill_string(row, "id", game->id);
    apo_fill_string(row, "name", synopsis->name);
    apo_fill_string(row, "summary", apo_tr(i18n, game->summary));
    apo_fill_string(row, "own_definition", game->is_own ? game->digest : "");
    apo_fill_number(row, "files", synopsis->files);
    apo_fill_number(row, "ranks", synopsis->ranks);
    apo_fill_number(row, "rows", synopsis->rows);
    apo_fill_number(row, "starts", synopsis->starts);
}

static void fill_variants(apo_fill *fill, apo_app *app, apo_http_request *req)
{
    const apo_i18n *i18n = apo_i18n_for(app, req);
    for (size_t i = 0; i < apo_variant_map_count(app->variants); i++)
        fill_variant(apo_fill_row(fill, "variants"), i18n,
                     apo_variant_map_get(app->variants, i));
}

/* The main games with a picture of their first start, so that the page needs no rules. */
static void fill_main_variants(apo_fill *fill, apo_app *app, apo_http_request *req)
{
    for (size_t i = 0; i < apo_variant_map_main_count(app->variants); i++) {
        apo_position pos;
        const apo_offered_game *game = apo_variant_map_get(app->variants, i);
        const apo_variant *var =
            apo_variant_map_variant(app->variants, app->store, game->id, game->digest);
        apo_fill *row = apo_fill_row(fill, "variants");
        fill_variant(row, apo_i18n_for(app, req), game);
        if (var != NULL && apo_position_start(&pos, var, 0, 1) == APO_OK)
            apo_board_fill(row, app, &pos);
    }
}

typedef struct listing {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
} listing;

static void fill_words(apo_fill *row, const apo_i18n *i18n, const apo_game_summary *summary)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_view_start_words(&text, i18n, &summary->start);
    apo_fill_text(row, "start", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_view_clock_words(&text, i18n, &summary->start.controls[APO_WHITE]);
    apo_fill_text(row, "clock", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static bool add_open(void *context, const apo_store_game *game)
{
    const listing *all = context;
    apo_game_summary summary;
    apo_store_person person = {.name = ""};
    if (apo_game_summary_read(&summary, game) != APO_OK)
        return true;
    apo_variant_outline outline;
    apo_fill *row = apo_fill_row(all->fill, "open");
    bool is_white_open = summary.seats[APO_WHITE].kind == APO_SEAT_OPEN;
    apo_store_find_person(all->app->store, &person,
                          apo_span_of(game->seats[is_white_open ? APO_BLACK : APO_WHITE]));
    apo_fill_string(row, "id", game->id);
    apo_person_label title;
    apo_person_entitle_row(&title, all->i18n, &person);
    apo_fill_string(row, "by", title.name);
    apo_fill_string(row, "by_url", title.url);
    apo_fill_string(row, "variant", game->variant);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, game->variant));
    apo_fill_string(row, "color", apo_tr(all->i18n, is_white_open ? "White" : "Black"));
    apo_fill_flag(row, "is_rated", summary.start.is_rated);
    fill_words(row, all->i18n, &summary);
    return true;
}

/* The visitor's own games, those in which it is their turn first. */
static void fill_mine(const listing *lobby, apo_http_request *req)
{
    apo_store *store = lobby->app->store;
    const apo_visitor *visitor = apo_visitor_of(lobby->app, req);
    apo_own_games mine = {.app = lobby->app,
                          .fill = lobby->fill,
                          .i18n = lobby->i18n,
                          .group = "mine",
                          .limit = MINE_MAX,
                          .now_ms = apo_http_wall_clock_ms()};
    if (visitor == NULL || !visitor->is_known)
        return;
    mine.person = apo_visitor_id(visitor);
    apo_store_list_turn(store, mine.person, apo_span_of(""), MINE_MAX, apo_own_games_add,
                        &mine);
    if (mine.count < MINE_MAX)
        apo_store_list_others(store, mine.person, apo_span_of(""), MINE_MAX - mine.count,
                              apo_own_games_add, &mine);
    apo_fill_flag(lobby->fill, "has_mine", mine.count > 0);
}

static void page_lobby(apo_http_request *req, void *context)
{
    apo_app *app = context;
    listing all = {app, apo_fill_new(), apo_i18n_for(app, req)};
    fill_main_variants(all.fill, app, req);
    apo_store_list_games(app->store, APO_STORE_LIST_OPEN, OPEN_MAX, add_open, &all);
    fill_mine(&all, req);
    apo_invite_fill_lobby(all.fill, app, req);
    apo_tournament_fill_calls(all.fill, app, req);
    apo_pages_reply(app, req, 200, "lobby", "Play", all.fill);
}

/* The game asked for, if it is a published one, which the list does not have. */
static void fill_asked_variant(apo_fill *fill, apo_app *app, const apo_http_request *req)
{
    apo_span variant = {NULL, 0};
    apo_variant_outline outline;
    apo_http_query(req, "variant", &variant);
    if (!apo_variant_outline_of(&outline, app->variants, app->store, variant) ||
        !outline.is_published)
        return;
    apo_fill *row = apo_fill_row(fill, "variants");
    apo_fill_text(row, "id", variant);
    apo_fill_string(row, "name", outline.name);
    apo_fill_string(row, "own_definition", outline.own_definition);
}

/* A page with a choice of games. */
static void reply_with_games(apo_http_request *req, apo_app *app, const char *page,
                             const char *title)
{
    apo_fill *fill = apo_fill_new();
    fill_variants(fill, app, req);
    fill_asked_variant(fill, app, req);
    apo_pages_reply(app, req, 200, page, title, fill);
}

static void page_analysis(apo_http_request *req, void *context)
{
    reply_with_games(req, context, "analysis", APO_T("Analysis"));
}

/* A game against the computer in the browser; the page's script does everything. */
static void page_solo(apo_http_request *req, void *context)
{
    reply_with_games(req, context, "solo", APO_T("Play without a network"));
}

static void page_editor(apo_http_request *req, void *context)
{
    reply_with_games(req, context, "editor", APO_T("Position editor"));
}

static void page_workshop(apo_http_request *req, void *context)
{
    reply_with_games(req, context, "workshop", APO_T("Workshop"));
}

static void page_rules(apo_http_request *req, void *context)
{
    reply_with_games(req, context, "rules", APO_T("Rules"));
}

/* A game's rules, generated from its document at build time. False: not available in this
 * language; NULL is English. */
static bool fill_rules_text(apo_fill *fill, const apo_app *app, const char *id,
                            const char *language)
{
    apo_buffer name, text;
    apo_buffer_init(&name, NULL);
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&name, "rules/");
    if (language != NULL) {
        apo_buffer_add(&name, language);
        apo_buffer_add(&name, "/");
    }
    apo_buffer_add(&name, id);
    apo_buffer_add(&name, ".html");
    bool is_read =
        !name.is_failed && apo_http_asset_read(app->http, name.bytes, &text) == APO_OK;
    if (is_read)
        apo_fill_text(fill, "text", apo_buffer_span(&text));
    apo_buffer_clear(&name);
    apo_buffer_clear(&text);
    return is_read;
}

static void fill_pieces(apo_fill *fill, const apo_i18n *i18n, const apo_variant_entry *entry)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    (void)apo_piece_words_write(&words, entry->var, apo_buffer_span(&entry->text));
    apo_piece_words_fill(fill, i18n, apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

/* Space for the piece diagrams until their script has loaded: a board, and a button for each
 * type. */
static void fill_sizes(apo_fill *fill, const apo_variant *var)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_fill_number(fill, "files", geo->files);
    apo_fill_number(fill, "ranks", apo_geometry_ranks(geo));
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        apo_fill_row(fill, "types");
}

static void page_rules_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span id = apo_http_param(req, "variant");
    if (apo_variant_map_find_offered(app->variants, id) == NULL) {
        apo_published_reply_page(app, req, id);
        return;
    }
    const apo_variant_entry *entry = apo_variant_map_find(app->variants, app->store, id);
    if (entry == NULL) {
        apo_pages_reply_error(req, 503, "The server is out of memory.", app);
        return;
    }
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "variant", entry->id);
    apo_fill_string(fill, "variant_name", apo_variant_info_of(entry->var)->name);
    apo_fill_string(fill, "own_definition", entry->is_own ? entry->digest : "");
    apo_fill_number(fill, "starts", apo_variant_info_of(entry->var)->start_count);
    fill_sizes(fill, entry->var);
    const char *language = apo_i18n_language(apo_i18n_for(app, req));
    if (entry->is_own || !(fill_rules_text(fill, app, entry->id, language) ||
                           fill_rules_text(fill, app, entry->id, NULL))) {
        apo_fill_flag(fill, "has_pieces", true);
        fill_pieces(fill, apo_i18n_for(app, req), entry);
    }
    apo_pages_reply(app, req, 200, "rules-game", apo_variant_info_of(entry->var)->name, fill);
}

/* The lessons of all games. */
static void page_learn(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_fill *fill = apo_fill_new();
    fill_variants(fill, app, req);
    apo_fill_flag(fill, "is_index", true);
    apo_pages_reply(app, req, 200, "learn", "Learn", fill);
}

/* How far the account has come in the lessons of a game; nothing for guests. */
static void fill_reached(apo_fill *fill, apo_app *app, apo_http_request *req, apo_span variant)
{
    apo_span person = apo_visitor_account_id(app, req);
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (person.length > 0)
        apo_lessons_write(&out, app->store, person, variant);
    apo_fill_text(fill, "reached", apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

/* The lessons of one game, or one of them if `lesson` is not empty; the page's script makes
 * them. */
static void reply_lessons(apo_http_request *req, apo_app *app, apo_span lesson)
{
    apo_span variant = apo_http_param(req, "variant");
    apo_variant_outline outline;
    if (!apo_variant_outline_of(&outline, app->variants, app->store, variant)) {
        apo_pages_reply_error(req, 404, "There is no such game here.", app);
        return;
    }
    apo_fill *fill = apo_fill_new();
    apo_fill_flag(fill, "is_game", lesson.length == 0);
    apo_fill_flag(fill, "is_lesson", lesson.length > 0);
    apo_fill_text(fill, "lesson", lesson);
    apo_fill_text(fill, "variant", variant);
    apo_fill_string(fill, "variant_name", outline.name);
    apo_fill_string(fill, "own_definition", outline.own_definition);
    apo_fill_number(fill, "files", outline.files);
    apo_fill_number(fill, "rows", outline.rows);
    fill_reached(fill, app, req, variant);
    apo_pages_reply(app, req, 200, "learn", "Learn", fill);
}

static void page_lessons(apo_http_request *req, void *context)
{
    reply_lessons(req, context, (apo_span){NULL, 0});
}

static void page_lesson(apo_http_request *req, void *context)
{
    reply_lessons(req, context, apo_http_param(req, "lesson"));
}

/* The artists of the pieces: a table generated by the build. */
static void fill_credits(apo_fill *fill, const apo_app *app)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    if (apo_http_asset_read(app->http, "credits.html", &text) == APO_OK)
        apo_fill_text(fill, "credits", apo_buffer_span(&text));
    apo_buffer_clear(&text);
}

static void page_about(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_fill *fill = apo_fill_new();
    fill_credits(fill, app);
    apo_pages_reply(app, req, 200, "about", "About", fill);
}

static void page_translate(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_fill *fill = apo_fill_new();
    apo_languages_fill_progress(app, fill);
    apo_pages_reply(app, req, 200, "translate", "Translating", fill);
}

/* The texts of one language, with their translations and where they appear. */
static void page_translate_texts(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_fill *fill = apo_fill_new();
    if (!apo_languages_fill_texts(app, apo_http_param(req, "language"), fill)) {
        apo_fill_free(fill);
        apo_pages_reply_error(req, 404, "There is no such language here.", app);
        return;
    }
    apo_http_allow_frames(req);
    apo_pages_reply(app, req, 200, "translate-texts", "Translating", fill);
}

/* What the browser shows offline for a page that it has not cached. */
static void page_offline(apo_http_request *req, void *context)
{
    apo_pages_reply(context, req, 200, "offline", "You are offline", apo_fill_new());
}

/* Served at the root, so that it may handle all pages. */
static void offline_worker(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_reply_asset(req, "app/offline-worker.js");
}

/* A page with a form, which leads to the page "next" when it is sent. */
static void reply_form(apo_http_request *req, apo_app *app, const char *page, const char *title)
{
    apo_fill *fill = apo_fill_new();
    apo_span next = {NULL, 0};
    apo_http_query(req, "next", &next);
    apo_fill_text(fill, "next", next);
    apo_pages_reply(app, req, 200, page, title, fill);
}

static void page_login(apo_http_request *req, void *context)
{
    reply_form(req, context, "login", APO_T("Log in"));
}

static void page_register(apo_http_request *req, void *context)
{
    reply_form(req, context, "register", APO_T("Create an account"));
}

/* --- the account --------------------------------------------------------- */

/* A browser's name in two words. */
static const char *browser_of(const char *agent)
{
    static const char *const pairs[][2] = {
        {"Firefox", "Firefox"}, {"Edg/", "Edge"}, {"Chrome", "Chrome"},
        {"Safari", "Safari"},   {"curl", "curl"}, {"Python", APO_T("A program")},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        size_t length = apo_span_of(pairs[i][0]).length;
        for (apo_span rest = apo_span_of(agent); rest.length >= length;
             rest = apo_span_part(rest, 1, rest.length)) {
            if (apo_span_starts_with(rest, pairs[i][0]))
                return pairs[i][1];
        }
    }
    return APO_T("A browser");
}

typedef struct session_list {
    apo_fill *fill;
    const apo_i18n *i18n;
    const char *digest;
    int64_t now_ms;
    bool has_others;
} session_list;

static bool add_session(void *context, const apo_store_session *session)
{
    session_list *all = context;
    apo_fill *row = apo_fill_row(all->fill, "sessions");
    apo_buffer words;
    int64_t days = (all->now_ms - session->created_ms) / DAY_MS;
    apo_buffer_init(&words, NULL);
    const char *form = days < 1 ? apo_tr(all->i18n, "{browser}, since today")
                                : apo_tr_plural(all->i18n, "{browser}, for {n} day",
                                                "{browser}, for {n} days", days);
    const char *browser = apo_tr(all->i18n, browser_of(session->agent));
    apo_tr_fill(&words, form,
                APO_GAPS(APO_GAP_TEXT("browser", browser), APO_GAP_NUMBER("n", days)));
    apo_fill_text(row, "words", apo_buffer_span(&words));
    apo_fill_text(row, "id", apo_span_part(apo_span_of(session->digest), 0, APO_SESSION_ID));
    bool is_current = apo_span_is(apo_span_of(session->digest), all->digest);
    apo_fill_flag(row, "is_current", is_current);
    all->has_others = all->has_others || !is_current;
    apo_buffer_clear(&words);
    return true;
}

static void page_account(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account");
    if (visitor == NULL)
        return;
    session_list all = {apo_fill_new(), apo_i18n_for(app, req), visitor->digest,
                        apo_http_wall_clock_ms(), false};
    apo_store_list_sessions(app->store, apo_visitor_id(visitor), add_session, &all);
    apo_store_mailbox box;
    apo_fill_flag(all.fill, "has_others", all.has_others);
    apo_fill_flag(all.fill, "is_refused",
                  apo_store_find_mailbox(app->store, &box, apo_visitor_id(visitor)) == APO_OK &&
                      box.refused_ms > 0);
    apo_pages_reply(app, req, 200, "account", "Account", all.fill);
}

const apo_http_route apo_page_site_routes[] = {
    {APO_HTTP_GET, "/editor", page_editor, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/", page_lobby, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/analysis", page_analysis, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/solo", page_solo, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/workshop", page_workshop, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/learn", page_learn, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/learn/:variant", page_lessons, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/learn/:variant/:lesson", page_lesson, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/rules", page_rules, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/rules/:variant", page_rules_game, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/about", page_about, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/offline", page_offline, 0, 0, NULL},
    {APO_HTTP_GET, "/offline-worker.js", offline_worker, 0, 0, NULL},
    {APO_HTTP_GET, "/translate", page_translate, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/translate/:language", page_translate_texts, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/login", page_login, 0, 0, NULL},
    {APO_HTTP_GET, "/register", page_register, 0, 0, NULL},
    {APO_HTTP_GET, "/account", page_account, 0, 0, NULL},
    APO_ROUTES_END,
};
