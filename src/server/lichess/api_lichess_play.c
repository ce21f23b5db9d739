/* Actions of bots written for lichess.org in their games, and their invitations. */
#include "base/json.h"
#include "base/text.h"
#include "server/invite/answer.h"
#include "server/lichess/lichess.h"
#include "server/lichess/routes.h"
#include "server/lichess/view.h"
#include "server/live/enter.h"
#include "server/web/ask.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    KEY_LENGTH = 16,
    SECONDS_MAX = 86400, /* larger numbers are refused as for other invitations */
    DAYS_MAX = 365
};

static void reply_ok(apo_http_request *req)
{
    apo_http_reply(req, 200, APO_HTTP_JSON, apo_span_of("{\"ok\":true}"));
}

/* The game of the address, entered; NULL: answered, or the handler will be called again. */
static apo_live_game *enter(apo_app *app, apo_http_request *req, apo_http_handler *handler)
{
    apo_live_game *game = apo_enter_asked(app, req, handler);
    if (game == NULL || apo_lichess_knows(apo_live_game_round(game)->start.variant))
        return game;
    apo_http_reply_error(req, 404, "not_found", "There is no such game.");
    return NULL;
}

/* --- doing --------------------------------------------------------------- */

/* A request waiting for its change to be stored. */
typedef struct pending {
    apo_app *app;
    apo_http_request *req;
    apo_live_game *game;
    unsigned side;
    enum apo_refusal refusal;
    bool wants_draw; /* the move comes with an offer */
} pending;

static void offer_draw(void *context)
{
    pending *job = context;
    apo_act act;
    apo_round *round = apo_live_game_round(job->game);
    apo_act_start(&act, round, job->side, apo_http_wall_clock_ms(), apo_span_of(""));
    if (apo_act_offer(&act, round->ply_count, APO_OFFER_DRAW) == APO_REFUSED_NONE &&
        act.count > 0)
        apo_live_game_commit(job->game, &act, NULL, NULL, NULL);
    apo_free(NULL, job);
}

/* The game is still busy with the move, so the offer waits in its queue. */
static void finish(void *context, apo_status status)
{
    pending *job = context;
    apo_round *round = apo_live_game_round(job->game);
    if (status != APO_OK)
        apo_app_reply_failure(job->app, job->req, status);
    else if (job->refusal != APO_REFUSED_NONE)
        apo_reply_refusal(job->req, job->refusal, round, NULL);
    else
        reply_ok(job->req);
    if (status != APO_OK || !job->wants_draw || round->state != APO_ROUND_PLAYING ||
        apo_live_game_enter(job->game, offer_draw, job))
        apo_free(NULL, job);
}

static void settle(apo_app *app, apo_http_request *req, apo_live_game *game, const apo_act *act,
                   const pending *made)
{
    if (act->count == 0) {
        if (made->refusal == APO_REFUSED_NONE)
            reply_ok(req);
        return;
    }
    pending *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = *made;
    apo_http_defer(req);
    apo_live_game_commit(game, act, NULL, finish, job);
}

typedef enum apo_refusal decide(apo_act *act, apo_http_request *req, apo_error *err,
                                bool *wants_draw);

static void handle(apo_http_request *req, apo_app *app, apo_http_handler *handler, decide *fn)
{
    apo_act act;
    apo_error err = {.detail = ""};
    apo_live_game *game = enter(app, req, handler);
    if (game == NULL)
        return;
    apo_round *round = apo_live_game_round(game);
    pending made = {.app = app, .req = req, .game = game};
    made.side = apo_enter_side(app, req, round);
    apo_act_start(&act, round, made.side, apo_http_wall_clock_ms(), apo_span_of(""));
    made.refusal = fn(&act, req, &err, &made.wants_draw);
    if (act.count == 0 && made.refusal != APO_REFUSED_NONE)
        apo_reply_refusal(req, made.refusal, round, &err);
    else
        settle(app, req, game, &act, &made);
}

