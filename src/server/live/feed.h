/* What happens to a person, whatever the game: his turn, an invitation, a game that is over. A
 * stream of such events can be taken up again where it broke off: nothing is kept for that,
 * because the store knows what has changed since. Loop's thread. */
#ifndef APO_SERVER_LIVE_FEED_H
#define APO_SERVER_LIVE_FEED_H

#include "server/live/live.h"
#include "store/invitations.h"

/* Opens the stream of a person and sends what waits for him; if `after_ms` is not 0, only what
 * has changed since then (and shortly before), and games that have ended since. Answers the
 * request. */
void apo_feed_open(apo_app *app, apo_http_request *req, apo_span person, int64_t after_ms);

/* Something has happened in the game, which was in the state `before`. */
void apo_feed_tell_game(apo_app *app, const apo_live_game *game, enum apo_round_state before);

/* An invitation is new, or has changed. */
void apo_feed_tell_invitation(apo_app *app, const apo_store_invitation *row);

#endif
