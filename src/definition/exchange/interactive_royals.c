#include "definition/exchange/interactive_priv.h"

/* royal, extinction and iron: which pieces must not be lost, and which cannot (xbetza.md 2.2).
 */

enum {
    SPARES_BOTH = 3
};

static const apo_span nothing = {NULL, 0};

static void lose(apo_interactive *d, const char *detail)
{
    apo_interactive__lose_at(d, d->royal_line, "royal", detail, nothing);
}

/* The last piece with a place on the board: some pages list pieces in hand after the king. */
static unsigned last_placed(const apo_interactive *d)
{
    unsigned last = 0;
    for (unsigned sq = 0; sq < APO_SQUARES_MAX; sq++)
        if (d->piece_at[sq] > last)
            last = d->piece_at[sq];
    return last;
}

static unsigned count_on_board(const apo_interactive *d, unsigned piece, apo_side side)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++)
        count += d->piece_at[sq] == piece && d->side_at[sq] == (uint8_t)side;
    return count;
}

/* True if no side has more than one piece of the type. */
static bool is_single(const apo_interactive *d, unsigned piece)
{
    return count_on_board(d, piece, APO_WHITE) <= 1 && count_on_board(d, piece, APO_BLACK) <= 1;
}

/* The royal types, each once. */
typedef struct royal_list {
    unsigned count;
    unsigned of[APO_INTERACTIVE_TYPES_MAX];
} royal_list;

static bool is_listed(const royal_list *list, unsigned piece)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->of[i] == piece)
            return true;
    return false;
}

static void add_royal(royal_list *list, unsigned piece)
{
    if (!is_listed(list, piece))
        list->of[list->count++] = piece;
}

/* Adds what "royal=3", "royal=K" or "royal=KJ" names; false if a part of it names no piece. */
static bool add_named(const apo_interactive *d, apo_span value, royal_list *list)
{
    uint32_t number;
    royal_list named = {.count = 0};
    if (apo_span_number(value, APO_INTERACTIVE_TYPES_MAX, &number)) {
        if (number == 0 || number > d->piece_count)
            return false;
        add_royal(list, number);
        return true;
    }
    for (apo_span rest = value; rest.length > 0;) {
        unsigned piece = apo_interactive__cut_id(d, &rest);
        if (piece == 0)
            return false;
        add_royal(&named, piece);
    }
    for (unsigned i = 0; i < named.count; i++)
        add_royal(list, named.of[i]);
    return named.count > 0;
}

static royal_list list_royals(apo_interactive *d)
{
    royal_list out = {.count = 0};
    for (unsigned i = 0; i < d->royal_count; i++)
        if (!add_named(d, d->royals[i], &out))
            apo_interactive__lose_at(d, d->royal_line, "royal",
                                     "no piece has the number or id \"%s\"", d->royals[i]);
    return out;
}

/* --- whether royal pieces are ever more than one -------------------------- */

/* True if a change on certain squares brings the piece, or takes it away. */
static bool is_changed(const apo_interactive *d, unsigned piece)
{
    char letter = d->pieces[piece].letter;
    for (unsigned i = 0; i < d->draft->morph_count; i++)
        if (apo_draft_has_letter(d->draft->morphs[i].pieces, letter) ||
            apo_draft_has_letter(d->draft->morphs[i].becomes, letter))
            return true;
    return false;
}

/* True if the piece can be marked as royal: no side has two at the start, none changes, and
 * there is no [effects], which iron pieces need. */
static bool is_king(const apo_interactive *d, unsigned piece)
{
    for (unsigned i = 1; i <= d->piece_count; i++)
        if (d->is_iron[i])
            return false;
    return is_single(d, piece) && !is_changed(d, piece);
}

/* True if pieces only change into royal ones, or out of them, that are royal themselves. */
static bool is_closed(const apo_interactive *d, const royal_list *list)
{
    for (unsigned i = 0; i < d->draft->morph_count; i++) {
        const apo_draft_morph *morph = &d->draft->morphs[i];
        unsigned royal = 0, others = 0;
        for (unsigned piece = 1; piece <= d->piece_count; piece++) {
            char letter = d->pieces[piece].letter;
            unsigned *count = is_listed(list, piece) ? &royal : &others;
            *count += apo_draft_has_letter(morph->pieces, letter);
            *count += apo_draft_has_letter(morph->becomes, letter);
        }
        if (royal > 0 && others > 0)
            return false;
    }
    return true;
}

/* True if each side has one royal piece, and can never get another: then spare ones do not
 * matter. */
