/* The personal tokens page, as the answer to its forms. */
#ifndef APO_SERVER_ACCOUNT_PAGE_TOKEN_H
#define APO_SERVER_ACCOUNT_PAGE_TOKEN_H

#include "server/web/pages.h"

enum {
    APO_TOKENS_MAX = 20, /* of one account */
    APO_TOKEN_ID = 12    /* letters of a token's digest that identify it to its owner */
};

/* Answers with the page, with an error or with the secret of a token just created; NULL:
 * without. */
void apo_page_tokens_reply(apo_app *app, apo_http_request *req, unsigned status,
                           const char *error, const char *secret);

#endif
