#include "server/app/server_admit.h"

#include "server/app/server_turn.h"
#include "server/web/factors.h"
#include "server/web/program.h"
#include "server/web/visitor.h"

enum {
    STRAINED_WAITING = 64, /* readers' or workers' tasks: about a second of searches */
    DISK_US =
        30000 /* how long moves may have to wait for the disk; other changes half as long */
};

bool apo_server_limits_open(apo_app *app)
{
    /* A fast player sends one request a second; a page loads some thirty files. */
    static const apo_bucket_limits limits[APO_LIMITS] = {
        [APO_LIMIT_REQUESTS] = {400, 1200, 20000}, [APO_LIMIT_POSTS] = {100, 240, 20000},
        [APO_LIMIT_GAMES] = {30, 10, 20000},       [APO_LIMIT_LOGINS] = {20, 6, 20000},
        [APO_LIMIT_NAMES] = {10, 1, 20000},        [APO_LIMIT_ACCOUNTS] = {5, 1, 20000},
        [APO_LIMIT_TOKENS] = {200, 600, 20000},    [APO_LIMIT_INVITES] = {20, 2, 20000},
        [APO_LIMIT_DEVICES] = {10, 1, 20000},      [APO_LIMIT_MAILS] = {5, 1, 20000},
        [APO_LIMIT_DOWNLOADS] = {6, 2, 20000},     [APO_LIMIT_IMPORTS] = {10, 1, 20000},
        [APO_LIMIT_EXPORTS] = {4, 1, 20000},       [APO_LIMIT_MESSAGES] = {12, 20, 20000},
        [APO_LIMIT_TALKERS] = {40, 60, 20000},     [APO_LIMIT_STRANGERS] = {10, 1, 20000},
        [APO_LIMIT_REPORTS] = {10, 1, 20000},      [APO_LIMIT_PUBLISHING] = {12, 2, 20000},
        [APO_LIMIT_PUBLISHERS] = {24, 4, 20000},   [APO_LIMIT_STUDIES] = {20, 2, 20000},
        [APO_LIMIT_SAVES] = {120, 60, 20000},      [APO_LIMIT_INVITERS] = {40, 4, 20000},
        [APO_LIMIT_REPORTERS] = {20, 2, 20000},    [APO_LIMIT_SEEKS] = {12, 1, 20000},
    };
    for (unsigned i = 0; app->options.has_limits && i < APO_LIMITS; i++) {
        app->limits[i] = apo_buckets_new(&limits[i]);
        if (app->limits[i] == NULL)
            return false;
    }
    return true;
}

void apo_server_limits_free(apo_app *app)
{
    for (unsigned i = 0; i < APO_LIMITS; i++)
        apo_buckets_free(app->limits[i]);
}

/* True if costly requests must wait: the threads have too much to do, or memory is short. */
static bool is_strained(const apo_app *app)
{
    return apo_memory_is_short(app->memory) ||
           apo_workers_waiting(app->readers) > STRAINED_WAITING ||
           apo_workers_waiting(app->workers) > STRAINED_WAITING;
}

/* True if too many changes wait for the disk for this one. */
static bool is_full(const apo_app *app, const apo_http_request *req)
{
    bool is_urgent = (apo_http_route_of(req)->flags & APO_HTTP_URGENT) != 0;
    return apo_http_method(req) == APO_HTTP_POST &&
           apo_store_waiting(app->store) >=
               apo_pace_capacity(&app->disk, is_urgent ? DISK_US : DISK_US / 2);
}

static bool is_costly(const apo_http_request *req)
{
    return (apo_http_route_of(req)->flags & APO_HTTP_COSTLY) != 0;
}

/* True if the store cannot tell who the visitor is. They must not be treated as a stranger,
 * whom a game would refuse. */
static bool is_unread(apo_app *app, apo_http_request *req)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    return visitor != NULL && visitor->is_unread;
}

bool apo_server_admit(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_span key = apo_http_remote_key(req), credentials;
    if (app->options.has_shedding &&
        (is_full(app, req) || (is_costly(req) && is_strained(app)))) {
        apo_http_shed(req);
        return false;
    }
    if (!apo_app_may(app, req, APO_LIMIT_REQUESTS, key))
        return false;
    if (apo_server_turn_is_doubtful(app)) {
        apo_app_reply_busy(req, 1);
        return false;
    }
    if (apo_http_method(req) == APO_HTTP_POST && is_unread(app, req)) {
        apo_app_reply_failure(app, req, APO_E_IO);
        return false;
    }
    if (!apo_factors_admit(app, req))
        return false;
    if (apo_http_header(req, "Authorization", &credentials))
        return apo_program_admit(app, req);
    return apo_http_method(req) != APO_HTTP_POST || apo_app_may(app, req, APO_LIMIT_POSTS, key);
}
