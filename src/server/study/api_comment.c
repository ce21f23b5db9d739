/* Reading and writing comments below a study. A comment serves a form of the study's page,
 * which it redirects to, and JSON under /api/. */
#include "server/study/access.h"
#include "server/study/comment.h"
#include "server/study/routes.h"
#include "server/talk/talk.h"
#include "server/web/route.h"

static void api_comments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_study study;
    enum apo_study_access access;
    char page[APO_STUDY_PATH_MAX];
    if (!apo_study_asked(app, req, &study, &access) || !apo_study_has_comments(&study)) {
        apo_http_reply_error(req, 404, "not_found", "There is no such study here.");
        return;
    }
    const apo_comments_place place = apo_study_comments_place(page, &study);
    apo_comments_serve(app, req, &place);
}

const apo_http_route apo_api_study_comment_routes[] = {
    {APO_HTTP_GET, "/api/studies/:id/comments", api_comments, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Comments on a study",
                   .query = "after?:int before?:int",
                   .answer = "{messages:[Message] may_write:flag why:text}")},
    {APO_HTTP_POST, "/api/studies/:id/comments", api_comments, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Comments on a study",
                   .answer = "Message", .status = 201, .body = "text:text")},
    {APO_HTTP_POST, "/study/:id/comments", api_comments, 0, APO_TALK_BODY, NULL},
    APO_ROUTES_END,
};