/* If the other side has offered a draw too, the game ends without the move. */
static enum apo_refusal decide_move(apo_act *act, apo_http_request *req, apo_error *err,
                                    bool *wants_draw)
{
    apo_span offering;
    const apo_round *round = act->round;
    apo_http_query(req, "offeringDraw", &offering);
    *wants_draw = apo_span_is(offering, "true");
    if (*wants_draw && act->by < APO_SIDES && round->offers[act->by ^ 1U] == APO_OFFER_DRAW)
        return apo_act_answer(act, APO_OFFER_DRAW, true);
    return apo_act_move(act, round->ply_count, apo_http_param(req, "move"), err);
}

static enum apo_refusal decide_resign(apo_act *act, apo_http_request *req, apo_error *err,
                                      bool *wants_draw)
{
    (void)req;
    (void)err;
    (void)wants_draw;
    return apo_act_resign(act);
}

static enum apo_refusal decide_abort(apo_act *act, apo_http_request *req, apo_error *err,
                                     bool *wants_draw)
{
    (void)req;
    (void)err;
    (void)wants_draw;
    return apo_act_cancel(act);
}

static enum apo_refusal decide_takeback(apo_act *act, apo_http_request *req, apo_error *err,
                                        bool *wants_draw)
{
    apo_span answer = apo_http_param(req, "answer");
    (void)err;
    (void)wants_draw;
    return apo_act_answer(act, APO_OFFER_TAKEBACK,
                          apo_span_is(answer, "yes") || apo_span_is(answer, "true"));
}

static void lichess_move(apo_http_request *req, void *context)
{
    handle(req, context, lichess_move, decide_move);
}

static void lichess_resign(apo_http_request *req, void *context)
{
    handle(req, context, lichess_resign, decide_resign);
}

static void lichess_abort(apo_http_request *req, void *context)
{
    handle(req, context, lichess_abort, decide_abort);
}

static void lichess_takeback(apo_http_request *req, void *context)
{
    handle(req, context, lichess_takeback, decide_takeback);
}

/* Ignores the chat of such bots. */
static void lichess_chat(apo_http_request *req, void *context)
{
    (void)context;
    reply_ok(req);
}

static void lichess_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_live_game *game = enter(app, req, lichess_game);
    if (game != NULL)
        apo_lichess_open_game(app, req, game);
}

/* --- invitations --------------------------------------------------------- */

/* Reads the body: a form, or JSON with the same names ("clock.limit"), as lichess-bot sends it.
 * False: the request has been answered. End with apo_ask_end. */
static bool read_challenge(apo_ask *out, apo_http_request *req)
{
    *out = (apo_ask){.req = req, .is_json = apo_http_has_type(req, APO_HTTP_JSON)};
    if (out->is_json) {
        if (apo_json_in_read(&out->document, apo_http_body(req), NULL) != APO_OK) {
            apo_reply_bad(req, "The body is not a JSON object.");
            return false;
        }
        out->body = apo_json_in_root(out->document);
    }
    return true;
}

static bool asks_for(const apo_ask *ask, const char *name)
{
    return ask->is_json ? apo_json_in_member(ask->body, name) != NULL
                        : apo_ask_text(ask, name).length > 0;
}

/* 0 if it is missing or not a number in the range. */
static uint32_t number_of(const apo_ask *ask, const char *name, uint32_t maximum)
{
    int64_t number = 0;
    uint32_t written = 0;
    if (ask->is_json)
        apo_json_in_number(apo_json_in_member(ask->body, name), 0, maximum, &number);
    else if (apo_span_number(apo_ask_text(ask, name), maximum, &written))
        number = written;
    return (uint32_t)number;
}

/* In a form programs write flags as "true" or "True". */
static bool is_set(const apo_ask *ask, const char *name)
{
    bool is_true = false;
    apo_span text = apo_ask_text(ask, name);
    if (ask->is_json)
        apo_json_in_flag(apo_json_in_member(ask->body, name), &is_true);
    return is_true || (text.length > 0 && apo_to_lower(text.text[0]) == 't');
}

