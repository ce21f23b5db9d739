#include "definition/exchange/fairy_ini_priv.h"

/* materialCounting = janggi and bikjangRule: points decide a game that nobody has won, and
 * kings that face each other end it. */

static const apo_span nothing = {NULL, 0};

unsigned apo_fairy__points_of(unsigned type)
{
    switch (type) {
    case APO_FAIRY_ROOK: return 13;
    case APO_FAIRY_JANGGI_CANNON: return 7;
    case APO_FAIRY_HORSE: return 5;
    case APO_FAIRY_JANGGI_ELEPHANT:
    case APO_FAIRY_WAZIR: return 3;
    case APO_FAIRY_SOLDIER: return 2;
    default: return 0;
    }
}

static bool do_both_pass(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    const int32_t *is_stuck = game->numbers[APO_FAIRY_PASS_ON_STALEMATE];
    const int32_t *passes = game->numbers[APO_FAIRY_PASS];
    return passes[0] && passes[1] && !is_stuck[0] && !is_stuck[1];
}

bool apo_ini__has_points(const apo_ini *ini)
{
    return ini->game.numbers[APO_FAIRY_MATERIAL][0] == APO_FAIRY_JANGGI;
}

/* One and a half points are Black's. */
void apo_ini__make_points(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_MATERIAL];
    if (!apo_ini__has_points(ini))
        return;
    for (unsigned i = 0; i < ini->type_count; i++)
        ini->draft->types[i].points = (uint8_t)apo_fairy__points_of(ini->types[i].number);
    apo_text_add(out, "\n[points]\nwhite-lead = 2\n");
    if (apo_ini__has_forms(ini))
        apo_ini__lose(ini, from, "what promoted forms count is not converted", nothing);
    if (!do_both_pass(ini) && game->numbers[APO_FAIRY_STALEMATE][0] == APO_FAIRY_DRAW)
        apo_ini__lose(ini, from, "points do not decide a stalemate here", nothing);
}

void apo_ini__make_bikjang(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_BIKJANG];
    if (!game->numbers[APO_FAIRY_BIKJANG][0])
        return;
    apo_text_add(out, "\n[bikjang]\n");
    if (apo_ini__has_points(ini))
        apo_text_add(out, "result = points\n");
    if (!do_both_pass(ini))
        apo_ini__lose(ini, from, "kings that face each other need sides that may pass here",
                      nothing);
    if (ini->royal != APO_FAIRY_KING)
        apo_ini__lose(ini, from, "only royal kings face each other here", nothing);
    if (game->numbers[APO_FAIRY_MATERIAL][0] > APO_FAIRY_JANGGI)
        apo_ini__lose(ini, from, "facing kings draw here, or the points decide", nothing);
}
