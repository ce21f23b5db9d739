/* The sender of a request: a person with a session cookie, a program with a token in the
 * Authorization header, or a stranger, who becomes a guest with their first action. Secrets of
 * sessions and tokens are kept as digests only. */
#ifndef APO_SERVER_WEB_VISITOR_H
#define APO_SERVER_WEB_VISITOR_H

#include "server/web/app.h"

/* Over TLS the cookie has a name that browsers accept only from this very host, and only over
 * TLS. */
#define APO_SESSION_COOKIE     "apo_session"
#define APO_SESSION_COOKIE_TLS "__Host-apo_session"

typedef struct apo_visitor {
    bool is_known;           /* has a session; otherwise the following members are empty */
    bool is_unread;          /* not known, because the store could not be read */
    apo_store_person person; /* without the password */
    char digest[APO_TOKEN_DIGEST_TEXT];
    char secret[APO_TOKEN_TEXT]; /* of a session created by this request: the cookie to set */
    bool is_program; /* the request has the Authorization header: cookies are ignored */
    unsigned scopes; /* of the program's token; 0 if unknown */
    char token[APO_STORE_ID_MAX]; /* its id */
} apo_visitor;

#define APO_TOKEN_PREFIX "apo_" /* prefix of token secrets, so that scanners find leaks */

/* The sender of the request. Looked up once; borrowed from the request. */
apo_visitor *apo_visitor_of(apo_app *app, apo_http_request *req);

/* The visitor's id; empty for a stranger. */
apo_span apo_visitor_id(const apo_visitor *visitor);

/* Whether the visitor is known and has an account; `visitor` may be NULL. */
bool apo_visitor_is_account(const apo_visitor *visitor);

/* The name of the visitor's time zone; "" (UTC) for guests and strangers, who have none.
 * `visitor` may be NULL. */
const char *apo_visitor_zone(const apo_visitor *visitor);

/* The id of the account that sends the request; empty for guests and strangers. */
apo_span apo_visitor_account_id(apo_app *app, apo_http_request *req);

/* Makes a guest of a stranger: person and session are added to the batch. Sets the visitor. A
 * client that sends a secret of its own in the Apothecary-Client header (32 to 128 letters,
 * digits, hyphens and underscores) is the same guest each time, so that a request repeated
 * after a lost answer does not create another one. */
void apo_visitor_enrol(apo_app *app, apo_http_request *req, apo_visitor *visitor,
                       apo_store_batch *batch);

enum {
    APO_SESSION_ID = 12,  /* letters of a session's digest that identify it to its owner */
    APO_SESSIONS_MAX = 50 /* of one account: more than anybody has browsers */
};

/* A new session of the visitor's person, in the batch. If it would be one too many, the one
 * that has not been used for longest ends. */
void apo_visitor_add_session(apo_http_request *req, apo_visitor *visitor,
                             apo_store_batch *batch);

/* Sets the cookie for a session created by this request; call when it is stored. */
void apo_visitor_set_cookie(apo_http_request *req, const apo_visitor *visitor);
void apo_visitor_clear_cookie(apo_http_request *req);

#endif
