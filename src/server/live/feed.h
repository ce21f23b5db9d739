/* A person's events across all games: their turn, an invitation, a finished game. A stream can
 * be resumed where it broke off. Nothing is kept for that, because the store knows what has
 * changed since. Loop's thread. */
#ifndef APO_SERVER_LIVE_FEED_H
#define APO_SERVER_LIVE_FEED_H

#include "server/live/live.h"
#include "store/invitations.h"

/* Opens the stream of a person and sends what is waiting; if `after_ms` is not 0, only what has
 * changed since then (and shortly before), and games that have ended since. Answers the
 * request. */
void apo_feed_open(apo_app *app, apo_http_request *req, apo_span person, int64_t after_ms);

/* Call after each change of a game; `before` is its former state. */
void apo_feed_tell_game(apo_app *app, const apo_live_game *game, enum apo_round_state before);

/* Call when `from`, by name, has written to a person. */
void apo_feed_tell_message(apo_app *app, const char *person, const char *from, int64_t at_ms);

/* Call when an invitation is new or has changed. */
void apo_feed_tell_invitation(apo_app *app, const apo_store_invitation *row);

#endif
