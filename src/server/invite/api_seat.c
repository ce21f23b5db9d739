/* Joining a game, and rematches. */
#include <string.h>

#include "server/invite/invite.h"
#include "server/invite/routes.h"
#include "server/live/enter.h"
#include "server/seek/create.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

/* A waiting request. */
typedef struct pending {
    apo_app *app;
    apo_http_request *req;
    apo_http_handler *handler; /* to be called again when the game is free */
    apo_live_game *game;
    apo_visitor visitor;
    uint64_t seq;
    apo_act act;
    char id[APO_STORE_ID_MAX]; /* of the second game */
} pending;

/* A new `pending` with the live game of the request, entered. NULL: answered, or the handler
 * will be called again. */
static pending *enter(apo_app *app, apo_http_request *req, apo_http_handler *handler)
{
    apo_live_game *game = apo_enter_asked(app, req, handler);
    if (game == NULL)
        return NULL;
    pending *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    job->app = app;
    job->req = req;
    job->handler = handler;
    job->game = game;
    return job;
}

static void reply_game(apo_http_request *req, const char *id, uint64_t seq)
{
    apo_buffer out, url;
    apo_buffer_init(&out, NULL);
    apo_buffer_init(&url, NULL);
    apo_buffer_add(&url, "/game/");
    apo_buffer_add(&url, id);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "id", id);
    apo_json_add_string(&out, "game", id);
    apo_json_add_text(&out, "url", apo_buffer_span(&url));
    apo_json_add_number(&out, "seq", (int64_t)seq);
    apo_json_close(&out, '}');
    apo_buffer_clear(&url);
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- joining ------------------------------------------------------------- */

/* Everybody may join an open game; other games need the secret. */
static bool may_join(const apo_live_game *game, const apo_ask *ask)
{
    const apo_store_game *row = apo_live_game_row(game);
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_span secret = {NULL, 0};
    if (row->is_open)
        return true;
    if (row->secret[0] == '\0' ||
        !apo_json_in_text(apo_json_in_member(ask->body, "secret"), &secret))
        return false;
    apo_token_digest(digest, secret);
    return apo_token_same(apo_span_of(digest), apo_span_of(row->secret));
}

/* True if a player of the game has blocked the person who joins. */
static bool is_unwelcome(const pending *job)
{
    const apo_visitor *visitor = apo_visitor_of(job->app, job->req);
    const apo_round *round = apo_live_game_round(job->game);
    bool is_blocked = false;
    for (unsigned side = 0; visitor != NULL && side < APO_SIDES; side++)
        is_blocked = is_blocked || apo_store_is_blocked(job->app->store,
                                                        apo_span_of(round->seats[side].person),
                                                        apo_visitor_id(visitor));
    return is_blocked;
}

/* Rated games are between accounts. */
static bool may_be_rated(const pending *job)
{
    const apo_visitor *visitor = apo_visitor_of(job->app, job->req);
    return !apo_live_game_round(job->game)->start.is_rated || apo_visitor_is_account(visitor);
}

static void finish_join(void *context, apo_status status)
{
    pending *job = context;
    if (status == APO_OK) {
        apo_visitor_set_cookie(job->req, &job->visitor);
        reply_game(job->req, apo_live_game_round(job->game)->id, job->seq);
    } else {
        apo_app_reply_failure(job->app, job->req, status);
    }
    apo_free(NULL, job);
}

static void sit_down(pending *job, apo_span key)
{
    apo_seat seat = {.kind = APO_SEAT_PERSON};
    apo_round *round = apo_live_game_round(job->game);
    apo_visitor *visitor = apo_visitor_of(job->app, job->req);
    apo_store_batch *batch = apo_store_batch_new();
    if (visitor == NULL || batch == NULL) {
        apo_store_batch_free(batch);
        finish_join(job, APO_E_MEMORY);
        return;
    }
    apo_visitor_enrol(job->app, job->req, visitor, batch);
    job->visitor = *visitor;
    unsigned side = apo_round_side_of(round, apo_visitor_id(visitor));
    if (side != APO_NOBODY)
        job->seq = apo_round_find_key(round, key, APO_NOBODY);
    if (side != APO_NOBODY && job->seq == 0)
        job->seq = apo_round_find_key(round, key, side);
    if (job->seq > 0) {
        apo_store_batch_free(batch);
        finish_join(job, APO_OK);
        return;
    }
    apo_text_copy(seat.person, sizeof seat.person, visitor->person.id);
    apo_text_copy(seat.name, sizeof seat.name, visitor->person.name);
    apo_act_start(&job->act, round, APO_NOBODY, apo_http_wall_clock_ms(), key);
    enum apo_refusal refusal = apo_act_join(&job->act, &seat);
    if (refusal != APO_REFUSED_NONE) {
        apo_store_batch_free(batch);
        apo_reply_refusal(job->req, refusal, round, NULL);
        apo_free(NULL, job);
        return;
    }
    job->seq = job->act.first_seq;
    apo_http_defer(job->req);
    apo_live_game_commit(job->game, &job->act, batch, finish_join, job);
}

