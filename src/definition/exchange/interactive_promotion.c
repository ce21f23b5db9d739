#include "definition/exchange/interactive_priv.h"

/* promoChoice, promoZone, maxPromote and the hands (xbetza.md 2.3). */

static const apo_span nothing = {NULL, 0};

/* The promoChoice of one piece. */
typedef struct choice {
    bool is_listed, is_from_hand, is_not_last;
    unsigned depth; /* available on this many last ranks */
} choice;

typedef struct choices {
    choice of[APO_INTERACTIVE_TYPES_MAX + 1];
    bool has_hand; /* some come from the hand */
    bool is_any;   /* every type is a choice */
} choices;

static void note(apo_interactive *d, const char *detail, apo_span word)
{
    apo_interactive__note_at(d, d->promo_line, "promoChoice", detail, word);
}

static void lose(apo_interactive *d, const char *detail, apo_span word)
{
    apo_interactive__lose_at(d, d->promo_line, "promoChoice", detail, word);
}

/* Lists of names for a sentence: "kangaroo, warlock". */
typedef struct name_list {
    char bytes[120];
    apo_text text;
} name_list;

static void start_names(name_list *list)
{
    list->text = apo_text_start(list->bytes, sizeof list->bytes);
}

static void add_name(name_list *list, const char *name)
{
    if (list->text.length > 0)
        apo_text_add(&list->text, ", ");
    apo_text_add(&list->text, name);
}

static unsigned cut_number(apo_span *rest, unsigned otherwise)
{
    unsigned number = 0;
    bool is_given = false;
    while (rest->length > 0 && apo_is_digit(rest->text[0])) {
        if (number <= APO_ROWS_MAX)
            number = number * 10 + (unsigned)(rest->text[0] - '0');
        *rest = apo_span_part(*rest, 1, rest->length);
        is_given = true;
    }
    return is_given ? number : otherwise;
}

/* Reads one id with its prefix and number. */
static void read_choice(apo_interactive *d, apo_span *rest, choices *out)
{
    choice c = {.is_listed = true};
    if (rest->text[0] == '*' || rest->text[0] == '!') {
        c.is_from_hand = rest->text[0] == '*';
        c.is_not_last = rest->text[0] == '!';
        *rest = apo_span_part(*rest, 1, rest->length);
        if (rest->length == 0) {
            note(d, "it ends with a prefix and no id", nothing);
            return;
        }
    }
    apo_span id = apo_span_part(*rest, 0, 1);
    unsigned piece = apo_interactive__cut_id(d, rest);
    c.depth = cut_number(rest, d->promo_zone);
    if (piece == 0) {
        if (d->has_promo_choice)
            note(d, "\"%s\" names no piece; left out", id);
        return;
    }
    if (c.depth == 0 || c.depth > d->promo_zone) {
        lose(d, "the number after %s is not a depth of the promotion zone",
             apo_span_of(d->pieces[piece].name));
        c.depth = d->promo_zone;
    }
    out->has_hand = out->has_hand || c.is_from_hand;
    if (out->of[piece].is_listed)
        note(d, "%s is listed twice; the first counts", apo_span_of(d->pieces[piece].name));
    else
        out->of[piece] = c;
}

static void read_choices(apo_interactive *d, choices *out)
{
    apo_span rest = d->has_promo_choice ? d->promo_choice : apo_span_of("QNRB");
    out->is_any = rest.length == 0;
    while (rest.length > 0)
        read_choice(d, &rest, out);
    for (unsigned i = 1; i <= d->piece_count && out->is_any; i++)
        out->of[i] = (choice){.is_listed = true, .depth = d->promo_zone};
}

/* --- who promotes -------------------------------------------------------- */

static void choose_pieces(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count && i <= d->max_promote; i++) {
        if (d->draft->types[i - 1].is_royal) {
            lose(d, "the royal %s is among those that promote; left out",
                 apo_span_of(d->pieces[i].name));
            continue;
        }
        d->pieces[i].is_promoting = true;
        apo_draft_add_letter(d->draft->promoting, d->pieces[i].letter);
    }
}

/* Promotion is compulsory where the piece's own id is not listed. Returns the own rank where it
 * is compulsory. */
static unsigned find_compulsion(apo_interactive *d, const choices *all)
{
    unsigned last = apo_draft_rank(d->draft, d->ranks - 1), rank = APO_ROWS_MAX;
    bool is_first = true, is_mixed = false;
    for (unsigned i = 1; i <= d->piece_count; i++) {
        if (!d->pieces[i].is_promoting)
            continue;
        const choice *own = &all->of[i];
        unsigned forced = !own->is_listed    ? last + 1 - d->promo_zone
                          : own->is_not_last ? last
                                             : APO_ROWS_MAX;
        is_mixed = is_mixed || (!is_first && forced != rank);
        if (is_first || forced < rank)
            rank = forced;
        is_first = false;
    }
    if (is_mixed)
        lose(d,
             "the pieces that promote must do so on different ranks; the nearest counts here",
             nothing);
    return rank;
}

