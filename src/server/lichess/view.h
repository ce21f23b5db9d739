/* Our games of chess and invitations to them in the JSON of lichess.org's interface for bots.
 * Whatever it cannot express is left out. No HTTP. Loop's thread. */
#ifndef APO_SERVER_LICHESS_VIEW_H
#define APO_SERVER_LICHESS_VIEW_H

#include "server/live/live.h"
#include "store/invitations.h"

/* The only game that such programs play here. */
#define APO_LICHESS_VARIANT "chess"

/* True if programs made for lichess know this game: chess, from any position. */
bool apo_lichess_knows(const char *variant);

/* The game with its state: a line "gameFull". The state alone: a line "gameState". */
void apo_lichess_view_full(apo_buffer *out, const apo_live_game *game, int64_t now_ms);
void apo_lichess_view_state(apo_buffer *out, const apo_live_game *game, int64_t now_ms);

/* The game as one side sees it in lists and in the events "gameStart" and "gameFinish";
 * `member` NULL: an element of a list. */
void apo_lichess_view_info(apo_buffer *out, const char *member, const apo_live_game *game,
                           unsigned side, int64_t now_ms);

/* A line of an event with such a game. */
void apo_lichess_view_event(apo_buffer *out, const char *type, const apo_live_game *game,
                            unsigned side, int64_t now_ms);

/* An account with its ratings, {"id","username","title","perfs"} and more. */
void apo_lichess_view_profile(apo_buffer *out, apo_app *app, const apo_store_person *person,
                              bool is_online, bool is_blocked);

/* A line "challenge", "challengeCanceled" or "challengeDeclined"; NULL: the challenge itself.
 * False, and nothing added: not chess, or its rules or players no longer exist. */
bool apo_lichess_view_challenge(apo_buffer *out, apo_app *app, const char *type,
                                const apo_store_invitation *row);

#endif
