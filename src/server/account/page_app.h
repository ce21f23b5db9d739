/* The page of registered apps, as the answer to its form. */
#ifndef APO_SERVER_ACCOUNT_PAGE_APP_H
#define APO_SERVER_ACCOUNT_PAGE_APP_H

#include "server/web/pages.h"

enum {
    APO_APPS_MAX = 20,         /* of one account */
    APO_APP_ADDRESSES_MAX = 10 /* of one app */
};

/* Answers with the page, with an error; NULL: without. */
void apo_page_apps_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error);

#endif
