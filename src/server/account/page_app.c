/* The page on which people register their apps, with the addresses that codes may go to. */
#include "server/account/page_app.h"

#include "server/account/routes.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/route.h"
#include "server/web/token.h"
#include "store/clients.h"

enum {
    KEY_LENGTH = 20
};

static bool add_app(void *context, const apo_store_client *client)
{
    apo_fill *row = apo_fill_row(context, "apps");
    apo_span rest = apo_span_of(client->uris);
    apo_fill_string(row, "id", client->id);
    apo_fill_string(row, "name", client->name);
    for (apo_span line; apo_span_line(&rest, &line);)
        apo_fill_text(apo_fill_row(row, "addresses"), "address", line);
    return true;
}

void apo_page_apps_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error)
{
    char key[KEY_LENGTH + 1];
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/apps");
    if (visitor == NULL)
        return;
    apo_fill *fill = apo_fill_new();
    apo_store_list_clients(app->store, apo_visitor_id(visitor), add_app, fill);
    apo_token_name(key, KEY_LENGTH);
    apo_fill_string(fill, "key", key);
    apo_fill_string(fill, "error",
                    error == NULL ? NULL : apo_tr(apo_i18n_for(app, req), error));
    apo_pages_reply(app, req, status, "apps", "Apps", fill);
}

static void page_apps(apo_http_request *req, void *context)
{
    apo_page_apps_reply(context, req, 200, NULL);
}

const apo_http_route apo_page_app_routes[] = {
    {APO_HTTP_GET, "/account/apps", page_apps, 0, 0, NULL},
    APO_ROUTES_END,
};
