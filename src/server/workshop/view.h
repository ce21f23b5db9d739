/* Published games as programs and people see them, with author and address. */
#ifndef APO_SERVER_WORKSHOP_VIEW_H
#define APO_SERVER_WORKSHOP_VIEW_H

#include "server/web/app.h"
#include "server/web/person.h"
#include "store/published.h"

/* Finds the game of the parameters "name" and "id" of the URL, and its author, who may be named
 * by a former name. False: there is none; nothing has been answered. */
bool apo_published_asked(apo_app *app, apo_http_request *req, apo_store_published *out,
                         apo_store_person *author);

/* Whether the visitor is the author. */
bool apo_published_is_own(apo_app *app, apo_http_request *req, const apo_store_published *game);

/* Adds the path of the game's page: "/@/NAME/games/ID", or one without the author's name if
 * their account has been deleted. */
void apo_published_add_url(apo_buffer *out, const apo_store_published *game,
                           const apo_store_person *author);

/* The game as the schema PublishedGame: a member `name`, or, with NULL, an element. */
void apo_published_view(apo_buffer *out, const char *name, apo_app *app,
                        const apo_store_published *game);

/* What a list of games is asked for: order, search, before. */
typedef struct apo_published_query {
    apo_store_published_filter filter; /* points into the rest */
    char search[APO_STORE_GAME_NAME_MAX];
    apo_store_published before;
} apo_published_query;

void apo_published_read_query(apo_published_query *out, apo_app *app,
                              const apo_http_request *req);

#endif
