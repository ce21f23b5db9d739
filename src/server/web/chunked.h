/* A chunked response: written in pieces by the worker threads, and no faster than the client
 * reads. Loop's thread, but for `write`. */
#ifndef APO_SERVER_WEB_CHUNKED_H
#define APO_SERVER_WEB_CHUNKED_H

#include "server/web/app.h"

enum apo_chunked_state {
    APO_CHUNKED_MORE,
    APO_CHUNKED_END,
    /* Aborts the connection, so that nobody mistakes the part for the whole. */
    APO_CHUNKED_BROKEN
};

typedef struct apo_chunked_source {
    /* Adds the next piece to `out`, and stops at `until_ms` of the monotonic clock. Runs in a
     * worker's thread with a read-only `store`; the only part of the app it may use is the
     * variant map. */
    enum apo_chunked_state (*write)(void *context, apo_store *store, apo_buffer *out,
                                    int64_t until_ms);
    void (*release)(void *context); /* called once, whatever happens; loop's thread */
    void *context;
} apo_chunked_source;

/* Answers the request with 200, `type`, and all pieces as a file of that name (a literal). */
void apo_chunked_reply(apo_app *app, apo_http_request *req, const char *type,
                       const char *disposition, const apo_chunked_source *source);

#endif
