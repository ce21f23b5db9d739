/* The list of tournaments, and the form for a new one. */
#include "server/round/view.h"
#include "server/tournament/guests.h"
#include "server/tournament/routes.h"
#include "server/tournament/veil.h"
#include "server/tournament/view.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "store/series.h"

enum {
    LIST_MAX = 50,
    OWN_MAX = 20
};

static const int64_t second_ms = 1000;

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    const char *zone; /* of the viewer */
    apo_fill *fill;
    apo_span person;
    bool is_entered;  /* by the viewer: none is left out */
    const char *name; /* of the list */
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

static void fill_buffer(apo_fill *fill, const char *name, apo_buffer *text)
{
    apo_fill_text(fill, name, apo_buffer_span(text));
    apo_buffer_clear(text);
}

static void fill_row(apo_fill *row, const listing *all, const apo_store_tournament *tournament,
                     const apo_tournament_plan *plan)
{
    apo_buffer words;
    apo_variant_outline game;
    apo_buffer_init(&words, NULL);
    apo_fill_string(row, "id", tournament->id);
    apo_fill_string(row, "name", tournament->name);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&game, all->app->variants, all->app->store, tournament->variant));
    apo_tournament_plan_words(&words, all->i18n, plan);
    fill_buffer(row, "system", &words);
    apo_view_clock_words(&words, all->i18n, &plan->clock);
    fill_buffer(row, "clock", &words);
    apo_fill_number(row, "count", tournament->entry_count);
    apo_fill_number(row, "most", plan->players_max);
    apo_fill_number(row, "round", tournament->round);
    apo_fill_number(row, "rounds", plan->rounds);
    apo_fill_flag(row, "has_rounds", plan->rounds > 0);
    apo_fill_flag(row, "is_open", tournament->state == APO_STORE_TOURNAMENT_OPEN);
    apo_fill_flag(row, "is_running", tournament->state == APO_STORE_TOURNAMENT_RUNNING);
    apo_fill_flag(row, "is_over", tournament->state == APO_STORE_TOURNAMENT_OVER);
    apo_fill_flag(row, "is_cancelled", tournament->state == APO_STORE_TOURNAMENT_CANCELLED);
    apo_zones_add_date(&words, all->i18n, all->zone,
                       tournament->state == APO_STORE_TOURNAMENT_OPEN
                           ? (int64_t)plan->closes_s * second_ms
                           : tournament->changed_ms);
    fill_buffer(row, "when", &words);
}

static bool add_row(void *context, const apo_store_tournament *tournament)
{
    listing *all = context;
    apo_tournament_plan plan;
    apo_store_tournament shown = *tournament;
    const apo_tournament_reader reader = {all->app->store, all->i18n, all->person};
    if (all->count++ == LIST_MAX)
        return false;
    apo_text_copy(all->last, sizeof all->last, tournament->id);
    bool is_hidden = apo_tournament_veil_row(&shown, &reader);
    if ((all->is_entered || !is_hidden) &&
        apo_tournament_plan_read(&plan, apo_span_of(tournament->options)) == APO_OK)
        fill_row(apo_fill_row(all->fill, all->name), all, &shown, &plan);
    return true;
}

/* One of the lists of a page; "next_<name>" is its next page. */
static void fill_list(apo_app *app, const listing *from, enum apo_store_tournament_state state,
                      const char *name, const char *next)
{
    listing all = *from;
    all.name = name;
    apo_store_list_tournaments(app->store, state, NULL, LIST_MAX + 1, add_row, &all);
    apo_fill_string(all.fill, next, all.count > LIST_MAX ? all.last : "");
}

/* Older ones of a state: a page of their own. */
static bool reply_older(apo_app *app, apo_http_request *req, const listing *from)
{
    apo_span state_word, cursor;
    apo_store_tournament before;
    if (!apo_http_query(req, "before", &cursor) || !apo_http_query(req, "state", &state_word))
        return false;
    if (apo_store_find_tournament(app->store, &before, cursor) != APO_OK)
        return false;
    listing all = *from;
    all.name = "older";
    apo_store_list_tournaments(app->store, before.state, &before, LIST_MAX + 1, add_row, &all);
    apo_fill_flag(all.fill, "is_older", true);
    apo_fill_string(all.fill, "state", apo_tournament_state_word(before.state));
    apo_fill_string(all.fill, "next_older", all.count > LIST_MAX ? all.last : "");
    apo_pages_reply(app, req, 200, "tournaments", "Tournaments", all.fill);
    return true;
}

