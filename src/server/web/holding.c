#include "server/web/holding.h"

typedef struct bound {
    unsigned most;
    const char *refusal;
} bound;

static const bound bounds[APO_HOLDINGS] = {
    [APO_HOLDING_WAITING] = {40, "You have 40 games that wait for an opponent: cancel one "
                                 "first."},
    [APO_HOLDING_GAMES] = {1000, "You have 1,000 games that are not over, the most you can "
                                 "have: finish one first."},
    [APO_HOLDING_BLOCKED] = {1000, "You have blocked 1,000 people, the most you can: unblock "
                                   "one first."},
    [APO_HOLDING_MUTED] = {1000, "You have muted 1,000 people, the most you can: unmute one "
                                 "first."},
    [APO_HOLDING_PROBLEMS] = {1000, "You have published 1,000 problems, the most you can."},
    [APO_HOLDING_TOURNAMENTS] = {20, "You have 20 tournaments that are not over, the most you "
                                     "can have."},
    [APO_HOLDING_SERIES] = {100, "You have 100 series of tournaments, the most you can have."},
    [APO_HOLDING_REPORTS] = {30, "The moderators have not yet answered 30 of your reports: "
                                 "please wait."},
};

bool apo_holding_may_grow(apo_app *app, apo_http_request *req, enum apo_holding what,
                          apo_span person)
{
    const bound *at = &bounds[what];
    if (!app->options.has_limits ||
        apo_store_count_holding(app->store, what, person) < at->most)
        return true;
    apo_http_reply_error(req, 409, "conflict", at->refusal);
    return false;
}