static void report_compulsion(apo_interactive *d, unsigned rank)
{
    unsigned top = apo_draft_ranks(d->draft);
    if (rank <= top)
        return;
    note(
        d,
        "a piece may stay what it is on the last rank of the board, where it can be stuck: \"!\" "
        "forbids that only on the outermost row, which is a border rank",
        nothing);
    d->draft->compulsory = rank;
}

/* --- choices ------------------------------------------------------------- */

static void add_choices(apo_interactive *d, const choices *all)
{
    unsigned last = apo_draft_rank(d->draft, d->ranks - 1), top = apo_draft_ranks(d->draft);
    name_list among, too_far;
    start_names(&among);
    start_names(&too_far);
    for (unsigned i = 1; i <= d->piece_count; i++) {
        const apo_interactive_piece *piece = &d->pieces[i];
        const choice *c = &all->of[i];
        if (!c->is_listed || d->draft->types[i - 1].is_royal)
            continue;
        if (piece->is_promoting) {
            add_name(&among, piece->name);
            continue;
        }
        unsigned rank = last + 1 - c->depth;
        if (rank > top) {
            add_name(&too_far, piece->name);
            rank = top;
        }
        apo_draft_add_letter(d->draft->tiers[rank], piece->letter);
    }
    if (too_far.text.length > 0)
        lose(d, "on the border rank only, so on the last rank here: %s",
             apo_text_span(&too_far.text));
    if (among.text.length > 0 &&
        apo_draft_has_letter(d->draft->promoting, d->pieces[1].letter) && d->max_promote > 1)
        lose(d,
             "choices do not depend on who promotes, so each of these could become another of "
             "them; not here: %s",
             apo_text_span(&among.text));
}

/* Reports pieces that cannot be promoted to, though a player might expect it. */
static void report_missing(apo_interactive *d, const choices *all)
{
    name_list missing, held;
    start_names(&missing);
    start_names(&held);
    for (unsigned i = 1; i <= d->piece_count && d->has_promo_choice; i++) {
        const apo_interactive_piece *piece = &d->pieces[i];
        if (all->of[i].is_listed || piece->is_promoting || d->draft->types[i - 1].is_royal)
            continue;
        add_name(&missing, piece->name);
        if (piece->hand[APO_WHITE] > 0)
            add_name(&held, piece->name);
    }
    if (missing.text.length > 0)
        note(d, "not listed, so no piece can become them: %s", apo_text_span(&missing.text));
    if (held.text.length > 0)
        note(d, "in hand, but never available: %s", apo_text_span(&held.text));
}

static void make_reserve(apo_interactive *d, const choices *all)
{
    name_list lasting;
    start_names(&lasting);
    bool has_hand = false;
    for (unsigned i = 1; i <= d->piece_count; i++) {
        has_hand = has_hand || d->pieces[i].hand[APO_WHITE] > 0;
        if (all->of[i].is_listed && !all->of[i].is_from_hand && !d->pieces[i].is_promoting)
            add_name(&lasting, d->pieces[i].name);
    }
    if (!all->has_hand) {
        if (d->holdings_type > 0 || (has_hand && d->holdings_type == 0))
            note(d, "pieces in hand never come to the board, as there; left out", nothing);
        return;
    }
    if (d->holdings_type <= 0)
        lose(d,
             "choices come out of the hand, but captured pieces do not go there "
             "(holdingsType); here they do",
             nothing);
    if (lasting.text.length > 0)
        lose(d, "free choices there; here all come out of the reserve: %s",
             apo_text_span(&lasting.text));
    d->draft->has_reserve = true;
    for (unsigned i = 1; i <= d->piece_count; i++) {
        bool is_pawn = d->pieces[i].is_promoting || d->draft->types[i - 1].is_royal;
        if (is_pawn && d->pieces[i].hand[APO_WHITE] > 0 && all->of[i].is_from_hand)
            lose(d, "pawns and kings are never in reserve here: %s",
                 apo_span_of(d->pieces[i].name));
        for (unsigned k = 0; k < d->pieces[i].hand[APO_WHITE] && !is_pawn; k++)
            apo_draft_add_letter(d->draft->reserve, d->pieces[i].letter);
    }
}

void apo_interactive__make_promotion(apo_interactive *d)
{
    choices all = {.has_hand = false};
    if (d->promo_offset > 0 || d->max_promote == 0 || d->promo_zone == 0)
        return;
    if (d->promo_zone > apo_draft_ranks(d->draft)) {
        lose(d, "the promotion zone has an impossible depth; there is no promotion", nothing);
        return;
    }
    read_choices(d, &all);
    choose_pieces(d);
    unsigned compulsion = find_compulsion(d, &all);
    add_choices(d, &all);
    report_missing(d, &all);
    bool has_tiers = false;
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        has_tiers = has_tiers || d->draft->tiers[rank][0] != '\0';
    if (!has_tiers) {
        note(d, "there is nothing to promote to", nothing);
        d->draft->promoting[0] = '\0';
        return;
    }
    if (d->draft->geometry.bottom_rank == 0)
        lose(d,
             "a piece that captures on the outermost row can promote there; not on a border "
             "rank here",
             nothing);
    d->draft->compulsory = compulsion;
    report_compulsion(d, compulsion);
    make_reserve(d, &all);
}
