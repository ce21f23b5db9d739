/* The HTTP client of `apothecary bot`: requests with a token, JSON both ways. Uses libcurl. */
#ifndef APO_CLI_BOT_WEB_H
#define APO_CLI_BOT_WEB_H

#include "base/buffer.h"
#include "base/status.h"

typedef struct apo_bot_web apo_bot_web;

enum {
    APO_BOT_TOKEN_MAX = 256, /* bytes, with the terminator */
    APO_BOT_KEY_TEXT = 25    /* idempotency key of a request, with the terminator */
};

/* Borrows both texts for its lifetime. Errors: APO_E_UNSUPPORTED: built without libcurl;
 * APO_E_MEMORY. The caller frees it with apo_bot_web_close. */
apo_status apo_bot_web_open(apo_bot_web **out, const char *server, const char *token);
void apo_bot_web_close(apo_bot_web *web); /* NULL is allowed */

/* Requests a path: a GET, or a POST of `body` (JSON). Returns the status and the body in
 * `answer`, or 0 if there was no response; then `answer` is a sentence. Clears `answer`
 * first. */
unsigned apo_bot_web_ask(apo_bot_web *web, const char *path, const char *body,
                         apo_buffer *answer);

/* News from a stream. */
typedef enum apo_bot_news {
    APO_BOT_SILENCE, /* timeout */
    APO_BOT_EVENT,   /* at least one event */
    APO_BOT_DEAF     /* no stream: the server is down, or does not offer one */
} apo_bot_news;

/* Waits for a stream of events, opening it if necessary, until an event comes, `ms` have
 * passed, or Ctrl-C. Events that come during other requests are not lost. */
apo_bot_news apo_bot_web_listen(apo_bot_web *web, const char *path, unsigned ms);

/* The seconds the server asked to wait in its last response (Retry-After); 0: none. */
unsigned apo_bot_web_pause_s(const apo_bot_web *web);

/* A new random key for a POST. */
void apo_bot_web_key(apo_bot_web *web, char out[APO_BOT_KEY_TEXT]);

#endif
