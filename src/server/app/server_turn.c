#include "server/app/server_turn.h"

#include "server/web/shards.h"
#include "store/turn.h"

enum {
    RENEW_MS = 2000,
    PEER_RENEW_MS = 1000, /* a peer's; see server_peers.c */
    DOUBT_MS = 6000       /* less than what others wait for, see store/turn.h */
};

/* The renewal counts from the request, not from when it was stored. */
static void note_renewed(void *context, apo_status status)
{
    apo_app *app = context;
    if (status == APO_OK)
        app->turn_renewed_ms = app->turn_asked_ms;
    app->is_renewing = false;
}

static void renew(apo_app *app)
{
    if (app->is_renewing)
        return;
    app->is_renewing = true;
    app->turn_asked_ms = apo_http_ticks_ms();
    if (app->shards == NULL) {
        apo_store_renew(app->store, note_renewed, app);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_renew_peer(batch, app->shards->self, apo_http_address(app->http));
    apo_store_submit(app->store, batch, note_renewed, app);
}

void apo_server_turn_begin(apo_app *app)
{
    app->turn_renewed_ms = apo_http_ticks_ms();
    renew(app);
}

bool apo_server_turn_tick(apo_app *app)
{
    if (apo_store_is_superseded(app->store)) {
        apo_log_text(&app->log, "superseded", "reason",
                     apo_span_of("another server has taken over the database"));
        apo_http_stop(app->http);
        return false;
    }
    /* The tick comes once a second, or a little later. */
    if (apo_http_ticks_ms() - app->turn_asked_ms >=
        (app->shards != NULL ? PEER_RENEW_MS / 2 : RENEW_MS))
        renew(app);
    return true;
}

bool apo_server_turn_is_doubtful(const apo_app *app)
{
    return (app->options.may_stand_by || app->shards != NULL) &&
           apo_http_ticks_ms() - app->turn_renewed_ms > DOUBT_MS;
}
