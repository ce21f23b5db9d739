#include "server/live/enter.h"

#include "server/web/visitor.h"
#include "store/invitations.h"

/* Calls a handler again once a game is free. */
typedef struct later {
    apo_http_request *req;
    apo_http_handler *handler;
    apo_app *app;
} later;

static void call_again(void *context)
{
    later job = *(later *)context;
    apo_free(NULL, context);
    job.handler(job.req, job.app);
}

apo_status apo_enter_table(apo_live_game **out, apo_app *app, apo_http_request *req,
                           apo_http_handler *handler, apo_span id)
{
    apo_live_game *game;
    *out = NULL;
    if (apo_live_await(app->live, req, handler, id))
        return APO_OK;
    apo_status status = apo_live_find(app->live, &game, id);
    if (status != APO_OK)
        return status;
    later *job = apo_allocate(NULL, sizeof *job);
    if (job == NULL)
        return APO_E_MEMORY;
    *job = (later){req, handler, app};
    if (apo_live_game_enter(game, call_again, job)) {
        apo_free(NULL, job);
        *out = game;
    } else {
        apo_http_defer(req);
    }
    return APO_OK;
}

apo_live_game *apo_enter_asked(apo_app *app, apo_http_request *req, apo_http_handler *handler)
{
    apo_live_game *game;
    apo_status status = apo_enter_table(&game, app, req, handler, apo_http_param(req, "id"));
    if (status == APO_OK)
        return game;
    if (status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is no such game.");
    else
        apo_app_reply_failure(app, req, status);
    return NULL;
}

unsigned apo_enter_side(apo_app *app, apo_http_request *req, const apo_round *round)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    return visitor == NULL ? APO_NOBODY : apo_round_side_of(round, apo_visitor_id(visitor));
}

bool apo_enter_is_blocked(const apo_app *app, const apo_round *round, unsigned side)
{
    if (side == APO_NOBODY || round->seats[APO_WHITE].kind != APO_SEAT_PERSON ||
        round->seats[APO_BLACK].kind != APO_SEAT_PERSON)
        return false;
    apo_span own = apo_span_of(round->seats[side].person);
    apo_span other = apo_span_of(round->seats[side ^ 1U].person);
    return apo_store_are_parted(app->store, own, other);
}
