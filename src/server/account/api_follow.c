/* Following other players: each change serves a form, which redirects to the person's page, and
 * JSON under /api/; and the page of the people that somebody follows, with their games. */
#include "base/text.h"
#include "server/account/follow_feed.h"
#include "server/account/routes.h"
#include "server/notice/notice.h"
#include "server/web/game_summary.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/person_act.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "store/invitations.h"

/* --- changing ------------------------------------------------------------ */

static void finish(void *context, apo_status status)
{
    apo_person_act *act = context;
    apo_person_label title;
    apo_person_entitle_row(&title, NULL, &act->other);
    if (status != APO_OK)
        apo_app_reply_failure(act->ask.app, act->ask.req, status);
    else
        apo_ask_reply_done(&act->ask, apo_span_of(title.url));
    apo_ask_free(act);
}

static bool refuse(apo_http_request *req, unsigned status, const char *code, const char *words)
{
    apo_http_reply_error(req, status, code, words);
    return false;
}

/* False: the request has been answered. */
static bool may_follow(const apo_person_act *act)
{
    apo_store *store = act->ask.app->store;
    apo_http_request *req = act->ask.req;
    const apo_span me = apo_span_of(act->person.id), other = apo_span_of(act->other.id);
    if (apo_span_same(me, other))
        return refuse(req, 422, "bad_request", "You cannot follow yourself.");
    if (apo_store_are_parted(store, me, other))
        return refuse(req, 403, "blocked", "One of you has blocked the other.");
    if (apo_store_count_followed(store, me) >= APO_STORE_FOLLOWED_MAX)
        return refuse(req, 409, "conflict", "You can follow up to 200 players.");
    return apo_app_may_both(act->ask.app, req, APO_LIMIT_STRANGERS, me, APO_LIMIT_TALKERS);
}

/* Tells a person only once, however often the same follower comes back. */
static void tell(const apo_person_act *act, apo_store_batch *batch, int64_t now_ms)
{
    char cause[APO_STORE_KEY_MAX];
    apo_text why = apo_text_start(cause, sizeof cause);
    apo_text_add(&why, "follower/");
    apo_text_add(&why, act->person.id);
    const apo_notice notice = {.kind = APO_NOTICE_FOLLOWER,
                               .person = act->other.id,
                               .other = act->person.id,
                               .subject = "",
                               .text = "",
                               .cause = cause,
                               .at_ms = now_ms};
    apo_notice_add(act->ask.app, batch, &notice);
}

static void change(apo_app *app, apo_http_request *req, bool is_followed)
{
    apo_person_act *act =
        apo_person_act_start(sizeof *act, app, req, "key", "Log in to follow somebody.");
    if (act == NULL)
        return;
    const int64_t now_ms = apo_http_wall_clock_ms();
    const bool is_now = apo_store_is_following(app->store, apo_span_of(act->person.id),
                                               apo_span_of(act->other.id));
    if (is_followed && !is_now && !may_follow(act)) {
        apo_ask_free(act);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (is_followed && !is_now) {
        apo_store_follow row = {.at_ms = now_ms};
        apo_text_copy(row.person, sizeof row.person, act->person.id);
        apo_text_copy(row.followed, sizeof row.followed, act->other.id);
        apo_store_add_follow(batch, &row);
        tell(act, batch, now_ms);
    } else if (!is_followed) {
        apo_store_drop_follow(batch, act->person.id, act->other.id);
    }
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, act);
}

static void api_follow(apo_http_request *req, void *context)
{
    change(context, req, true);
}

static void api_unfollow(apo_http_request *req, void *context)
{
    change(context, req, false);
}

/* --- looking ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out; /* JSON; NULL: a page */
    const apo_i18n *i18n;
    const char *zone;
    apo_fill *fill;
    apo_span person;
} listing;

static bool add_followed(void *context, const apo_store_follow *row)
{
    const listing *all = context;
    apo_store_person person;
    if (apo_store_find_person(all->app->store, &person, apo_span_of(row->followed)) != APO_OK)
        return true;
    if (all->out == NULL) {
        apo_fill *fill = apo_fill_row(all->fill, "followed");
        apo_fill_string(fill, "name", person.name);
        apo_fill_flag(fill, "is_bot", (person.standing & APO_STANDING_BOT) != 0);
        return true;
    }
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "name", person.name);
    apo_json_add_number(all->out, "since", row->at_ms);
    apo_json_close(all->out, '}');
    return true;
}

static bool is_refused(apo_app *app, apo_http_request *req, const apo_visitor **visitor)
{
    *visitor = apo_visitor_of(app, req);
    if (apo_visitor_is_account(*visitor))
        return false;
    apo_http_reply_error(req, 401, "login_needed", "Log in to see whom you follow.");
    return true;
}

