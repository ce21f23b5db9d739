/* Reads request bodies (JSON or forms), and sends small responses. */
#ifndef APO_SERVER_WEB_ASK_H
#define APO_SERVER_WEB_ASK_H

#include "net/json_in.h"
#include "server/round/act.h"
#include "server/web/app.h"

typedef struct apo_ask {
    apo_app *app; /* of apo_ask_new; else NULL */
    apo_http_request *req;
    bool is_json; /* else a page's form, answered with a page */
    apo_json_in *document;
    const apo_json_value *body; /* NULL: a form */
    apo_span key;               /* of the request; a form's is not checked */
} apo_ask;

/* Reads the body, which must be an object with a key and no members but `names` ("key ply
 * move"). False: the request has been answered. End with apo_ask_end. */
bool apo_ask_start(apo_ask *out, apo_http_request *req, const char *names);

/* The same in any thread, for a request that has been deferred, and without an answer: gives
 * what to say with apo_reply_bad, or NULL. */
const char *apo_ask_read(apo_ask *out, apo_http_request *req, const char *names);

/* The same for handlers that also serve forms: below /api/ the body is JSON as above, elsewhere
 * a form. */
bool apo_ask_start_either(apo_ask *out, apo_http_request *req, const char *names);

void apo_ask_end(apo_ask *ask);

/* Begins a job that lives until the store has answered: `size` new bytes. Its first member is
 * an apo_ask, read as by apo_ask_start_either; the rest is zero. NULL: the request has been
 * answered. End it with apo_ask_free. */
void *apo_ask_new(size_t size, apo_app *app, apo_http_request *req, const char *names);

/* Frees a job, but nothing that its other members own. */
void apo_ask_free(void *job);

/* A text of the body or the form; empty if missing. */
apo_span apo_ask_text(const apo_ask *ask, const char *name);

/* Answers success without data: "{}", or the page that follows a form. */
void apo_ask_reply_done(const apo_ask *ask, apo_span page);

/* 201 for something created: its id, and its URL, `folder` ("/problems/") followed by the
 * id. */
void apo_reply_made(apo_http_request *req, const char *folder, const char *id);

/* 200 for something stored: the number of its new version. */
void apo_reply_version(apo_http_request *req, int64_t version);

/* 400 bad_request with a sentence. */
void apo_reply_bad(apo_http_request *req, const char *message);

/* Answers with a refusal, and the game's number of moves. `err` may be NULL. */
void apo_reply_refusal(apo_http_request *req, enum apo_refusal refusal, const apo_round *round,
                       const apo_error *err);

/* The same for a move that is not legal, with what the text probably meant: the rule, and the
 * smallest change that would make it legal (docs/explain.md). */
void apo_reply_illegal(apo_http_request *req, const apo_round *round, const apo_error *err,
                       apo_span text);

#endif
