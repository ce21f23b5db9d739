#include "server/live/link.h"

void apo_link_secret(char out[APO_TOKEN_TEXT], const apo_app *app, const char *creator,
                     apo_span key)
{
    char text[APO_STORE_ID_MAX + APO_STORE_KEY_MAX + 2];
    apo_text both = apo_text_start(text, sizeof text);
    apo_text_add(&both, creator);
    apo_text_add_char(&both, '/');
    apo_text_add_span(&both, key);
    apo_token_derive(out, app->key, "link", apo_text_span(&both));
}

void apo_link_of(char out[APO_LINK_MAX], const apo_app *app, const apo_live_game *game,
                 unsigned side)
{
    const apo_store_game *row = apo_live_game_row(game);
    char secret[APO_TOKEN_TEXT];
    apo_text link = apo_text_start(out, APO_LINK_MAX);
    if (side == APO_NOBODY || row->secret[0] == '\0' ||
        apo_live_game_round(game)->state != APO_ROUND_WAITING)
        return;
    apo_link_secret(secret, app, row->creator, apo_span_of(row->key));
    apo_text_add(&link, "/join#");
    apo_text_add(&link, secret);
}
