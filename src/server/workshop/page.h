/* The page of a published game, for other folders. */
#ifndef APO_SERVER_WORKSHOP_PAGE_H
#define APO_SERVER_WORKSHOP_PAGE_H

#include "server/web/app.h"

/* Answers a request for the rules of the published game `variant`: redirects to its page, shows
 * the page if the author's account has been deleted, or answers 404. */
void apo_published_reply_page(apo_app *app, apo_http_request *req, apo_span variant);

#endif