static void api_join(apo_http_request *req, void *context)
{
    apo_ask ask;
    if (!apo_ask_start(&ask, req, "key secret"))
        return;
    pending *job = enter(context, req, api_join);
    if (job != NULL && !may_join(job->game, &ask)) {
        apo_http_reply_error(req, 403, "forbidden",
                             "This game is not open: joining it needs its secret link.");
        apo_free(NULL, job);
    } else if (job != NULL && is_unwelcome(job)) {
        apo_http_reply_error(req, 403, "forbidden", apo_invite_sentence(APO_INVITE_BLOCKED));
        apo_free(NULL, job);
    } else if (job != NULL && !may_be_rated(job)) {
        apo_http_reply_error(
            req, 401, "login_needed",
            "This game is rated. Rated games need an account: log in or create one.");
        apo_free(NULL, job);
    } else if (job != NULL) {
        sit_down(job, ask.key);
    }
    apo_ask_end(&ask);
}

/* --- rematches ----------------------------------------------------------- */

static void finish_rematch(void *context, apo_status status)
{
    pending *job = context;
    if (status == APO_OK)
        reply_game(job->req, apo_live_game_round(job->game)->rematch, job->seq);
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

/* The key of the only rematch of a game, no matter who asks and how often. */
static void rematch_key(char out[APO_STORE_KEY_MAX], const char *id)
{
    apo_text text = apo_text_start(out, APO_STORE_KEY_MAX);
    apo_text_add(&text, "rematch/");
    apo_text_add(&text, id);
}

/* The creator of the second game: always the same one of the two. */
static unsigned owner_of(const apo_round *round)
{
    return round->seats[APO_WHITE].kind == APO_SEAT_PERSON ? APO_WHITE : APO_BLACK;
}

static bool find_rematch(pending *job)
{
    char key[APO_STORE_KEY_MAX];
    apo_store_game row;
    const apo_round *round = apo_live_game_round(job->game);
    rematch_key(key, round->id);
    if (apo_store_find_key(job->app->store, &row,
                           apo_span_of(round->seats[owner_of(round)].person),
                           apo_span_of(key)) != APO_OK)
        return false;
    apo_text_copy(job->id, sizeof job->id, row.id);
    return true;
}

/* Handles the request again from the start. */
static void call_again(void *context)
{
    pending *job = context;
    apo_http_handler *handler = job->handler;
    apo_http_request *req = job->req;
    apo_app *app = job->app;
    apo_free(NULL, job);
    handler(req, app);
}

/* The second game is stored (now, or before a restart); records it in the first one. */
static void announce(void *context, apo_status status)
{
    pending *job = context;
    apo_round *round = apo_live_game_round(job->game);
    if (status != APO_OK && !(status == APO_E_EXISTS && find_rematch(job))) {
        finish_rematch(job, status);
        return;
    }
    if (!apo_live_game_enter(job->game, call_again, job))
        return;
    if (round->rematch[0] != '\0') {
        finish_rematch(job, APO_OK);
        return;
    }
    char key[sizeof job->act.key];
    memcpy(key, job->act.key, sizeof key);
    apo_act_start(&job->act, round, job->act.by, apo_http_wall_clock_ms(), apo_span_of(key));
    apo_act_rematch_made(&job->act, apo_span_of(job->id));
    job->seq = job->act.first_seq;
    apo_live_game_commit(job->game, &job->act, NULL, finish_rematch, job);
}

/* The same game with colours swapped, and with another start if there are several. */
static apo_status repeat_setup(apo_game_setup *out, const pending *job)
{
    const apo_round *round = apo_live_game_round(job->game);
    unsigned side = owner_of(round), other = side ^ 1U;
    apo_status status = APO_OK;
    *out = (apo_game_setup){
        .entry = apo_variant_map_find(job->app->variants, job->app->store,
                                      apo_span_of(round->start.variant)),
        .start = round->start,
        .color = (apo_side)other,
        .opponent = APO_OPPONENT_LINK,
    };
    if (out->entry == NULL)
        return APO_E_UNKNOWN;
    apo_text_copy(out->start.definition, sizeof out->start.definition, out->entry->digest);
    out->start.tournament[0] = '\0';
    /* Each player keeps their clock. */
    out->start.controls[other] = round->start.controls[side];
    out->start.controls[side] = round->start.controls[other];
    if (round->seats[other].kind == APO_SEAT_COMPUTER) {
        out->opponent = APO_OPPONENT_COMPUTER;
        out->level = round->seats[other].level;
    }
    if (round->start.number > 0)
        status =
            apo_game_setup_choose_start(&out->start, out->entry->var, 0,
                                        apo_span_of(round->start.name), apo_span_of(""), NULL);
    return status;
}

/* Seats both players in the second game. */
static apo_status find_players(const pending *job, apo_store_person *own,
                               apo_store_person *other)
{
    apo_store *store = job->app->store;
    const apo_round *round = apo_live_game_round(job->game);
    const apo_seat *first = &round->seats[owner_of(round)];
    const apo_seat *second = &round->seats[owner_of(round) ^ 1U];
    apo_status status = apo_store_find_person(store, own, apo_span_of(first->person));
    if (status == APO_OK && second->kind == APO_SEAT_PERSON)
        status = apo_store_find_person(store, other, apo_span_of(second->person));
    return status;
}

static void make_rematch(pending *job)
{
    apo_game_setup setup;
    char key[APO_STORE_KEY_MAX];
    apo_store_person own, other = {.id = ""};
    const apo_round *round = apo_live_game_round(job->game);
    apo_http_defer(job->req);
    if (find_rematch(job)) {
        announce(job, APO_OK);
        return;
    }
    apo_status status = repeat_setup(&setup, job);
    if (status == APO_OK)
        status = find_players(job, &own, &other);
    if (status != APO_OK) {
        finish_rematch(job, status);
        return;
    }
    rematch_key(key, round->id);
    apo_token_name(job->id, APO_CREATE_ID_LENGTH);
    const apo_creation creation = {
        .id = job->id,
        .setup = &setup,
        .creator = &own,
        .other = other.id[0] != '\0' ? &other : NULL,
        .key = apo_span_of(key),
        .is_open = apo_live_game_row(job->game)->is_open,
    };
    apo_create(job->app, &creation, apo_store_batch_new(), announce, job);
}

static void decide_rematch(pending *job, apo_span key)
{
    bool is_agreed = false;
    const apo_visitor *visitor = apo_visitor_of(job->app, job->req);
    apo_round *round = apo_live_game_round(job->game);
    unsigned side =
        visitor != NULL ? apo_round_side_of(round, apo_visitor_id(visitor)) : APO_NOBODY;
    apo_act_start(&job->act, round, side, apo_http_wall_clock_ms(), key);
    enum apo_refusal refusal = apo_enter_is_blocked(job->app, round, side)
                                   ? APO_REFUSED_BLOCKED
                                   : apo_act_rematch(&job->act, &is_agreed);
    job->seq = job->act.first_seq;
    if (refusal != APO_REFUSED_NONE) {
        apo_reply_refusal(job->req, refusal, round, NULL);
        apo_free(NULL, job);
    } else if (is_agreed) {
        make_rematch(job);
    } else if (job->act.count > 0) {
        apo_http_defer(job->req);
        apo_live_game_commit(job->game, &job->act, NULL, finish_rematch, job);
    } else {
        job->seq = round->seq;
        finish_rematch(job, APO_OK);
    }
}

static apo_span variant_of(const pending *job)
{
    return apo_span_of(apo_live_game_round(job->game)->start.variant);
}

static void api_rematch(apo_http_request *req, void *context)
{
    apo_ask ask;
    if (!apo_ask_start(&ask, req, "key ply"))
        return;
    pending *job = enter(context, req, api_rematch);
    if (job != NULL && apo_await_game(context, req, variant_of(job)))
        apo_free(NULL, job);
    else if (job != NULL)
        decide_rematch(job, ask.key);
    apo_ask_end(&ask);
}

const apo_http_route apo_api_seat_routes[] = {
    {APO_HTTP_POST, "/api/games/:id/join", api_join, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes the free seat",
                   .answer = "Seat", .body = "secret?:text")},
    {APO_HTTP_POST, "/api/games/:id/rematch", api_rematch, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Another game with colours swapped, once both ask for it",
                   .answer = "Seat", .body = "ply?:int")},
    APO_ROUTES_END,
};
