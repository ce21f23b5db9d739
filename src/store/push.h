/* Browsers that get push messages: at most one for each session, deleted with it. */
#ifndef APO_STORE_PUSH_H
#define APO_STORE_PUSH_H

#include "store/store.h"

enum {
    APO_STORE_ENDPOINT_MAX = 512, /* with the terminator, as all of these */
    APO_STORE_PUSH_POINT_MAX = 96,
    APO_STORE_PUSH_AUTH_MAX = 32
};

typedef struct apo_store_push {
    char endpoint[APO_STORE_ENDPOINT_MAX]; /* the URL by which messages reach it */
    char point[APO_STORE_PUSH_POINT_MAX];  /* its public key, in base64url */
    char auth[APO_STORE_PUSH_AUTH_MAX];    /* its authentication secret, in base64url */
} apo_store_push;

/* Sets the browser of a session, which replaces another; it is removed from any other session.
 */
void apo_store_set_push(apo_store_batch *batch, const char *session, const apo_store_push *row);

/* Deletes the browser of a session, or the one with this URL. */
void apo_store_drop_push(apo_store_batch *batch, const char *session);
void apo_store_drop_push_to(apo_store_batch *batch, const char *endpoint);

/* Calls `row` for each browser of a person; if it returns false, the list ends. */
typedef bool apo_store_push_row(void *context, const apo_store_push *push);
apo_status apo_store_list_push(apo_store *store, apo_span person, apo_store_push_row *row,
                               void *context);

/* True if a browser of this person, or that of this session, gets messages. */
bool apo_store_has_push_browser(apo_store *store, apo_span person);
bool apo_store_has_push(apo_store *store, apo_span session);

#endif
