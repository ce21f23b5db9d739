/* Comments below an imported game: reading and writing them. A comment serves a form of the
 * game's page, which it redirects to, and JSON under /api/. */
#include "server/archive/comment.h"
#include "server/archive/filter.h"
#include "server/archive/routes.h"
#include "server/talk/talk.h"
#include "server/web/route.h"

typedef struct finding {
    apo_app *app;
    apo_http_request *req;
    apo_span person;
    bool is_found;
} finding;

static bool take_record(void *context, const apo_store_record *record)
{
    finding *all = context;
    char page[APO_ARCHIVE_PATH_MAX];
    all->is_found = record->kind == APO_RECORD_IMPORTED &&
                    apo_store_may_see_record(all->app->store, record, all->person);
    if (all->is_found) {
        const apo_comments_place place = apo_archive_comments_place(page, record);
        apo_comments_serve(all->app, all->req, &place);
    }
    return false;
}

static void api_comments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    finding all = {app, req, apo_archive_asker(app, req), false};
    apo_status status =
        apo_store_find_record(app->store, apo_http_param(req, "id"), take_record, &all);
    if (all.is_found)
        return;
    if (status == APO_OK || status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found",
                             "There is no such imported game in the archive.");
    else
        apo_app_reply_failure(app, req, status);
}

const apo_http_route apo_api_comment_routes[] = {
    {APO_HTTP_GET, "/api/archive/games/:id/comments", api_comments, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Comments on an imported game",
                   .query = "after?:int before?:int",
                   .answer = "{messages:[Message] may_write:flag why:text}")},
    {APO_HTTP_POST, "/api/archive/games/:id/comments", api_comments, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Comments on an imported game",
                   .answer = "Message", .status = 201, .body = "text:text ply?:int")},
    {APO_HTTP_POST, "/archive/games/:id/comments", api_comments, 0, APO_TALK_BODY, NULL},
    APO_ROUTES_END,
};