static void api_following(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor;
    listing all = {.app = app, .out = &out};
    if (is_refused(app, req, &visitor))
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "following", '[');
    apo_store_list_followed(app->store, apo_visitor_id(visitor), add_followed, &all);
    apo_json_close(&out, ']');
    apo_json_add_number(&out, "followers",
                        apo_store_count_followers(app->store, apo_visitor_id(visitor)));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void write_games(apo_buffer *out, const listing *all, const apo_follow_feed *feed)
{
    apo_game_summary summary;
    apo_json_open(out, NULL, '{');
    apo_json_open(out, "games", '[');
    for (unsigned i = 0; i < feed->count; i++) {
        if (apo_game_summary_read(&summary, &feed->games[i]) == APO_OK)
            apo_game_summary_view(out, NULL, &summary, all->app->variants, all->app->store,
                                  all->person);
    }
    apo_json_close(out, ']');
    if (feed->next_ms > 0)
        apo_json_add_number(out, "next", feed->next_ms);
    else
        apo_json_add_null(out, "next");
    apo_json_close(out, '}');
}

static void api_following_games(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_follow_feed feed;
    const apo_visitor *visitor;
    if (is_refused(app, req, &visitor))
        return;
    const listing all = {.app = app, .person = apo_visitor_id(visitor)};
    apo_status status = apo_follow_feed_read(&feed, app->store, all.person,
                                             apo_person_cursor(req, "before", INT64_MAX));
    if (status != APO_OK) {
        apo_app_reply_failure(app, req, status);
        return;
    }
    apo_buffer_init(&out, NULL);
    write_games(&out, &all, &feed);
    apo_follow_feed_clear(&feed);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void fill_seat(apo_fill *row, const listing *all, const apo_seat *seat, const char *name,
                      const char *url)
{
    apo_person_label label;
    apo_person_label_of(&label, all->app->store, all->i18n, seat->person, seat->level);
    apo_fill_string(row, name, label.name);
    apo_fill_string(row, url, label.url);
}

static void fill_game(const listing *all, const apo_store_game *game)
{
    static const char *const scores[] = {"0–1", "¼–¾", "½–½", "¾–¼", "1–0"};
    apo_game_summary summary;
    apo_variant_outline outline;
    apo_buffer date;
    if (apo_game_summary_read(&summary, game) != APO_OK)
        return;
    apo_fill *row = apo_fill_row(all->fill, "games");
    apo_fill_string(row, "id", game->id);
    apo_fill_string(
        row, "variant_name",
        apo_variant_map_name(&outline, all->app->variants, all->app->store, game->variant));
    fill_seat(row, all, &summary.seats[APO_WHITE], "white", "white_url");
    fill_seat(row, all, &summary.seats[APO_BLACK], "black", "black_url");
    if (summary.white_quarters >= 0 && summary.white_quarters <= APO_QUARTERS_WIN)
        apo_fill_string(row, "score", scores[summary.white_quarters]);
    apo_buffer_init(&date, NULL);
    apo_zones_add_date(&date, all->i18n, all->zone, game->changed_ms);
    apo_fill_text(row, "date", apo_buffer_span(&date));
    apo_buffer_clear(&date);
}

static void page_following(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_follow_feed feed;
    const apo_visitor *visitor = apo_pages_account(app, req, "/following");
    if (visitor == NULL)
        return;
    listing all = {.app = app,
                   .i18n = apo_i18n_for(app, req),
                   .zone = apo_visitor_zone(visitor),
                   .person = apo_visitor_id(visitor)};
    apo_status status = apo_follow_feed_read(&feed, app->store, all.person,
                                             apo_person_cursor(req, "before", INT64_MAX));
    if (status != APO_OK) {
        apo_app_reply_failure(app, req, status);
        return;
    }
    all.fill = apo_fill_new();
    apo_store_list_followed(app->store, all.person, add_followed, &all);
    for (unsigned i = 0; i < feed.count; i++)
        fill_game(&all, &feed.games[i]);
    if (feed.next_ms > 0)
        apo_fill_number(all.fill, "next", feed.next_ms);
    apo_follow_feed_clear(&feed);
    apo_fill_number(all.fill, "followers", apo_store_count_followers(app->store, all.person));
    apo_pages_reply(app, req, 200, "following", APO_T("Players you follow"), all.fill);
}

const apo_http_route apo_api_follow_routes[] = {
    {APO_HTTP_POST, "/api/people/:name/follow", api_follow, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Follows somebody's games and tournaments; they are told",
                   .answer = "{}")},
    {APO_HTTP_POST, "/api/people/:name/unfollow", api_unfollow, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Stops following somebody",
                   .answer = "{}")},
    {APO_HTTP_GET, "/api/following", api_following, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Whom you follow, and how many follow you",
                   .answer = "{following:[{name:text since:time}] followers:int}")},
    {APO_HTTP_GET, "/api/following/games", api_following_games,
     APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Finished games of the people you follow, the latest first",
                   .answer = "{games:[any] next:int|null}", .query = "before?:int")},
    {APO_HTTP_POST, "/people/:name/follow", api_follow, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/people/:name/unfollow", api_unfollow, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_GET, "/following", page_following, APO_HTTP_ASIDE | APO_HTTP_COSTLY, 0, NULL},
    APO_ROUTES_END,
};
