#include "definition/exchange/interactive_priv.h"

/* promoOffset and drops: the promoted forms and the hands of games like shogi (xbetza.md 2.2).
 */

static const apo_span nothing = {NULL, 0};

static void lose(apo_interactive *d, uint32_t line, const char *key, const char *detail,
                 apo_span word)
{
    apo_interactive__lose_at(d, line, key, detail, word);
}

/* --- which piece is whose form ------------------------------------------- */

/* The number of the piece that another becomes: `promoOffset` further on, or the first form if
 * there is none; 0 if that is missing too. */
static unsigned find_form(const apo_interactive *d, unsigned piece)
{
    unsigned form = piece + d->promo_offset;
    if (form > d->piece_count)
        form = d->promo_offset + 1;
    return form <= d->piece_count ? form : 0;
}

static void join(apo_interactive *d, unsigned piece, unsigned form)
{
    const apo_interactive_piece *base = &d->pieces[piece];
    if (form == 0)
        lose(d, base->line, base->name, "the piece that it promotes to is missing", nothing);
    else if (form <= d->max_promote)
        lose(d, base->line, base->name, "it promotes to a piece that promotes in turn: %s",
             apo_span_of(d->pieces[form].name));
    else if (d->pieces[form].base != 0)
        lose(d, base->line, base->name,
             "it promotes to the form of another piece, and has none of its own here: %s",
             apo_span_of(d->pieces[form].name));
    else
        d->pieces[form].base = piece;
}

apo_status apo_interactive__find_forms(apo_interactive *d)
{
    unsigned plain = 0;
    for (unsigned i = 1; d->promo_offset > 0 && i <= d->max_promote && i <= d->piece_count; i++)
        join(d, i, find_form(d, i));
    for (unsigned i = 1; i <= d->piece_count; i++)
        plain += d->pieces[i].base == 0;
    if (plain <= APO_INTERACTIVE_LETTERS_MAX)
        return APO_OK;
    return apo_fail(d->err, APO_E_UNSUPPORTED, 0,
                    "there are more than 26 pieces, promoted forms not counted, and a piece "
                    "here needs a letter of its own",
                    nothing);
}

/* --- how they promote ----------------------------------------------------- */

static void report_forms(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count; i++) {
        const apo_interactive_piece *piece = &d->pieces[i];
        if (piece->base == 0)
            continue;
        if (d->draft->types[i - 1].is_royal)
            lose(d, piece->line, piece->name, "a promoted form is royal", nothing);
        if (piece->hand[APO_WHITE] + piece->hand[APO_BLACK] > 0)
            lose(d, piece->line, piece->name, "a promoted form is never in hand here", nothing);
    }
}

/* With hands a move promotes that begins or ends in the zone; without, one that enters it, or
 * captures from inside. */
void apo_interactive__make_forms(apo_interactive *d)
{
    unsigned ranks = apo_draft_ranks(d->draft);
    if (d->promo_offset == 0 || d->max_promote == 0)
        return;
    report_forms(d);
    if (d->promo_zone == 0 || d->promo_zone > ranks || d->draft->geometry.bottom_rank == 0) {
        lose(d, d->promo_line, "promoZone", "the zone is not made of whole ranks of the board",
             nothing);
        return;
    }
    apo_text out = apo_text_start(d->draft->forms, sizeof d->draft->forms);
    apo_text_add(&out, "from-rank = ");
    apo_text_add_number(&out, ranks + 1 - d->promo_zone);
    apo_text_add(&out, "\ncompulsory = never\n");
    if (d->holdings_type == 0)
        apo_text_add(&out, "inside = captures\n");
    apo_interactive__note_at(d, d->promo_line, "promoOffset",
                             "a piece may stay what it is there, even where it can never move "
                             "again, and so it may here: `compulsory` of [forms]",
                             nothing);
}

/* --- hands ---------------------------------------------------------------- */

/* "start = PPN\n"; nothing for an empty hand. */
static void add_hand(const apo_interactive *d, apo_text *out, const char *key, unsigned side)
{
    bool is_any = false;
    for (unsigned i = 1; i <= d->piece_count; i++)
        for (unsigned k = 0; d->pieces[i].base == 0 && k < d->pieces[i].hand[side]; k++) {
            if (!is_any)
                apo_text_add(out, key);
            is_any = true;
            apo_text_add_char(out, d->pieces[i].letter);
        }
    if (is_any)
        apo_text_add_char(out, '\n');
}

/* "-1" turns promoted forms back when they are captured; without forms there is nothing to turn
 * back, also not what promoChoice has made. */
void apo_interactive__make_hands(apo_interactive *d)
{
    if (d->holdings_type >= 0)
        return;
    if (d->draft->has_reserve)
        lose(
            d, d->holdings_line, "holdingsType",
            "captured pieces are dropped and chosen in promotions there, only one of both here",
            nothing);
    if (d->promo_offset > 0 && d->holdings_type != -1)
        lose(d, d->holdings_line, "holdingsType",
             "promoted pieces stay what they are in hand there, and turn back here", nothing);
    apo_text out = apo_text_start(d->draft->hands, sizeof d->draft->hands);
    d->draft->has_hands = true;
    d->draft->drops.is_on = true;
    if (d->promo_offset == 0)
        apo_text_add(&out, "promoted = stays\n");
    add_hand(d, &out, "white-start = ", APO_WHITE);
    add_hand(d, &out, "black-start = ", APO_BLACK);
    apo_interactive__note_at(d, d->holdings_line, "holdingsType",
                             "pieces may be dropped on any empty square there, and so they may "
                             "here: `not-on`, `one-a-file`, `stuck` and `no-mate` of [hands]",
                             nothing);
    if (out.is_overflowed)
        lose(d, d->holdings_line, "holdingsType", "the hands are too long", nothing);
}
