/* Answers an invitation without a request body: for programs that know only yes and no. */
#ifndef APO_SERVER_INVITE_ANSWER_H
#define APO_SERVER_INVITE_ANSWER_H

#include "server/web/app.h"

/* Accepts or declines the invitation that the parameter "id" of the address names, and answers
 * {"ok":true} or an error. The game gets the invitation's id, since such programs look for it
 * by that id. */
void apo_invite_answer(apo_app *app, apo_http_request *req, bool is_accepted);

#endif
