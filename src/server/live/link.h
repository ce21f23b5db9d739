/* Secret links: whoever has one may take the free seat. The store keeps their digests only; a
 * secret follows from the server's key, who made the game and the request that made it, so that
 * it can be told again. */
#ifndef APO_SERVER_LIVE_LINK_H
#define APO_SERVER_LIVE_LINK_H

#include "server/live/live.h"

enum {
    APO_LINK_MAX = APO_TOKEN_TEXT + 8 /* "/join/SECRET" */
};

/* The secret of the game that a person makes by the request with this key. */
void apo_link_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *creator,
                     apo_span key);

/* The link of a game that waits for an opponent, as one who plays in it may see it (`side` is
 * his); "" if there is none. */
void apo_link_of(char out[APO_LINK_MAX], const apo_app *app, const apo_live_game *game,
                 unsigned side);

#endif
