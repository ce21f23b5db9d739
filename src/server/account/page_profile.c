/* An account's profile page: ratings, rating history, results by opponent, games. */
#include <math.h>
#include <stdlib.h>

#include "server/account/profile_records.h"
#include "server/account/routes.h"
#include "server/live/rating.h"
#include "server/problem/rating.h"
#include "server/web/chart.h"
#include "server/web/game_summary.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/zones.h"
#include "server/work/work.h"
#include "store/archive.h"
#include "store/follow.h"
#include "store/invitations.h"
#include "store/published.h"
#include "store/talk.h"

enum {
    OPPONENTS = 20,
    GAMES = 20,
    PUBLISHED = 60,
    HISTORY_ROWS = 30 /* of the table beside the chart */
};

typedef struct profile {
    apo_app *app;
    const apo_i18n *i18n;
    const char *zone; /* of the viewer */
    apo_fill *fill;
    apo_store_person person;
    int64_t now_ms;
    apo_store_rating chosen; /* the rating whose history is shown; person "" if there is none */
    apo_span variant, clock; /* asked for; or empty */
    unsigned count;          /* rows of a list */
    int64_t last_ms;
} profile;

static const char *clock_words(const apo_i18n *i18n, const char *clock)
{
    apo_span kind = apo_span_of(clock);
    if (apo_span_is(kind, "live"))
        return apo_tr(i18n, "live");
    if (apo_span_is(kind, "days"))
        return apo_tr(i18n, "days a move");
    return apo_span_is(kind, "none") ? apo_tr(i18n, "no clock")
                                     : apo_tr(i18n, "unequal clocks");
}

static void fill_date(apo_fill *row, const profile *all, const char *name, int64_t ms)
{
    apo_buffer date;
    apo_buffer_init(&date, NULL);
    apo_zones_add_date(&date, all->i18n, all->zone, ms);
    apo_fill_text(row, name, apo_buffer_span(&date));
    apo_buffer_clear(&date);
}

static void fill_opponent(apo_fill *row, const profile *all, const char *id, unsigned level)
{
    apo_person_label title;
    apo_person_label_of(&title, all->app->store, all->i18n, id, level);
    apo_fill_string(row, "opponent", title.name);
    apo_fill_string(row, "opponent_url", title.url);
}

/* --- ratings ------------------------------------------------------------- */

static bool is_wanted(const profile *all, const apo_store_rating *rating)
{
    return all->variant.length > 0 ? apo_span_is(all->variant, rating->variant) &&
                                         apo_span_is(all->clock, rating->clock)
                                   : all->chosen.person[0] == '\0';
}

static bool add_rating(void *context, const apo_store_rating *rating)
{
    profile *all = context;
    apo_fill *row = apo_fill_row(all->fill, "ratings");
    apo_glicko now = apo_rating_at(rating, all->now_ms);
    bool is_chosen = is_wanted(all, rating);
    apo_variant_outline outline;
    if (is_chosen)
        all->chosen = *rating;
    apo_fill_string(row, "variant", rating->variant);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, rating->variant));
    apo_fill_string(row, "clock", rating->clock);
    apo_fill_string(row, "clock_words", clock_words(all->i18n, rating->clock));
    apo_fill_number(row, "rating", lround(now.rating));
    apo_fill_number(row, "deviation", lround(now.deviation));
    apo_fill_flag(row, "is_provisional", apo_glicko_is_provisional(&now));
    apo_fill_flag(row, "is_chosen", is_chosen);
    apo_fill_number(row, "games", rating->games);
    return true;
}

static void fill_problem_rating(profile *all)
{
    apo_store_problem_rating row;
    if (!apo_problem_rating_find(&row, all->app->store, apo_span_of(all->person.id),
                                 all->now_ms))
        return;
    apo_fill_number(all->fill, "problem_rating", lround(row.rating));
    apo_fill_number(all->fill, "problem_deviation", lround(row.deviation));
    apo_fill_number(all->fill, "problem_tries", row.tries);
}

/* --- the history of one rating ------------------------------------------- */

