/* The best players of each game and clock, and players found by name. */
#include <math.h>

#include "base/text.h"
#include "server/account/routes.h"
#include "server/account/season.h"
#include "server/live/rating.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/people.h"

enum {
    SHOWN_MAX = 100,
    READ_MAX = 400, /* provisional ratings are left out */
    NAMES_MAX = 50
};

static const char *const clocks[] = {"live", "days", "none"};

enum {
    CLOCKS = sizeof clocks / sizeof clocks[0]
};

typedef struct listing {
    apo_app *app;
    apo_buffer *out; /* JSON; or NULL */
    apo_fill *fill;
    int64_t now_ms;
    unsigned count;
    unsigned names;                /* of the directory */
    char last[APO_STORE_NAME_MAX]; /* of them */
} listing;

/* A line of the present list, or of a past season's. */
static void add_line(listing *all, const apo_store_person *person, const apo_glicko *rating,
                     unsigned games)
{
    if (all->out != NULL) {
        apo_json_open(all->out, NULL, '{');
        apo_json_add_number(all->out, "place", all->count);
        apo_json_add_string(all->out, "name", person->name);
        apo_json_add_number(all->out, "rating", lround(rating->rating));
        apo_json_add_number(all->out, "deviation", lround(rating->deviation));
        apo_json_add_number(all->out, "games", games);
        apo_json_close(all->out, '}');
        return;
    }
    apo_fill *fill = apo_fill_row(all->fill, "leaders");
    apo_fill_number(fill, "place", all->count);
    apo_fill_string(fill, "name", person->name);
    apo_fill_flag(fill, "is_here", person->is_account);
    apo_fill_number(fill, "rating", lround(rating->rating));
    apo_fill_number(fill, "deviation", lround(rating->deviation));
    apo_fill_number(fill, "games", games);
}

/* The next in the list: an account that is not closed, with a certain rating. */
static bool add_leader(void *context, const apo_store_rating *row)
{
    listing *all = context;
    apo_store_person person;
    apo_glicko now = apo_rating_at(row, all->now_ms);
    if (apo_glicko_is_provisional(&now) ||
        apo_store_find_person(all->app->store, &person, apo_span_of(row->person)) != APO_OK ||
        !person.is_account || (person.standing & APO_STANDING_CLOSED) != 0)
        return true;
    all->count++;
    add_line(all, &person, &now, row->games);
    return all->count < SHOWN_MAX;
}

/* A player who has left since keeps their place. */
static bool add_place(void *context, const apo_store_season_place *row)
{
    listing *all = context;
    apo_store_person person;
    if (apo_store_find_person(all->app->store, &person, apo_span_of(row->person)) != APO_OK)
        return true;
    const apo_glicko then = {.rating = row->rating, .deviation = row->deviation};
    all->count = row->place;
    add_line(all, &person, &then, row->games);
    return true;
}

/* The season asked for; false: all time. */
static bool asked_season(apo_season *out, apo_http_request *req)
{
    apo_span id;
    return apo_http_query(req, "season", &id) && apo_season_read(out, id);
}

/* Adds the list of a past season, or the present one. */
static void add_leaders(listing *all, apo_store_leaders *which, const apo_season *season)
{
    apo_store_season_place table = {.is_bot = which->has_bots};
    if (season == NULL || season->end_ms > all->now_ms) {
        which->since_ms = season != NULL ? season->begin_ms : 0;
        apo_store_list_best(all->app->store, which, add_leader, all);
        return;
    }
    apo_text_copy(table.season, sizeof table.season, season->id);
    apo_text_copy_span(table.variant, sizeof table.variant, which->variant);
    apo_text_copy_span(table.clock, sizeof table.clock, which->clock);
    apo_store_list_season(all->app->store, &table, add_place, all);
}

static bool add_name(void *context, const apo_store_person *person)
{
    listing *all = context;
    all->names++;
    apo_text_copy(all->last, sizeof all->last, person->name_key);
    if (all->out != NULL)
        apo_json_add_string(all->out, NULL, person->name);
    else
        apo_fill_string(apo_fill_row(all->fill, "found"), "name", person->name);
    return true;
}

/* Which list is asked for: of people, of programs, or of those whom the visitor follows. */
static apo_store_leaders asked_list(apo_app *app, apo_http_request *req)
{
    apo_store_leaders which = {.limit = READ_MAX, .follower = apo_span_of("")};
    apo_span who = {NULL, 0};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_http_query(req, "variant", &which.variant);
    apo_http_query(req, "clock", &which.clock);
    apo_http_query(req, "who", &who);
    which.has_bots = apo_span_is(who, "programs");
    if (apo_span_is(who, "followed") && apo_visitor_is_account(visitor))
        which.follower = apo_visitor_id(visitor);
    return which;
}

