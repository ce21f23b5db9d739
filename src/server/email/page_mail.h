/* Pages about mail and lost passwords, as answers to their forms. */
#ifndef APO_SERVER_EMAIL_PAGE_MAIL_H
#define APO_SERVER_EMAIL_PAGE_MAIL_H

#include "server/web/pages.h"

/* The settings of mail; `error` (NULL: none) is shown with them. */
void apo_page_mail_reply(apo_app *app, apo_http_request *req, unsigned status,
                         const char *error);

/* The form that asks for a link, or what is said once it has been asked for. */
void apo_page_forgot_reply(apo_app *app, apo_http_request *req, bool is_asked);

/* The form for a new password with `error` (NULL: none), or that its link is worth nothing any
 * more. */
void apo_page_reset_reply(apo_app *app, apo_http_request *req, unsigned status,
                          const char *error);

#endif
