/* The lobby: who waits for an opponent, what is being played in public, and who watches
 * that. */
#ifndef APO_SERVER_SEEK_LOBBY_H
#define APO_SERVER_SEEK_LOBBY_H

#include "server/web/app.h"
#include "server/web/game_summary.h"

typedef struct apo_lobby apo_lobby;

/* Gives (free with apo_lobby_free). NULL when out of memory. */
apo_lobby *apo_lobby_new(apo_app *app);
void apo_lobby_free(apo_lobby *lobby); /* NULL is allowed */

/* Opens a stream of the lobby's events. Answers the request. */
void apo_lobby_watch(apo_lobby *lobby, apo_http_request *req, apo_span person);

/* A public game has come, begun, or ended: `name` is "open", "playing" or "closed". */
void apo_lobby_tell(apo_lobby *lobby, const char *name, const apo_game_summary *summary);

/* Sends an event to those streams of the lobby that are a person's. */
void apo_lobby_tell_person(apo_lobby *lobby, apo_span person, const char *name, apo_span data);

/* Tells those players of the game who look at the lobby how it stands now: an event "mine". */
void apo_lobby_tell_players(apo_lobby *lobby, const apo_round *round);

/* Adds {"open":[..],"playing":[..],"counts":{..}} as the person sees it. */
void apo_lobby_view(apo_buffer *out, apo_app *app, apo_span person);

#endif
