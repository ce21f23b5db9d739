/* Pages about mail and lost passwords, as answers to their forms. */
#ifndef APO_SERVER_EMAIL_PAGE_MAIL_H
#define APO_SERVER_EMAIL_PAGE_MAIL_H

#include "server/web/pages.h"

/* The settings of mail; `error` (NULL: none) is shown with them. */
void apo_page_mail_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error);

/* The form that requests a link, or the message shown after the request. */
void apo_page_forgot_reply(apo_app *app, apo_http_request *req, bool is_asked);

/* The form for a new password with `error` (NULL: none), or the message that its link has
 * expired. */
void apo_page_reset_reply(apo_app *app, apo_http_request *req, unsigned status,
                          const char *error);

#endif
