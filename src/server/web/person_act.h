/* Acts of an account towards another person: blocking, muting, reporting, writing. */
#ifndef APO_SERVER_WEB_PERSON_ACT_H
#define APO_SERVER_WEB_PERSON_ACT_H

#include "server/web/app.h"
#include "server/web/ask.h"
#include "store/people.h"

/* The first member of what an act keeps until the store has answered. */
typedef struct apo_person_act {
    apo_ask ask;
    apo_store_person person, other; /* who acts, and on whom (the URL's "name") */
} apo_person_act;

/* Begins an act in `size` new bytes, zero after the apo_person_act. The body has no members but
 * `names`. Visitors without an account get `refusal`, a sentence. End it with apo_ask_free.
 * NULL: the request has been answered. */
void *apo_person_act_start(size_t size, apo_app *app, apo_http_request *req, const char *names,
                           const char *refusal);

/* The same for an act whose `other` is not found by the URL alone: it is left empty. */
void *apo_person_act_begin(size_t size, apo_app *app, apo_http_request *req, const char *names,
                           const char *refusal);

#endif
