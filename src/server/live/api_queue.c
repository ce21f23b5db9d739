/* The games in which it is the visitor's turn, the most urgent first. */
#include "server/live/routes.h"
#include "server/web/ask.h"
#include "server/web/game_summary.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    PAGE = 50
};

typedef struct listing {
    apo_buffer *out;
    apo_app *app;
    apo_span person;
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

static bool add_game(void *context, const apo_store_game *row)
{
    listing *all = context;
    apo_game_summary summary;
    apo_text last = apo_text_start(all->last, sizeof all->last);
    if (++all->count > PAGE)
        return false;
    apo_text_add(&last, row->id);
    if (apo_game_summary_read(&summary, row) == APO_OK)
        apo_game_summary_view(all->out, NULL, &summary, all->app->variants, all->app->store,
                              all->person);
    return true;
}

static void write_queue(listing *all, apo_span after)
{
    int64_t turn = 0, others = 0;
    apo_store_count_turn(all->app->store, all->person, &turn, &others);
    apo_json_add_number(all->out, "turn", turn);
    apo_json_add_number(all->out, "others", others);
    apo_json_open(all->out, "games", '[');
    apo_store_list_turn(all->app->store, all->person, after, PAGE + 1, add_game, all);
    apo_json_close(all->out, ']');
    apo_json_add_optional(all->out, "next", all->count > PAGE ? all->last : NULL);
}

static void api_queue(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_span after = {NULL, 0};
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    listing all = {.out = &out, .app = app, .person = apo_visitor_id(visitor)};
    apo_http_query(req, "after", &after);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    write_queue(&all, after);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

const apo_http_route apo_api_queue_routes[] = {
    {APO_HTTP_GET, "/api/queue", api_queue, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ,
                   .summary = "Games where it is your turn, the most urgent first",
                   .answer = "{turn:int others:int games:[GameRow] next:id|null}",
                   .query = "after?:id")},
    APO_ROUTES_END,
};
