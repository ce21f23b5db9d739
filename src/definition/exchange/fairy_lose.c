#include "definition/exchange/fairy_ini_priv.h"

/* Records what is lost of a section. */

static bool begins_with_any(apo_span key, const char *const *prefixes)
{
    for (; *prefixes != NULL; prefixes++)
        if (apo_span_starts_with(key, *prefixes))
            return true;
    return false;
}

/* The place in a definition where a key would belong. */
static enum apo_draft_place place_of(apo_span key)
{
    static const char *const promotion[] = {"promot",  "mandatory", "piecePromotion",
                                            "pieceDe", "sittuyin",  NULL};
    static const char *const outcome[] = {
        "stalemate", "nFold",          "nMove",         "extinction", "flag",
        "connect",   "checkmate",      "checkCounting", "material",   "count",
        "perpetual", "moveRepetition", "chasing",       "bikjang",    "adjudicate",
        "collinear", "whiteFlag",      "blackFlag",     NULL};
    static const char *const pieces[] = {"customPiece", "king", "pawn", NULL};
    if (begins_with_any(key, promotion))
        return APO_DRAFT_PROMOTION;
    if (begins_with_any(key, outcome))
        return APO_DRAFT_OUTCOME;
    if (begins_with_any(key, pieces))
        return APO_DRAFT_PIECES;
    if (apo_span_is(key, "startFen"))
        return APO_DRAFT_SETUP;
    return apo_span_starts_with(key, "max") ? APO_DRAFT_BOARD : APO_DRAFT_RULES;
}

/* What no line of the section sets is lost at its heading, which names the base. */
void apo_ini__lose_at(apo_ini *ini, enum apo_draft_place place, const apo_fairy_source *from,
                      const char *key, const char *detail, apo_span word)
{
    char bytes[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    bool is_inherited = from->line == 0 && from->key.length > 0 && ini->base.length > 0;
    apo_error err;
    (void)apo_fail(&err, APO_E_UNSUPPORTED, 0, detail, word);
    apo_text_add(&text, err.detail);
    if (is_inherited) {
        apo_text_add(&text, " (from the base ");
        apo_text_add_span(&text, ini->base);
        apo_text_add_char(&text, ')');
    }
    apo_draft_lose(ini->draft, ini->diagnostics, place,
                   from->line > 0 ? from->line : ini->heading,
                   from->key.length > 0 ? from->key : apo_span_of(key), bytes, word);
}

void apo_ini__lose(apo_ini *ini, const apo_fairy_source *from, const char *detail,
                   apo_span word)
{
    apo_ini__lose_at(ini, place_of(from->key), from, "", detail, word);
}
