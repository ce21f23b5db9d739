/* One game: showing it, streaming it, and its players' actions. */
#include <string.h>

#include "server/live/enter.h"
#include "server/live/link.h"
#include "server/live/routes.h"
#include "server/web/ask.h"
#include "server/web/languages.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

/* --- looking ------------------------------------------------------------- */

static void api_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    char link[APO_LINK_MAX];
    apo_live_game *game = apo_enter_asked(app, req, api_game);
    if (game == NULL)
        return;
    unsigned side = apo_enter_side(app, req, apo_live_game_round(game));
    apo_link_of(link, app, game, side);
    apo_buffer_init(&out, NULL);
    const apo_view_reader reader = {apo_i18n_for(app, req), side, link};
    apo_view_game(&out, apo_live_game_round(game), apo_live_game_players(game), &reader,
                  apo_http_wall_clock_ms());
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* The starting point: the last event that the browser has seen, or the page's request, or only
 * new events. */
static uint64_t first_event(apo_http_request *req, const apo_round *round)
{
    uint32_t after;
    apo_span text;
    uint64_t last = apo_http_last_event_id(req);
    if (last == 0 && apo_http_query(req, "after", &text))
        return apo_span_number(text, UINT32_MAX, &after) ? after : 0;
    return last > 0 ? last : round->seq;
}

static void api_events(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_live_game *game = apo_enter_asked(app, req, api_events);
    if (game != NULL)
        apo_live_game_watch(game, req, apo_enter_side(app, req, apo_live_game_round(game)),
                            first_event(req, apo_live_game_round(game)));
}

/* --- doing --------------------------------------------------------------- */

/* A request waiting for its change to be stored. */
typedef struct pending {
    apo_app *app;
    apo_http_request *req;
    apo_live_game *game;
    enum apo_refusal refusal;
    uint64_t seq;
} pending;

static void reply_done(apo_http_request *req, const apo_round *round, uint64_t seq)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_number(&out, "ply", (int64_t)round->ply_count);
    apo_json_add_number(&out, "seq", (int64_t)seq);
    apo_json_add_string(&out, "status", apo_round_state_word(round->state));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void finish(void *context, apo_status status)
{
    pending *job = context;
    const apo_round *round = apo_live_game_round(job->game);
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else if (job->refusal != APO_REFUSED_NONE)
        apo_reply_refusal(job->req, job->refusal, round, NULL);
    else
        reply_done(job->req, round, job->seq);
    apo_free(NULL, job);
}

static void commit(apo_app *app, apo_http_request *req, apo_live_game *game, const apo_act *act,
                   enum apo_refusal refusal)
{
    pending *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (pending){app, req, game, refusal, act->first_seq};
    apo_http_defer(req);
    apo_live_game_commit(game, act, NULL, finish, job);
}

/* Decides one kind of request. */
typedef enum apo_refusal decide(apo_act *act, const apo_json_value *body, apo_error *err);

static void answer_act(apo_app *app, apo_http_request *req, apo_live_game *game,
                       const apo_act *act, enum apo_refusal refusal, const apo_error *err)
{
    if (act->count > 0)
        commit(app, req, game, act, refusal);
    else if (refusal != APO_REFUSED_NONE)
        apo_reply_refusal(req, refusal, act->round, err);
    else
        reply_done(req, act->round, act->round->seq);
}

static enum apo_offer read_what(const apo_json_value *body)
{
    apo_span what = {NULL, 0};
    apo_json_in_text(apo_json_in_member(body, "what"), &what);
    return apo_offer_find(what);
}

static enum apo_refusal decide_offer(apo_act *act, const apo_json_value *body, apo_error *err);
static enum apo_refusal decide_give_time(apo_act *act, const apo_json_value *body,
                                         apo_error *err);

