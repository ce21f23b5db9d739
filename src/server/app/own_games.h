/* Rows of somebody's own games for the templates of pages: against whom, which game, how long
 * there is time, and the position for a small picture. */
#ifndef APO_SERVER_APP_OWN_GAMES_H
#define APO_SERVER_APP_OWN_GAMES_H

#include "server/web/app.h"
#include "server/web/languages.h"
#include "server/web/pages.h"

/* A list while it is filled. */
typedef struct apo_own_games {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
    apo_span person;
    int64_t now_ms;
    const char *group; /* of the template's rows */
    unsigned limit;    /* so many rows; one more only says that there are more */
    unsigned count;
    char last[APO_STORE_ID_MAX]; /* id of the last one that is shown */
} apo_own_games;

/* A list of the store calls it; `context` is an apo_own_games. */
bool apo_own_games_add(void *context, const apo_store_game *row);

#endif
