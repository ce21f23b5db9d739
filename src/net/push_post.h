/* Sends messages to push services with libcurl. Blocks, so it needs a thread of its own. */
#ifndef APO_NET_PUSH_POST_H
#define APO_NET_PUSH_POST_H

#include "base/span.h"

enum apo_push_outcome {
    APO_PUSH_SENT,
    APO_PUSH_LATER, /* try again later: no connection, too many messages */
    APO_PUSH_GONE   /* never: the browser no longer wants messages, or the request is wrong */
};

/* True if this build can send messages. */
bool apo_push_is_there(void);

/* The origin of a browser's address ("https://push.example.net/abc"), if messages may go there:
 * the services of browser makers, and `other`, the origin of one more (NULL: none). Empty: they
 * may not. Borrowed from `endpoint`. */
apo_span apo_push_origin(apo_span endpoint, const char *other);

/* Posts the encrypted `body` to a browser's address; `authorization` is the value of that
 * header. Any thread. */
enum apo_push_outcome apo_push_post(const char *endpoint, const char *authorization,
                                    apo_span body);

#endif