typedef struct history {
    const profile *all;
    apo_chart_point points[APO_CHART_POINTS_MAX + 1]; /* the last one first */
    size_t count;
    double before; /* the oldest of them */
} history;

static void fill_score(apo_fill *row, unsigned quarters)
{
    static const char *const words[] = {"0", "¼", "½", "¾", "1"};
    apo_fill_string(row, "score", words[quarters < APO_STORE_OUTCOMES ? quarters : 0]);
}

static bool add_rated(void *context, const apo_store_rated *rated)
{
    history *list = context;
    list->points[list->count++] = (apo_chart_point){rated->rating, rated->deviation};
    list->before = rated->before;
    if (list->count > HISTORY_ROWS)
        return list->count < APO_CHART_POINTS_MAX;
    apo_fill *row = apo_fill_row(list->all->fill, "history");
    long change = lround(rated->rating) - lround(rated->before);
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    apo_buffer_add(&words, change > 0 ? "+" : change < 0 ? "−" : "±");
    apo_buffer_add_number(&words, labs(change));
    apo_fill_text(row, "change", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    apo_fill_string(row, "game", rated->game);
    apo_fill_number(row, "rating", lround(rated->rating));
    apo_fill_number(row, "deviation", lround(rated->deviation));
    fill_score(row, rated->quarters);
    fill_opponent(row, list->all, rated->opponent, 0);
    fill_date(row, list->all, "date", rated->at_ms);
    return true;
}

static void turn_around(history *list)
{
    for (size_t i = 0; i < list->count / 2; i++) {
        apo_chart_point point = list->points[i];
        list->points[i] = list->points[list->count - 1 - i];
        list->points[list->count - 1 - i] = point;
    }
}

/* "Alert, live: from 1500 to 1612 in 30 games". */
static void write_title(apo_buffer *out, const profile *all, const history *list)
{
    apo_variant_outline outline;
    const char *game = apo_variant_map_name(&outline, all->app->variants, all->app->store,
                                            all->chosen.variant);
    apo_tr_fill(out, apo_tr(all->i18n, "{game}, {clock}: from {first} to {last}"),
                APO_GAPS(APO_GAP_TEXT("game", game),
                         APO_GAP_TEXT("clock", clock_words(all->i18n, all->chosen.clock)),
                         APO_GAP_NUMBER("first", lround(list->points[0].value)),
                         APO_GAP_NUMBER("last", lround(list->points[list->count - 1].value))));
}

static void fill_history(profile *all)
{
    history list = {.all = all, .count = 0};
    apo_buffer title, chart;
    apo_store_list_rated(all->app->store, &all->chosen, INT64_MAX, APO_CHART_POINTS_MAX,
                         add_rated, &list);
    if (list.count == 0)
        return;
    list.points[list.count] = list.points[list.count - 1];
    list.points[list.count++].value = list.before;
    turn_around(&list);
    apo_buffer_init(&title, NULL);
    apo_buffer_init(&chart, NULL);
    write_title(&title, all, &list);
    apo_chart_write(&chart, list.points, list.count, apo_buffer_span(&title));
    apo_fill_text(all->fill, "chart", apo_buffer_span(&chart));
    apo_fill_text(all->fill, "chart_title", apo_buffer_span(&title));
    apo_buffer_clear(&title);
    apo_buffer_clear(&chart);
}

/* --- the record ---------------------------------------------------------- */

static void fill_counts(apo_fill *row, const apo_store_score *record)
{
    static const char *const names[] = {"lost", "less", "drawn", "more", "won"};
    int64_t games = 0, quarters = 0;
    for (unsigned i = 0; i < APO_STORE_OUTCOMES; i++) {
        apo_fill_number(row, names[i], record->counts[i]);
        games += record->counts[i];
        quarters += (int64_t)record->counts[i] * i;
    }
    apo_fill_number(row, "games", games);
    apo_fill_number(row, "percent", games > 0 ? (quarters * 25 + games / 2) / games : 0);
}

static void fill_sum(const profile *all, const char *name, bool is_computer)
{
    apo_store_score sum = {.level = 0};
    apo_store_sum_scores(all->app->store, &sum, apo_span_of(all->person.id), is_computer);
    if (sum.at_ms == 0)
        return;
    apo_fill *row = apo_fill_row(all->fill, "sums");
    apo_fill_string(row, "opponent", name);
    fill_counts(row, &sum);
}

static bool add_record(void *context, const apo_store_score *record)
{
    profile *all = context;
    apo_fill *row = apo_fill_row(all->fill, "opponents");
    fill_opponent(row, all, record->opponent, record->level);
    fill_counts(row, record);
    all->count++;
    all->last_ms = record->at_ms;
    return true;
}

static void fill_record(profile *all, const apo_http_request *req)
{
    int64_t before = apo_person_cursor(req, "opponents", INT64_MAX);
    fill_sum(all, apo_tr(all->i18n, "People"), false);
    fill_sum(all, apo_tr(all->i18n, "The computer"), true);
    all->count = 0;
    apo_store_list_scores(all->app->store, apo_span_of(all->person.id), before, OPPONENTS,
                          add_record, all);
    if (all->count == OPPONENTS)
        apo_fill_number(all->fill, "more_opponents", all->last_ms);
}

/* --- games --------------------------------------------------------------- */

static void fill_result(apo_fill *row, const apo_game_summary *summary, unsigned side)
{
    int quarters = side == APO_WHITE ? summary->white_quarters : 4 - summary->white_quarters;
    fill_score(row, quarters >= 0 ? (unsigned)quarters : 0);
    apo_fill_flag(row, "is_white", side == APO_WHITE);
}

static bool add_game(void *context, const apo_store_game *game)
{
    profile *all = context;
    apo_game_summary summary;
    apo_variant_outline outline;
    all->count++;
    all->last_ms = game->changed_ms;
    if (apo_game_summary_read(&summary, game) != APO_OK)
        return true;
    unsigned side = apo_span_is(apo_span_of(all->person.id), game->seats[APO_WHITE])
                        ? APO_WHITE
                        : APO_BLACK;
    const apo_seat *other = &summary.seats[side ^ 1U];
    apo_fill *row = apo_fill_row(all->fill, "games");
    apo_fill_string(row, "id", game->id);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, game->variant));
    apo_fill_flag(row, "is_rated",
                  summary.start.is_rated && summary.ply_count >= APO_RATED_PLIES_MIN);
    fill_opponent(row, all, other->person, other->level);
    fill_result(row, &summary, side);
    fill_date(row, all, "date", game->changed_ms);
    return true;
}

