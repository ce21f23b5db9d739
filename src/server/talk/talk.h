/* Common to all texts by people: who may write to whom, cleaning texts, showing messages. */
#ifndef APO_SERVER_TALK_TALK_H
#define APO_SERVER_TALK_TALK_H

#include "server/live/live.h"
#include "server/web/ask.h"
#include "server/web/visitor.h"
#include "store/talk.h"

enum {
    APO_CHAT_MAX = 500,     /* characters of a message in a game */
    APO_MESSAGE_MAX = 2000, /* and between two people: 4 bytes each fit the store */
    APO_REASON_MAX_CHARS = 500,
    APO_TALK_BODY = 64 * 1024 /* bytes; a longer text gets a clear answer */
};

/* X(NAME, http status, code, sentence) */
#define APO_TALK_REFUSAL_LIST(X)                                                              \
    X(NONE, 200, "ok", "Done.")                                                               \
    X(GUEST, 401, "login_needed", "Log in to write here.")                                    \
    X(MUTED, 403, "forbidden", "A moderator has muted you: you cannot write.")                \
    X(BLOCKED, 403, "forbidden", "You cannot write to this person.")                          \
    X(NOT_PLAYER, 403, "forbidden", "Only the players read and write here.")                  \
    X(PLAYING, 403, "forbidden", "You can read what spectators write when the game is over.") \
    X(MALFORMED, 400, "bad_request", "A message has either a text or a preset.")              \
    X(NO_MOVE, 422, "bad_request", "This game has no such move.")                             \
    X(EMPTY, 422, "bad_request", "This message has no text.")                                 \
    X(LONG, 422, "bad_request", "This message is too long.")                                  \
    X(FULL, 409, "conflict", "There are too many messages here.")

enum apo_talk_refusal {
#define APO_TALK_ENUM(name, status, code, sentence) APO_TALK_##name,
    APO_TALK_REFUSAL_LIST(APO_TALK_ENUM)
#undef APO_TALK_ENUM
    APO_TALK_REFUSALS
};

/* Answers the request. */
void apo_talk_refuse(apo_http_request *req, enum apo_talk_refusal refusal);

/* "You cannot write to this person."; static. */
const char *apo_talk_sentence(enum apo_talk_refusal refusal);

/* Whether a person may write at all; and to another one: neither may have blocked the other. */
enum apo_talk_refusal apo_talk_may(const apo_store_person *person);
enum apo_talk_refusal apo_talk_may_reach(apo_store *store, const char *person,
                                         const char *other);

/* False if a form came without the key that its page gave it; the request has been answered. */
bool apo_talk_has_key(const apo_ask *ask);

/* Copies a text that somebody wrote, cleaned, with at most `max` characters of four bytes each
 * ("EMPTY": nothing is left, "LONG": too much); line ends become blanks unless `has_lines`. */
enum apo_talk_refusal apo_talk_clean(char *out, size_t size, apo_span text, size_t max,
                                     bool has_lines);

/* Reads "text" or "preset" of a request into a message: cleaned, at most `max` characters. */
enum apo_talk_refusal apo_talk_read(apo_store_message *out, const apo_ask *ask, size_t max,
                                    bool has_lines);

/* True if the limits by account and by address allow another message; otherwise the request is
 * answered. */
bool apo_talk_is_allowed(apo_app *app, apo_http_request *req, const char *person);

/* The reader of a message, and the place. */
typedef struct apo_talk_reader {
    apo_app *app;
    const apo_i18n *i18n;
    const apo_round *round; /* the writer's side in this game is added; NULL: none */
    apo_span person;        /* "": everybody */
} apo_talk_reader;

/* A message as a member `name`, or, with NULL, as an element. */
void apo_talk_view(apo_buffer *out, const char *name, const apo_talk_reader *reader,
                   const apo_store_message *message);

#endif
