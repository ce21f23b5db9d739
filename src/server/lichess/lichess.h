/* Programs written for lichess.org's interface for bots, and their streams: a person's events,
 * and the games they play. Each line is a JSON object; an occasional empty line shows that the
 * connection is alive. Loop's thread. */
#ifndef APO_SERVER_LICHESS_LICHESS_H
#define APO_SERVER_LICHESS_LICHESS_H

#include "server/live/live.h"
#include "store/invitations.h"

typedef struct apo_lichess apo_lichess;

/* Gives (free with apo_lichess_free, after the loop). NULL when out of memory. */
apo_lichess *apo_lichess_new(void);
void apo_lichess_free(apo_lichess *all); /* NULL is allowed */

/* Answers the request with the person's stream, and sends what is waiting: open invitations,
 * and games being played. */
void apo_lichess_open_events(apo_app *app, apo_http_request *req, apo_span person);

/* Answers the request with the stream of a game, which ends with the game. */
void apo_lichess_open_game(apo_app *app, apo_http_request *req, const apo_live_game *game);

/* True if chess is being compiled or games of it that the person is playing are read: the loop
 * will call the route's handler again, or has answered that it is too busy. Return at once
 * then. */
bool apo_lichess_await_games(apo_app *app, apo_http_request *req, apo_span person);

/* Calls `fn` for each game of chess that the person is playing; `side` is the person's. */
typedef void apo_lichess_game(void *context, const apo_live_game *game, unsigned side);
void apo_lichess_each_game(apo_app *app, apo_span person, apo_lichess_game *fn, void *context);

/* Calls `fn` once for each person whose program listens to its events. */
typedef void apo_lichess_bot(void *context, apo_span person);
void apo_lichess_each_bot(apo_app *app, apo_lichess_bot *fn, void *context);
bool apo_lichess_is_listening(const apo_app *app, const char *person);

/* Call after each change of a game, of an invitation, and every second. */
void apo_lichess_hear_game(apo_app *app, const apo_live_game *game,
                           enum apo_round_state before);
void apo_lichess_hear_invitation(apo_app *app, const apo_store_invitation *row);
void apo_lichess_tick(apo_app *app);

/* Ends the streams of games that another server has now. */
void apo_lichess_yield(apo_app *app);

#endif