static void fill_games(profile *all, const apo_http_request *req)
{
    int64_t before = apo_person_cursor(req, "games", INT64_MAX);
    all->count = 0;
    apo_store_list_finished(all->app->store, apo_span_of(all->person.id), before, GAMES,
                            add_game, all);
    if (all->count == GAMES)
        apo_fill_number(all->fill, "more_games", all->last_ms);
}

/* --- games of their own -------------------------------------------------- */

static bool add_published(void *context, const apo_store_published *game)
{
    profile *all = context;
    if (game->hidden != APO_STORE_SHOWN)
        return true;
    if (all->count++ == 0)
        apo_fill_flag(all->fill, "has_published", true);
    apo_fill *row = apo_fill_row(all->fill, "published");
    apo_fill_string(row, "id", game->id);
    apo_fill_string(row, "game_name", game->name);
    apo_fill_number(row, "games", game->games);
    return true;
}

static void fill_published(profile *all)
{
    all->count = 0;
    apo_store_list_published_by(all->app->store, apo_span_of(all->person.id), PUBLISHED,
                                add_published, all);
}

static bool add_work(void *context, const apo_store_work *work)
{
    const profile *all = context;
    int64_t wait_s = apo_work_wait_s(all->app, work);
    apo_fill *row = apo_fill_row(all->fill, "work");
    char url[64];
    apo_text text = apo_text_start(url, sizeof url);
    apo_work_add_url(&text, work->kind, work->subject);
    apo_fill_string(row, "url", url);
    apo_fill_string(row, "what", apo_tr(all->i18n, apo_work_words(work->kind)));
    apo_fill_flag(row, "is_known", wait_s >= 0);
    if (wait_s >= 30)
        apo_fill_number(row, "minutes", (wait_s + 30) / 60);
    apo_fill_flag(all->fill, "has_work", true);
    return true;
}

