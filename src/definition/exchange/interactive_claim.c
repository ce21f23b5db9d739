#include "definition/exchange/interactive_priv.h"
#include "rules/rules/list.h"

/* Rules that a diagram has room for, but not in every form: [morph], [succession] and
 * [royals]. */

bool apo_interactive__has_holes(const apo_draft *draft)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        if (draft->geometry.place[sq] != APO_PLACE_SQUARE)
            return true;
    return false;
}

bool apo_interactive__is_symmetric(const apo_draft *draft)
{
    return apo_draft_is_mirrored(draft) && !apo_interactive__has_holes(draft);
}

/* --- changes on certain squares --------------------------------------------- */

/* A picture names the one piece that another becomes, and Black's is its mirror image. */
static bool says_morphs(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->morph_count; i++)
        if (draft->morphs[i].becomes[1] != '\0' ||
            !apo_draft_morph_is_mirrored(draft, &draft->morphs[i]))
            return false;
    return draft->morph_count > 0 && apo_interactive__is_symmetric(draft);
}

/* What the piece becomes on a square of White, or a dot. */
static char find_change(const apo_draft *draft, char letter, unsigned sq)
{
    for (unsigned i = 0; i < draft->morph_count; i++)
        if (apo_draft_has_letter(draft->morphs[i].pieces, letter) &&
            apo_set_has(&draft->morphs[i].squares[APO_WHITE], (apo_square)sq))
            return draft->morphs[i].becomes[0];
    return '.';
}

void apo_interactive__write_morph(apo_buffer *out, const apo_draft *draft, char letter)
{
    unsigned files = draft->geometry.files;
    bool is_any = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        is_any = is_any || find_change(draft, letter, sq) != '.';
    if (!is_any || !says_morphs(draft))
        return;
    apo_buffer_add(out, "morph=");
    for (unsigned row = draft->geometry.rows; row-- > 0;) {
        bool is_empty = true;
        for (unsigned file = 0; file < files; file++)
            is_empty = is_empty && find_change(draft, letter, row * files + file) == '.';
        for (unsigned file = 0; file < files && !is_empty; file++)
            apo_buffer_add_char(out, find_change(draft, letter, row * files + file));
        apo_buffer_add_char(out, row > 0 ? '/' : '\n');
    }
}

/* --- heirs ------------------------------------------------------------------- */

bool apo_interactive__says_heirs(const apo_draft *draft)
{
    bool is_one = draft->heirs[0] != '\0' && draft->heirs[1] == '\0';
    return is_one && (draft->promoting[0] == '\0' ||
                      apo_draft_has_letter(draft->promoting, draft->heirs[0]));
}

/* --- royal pieces ------------------------------------------------------------ */

/* True if all pieces of the types are royal: royal= for each, and extinction=0. */
static bool says_royals(const apo_draft *draft)
{
    return (draft->rare & APO_DRAFT_ROYALS) != 0 && !draft->royals.is_all_attacked &&
           draft->royals.last >= APO_INTERACTIVE_ALL_ROYAL;
}

void apo_interactive_claim(apo_draft *draft)
{
    unsigned known = 0;
    if (says_morphs(draft))
        draft->unsaid &= ~(UINT64_C(1) << APO_RULE_MORPH);
    if (apo_interactive__says_heirs(draft))
        draft->unsaid &= ~(UINT64_C(1) << APO_RULE_SUCCESSION);
    if (says_royals(draft))
        known = APO_DRAFT_ROYALS | APO_DRAFT_NO_ROYAL;
    if (known != 0 && apo_draft_has_letter(draft->royals.pieces, draft->castling_king))
        known |= APO_DRAFT_KING;
    draft->rare &= ~known;
}

const char *apo_interactive_reason(const char *section)
{
    if (apo_span_is(apo_span_of(section), "morph"))
        return "there a piece becomes one other piece on a square, White and Black are mirror "
               "images, and the board has no holes";
    if (apo_span_is(apo_span_of(section), "succession"))
        return "there the heirs are of one type, the first in its list, where those come first "
               "that promote";
    if (apo_span_is(apo_span_of(section), "royals"))
        return "there all pieces of royal types are royal";
    return NULL;
}
