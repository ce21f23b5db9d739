/* What a request asks for: its JSON body, and small answers. */
#ifndef APO_SERVER_SITE_ASK_H
#define APO_SERVER_SITE_ASK_H

#include "net/json_in.h"
#include "server/play/act.h"
#include "server/site/app.h"

typedef struct apo_ask {
    apo_json_in *document;
    const apo_json_value *body;
    apo_span key; /* of the request */
} apo_ask;

/* Reads the body, which must be an object with a key and no members but `names` ("key ply move"). False:
 * the request has been answered. To be ended by apo_ask_end. */
bool apo_ask_start(apo_ask *out, apo_http_request *req, const char *names);
void apo_ask_end(apo_ask *ask);

/* 400 bad_request with a sentence. */
void apo_reply_bad(apo_http_request *req, const char *message);

/* The error of a refusal, with the game's number of moves. `err` may be NULL. */
void apo_reply_refusal(apo_http_request *req, enum apo_refusal refusal, const apo_room *room,
                       const apo_error *err);

#endif