static void page_tournaments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    listing all = {.app = app,
                   .i18n = apo_i18n_for(app, req),
                   .zone = apo_visitor_zone(visitor),
                   .fill = apo_fill_new(),
                   .person = apo_visitor_account_id(app, req)};
    if (reply_older(app, req, &all))
        return;
    if (apo_visitor_is_account(visitor)) {
        listing own = all;
        own.name = "own";
        own.is_entered = true;
        apo_store_list_own_tournaments(app->store, apo_visitor_id(visitor), OWN_MAX, add_row,
                                       &own);
    }
    apo_tournament_fill_calls(all.fill, app, req);
    fill_list(app, &all, APO_STORE_TOURNAMENT_OPEN, "open", "next_open");
    fill_list(app, &all, APO_STORE_TOURNAMENT_RUNNING, "running", "next_running");
    fill_list(app, &all, APO_STORE_TOURNAMENT_OVER, "over", "next_over");
    apo_pages_reply(app, req, 200, "tournaments", "Tournaments", all.fill);
}

/* Adds a game to the form's list, if there is such a game. */
static void add_variant(apo_fill *fill, const apo_app *app, apo_span id, apo_span chosen)
{
    apo_variant_outline game;
    if (!apo_variant_outline_of(&game, app->variants, app->store, id))
        return;
    apo_fill *row = apo_fill_row(fill, "variants");
    apo_fill_text(row, "id", id);
    apo_fill_string(row, "name", game.name);
    apo_fill_number(row, "starts", game.starts);
    apo_fill_flag(row, "is_chosen", apo_span_same(id, chosen));
}

typedef struct series_choice {
    apo_fill *fill;
    apo_span chosen;
} series_choice;

static bool add_series(void *context, const apo_store_series *row)
{
    const series_choice *all = context;
    apo_fill *fill = apo_fill_row(all->fill, "series");
    apo_fill_string(fill, "id", row->id);
    apo_fill_string(fill, "name", row->name);
    apo_fill_flag(fill, "is_chosen", apo_span_is(all->chosen, row->id));
    apo_fill_flag(all->fill, "has_series", true);
    return true;
}

/* The visitor's own series. */
static void fill_series(apo_fill *fill, apo_app *app, const apo_http_request *req,
                        const apo_visitor *visitor)
{
    series_choice all = {.fill = fill, .chosen = apo_span_of("")};
    apo_http_query(req, "series", &all.chosen);
    apo_store_list_series(app->store, apo_visitor_id(visitor), LIST_MAX, add_series, &all);
}

static void page_tournament_new(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/tournaments/new");
    if (visitor == NULL)
        return;
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_fill *fill = apo_fill_new();
    apo_span chosen = {NULL, 0};
    apo_http_query(req, "variant", &chosen);
    for (size_t i = 0; i < apo_variant_map_count(app->variants); i++)
        add_variant(fill, app, apo_span_of(apo_variant_map_get(app->variants, i)->id), chosen);
    if (apo_variant_map_find_offered(app->variants, chosen) == NULL)
        add_variant(fill, app, chosen, chosen);
    fill_series(fill, app, req, visitor);
    for (unsigned i = 0; i < APO_TOURNAMENT_BREAKS; i++) {
        apo_fill *row = apo_fill_row(fill, "breaks");
        apo_fill_string(row, "word", apo_tournament_break_word((enum apo_tournament_break)i));
        apo_fill_string(row, "words",
                        apo_tournament_plan_break(i18n, (enum apo_tournament_break)i));
    }
    apo_pages_reply(app, req, 200, "tournament-new", "Announce a tournament", fill);
}

const apo_http_route apo_page_tournaments_routes[] = {
    {APO_HTTP_GET, "/tournaments", page_tournaments, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/tournaments/new", page_tournament_new, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
