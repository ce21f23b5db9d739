#include "definition/exchange/interactive_priv.h"

/* royal and extinction: which pieces must not be lost (xbetza.md 2.2). */

enum {
    SPARES_BOTH = 3,
    ALWAYS = 250 /* so many pieces of a type are royal at once: all */
};

static const apo_span nothing = {NULL, 0};

static void lose(apo_interactive *d, const char *detail)
{
    apo_interactive__lose_at(d, d->royal_line, "royal", detail, nothing);
}

/* The number of the piece that "royal=3" or "royal=K" names; 0: none. */
static unsigned find_royal(const apo_interactive *d, apo_span value)
{
    uint32_t number;
    if (apo_span_number(value, APO_INTERACTIVE_TYPES_MAX, &number))
        return number <= d->piece_count ? number : 0;
    apo_span rest = value;
    unsigned piece = value.length > 0 ? apo_interactive__cut_id(d, &rest) : 0;
    return rest.length == 0 ? piece : 0;
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
static unsigned list_royals(apo_interactive *d, unsigned out[APO_INTERACTIVE_TYPES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < d->royal_count; i++) {
        unsigned piece = find_royal(d, d->royals[i]), k = 0;
        if (piece == 0)
            apo_interactive__lose_at(d, d->royal_line, "royal",
                                     "no piece has the number or id \"%s\"", d->royals[i]);
        while (k < count && out[k] != piece)
            k++;
        if (piece != 0 && k == count)
            out[count++] = piece;
    }
    return count;
}

/* Writes a section for the royal types but the one that is royal in [pieces]. */
static void add_section(apo_interactive *d, const unsigned *royals, unsigned count,
                        unsigned but, bool has_spares)
{
    apo_draft *draft = d->draft;
    apo_text out = apo_text_start(draft->sections, sizeof draft->sections);
    apo_text_add(&out, "\n[royals]\npieces =");
    for (unsigned i = 0; i < count; i++) {
        if (royals[i] == but)
            continue;
        apo_text_add(&out, d->pieces[royals[i]].base != 0 ? " +" : " ");
        apo_text_add_char(&out, d->pieces[royals[i]].letter);
    }
    apo_text_add_char(&out, '\n');
    if (has_spares)
        return;
    apo_text_add(&out, "last = ");
    apo_text_add_number(&out, ALWAYS);
    apo_text_add_char(&out, '\n');
}

/* One type is royal. Spare pieces may be lost, or none may. */
static void make_one(apo_interactive *d, unsigned royal)
{
    if (is_single(d, royal)) {
        d->draft->types[royal - 1].is_royal = true;
        return;
    }
    if (d->spares != 0 && d->spares != SPARES_BOTH)
        lose(d, "spare royal pieces may be lost by one side only there, by both here");
    add_section(d, &royal, 1, 0, d->spares != 0);
}

/* Several types are royal, all pieces of them. */
static void make_several(apo_interactive *d, const unsigned *royals, unsigned count)
{
    unsigned king = 0;
    for (unsigned i = 0; i < count && king == 0; i++)
        if (is_single(d, royals[i]) && d->pieces[royals[i]].base == 0)
            king = royals[i];
    if (king != 0)
        d->draft->types[king - 1].is_royal = true;
    add_section(d, royals, count, king, false);
}

void apo_interactive__make_royals(apo_interactive *d)
{
    unsigned royals[APO_INTERACTIVE_TYPES_MAX];
    unsigned count = list_royals(d, royals);
    if (d->royal_count == 0 && last_placed(d) > 0) {
        royals[count++] = last_placed(d);
        apo_interactive__note_at(d, 0, "royal",
                                 "no type is named royal, so the last one on the board is: %s",
                                 apo_span_of(d->pieces[royals[0]].name));
    }
    if (count == 0) {
        lose(d, "no piece is royal");
    } else if (count > 1 && d->spares == 0) {
        make_several(d, royals, count);
    } else {
        if (count > 1)
            lose(d,
                 "royal pieces of several types may be lost there, but for the last one, and "
                 "not here; with extinction=0 all of them are royal: only the first type is "
                 "royal now");
        make_one(d, royals[0]);
    }
}