static void add_clock(apo_buffer *out, const apo_ask *ask)
{
    uint32_t days = number_of(ask, "days", DAYS_MAX);
    apo_json_open(out, "clock", '{');
    if (asks_for(ask, "clock.limit")) {
        apo_json_add_string(out, "kind", "live");
        apo_json_add_number(out, "base_ms",
                            INT64_C(1000) * number_of(ask, "clock.limit", SECONDS_MAX));
        apo_json_add_number(out, "increment_ms",
                            INT64_C(1000) * number_of(ask, "clock.increment", SECONDS_MAX));
    } else if (days > 0) {
        apo_json_add_string(out, "kind", "days");
        apo_json_add_number(out, "days", days);
    } else {
        apo_json_add_string(out, "kind", "none");
    }
    apo_json_close(out, '}');
}

static bool show_challenge(apo_buffer *out, apo_app *app, const apo_store_invitation *row)
{
    return apo_lichess_view_challenge(out, app, NULL, row);
}

/* A challenge of lichess is an invitation to chess here. */
static void invite(apo_app *app, const apo_ask *ask)
{
    apo_span color = apo_ask_text(ask, "color");
    char key[KEY_LENGTH + 1];
    apo_buffer body;
    apo_token_name(key, KEY_LENGTH);
    apo_buffer_init(&body, NULL);
    apo_json_open(&body, NULL, '{');
    apo_json_add_string(&body, "key", key);
    apo_json_add_text(&body, "to", apo_http_param(ask->req, "name"));
    apo_json_add_string(&body, "variant", APO_LICHESS_VARIANT);
    if (color.length > 0)
        apo_json_add_text(&body, "color", color);
    add_clock(&body, ask);
    apo_json_add_flag(&body, "rated", is_set(ask, "rated"));
    apo_json_close(&body, '}');
    apo_invite_offer(app, ask->req, apo_buffer_span(&body), show_challenge);
    apo_buffer_clear(&body);
}

static void lichess_challenge(apo_http_request *req, void *context)
{
    apo_ask ask;
    if (!read_challenge(&ask, req))
        return;
    apo_span variant = apo_ask_text(&ask, "variant");
    if (variant.length == 0 || apo_span_is(variant, "standard"))
        invite(context, &ask);
    else
        apo_http_reply_error(req, 422, "bad_request",
                             "Only the variant \"standard\" can be played here.");
    apo_ask_end(&ask);
}

static void lichess_cancel(apo_http_request *req, void *context)
{
    apo_invite_answer(context, req, APO_INVITE_WITHDRAW);
}

static void lichess_accept(apo_http_request *req, void *context)
{
    apo_invite_answer(context, req, APO_INVITE_ACCEPT);
}

static void lichess_decline(apo_http_request *req, void *context)
{
    apo_invite_answer(context, req, APO_INVITE_DECLINE);
}

#define OPERATION(wanted) APO_OPERATION(.scope = (wanted), .is_foreign = true)

const apo_http_route apo_api_lichess_play_routes[] = {
    {APO_HTTP_GET, "/api/bot/game/stream/:id", lichess_game, 0, 0, OPERATION(APO_SCOPE_READ)},
    {APO_HTTP_POST, "/api/bot/game/:id/move/:move", lichess_move, APO_HTTP_URGENT,
     APO_BODY_SMALL, OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_POST, "/api/bot/game/:id/takeback/:answer", lichess_takeback, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_POST, "/api/bot/game/:id/chat", lichess_chat, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_POST, "/api/bot/game/:id/abort", lichess_abort, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_POST, "/api/bot/game/:id/resign", lichess_resign, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_PLAY)},
    {APO_HTTP_POST, "/api/challenge/:name", lichess_challenge, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_INVITE)},
    {APO_HTTP_POST, "/api/challenge/:id/cancel", lichess_cancel, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_INVITE)},
    {APO_HTTP_POST, "/api/challenge/:id/accept", lichess_accept, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_INVITE)},
    {APO_HTTP_POST, "/api/challenge/:id/decline", lichess_decline, 0, APO_BODY_SMALL,
     OPERATION(APO_SCOPE_INVITE)},
    APO_ROUTES_END,
};