/* Requests that are not needed to finish a game: refused if one has blocked the other. */
static bool asks_a_favour(decide *fn, const apo_json_value *body)
{
    return fn == decide_give_time ||
           (fn == decide_offer && read_what(body) == APO_OFFER_TAKEBACK);
}

static void act_on_table(apo_app *app, apo_http_request *req, apo_live_game *game,
                         const apo_ask *ask, decide *fn)
{
    apo_act act;
    apo_error err = {.detail = ""};
    apo_round *round = apo_live_game_round(game);
    unsigned side = apo_enter_side(app, req, apo_live_game_round(game));
    uint64_t before = apo_round_find_key(round, ask->key, side);
    if (before > 0) {
        reply_done(req, round, before);
        return;
    }
    apo_act_start(&act, round, side, apo_http_wall_clock_ms(), ask->key);
    bool is_shut_out = asks_a_favour(fn, ask->body) && apo_enter_is_blocked(app, round, side);
    enum apo_refusal refusal = is_shut_out ? APO_REFUSED_BLOCKED : fn(&act, ask->body, &err);
    if (refusal == APO_REFUSED_ILLEGAL && act.count == 0)
        apo_reply_illegal(req, round, &err, apo_ask_text(ask, "move"));
    else
        answer_act(app, req, game, &act, refusal, &err);
}

static void handle(apo_http_request *req, apo_app *app, apo_http_handler *handler,
                   const char *names, decide *fn)
{
    apo_ask ask;
    if (!apo_ask_start(&ask, req, names))
        return;
    apo_live_game *game = apo_enter_asked(app, req, handler);
    if (game != NULL)
        act_on_table(app, req, game, &ask, fn);
    apo_ask_end(&ask);
}

static bool read_ply(size_t *out, const apo_json_value *body)
{
    int64_t ply;
    if (!apo_json_in_number(apo_json_in_member(body, "ply"), 0, APO_ROUND_PLIES_MAX, &ply))
        return false;
    *out = (size_t)ply;
    return true;
}

static enum apo_refusal decide_move(apo_act *act, const apo_json_value *body, apo_error *err)
{
    size_t ply;
    apo_span text;
    if (!read_ply(&ply, body) || !apo_json_in_text(apo_json_in_member(body, "move"), &text))
        return APO_REFUSED_MALFORMED;
    return apo_act_move(act, ply, text, err);
}

static enum apo_refusal decide_offer(apo_act *act, const apo_json_value *body, apo_error *err)
{
    size_t ply;
    (void)err;
    if (!read_ply(&ply, body) || read_what(body) == APO_OFFER_NONE)
        return APO_REFUSED_MALFORMED;
    return apo_act_offer(act, ply, read_what(body));
}

static enum apo_refusal decide_answer(apo_act *act, const apo_json_value *body, apo_error *err)
{
    bool is_accepted;
    (void)err;
    if (!apo_json_in_flag(apo_json_in_member(body, "accept"), &is_accepted) ||
        read_what(body) == APO_OFFER_NONE)
        return APO_REFUSED_MALFORMED;
    return apo_act_answer(act, read_what(body), is_accepted);
}

static enum apo_refusal decide_withdraw(apo_act *act, const apo_json_value *body,
                                        apo_error *err)
{
    (void)body;
    (void)err;
    return apo_act_withdraw(act);
}

static enum apo_refusal decide_resign(apo_act *act, const apo_json_value *body, apo_error *err)
{
    (void)body;
    (void)err;
    return apo_act_resign(act);
}

static enum apo_refusal decide_flag(apo_act *act, const apo_json_value *body, apo_error *err)
{
    (void)body;
    (void)err;
    return apo_act_look(act);
}

static enum apo_refusal decide_give_time(apo_act *act, const apo_json_value *body,
                                         apo_error *err)
{
    (void)body;
    (void)err;
    return apo_act_give_time(act);
}

static enum apo_refusal decide_cancel(apo_act *act, const apo_json_value *body, apo_error *err)
{
    (void)body;
    (void)err;
    return apo_act_cancel(act);
}

