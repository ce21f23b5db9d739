/* Secret links: anybody with the link may take the free seat. The store keeps only their
 * digests; a secret is derived from the server's key, the creator and the request, so that it
 * can be shown again. */
#ifndef APO_SERVER_LIVE_LINK_H
#define APO_SERVER_LIVE_LINK_H

#include "server/live/live.h"

enum {
    APO_LINK_MAX = APO_TOKEN_TEXT + 8 /* "/join#SECRET" */
};

/* The secret of the game that the person creates by the request with this key. */
void apo_link_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *creator,
                     apo_span key);

/* The link of a game waiting for an opponent, for its player `side`; "" if there is none. */
void apo_link_of(char out[APO_LINK_MAX], const apo_app *app, const apo_live_game *game,
                 unsigned side);

#endif
