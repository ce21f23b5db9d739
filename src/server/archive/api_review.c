/* The review of a finished game. Browsers compute it, or workers on request, and the server
 * keeps it for everybody. It holds no text by people, only scores and legal moves. */
#include <string.h>

#include "base/text.h"
#include "server/archive/collection.h"
#include "server/archive/filter.h"
#include "server/archive/review.h"
#include "server/archive/review_work.h"
#include "server/archive/routes.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/people.h"
#include "store/reviews.h"

enum {
    BUSY_S = 60
};

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such game in the archive.");
}

/* A request, and what it asks about. */
typedef struct asking {
    apo_app *app;
    apo_http_request *req;
    apo_span person;       /* the account that asks; empty: none */
    const apo_ask *ask;    /* NULL: only looking */
    apo_store_batch *work; /* gets the work, for a request that wants it; else NULL */
    apo_buffer text;       /* lines of the review that was sent */
    apo_store_review review;
    bool is_seen;      /* the game is public, or in the sender's collection */
    bool is_player;    /* the sender played it, or has it in their collection */
    apo_status status; /* of reading the review */
    bool is_awaiting;  /* the game is being compiled; the handler will be called again */
} asking;

static bool look_at_record(void *context, const apo_store_record *record)
{
    asking *all = context;
    bool is_own = record->collection[0] != '\0' && apo_span_is(all->person, record->collection);
    all->is_seen = apo_store_may_see_record(all->app->store, record, all->person);
    all->is_player = is_own;
    for (unsigned side = 0; side < APO_STORE_SEATS; side++)
        all->is_player |=
            record->players[side][0] != '\0' && apo_span_is(all->person, record->players[side]);
    if (!all->is_seen || all->ask == NULL)
        return true;
    all->is_awaiting =
        record->definition[0] != '\0' &&
        apo_await_definition(all->app, all->req, record->variant, record->definition);
    if (all->is_awaiting)
        return true;
    if (all->work != NULL) {
        all->status = apo_review_work_add(all->work, all->app, record, all->person);
        return true;
    }
    const apo_variant *var = apo_variant_map_variant(all->app->variants, all->app->store,
                                                     record->variant, record->definition);
    all->status = var == NULL
                      ? APO_E_UNSUPPORTED
                      : apo_review_read(&all->text, var, record,
                                        apo_json_in_member(all->ask->body, "positions"));
    return true;
}

/* False: the request has been answered. */
static bool find_game(asking *all)
{
    apo_status status = apo_store_find_record(all->app->store, apo_http_param(all->req, "id"),
                                              look_at_record, all);
    if (status == APO_OK && all->is_seen)
        return true;
    if (status == APO_OK || status == APO_E_UNKNOWN)
        reply_unknown(all->req);
    else
        apo_app_reply_failure(all->app, all->req, status);
    return false;
}

/* --- looking ------------------------------------------------------------- */

static void add_maker(apo_buffer *out, const apo_app *app, const char *id)
{
    apo_store_person person = {.name = ""};
    apo_store_find_person(app->store, &person, apo_span_of(id));
    apo_json_add_string(out, "by", person.name);
    apo_json_add_flag(out, "is_account", person.is_account);
}