/* A claim depends on who watches the game. */
static void api_claim(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    if (!apo_ask_start(&ask, req, "key ply what"))
        return;
    apo_span what = apo_ask_text(&ask, "what");
    apo_live_game *game = apo_enter_asked(app, req, api_claim);
    if (game != NULL && !apo_span_is(what, "win") && !apo_span_is(what, "draw")) {
        apo_reply_bad(req, "\"what\" is win or draw.");
    } else if (game != NULL) {
        apo_act act;
        apo_round *round = apo_live_game_round(game);
        unsigned side = apo_enter_side(app, req, round);
        uint64_t before = apo_round_find_key(round, ask.key, side);
        int64_t away_ms = side == APO_NOBODY ? 0 : apo_live_game_away_ms(game, side ^ 1U);
        apo_act_start(&act, round, side, apo_http_wall_clock_ms(), ask.key);
        enum apo_refusal refusal = apo_act_claim(&act, away_ms, apo_span_is(what, "win"));
        if (before > 0)
            reply_done(req, round, before);
        else
            answer_act(app, req, game, &act, refusal, NULL);
    }
    apo_ask_end(&ask);
}

static void api_give_time(apo_http_request *req, void *context)
{
    handle(req, context, api_give_time, "key ply", decide_give_time);
}

static void api_move(apo_http_request *req, void *context)
{
    handle(req, context, api_move, "key ply move", decide_move);
}

static void api_offer(apo_http_request *req, void *context)
{
    handle(req, context, api_offer, "key ply what", decide_offer);
}

/* Pages send the number of moves with every request; only moves and offers depend on it. */
static void api_answer(apo_http_request *req, void *context)
{
    handle(req, context, api_answer, "key ply what accept", decide_answer);
}

static void api_withdraw(apo_http_request *req, void *context)
{
    handle(req, context, api_withdraw, "key ply what", decide_withdraw);
}

static void api_resign(apo_http_request *req, void *context)
{
    handle(req, context, api_resign, "key ply", decide_resign);
}

static void api_flag(apo_http_request *req, void *context)
{
    handle(req, context, api_flag, "key ply", decide_flag);
}

static void api_cancel(apo_http_request *req, void *context)
{
    handle(req, context, api_cancel, "key ply", decide_cancel);
}

const apo_http_route apo_api_game_routes[] = {
    {APO_HTTP_GET, "/api/games/:id", api_game, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A game", .answer = "Game")},
    {APO_HTTP_GET, "/api/games/:id/events", api_events, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What happens in a game",
                   .answer = "GameEvent", .query = "after?:int",
                   .events =
                       "join move takeback offer withdraw decline end rematch clock presence "
                       "crowd chat")},
    {APO_HTTP_POST, "/api/games/:id/moves", api_move, APO_HTTP_URGENT, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Makes a move after `ply` moves",
                   .answer = "Done", .body = "ply:int move:text")},
    {APO_HTTP_POST, "/api/games/:id/offer", api_offer, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Offers something to the other side",
                   .answer = "Done", .body = "ply:int what:Offer")},
    {APO_HTTP_POST, "/api/games/:id/answer", api_answer, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Answers what the other side offers",
                   .answer = "Done", .body = "what:Offer accept:flag ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/withdraw", api_withdraw, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Withdraws an offer", .answer = "Done",
                   .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/resign", api_resign, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Resigns", .answer = "Done",
                   .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/flag", api_flag, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Asks the server to check the clock",
                   .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/claim", api_claim, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY,
                   .summary = "Claims the result of a live game whose opponent has left",
                   .answer = "Done", .body = "what:'win'|'draw' ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/give-time", api_give_time, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Gives the opponent 15 seconds",
                   .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/cancel", api_cancel, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Cancels a game before both sides have moved", .answer = "Done",
                   .body = "ply?:int")},
    APO_ROUTES_END,
};