/* The work that the viewer waits for, on their own page. */
static void fill_work(profile *all, const apo_visitor *visitor)
{
    if (apo_visitor_is_account(visitor) && apo_span_is(apo_visitor_id(visitor), all->person.id))
        apo_store_list_work_of(all->app->store, apo_visitor_id(visitor), add_work, all);
}

/* The actions that a viewer with an account may take regarding the person. */
static void fill_viewer(profile *all, const apo_visitor *visitor)
{
    if (!apo_visitor_is_account(visitor) ||
        apo_span_is(apo_visitor_id(visitor), all->person.id))
        return;
    apo_fill_flag(all->fill, "may_invite", true);
    apo_fill_flag(all->fill, "is_followed",
                  apo_store_is_following(all->app->store, apo_visitor_id(visitor),
                                         apo_span_of(all->person.id)));
    apo_fill_flag(all->fill, "is_muted",
                  apo_store_is_muted(all->app->store, apo_visitor_id(visitor),
                                     apo_span_of(all->person.id)));
    apo_fill_flag(all->fill, "is_blocked",
                  apo_store_is_blocked(all->app->store, apo_visitor_id(visitor),
                                       apo_span_of(all->person.id)));
}

/* Redirects from a former name to the present one. */
static bool is_former(const profile *all, apo_http_request *req)
{
    apo_person_label title;
    char key[APO_STORE_NAME_MAX];
    if (apo_person_key(key, apo_http_param(req, "name")) &&
        apo_span_is(apo_span_of(key), all->person.name_key))
        return false;
    apo_person_entitle_row(&title, all->i18n, &all->person);
    apo_http_redirect(req, apo_span_of(title.url));
    return true;
}

static void page_profile(apo_http_request *req, void *context)
{
    profile all = {.app = context, .now_ms = apo_http_wall_clock_ms()};
    const apo_visitor *visitor = apo_visitor_of(all.app, req);
    if (!apo_person_asked(all.app, req, &all.person))
        return;
    if (is_former(&all, req))
        return;
    all.fill = apo_fill_new();
    all.i18n = apo_i18n_for(all.app, req);
    apo_http_query(req, "variant", &all.variant);
    apo_http_query(req, "clock", &all.clock);
    apo_fill_string(all.fill, "name", all.person.name);
    apo_fill_flag(all.fill, "has_collection",
                  apo_store_is_collection_shown(all.app->store, apo_span_of(all.person.id)));
    apo_fill_flag(all.fill, "is_bot", (all.person.standing & APO_STANDING_BOT) != 0);
    all.zone = apo_visitor_zone(visitor);
    fill_viewer(&all, visitor);
    fill_date(all.fill, &all, "since", all.person.created_ms);
    apo_store_list_ratings(all.app->store, apo_span_of(all.person.id), add_rating, &all);
    fill_problem_rating(&all);
    fill_history(&all);
    const apo_profile_records records = {.app = all.app,
                                         .i18n = all.i18n,
                                         .zone = all.zone,
                                         .fill = all.fill,
                                         .person = apo_span_of(all.person.id),
                                         .reader = apo_visitor_account_id(all.app, req),
                                         .rating = &all.chosen,
                                         .now_ms = all.now_ms};
    apo_profile_fill_records(&records);
    fill_record(&all, req);
    fill_games(&all, req);
    fill_published(&all);
    fill_work(&all, visitor);
    apo_pages_reply(all.app, req, 200, "profile", all.person.name, all.fill);
}

const apo_http_route apo_page_profile_routes[] = {
    {APO_HTTP_GET, "/@/:name", page_profile, APO_HTTP_ASIDE, 0, NULL},
    APO_ROUTES_END,
};