static void add_review(apo_buffer *out, const asking *all)
{
    apo_span rest = apo_buffer_span(&all->text);
    apo_json_open(out, "review", '{');
    add_maker(out, all->app, all->review.person);
    apo_json_add_number(out, "made", all->review.made_ms);
    apo_json_add_number(out, "nodes", all->review.nodes);
    apo_json_open(out, "positions", '[');
    while (rest.length > 0) {
        const char *end = memchr(rest.text, '\n', rest.length);
        size_t length = end == NULL ? rest.length : (size_t)(end - rest.text);
        apo_json_add_text(out, NULL, apo_span_part(rest, 0, length));
        rest = apo_span_part(rest, length + (end != NULL), rest.length);
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

/* Replies with the review, if there is one, and the work that makes one. */
static void reply_review(const asking *all, bool has_review)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    if (has_review)
        add_review(&out, all);
    else
        apo_json_add_null(&out, "review");
    apo_work_add_waiting(&out, all->app, APO_REVIEW_WORK, apo_http_param(all->req, "id"));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(all->req, 200, APO_HTTP_JSON, &out);
}

static void api_review(apo_http_request *req, void *context)
{
    apo_app *app = context;
    asking all = {.app = app, .req = req, .person = apo_archive_asker(app, req)};
    if (!find_game(&all))
        return;
    apo_buffer_init(&all.text, NULL);
    apo_status status =
        apo_store_find_review(app->store, &all.review, &all.text, apo_http_param(req, "id"));
    if (status == APO_OK || status == APO_E_UNKNOWN)
        reply_review(&all, status == APO_OK);
    else
        apo_app_reply_failure(app, req, status);
    apo_buffer_clear(&all.text);
}

/* --- keeping ------------------------------------------------------------- */

typedef struct keeping {
    apo_app *app;
    apo_http_request *req;
} keeping;

static void finish(void *context, apo_status status)
{
    keeping job = *(keeping *)context;
    apo_free(NULL, context);
    if (status != APO_OK)
        apo_app_reply_failure(job.app, job.req, status);
    else
        apo_http_reply(job.req, 200, APO_HTTP_JSON, apo_span_of("{}"));
}

/* An existing review stays unless its author or a player of the game sends another. False:
 * answered. */
static bool may_replace(const asking *all)
{
    apo_store_review old;
    apo_status status =
        apo_store_find_review(all->app->store, &old, NULL, apo_http_param(all->req, "id"));
    if (status == APO_E_UNKNOWN ||
        (status == APO_OK && (all->is_player || apo_span_is(all->person, old.person))))
        return true;
    if (status == APO_OK)
        apo_http_reply_error(all->req, 409, "conflict", "This game has a review already.");
    else
        apo_app_reply_failure(all->app, all->req, status);
    return false;
}

static bool is_read(const asking *all)
{
    if (all->status == APO_OK)
        return true;
    if (all->status == APO_E_TOO_LARGE)
        apo_http_reply_error(all->req, 422, "bad_request",
                             "This game is too long for a review.");
    else
        apo_reply_bad(all->req,
                      "\"positions\" has a line for the start and one after each move, a score "
                      "and a legal move: \"31 e2e4\" or \"#-3 d8h4\".");
    return false;
}

static void keep(asking *all)
{
    keeping *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(all->app, all->req, APO_E_MEMORY);
        return;
    }
    *job = (keeping){all->app, all->req};
    apo_text_copy_span(all->review.game, sizeof all->review.game,
                       apo_http_param(all->req, "id"));
    apo_text_copy_span(all->review.person, sizeof all->review.person, all->person);
    all->review.made_ms = apo_http_wall_clock_ms();
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_put_review(batch, &all->review, apo_buffer_span(&all->text));
    apo_http_defer(all->req);
    apo_store_submit(all->app->store, batch, finish, job);
}

static void api_review_put(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    asking all = {.app = app, .req = req, .person = apo_visitor_account_id(app, req)};
    if (!apo_ask_start(&ask, req, "key nodes positions"))
        return;
    all.ask = &ask;
    apo_buffer_init(&all.text, NULL);
    if (all.person.length == 0)
        apo_http_reply_error(req, 401, "login_needed", "Keeping a review needs an account.");
    else if (!apo_json_in_number(apo_json_in_member(ask.body, "nodes"), 1, APO_REVIEW_NODES_MAX,
                                 &all.review.nodes))
        apo_reply_bad(req, "\"nodes\" is how many positions were searched for each.");
    else if (find_game(&all) && !all.is_awaiting && is_read(&all) && may_replace(&all))
        keep(&all);
    apo_buffer_clear(&all.text);
    apo_ask_end(&ask);
}

