/* The public profile of an account. */
#include <math.h>

#include "server/account/routes.h"
#include "server/live/rating.h"
#include "server/problem/rating.h"
#include "server/web/ask.h"
#include "server/web/game_summary.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    PAGE = 50 /* rows of a list */
};

typedef struct listing {
    apo_buffer *out;
    apo_app *app;
    const apo_i18n *i18n;
    int64_t now_ms;
    apo_span viewer;
    unsigned count;
    int64_t last_ms; /* of the last row: where the next part begins */
} listing;

static void add_person(apo_buffer *out, const apo_store_person *person)
{
    apo_json_add_string(out, "name", person->name);
    apo_json_add_string(out, "kind", "account");
    apo_json_add_number(out, "since", person->created_ms);
}

static void add_opponent(listing *all, const char *id, unsigned level)
{
    apo_person_label title;
    apo_person_label_of(&title, all->app->store, all->i18n, id, level);
    apo_json_open(all->out, "opponent", '{');
    apo_json_add_string(all->out, "kind",
                        id[0] == '\0'      ? "computer"
                        : title.is_account ? "account"
                                           : "guest");
    apo_json_add_string(all->out, "name", title.name);
    if (id[0] == '\0')
        apo_json_add_number(all->out, "level", level);
    apo_json_close(all->out, '}');
}

static bool add_rating(void *context, const apo_store_rating *rating)
{
    listing *all = context;
    apo_glicko now = apo_rating_at(rating, all->now_ms);
    apo_variant_outline outline;
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "variant", rating->variant);
    apo_json_add_string(
        all->out, "variant_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, rating->variant));
    apo_json_add_string(all->out, "clock", rating->clock);
    apo_json_add_number(all->out, "rating", lround(now.rating));
    apo_json_add_number(all->out, "deviation", lround(now.deviation));
    apo_json_add_flag(all->out, "is_provisional", apo_glicko_is_provisional(&now));
    apo_json_add_number(all->out, "games", rating->games);
    apo_json_add_number(all->out, "at", rating->at_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void add_counts(apo_buffer *out, const char *name, const apo_store_score *record)
{
    apo_json_open(out, name, '[');
    for (unsigned i = 0; i < APO_STORE_OUTCOMES; i++)
        apo_json_add_number(out, NULL, record->counts[i]);
    apo_json_close(out, ']');
}

static void add_sums(listing *all, apo_span person)
{
    apo_store_score people = {.level = 0}, computer = {.level = 0};
    apo_store_sum_scores(all->app->store, &people, person, false);
    apo_store_sum_scores(all->app->store, &computer, person, true);
    apo_json_open(all->out, "record", '{');
    add_counts(all->out, "people", &people);
    add_counts(all->out, "computer", &computer);
    apo_json_close(all->out, '}');
}

/* Finds the person asked for and begins the answer; false: answered. */
static bool begin(listing *all, apo_http_request *req, apo_app *app, apo_buffer *out,
                  apo_store_person *person)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_person_asked(app, req, person))
        return false;
    *all = (listing){.out = out, .app = app, .now_ms = apo_http_wall_clock_ms()};
    all->i18n = apo_i18n_for(app, req);
    all->viewer = visitor != NULL ? apo_visitor_id(visitor) : apo_span_of("");
    apo_buffer_init(out, NULL);
    apo_json_open(out, NULL, '{');
    return true;
}

/* Ends a list that may continue: "next" is the value for "before". */
static void end_list(listing *all, apo_http_request *req)
{
    apo_json_close(all->out, ']');
    if (all->count == PAGE)
        apo_json_add_number(all->out, "next", all->last_ms);
    else
        apo_json_add_null(all->out, "next");
    apo_json_close(all->out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, all->out);
}

