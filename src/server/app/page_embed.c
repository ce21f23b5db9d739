/* Boards on the pages of others: the script, a page for frames, and how to use them. */
#include "server/app/routes.h"
#include "server/web/app.h"
#include "server/web/pages.h"
#include "server/web/route.h"

enum {
    SCRIPT_MAX = 100 /* "/static/HASH/embed/apothecary.js", with some to spare */
};

/* The address that others write into their pages never changes; the files it leads to are
 * cached for long. */
static void serve_script(apo_http_request *req, void *context)
{
    const apo_app *app = context;
    char buf[SCRIPT_MAX];
    apo_text target = apo_text_start(buf, sizeof buf);
    apo_text_add(&target, apo_http_static(app->http));
    apo_text_add(&target, "/embed/apothecary.js");
    apo_http_allow_other_sites(req);
    apo_http_add_header(req, "Cache-Control", apo_span_of("public, max-age=3600"));
    apo_http_redirect(req, apo_text_span(&target));
}

/* The only page that others may frame: it shows nothing about the visitor and offers no actions
 * in their name. */
static void serve_frame(apo_http_request *req, void *context)
{
    (void)context;
    apo_http_allow_framing(req);
    apo_http_reply_asset(req, "embed/frame.html");
}

static void page_embedding(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_fill *fill = apo_fill_new();
    apo_fill_string(fill, "site", apo_http_url(app->http));
    apo_pages_reply(app, req, 200, "embedding", "Boards on your own pages", fill);
}

const apo_http_route apo_page_embed_routes[] = {
    {APO_HTTP_GET, "/apothecary.js", serve_script, 0, 0, NULL},
    {APO_HTTP_GET, "/embed", serve_frame, 0, 0, NULL},
    {APO_HTTP_GET, "/embed/help", page_embedding, 0, 0, NULL},
    APO_ROUTES_END,
};