static bool is_ever_single(const apo_interactive *d, const royal_list *list)
{
    unsigned count[APO_SIDES] = {0, 0};
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned side = 0; side < APO_SIDES; side++)
            count[side] += count_on_board(d, list->of[i], (apo_side)side);
    bool is_promoted = d->max_promote > 0 && d->promo_zone > 0;
    return count[APO_WHITE] == 1 && count[APO_BLACK] == 1 && !is_promoted &&
           d->holdings_type == 0 && is_closed(d, list);
}

/* --- the draft ------------------------------------------------------------- */

static apo_text continue_sections(apo_draft *draft)
{
    size_t used = apo_span_of(draft->sections).length;
    return apo_text_start(draft->sections + used, sizeof draft->sections - used);
}

/* Writes a section for the royal types but the one that is royal in [pieces]. */
static void add_section(apo_interactive *d, const royal_list *list, unsigned but,
                        bool has_spares)
{
    apo_text out = continue_sections(d->draft);
    apo_text_add(&out, "\n[royals]\npieces =");
    for (unsigned i = 0; i < list->count; i++) {
        if (list->of[i] == but)
            continue;
        apo_text_add(&out, d->pieces[list->of[i]].base != 0 ? " +" : " ");
        apo_text_add_char(&out, d->pieces[list->of[i]].letter);
    }
    apo_text_add_char(&out, '\n');
    if (has_spares)
        return;
    apo_text_add(&out, "last = ");
    apo_text_add_number(&out, APO_INTERACTIVE_ALL_ROYAL);
    apo_text_add_char(&out, '\n');
}

/* One type is royal. Spare pieces may be lost, or none may. */
static void make_one(apo_interactive *d, unsigned royal)
{
    royal_list list = {.count = 1, .of = {royal}};
    if (is_king(d, royal)) {
        d->draft->types[royal - 1].is_royal = true;
        return;
    }
    if (d->spares != 0 && d->spares != SPARES_BOTH)
        lose(d, "spare royal pieces may be lost by one side only there, by both here");
    add_section(d, &list, 0, d->spares != 0);
}

/* Several types are royal, all pieces of them. */
static void make_several(apo_interactive *d, const royal_list *list)
{
    unsigned king = 0;
    for (unsigned i = 0; i < list->count && king == 0; i++)
        if (is_king(d, list->of[i]) && d->pieces[list->of[i]].base == 0)
            king = list->of[i];
    if (king != 0)
        d->draft->types[king - 1].is_royal = true;
    add_section(d, list, king, false);
}

void apo_interactive__make_royals(apo_interactive *d)
{
    royal_list list = list_royals(d);
    if (d->royal_count == 0 && last_placed(d) > 0) {
        add_royal(&list, last_placed(d));
        apo_interactive__note_at(d, 0, "royal",
                                 "no type is named royal, so the last one on the board is: %s",
                                 apo_span_of(d->pieces[list.of[0]].name));
    }
    for (unsigned i = 0; i < list.count; i++)
        d->is_royal[list.of[i]] = true;
    if (!is_closed(d, &list))
        lose(d, "a piece that is not royal changes into a royal one, or the reverse (morph)");
    if (list.count == 0) {
        lose(d, "no piece is royal");
    } else if (list.count > 1 && (d->spares == 0 || is_ever_single(d, &list))) {
        make_several(d, &list);
    } else {
        if (list.count > 1)
            lose(d,
                 "royal pieces of several types may be lost there, but for the last one, and "
                 "not here; with extinction=0 all of them are royal: only the first type is "
                 "royal now");
        make_one(d, list.of[0]);
    }
}

void apo_interactive__make_iron(apo_interactive *d)
{
    apo_text out = continue_sections(d->draft);
    bool is_any = false;
    for (unsigned i = 0; i <= APO_INTERACTIVE_TYPES_MAX; i++) {
        if (!d->is_iron[i])
            continue;
        if (i == 0 || i > d->piece_count || d->is_royal[i]) {
            apo_interactive__lose_at(d, d->iron_line, "iron",
                                     i > 0 && i <= d->piece_count
                                         ? "a royal piece that cannot be captured"
                                         : "no piece has this number",
                                     nothing);
            continue;
        }
        apo_text_add(&out, is_any ? " " : "\n[effects]\nimmune = ");
        apo_text_add(&out, d->pieces[i].base != 0 ? "+" : "");
        apo_text_add_char(&out, d->pieces[i].letter);
        is_any = true;
    }
    if (is_any)
        apo_text_add_char(&out, '\n');
}
