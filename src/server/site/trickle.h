/* An answer that is long: written in pieces, between other people's requests, and no faster than it is
 * taken. Loop's thread. */
#ifndef APO_SERVER_SITE_TRICKLE_H
#define APO_SERVER_SITE_TRICKLE_H

#include "server/site/app.h"

enum apo_trickle_state {
    APO_TRICKLE_MORE,
    APO_TRICKLE_END,
    APO_TRICKLE_BROKEN /* the connection ends in the middle, so that nobody takes it for the whole */
};

typedef struct apo_trickle {
    /* Adds the next piece to `out`, and stops at `until_ms` of the clock that does not go back. */
    enum apo_trickle_state (*write)(void *context, apo_buffer *out, int64_t until_ms);
    void (*release)(void *context); /* called once, whatever happens */
    void *context;
} apo_trickle;

/* Answers the request with 200, `type`, and all pieces as a file of that name (a literal). */
void apo_trickle_answer(apo_app *app, apo_http_request *req, const char *type,
                        const char *disposition, const apo_trickle *source);

#endif
