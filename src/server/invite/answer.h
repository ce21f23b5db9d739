/* Invitations for programs not written for this server: without a request body, or with one in
 * the form of another interface. */
#ifndef APO_SERVER_INVITE_ANSWER_H
#define APO_SERVER_INVITE_ANSWER_H

#include "server/web/app.h"
#include "store/invitations.h"

enum apo_invite_word {
    APO_INVITE_ACCEPT,
    APO_INVITE_DECLINE,
    APO_INVITE_WITHDRAW
};

/* Accepts, declines or withdraws the invitation that the parameter "id" of the address names,
 * and answers {"ok":true} or an error. The game gets the invitation's id, since such programs
 * look for it by that id. */
void apo_invite_answer(apo_app *app, apo_http_request *req, enum apo_invite_word word);

/* Writes the answer to a request that has made an invitation. */
typedef bool apo_invite_show(apo_buffer *out, apo_app *app, const apo_store_invitation *row);

/* Invites somebody; `body` is as for POST /api/invitations. Answers with what `show` writes, or
 * with an error. */
void apo_invite_offer(apo_app *app, apo_http_request *req, apo_span body,
                      apo_invite_show *show);

#endif