static void api_person(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    apo_buffer out;
    listing all;
    if (!begin(&all, req, app, &out, &person))
        return;
    add_person(&out, &person);
    apo_json_open(&out, "ratings", '[');
    apo_store_list_ratings(app->store, apo_span_of(person.id), add_rating, &all);
    apo_json_close(&out, ']');
    add_sums(&all, apo_span_of(person.id));
    apo_problem_rating_write(&out, "problems", app->store, apo_span_of(person.id));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static bool add_rated(void *context, const apo_store_rated *rated)
{
    listing *all = context;
    all->count++;
    all->last_ms = rated->at_ms;
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "game", rated->game);
    apo_json_add_string(all->out, "color", apo_view_side(rated->side));
    add_opponent(all, rated->opponent, 0);
    apo_json_add_number(all->out, "quarters", rated->quarters);
    apo_json_add_number(all->out, "before", lround(rated->before));
    apo_json_add_number(all->out, "rating", lround(rated->rating));
    apo_json_add_number(all->out, "deviation", lround(rated->deviation));
    apo_json_add_number(all->out, "at", rated->at_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void api_person_ratings(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    apo_store_rating which;
    apo_buffer out;
    listing all;
    apo_span variant, clock;
    if (!apo_http_query(req, "variant", &variant) || !apo_http_query(req, "clock", &clock)) {
        apo_reply_bad(req, "Say which game and which kind of clock: ?variant=...&clock=...");
        return;
    }
    if (!begin(&all, req, app, &out, &person))
        return;
    apo_json_open(&out, "games", '[');
    if (apo_store_find_rating(app->store, &which, apo_span_of(person.id), variant, clock) ==
        APO_OK)
        apo_store_list_rated(app->store, &which, apo_person_cursor(req, "before", INT64_MAX),
                             PAGE, add_rated, &all);
    end_list(&all, req);
}

static bool add_record(void *context, const apo_store_score *record)
{
    listing *all = context;
    all->count++;
    all->last_ms = record->at_ms;
    apo_json_open(all->out, NULL, '{');
    add_opponent(all, record->opponent, record->level);
    add_counts(all->out, "counts", record);
    apo_json_add_number(all->out, "at", record->at_ms);
    apo_json_close(all->out, '}');
    return true;
}

static void api_person_opponents(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person, other;
    apo_store_score record;
    apo_buffer out;
    listing all;
    apo_span name;
    if (!begin(&all, req, app, &out, &person))
        return;
    apo_json_open(&out, "opponents", '[');
    if (!apo_http_query(req, "name", &name))
        apo_store_list_scores(app->store, apo_span_of(person.id),
                              apo_person_cursor(req, "before", INT64_MAX), PAGE, add_record,
                              &all);
    else if (apo_person_find(app->store, &other, name) == APO_OK &&
             apo_store_find_score(app->store, &record, apo_span_of(person.id),
                                  apo_span_of(other.id)) == APO_OK)
        add_record(&all, &record);
    end_list(&all, req);
}

static bool add_game(void *context, const apo_store_game *row)
{
    listing *all = context;
    apo_game_summary summary;
    all->count++;
    all->last_ms = row->changed_ms;
    if (apo_game_summary_read(&summary, row) == APO_OK)
        apo_game_summary_view(all->out, NULL, &summary, all->app->variants, all->app->store,
                              all->viewer);
    return true;
}

static void api_person_games(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_person person;
    apo_buffer out;
    listing all;
    if (!begin(&all, req, app, &out, &person))
        return;
    apo_json_open(&out, "games", '[');
    apo_store_list_finished(app->store, apo_span_of(person.id),
                            apo_person_cursor(req, "before", INT64_MAX), PAGE, add_game, &all);
    end_list(&all, req);
}

const apo_http_route apo_api_profile_routes[] = {
    {APO_HTTP_GET, "/api/people/:name", api_person, APO_HTTP_ASIDE, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_PUBLIC, .summary = "Somebody's ratings and results",
             .answer =
                 "{name:text kind:'account' since:time ratings:[{variant:text variant_name:text"
                 " clock:'live'|'days'|'none' rating:int deviation:int is_provisional:flag"
                 " games:int at:time}] record:{people:[int] computer:[int]}"
                 " problems:ProblemRating|null}")},
    {APO_HTTP_GET, "/api/people/:name/ratings", api_person_ratings, APO_HTTP_ASIDE, 0,
     APO_OPERATION(
             .scope = APO_SCOPE_PUBLIC,
             .summary = "How a rating came about, the last game first",
             .answer =
                 "{games:[{game:text color:text opponent:any quarters:int before:int rating:int"
                 " deviation:int at:time}] next:int|null}",
             .query = "variant:text clock:text before?:int")},
    {APO_HTTP_GET, "/api/people/:name/opponents", api_person_opponents, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "Results against each opponent, or one by name",
                   .answer = "{opponents:[{opponent:any counts:[int] at:time}] next:int|null}",
                   .query = "name?:text before?:int")},
    {APO_HTTP_GET, "/api/people/:name/games", api_person_games, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Somebody's finished games",
                   .answer = "{games:[any] next:int|null}", .query = "before?:int")},
    APO_ROUTES_END,
};
