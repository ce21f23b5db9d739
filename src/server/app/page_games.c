/* The page of a person's own games: whose turn it is, and the time left. */
#include "server/app/own_games.h"
#include "server/app/routes.h"
#include "server/invite/view.h"
#include "server/tournament/guests.h"
#include "server/web/route.h"

enum {
    PAGE = 50,    /* games of one list */
    OVER_MAX = 12 /* of finished games */
};

/* A link to the next page of a list, if there is one: "next_turn". */
static void end_list(apo_own_games *all, const char *has_name, const char *next_name)
{
    apo_fill_flag(all->fill, has_name, all->count > 0);
    if (all->count > PAGE)
        apo_fill_string(all->fill, next_name, all->last);
    all->count = 0;
}

static apo_span asked(apo_http_request *req, const char *name)
{
    apo_span value = {NULL, 0};
    apo_http_query(req, name, &value);
    return value;
}

static void fill_lists(apo_own_games *all, apo_http_request *req)
{
    apo_store *store = all->app->store;
    int64_t turn_count = 0, others_count = 0;
    apo_store_count_turn(store, all->person, &turn_count, &others_count);
    apo_fill_number(all->fill, "turn_total", turn_count);
    apo_fill_number(all->fill, "others_total", others_count);
    all->group = "turn";
    apo_store_list_turn(store, all->person, asked(req, "after"), PAGE + 1, apo_own_games_add,
                        all);
    end_list(all, "has_turn", "next_turn");
    all->group = "theirs";
    apo_store_list_others(store, all->person, asked(req, "others"), PAGE + 1, apo_own_games_add,
                          all);
    end_list(all, "has_theirs", "next_theirs");
    all->group = "over";
    apo_store_list_finished(store, all->person, INT64_MAX, OVER_MAX, apo_own_games_add, all);
    end_list(all, "has_over", "next_over");
}

static void page_games(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_own_games all = {.app = app,
                         .fill = apo_fill_new(),
                         .i18n = apo_i18n_for(app, req),
                         .limit = PAGE,
                         .now_ms = apo_http_wall_clock_ms()};
    if (visitor != NULL && visitor->is_known) {
        all.person = apo_visitor_id(visitor);
        apo_fill_flag(all.fill, "is_known", true);
        fill_lists(&all, req);
    }
    apo_invite_fill_lobby(all.fill, app, req);
    apo_tournament_fill_calls(all.fill, app, req);
    apo_pages_reply(app, req, 200, "games", "Your games", all.fill);
}

/* --- from game to game --------------------------------------------------- */

typedef struct seeking {
    apo_span from; /* not this one */
    char found[APO_STORE_ID_MAX];
} seeking;

static bool seek(void *context, const apo_store_game *row)
{
    seeking *all = context;
    apo_text found = apo_text_start(all->found, sizeof all->found);
    if (apo_span_is(all->from, row->id))
        return true;
    apo_text_add(&found, row->id);
    return false;
}

/* Redirects to the most urgent game in which it is the visitor's turn, other than the one they
 * come from. */
static void page_next_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    seeking all = {asked(req, "from"), ""};
    apo_buffer where;
    if (visitor != NULL && visitor->is_known)
        apo_store_list_turn(app->store, apo_visitor_id(visitor), apo_span_of(""), 2, seek,
                            &all);
    apo_buffer_init(&where, NULL);
    apo_buffer_add(&where, all.found[0] != '\0' ? "/game/" : "/games");
    apo_buffer_add(&where, all.found);
    apo_http_redirect(req, apo_buffer_span(&where));
    apo_buffer_clear(&where);
}

const apo_http_route apo_page_games_routes[] = {
    {APO_HTTP_GET, "/games", page_games, APO_HTTP_ASIDE, 0, NULL},
    {APO_HTTP_GET, "/games/next", page_next_game, 0, 0, NULL},
    APO_ROUTES_END,
};
