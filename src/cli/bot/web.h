/* The server as `apothecary bot` sees it: requests with a token, JSON both ways. Over
 * libcurl. */
#ifndef APO_CLI_BOT_WEB_H
#define APO_CLI_BOT_WEB_H

#include "base/buffer.h"
#include "base/status.h"

typedef struct apo_bot_web apo_bot_web;

enum {
    APO_BOT_TOKEN_MAX = 256, /* bytes, with the terminator */
    APO_BOT_KEY_TEXT = 25    /* a key of a request, with the terminator */
};

/* Both texts are borrowed for its life. Errors: APO_E_UNSUPPORTED: built without libcurl;
 * APO_E_MEMORY. Gives (free with apo_bot_web_close). */
apo_status apo_bot_web_open(apo_bot_web **out, const char *server, const char *token);
void apo_bot_web_close(apo_bot_web *web); /* NULL is allowed */

/* Asks for a path; with a `body` (JSON) as a POST. Returns the status, or 0 if there was no
 * answer: then `answer` is a sentence, otherwise the body. `answer` is cleared first. */
unsigned apo_bot_web_ask(apo_bot_web *web, const char *path, const char *body,
                         apo_buffer *answer);

/* What has been heard of a stream. */
typedef enum apo_bot_news {
    APO_BOT_SILENCE, /* the time is over */
    APO_BOT_EVENT,   /* at least one event has come */
    APO_BOT_DEAF     /* there is no stream: the server is away, or does not give one */
} apo_bot_news;

/* Listens to a stream of events, and opens it if it is not open, until something comes, `ms`
 * are over, or Ctrl-C. Events that come while something else is asked are not lost. */
apo_bot_news apo_bot_web_listen(apo_bot_web *web, const char *path, unsigned ms);

/* How many seconds the server has asked to wait with the last answer; 0: not at all. */
unsigned apo_bot_web_pause_s(const apo_bot_web *web);

/* A new random key for a POST. */
void apo_bot_web_key(apo_bot_web *web, char out[APO_BOT_KEY_TEXT]);

#endif
