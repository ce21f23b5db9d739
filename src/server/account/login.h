/* Logging in, after a password or passkey has proved the visitor's identity. Loop's thread. */
#ifndef APO_SERVER_ACCOUNT_LOGIN_H
#define APO_SERVER_ACCOUNT_LOGIN_H

#include "server/web/visitor.h"

#define APO_LOGIN_CLOSED "This account is closed."

/* False if the account is closed, so that nobody may log in to it. */
bool apo_login_is_open(const apo_store_person *person);

/* Records for the log which account the request tries to log in to, whether it succeeds or
 * not. */
void apo_login_note(apo_http_request *req, const char *person);

/* The visitor becomes the person, with a new session, in the batch: the session before it ends,
 * and a guest's games go to the account. `factors`, for the log, is what was proved:
 * "password", "password, code" or "passkey". */
void apo_login_begin(apo_http_request *req, apo_visitor *visitor,
                     const apo_store_person *person, const char *factors,
                     apo_store_batch *batch);

/* Writes who has logged in as JSON: {"kind":"account","name":"Ann","id":".."}. */
void apo_login_write(apo_buffer *out, const apo_visitor *visitor);

/* Call when the batch is stored, before the answer: sets the cookies. */
void apo_login_end(apo_app *app, apo_http_request *req, const apo_visitor *visitor);

#endif