static void api_best(apo_http_request *req, void *context)
{
    apo_buffer out;
    listing all = {.app = context, .out = &out, .now_ms = apo_http_wall_clock_ms()};
    apo_season season;
    apo_store_leaders which = asked_list(context, req);
    const bool has_season = asked_season(&season, req);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "players", '[');
    add_leaders(&all, &which, has_season ? &season : NULL);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_players(apo_http_request *req, void *context)
{
    apo_buffer out;
    char key[APO_STORE_NAME_MAX];
    apo_span name = {NULL, 0};
    listing all = {.app = context, .out = &out};
    apo_http_query(req, "name", &name);
    if (!apo_person_key(key, name)) {
        apo_http_reply_error(req, 400, "bad_request", "\"name\" is the beginning of a name.");
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "players", '[');
    apo_store_list_accounts(all.app->store, apo_span_of(key), apo_span_of(""), NAMES_MAX,
                            add_name, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void fill_choices(listing *all, const apo_i18n *i18n, apo_span variant, apo_span clock)
{
    static const char *const words[CLOCKS] = {APO_T("live"), APO_T("days a move"),
                                              APO_T("no clock")};
    for (size_t i = 0; i < apo_variant_map_count(all->app->variants); i++) {
        const apo_offered_game *game = apo_variant_map_get(all->app->variants, i);
        apo_fill *row = apo_fill_row(all->fill, "variants");
        apo_fill_string(row, "id", game->id);
        apo_fill_string(row, "variant_name", game->synopsis.name);
        apo_fill_flag(row, "is_chosen", apo_span_is(variant, game->id));
    }
    apo_variant_outline outline;
    if (apo_variant_outline_of(&outline, all->app->variants, all->app->store, variant) &&
        outline.is_published) {
        apo_fill *row = apo_fill_row(all->fill, "variants");
        apo_fill_text(row, "id", variant);
        apo_fill_string(row, "variant_name", outline.name);
        apo_fill_flag(row, "is_chosen", true);
    }
    for (size_t i = 0; i < CLOCKS; i++) {
        apo_fill *row = apo_fill_row(all->fill, "clocks");
        apo_fill_string(row, "id", clocks[i]);
        apo_fill_string(row, "words", apo_tr(i18n, words[i]));
        apo_fill_flag(row, "is_chosen", apo_span_is(clock, clocks[i]));
    }
}

typedef struct season_listing {
    listing *all;
    const char *chosen; /* the id of one; "" */
} season_listing;

static void fill_season(const season_listing *list, const apo_season *season)
{
    apo_fill *row = apo_fill_row(list->all->fill, "seasons");
    apo_fill_string(row, "id", season->id);
    apo_fill_number(row, "year", season->year);
    apo_fill_number(row, "quarter", season->quarter);
    apo_fill_flag(row, "is_now", season->end_ms > list->all->now_ms);
    apo_fill_flag(row, "is_chosen", apo_span_is(apo_span_of(list->chosen), season->id));
}

static bool add_season(void *context, const apo_store_season_place *row)
{
    apo_season season;
    if (apo_season_read(&season, apo_span_of(row->season)))
        fill_season(context, &season);
    return true;
}

/* The present season, and those that have a table. */
static void fill_seasons(listing *all, const apo_store_leaders *which, const apo_season *chosen)
{
    apo_season now;
    season_listing list = {all, chosen != NULL ? chosen->id : ""};
    apo_season_at(&now, all->now_ms);
    fill_season(&list, &now);
    apo_store_list_seasons(all->app->store, which->variant, which->clock, add_season, &list);
    apo_fill_flag(all->fill, "is_final", chosen != NULL && chosen->end_ms <= all->now_ms);
}

/* Names that begin as asked for, or all of them; some at a time. */
static void fill_directory(listing *all, apo_http_request *req)
{
    char key[APO_STORE_NAME_MAX] = "", after_key[APO_STORE_NAME_MAX];
    apo_span name = {NULL, 0}, after = {NULL, 0};
    apo_http_query(req, "name", &name);
    apo_http_query(req, "after", &after);
    apo_fill_text(all->fill, "name", name);
    if (name.length > 0 && !apo_person_key(key, name))
        return;
    if (!apo_person_key(after_key, after))
        after_key[0] = '\0';
    apo_store_list_accounts(all->app->store, apo_span_of(key), apo_span_of(after_key),
                            NAMES_MAX, add_name, all);
    if (all->names == NAMES_MAX)
        apo_fill_string(all->fill, "next_name", all->last);
}

static void page_players(apo_http_request *req, void *context)
{
    listing all = {.app = context, .fill = apo_fill_new(), .now_ms = apo_http_wall_clock_ms()};
    apo_season season;
    apo_store_leaders which = asked_list(context, req);
    if (which.variant.length == 0)
        which.variant = apo_span_of("alert");
    if (which.clock.length == 0)
        which.clock = apo_span_of("live");
    apo_fill_flag(all.fill, "has_bots", which.has_bots);
    apo_fill_flag(all.fill, "has_followed", which.follower.length > 0);
    fill_choices(&all, apo_i18n_for(all.app, req), which.variant, which.clock);
    fill_directory(&all, req);
    const bool has_season = asked_season(&season, req);
    fill_seasons(&all, &which, has_season ? &season : NULL);
    add_leaders(&all, &which, has_season ? &season : NULL);
    apo_pages_reply(all.app, req, 200, "players", APO_T("Players"), all.fill);
}

const apo_http_route apo_page_players_routes[] = {
    {APO_HTTP_GET, "/api/players", api_players, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Accounts whose names begin with a text", .query = "name:text",
                   .answer = "{players:[text]}")},
    {APO_HTTP_GET, "/api/players/best", api_best, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_PUBLIC, .summary = "The best players of a game and clock",
             .query =
                 "variant:id clock:'live'|'days'|'none' who?:'people'|'programs'|'followed' "
                 "season?:text",
             .answer = "{players:[{place:int name:text rating:int deviation:int "
                       "games:int}]}")},
    {APO_HTTP_GET, "/players", page_players, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0, NULL},
    APO_ROUTES_END,
};
