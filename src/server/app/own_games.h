/* Template rows of a person's own games: opponent, game, time left, and the position for a
 * small picture. */
#ifndef APO_SERVER_APP_OWN_GAMES_H
#define APO_SERVER_APP_OWN_GAMES_H

#include "server/web/app.h"
#include "server/web/languages.h"
#include "server/web/pages.h"

/* A list being filled. */
typedef struct apo_own_games {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
    apo_span person;
    int64_t now_ms;
    const char *group; /* of the template's rows */
    unsigned limit;    /* maximum number of rows; one more only shows that there are more */
    unsigned count;
    char last[APO_STORE_ID_MAX]; /* id of the last row shown */
} apo_own_games;

/* Callback for a list of the store; `context` is an apo_own_games. */
bool apo_own_games_add(void *context, const apo_store_game *row);

#endif
