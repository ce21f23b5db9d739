/* The lobby: open games, public games being played, and the people watching. */
#ifndef APO_SERVER_SEEK_LOBBY_H
#define APO_SERVER_SEEK_LOBBY_H

#include "server/web/app.h"
#include "server/web/game_summary.h"

typedef struct apo_lobby apo_lobby;

/* The caller frees it with apo_lobby_free. NULL when out of memory. */
apo_lobby *apo_lobby_new(apo_app *app);
void apo_lobby_free(apo_lobby *lobby); /* NULL is allowed */

/* Opens a stream of the lobby's events. Answers the request. */
void apo_lobby_watch(apo_lobby *lobby, apo_http_request *req, apo_span person);

/* Call when a public game has been created, begun, or ended: `name` is "open", "playing" or
 * "closed". */
void apo_lobby_tell(apo_lobby *lobby, const char *name, const apo_game_summary *summary);

/* Sends an event to a person's lobby streams. */
void apo_lobby_tell_person(apo_lobby *lobby, apo_span person, const char *name, apo_span data);

/* Sends an event "mine" about the game to its players in the lobby. */
void apo_lobby_tell_players(apo_lobby *lobby, const apo_round *round);

/* Adds {"open":[..],"playing":[..],"counts":{..}} as the person sees it. */
void apo_lobby_view(apo_buffer *out, apo_app *app, apo_span person);

/* True if the person watches it. */
bool apo_lobby_has(const apo_lobby *lobby, apo_span person);

#endif