/* --- asking workers for it ------------------------------------------------ */

static void finish_work(void *context, apo_status status)
{
    keeping job = *(keeping *)context;
    apo_span id = apo_http_param(job.req, "id");
    apo_buffer out;
    apo_free(NULL, context);
    /* If two people ask at once, or one asks twice, the review is being made for both. */
    if (status != APO_OK && status != APO_E_EXISTS) {
        apo_app_reply_failure(job.app, job.req, status);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_work_add_waiting(&out, job.app, APO_REVIEW_WORK, id);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job.req, 200, APO_HTTP_JSON, &out);
    apo_work_wake(job.app->work);
}

/* False: the request has been answered. */
static bool may_wait(const asking *all)
{
    int64_t own = 0, everybody = 0;
    apo_status status = apo_store_count_work_of(all->app->store, &own, all->person);
    if (status == APO_OK)
        status = apo_store_count_work(all->app->store, &everybody);
    if (status != APO_OK) {
        apo_app_reply_failure(all->app, all->req, status);
        return false;
    }
    if (own >= APO_WORK_OWN_MAX) {
        apo_http_reply_error(all->req, 409, "too_many",
                             "You are waiting for five reviews or proofs already; please wait "
                             "until one of them is done.");
        return false;
    }
    if (everybody >= APO_WORK_WAITING_MAX)
        apo_app_reply_busy(all->req, BUSY_S);
    return everybody < APO_WORK_WAITING_MAX;
}

static bool is_added(const asking *all)
{
    apo_status status = all->status;
    if (status == APO_E_TOO_LARGE)
        apo_http_reply_error(all->req, 422, "bad_request",
                             "This game is too long for a review.");
    else if (status == APO_E_UNSUPPORTED)
        apo_http_reply_error(all->req, 422, "bad_request", "There are no moves to review.");
    else if (status == APO_E_UNKNOWN || status == APO_E_POSITION)
        reply_unknown(all->req);
    else if (status != APO_OK)
        apo_app_reply_failure(all->app, all->req, status);
    return status == APO_OK;
}

static void want(asking *all)
{
    keeping *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(all->app, all->req, APO_E_MEMORY);
        return;
    }
    *job = (keeping){all->app, all->req};
    apo_http_defer(all->req);
    apo_store_submit(all->app->store, all->work, finish_work, job);
    all->work = NULL;
}

static void api_review_work(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    asking all = {.app = app, .req = req, .person = apo_visitor_account_id(app, req)};
    if (!apo_ask_start(&ask, req, "key"))
        return;
    all.ask = &ask;
    all.work = apo_store_batch_new();
    apo_buffer_init(&all.text, NULL);
    if (all.person.length == 0)
        apo_http_reply_error(req, 401, "login_needed",
                             "A review by the server needs an account.");
    else if (find_game(&all) && !all.is_awaiting && is_added(&all) && may_replace(&all) &&
             may_wait(&all))
        want(&all);
    apo_store_batch_free(all.work);
    apo_ask_end(&ask);
}

enum {
    REVIEW_BODY = 128 * 1024 /* a line of 96 bytes for each of 1,001 positions, and JSON */
};

const apo_http_route apo_api_review_routes[] = {
    {APO_HTTP_GET, "/api/archive/games/:id/review", api_review, APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "What an engine thought of each position of a finished game",
                   .answer = "{review:Review|null work:Waiting|null}")},
    {APO_HTTP_POST, "/api/archive/games/:id/review", api_review_put, APO_HTTP_COSTLY,
     REVIEW_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY,
                   .summary = "Keeps a review with the game, for everybody", .answer = "{}",
                   .body = "nodes:int positions:[text]")},
    {APO_HTTP_POST, "/api/archive/games/:id/review/work", api_review_work, APO_HTTP_COSTLY,
     APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Has a review made by the server",
                   .answer = "{work:Waiting|null}")},
    APO_ROUTES_END,
};
