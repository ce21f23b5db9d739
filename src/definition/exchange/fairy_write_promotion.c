#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: promotion. Older versions read promotionRank, newer ones
 * the regions; each ignores the other's names. */

static const apo_span nothing = {NULL, 0};

unsigned apo_fairy__count_letter(const char *list, size_t length, char letter)
{
    unsigned count = 0;
    for (size_t i = 0; i < length && list[i] != '\0'; i++)
        count += list[i] == letter;
    return count;
}

/* A side's promotions. */
typedef struct promotions {
    char choices[APO_DRAFT_LETTERS_MAX];
    unsigned tiers, lowest; /* the ranks that bring new choices, and the first of them */
    unsigned compulsory;    /* own rank */
    bool may, must; /* there are squares where pieces may stay what they are; must not */
} promotions;

/* The own rank of a square. */
static unsigned own_rank(const apo_draft *draft, unsigned sq, bool is_black)
{
    unsigned white = apo_draft_rank(draft, sq / draft->geometry.files);
    return is_black ? apo_draft_ranks(draft) + 1 - white : white;
}

/* The squares of a list on which a side promotes; their number. */
static unsigned find_listed(const apo_draft *draft, unsigned lowest, bool is_black,
                            apo_square out[APO_SQUARES_MAX])
{
    const apo_draft_squares *list = &draft->promotion_squares[is_black];
    unsigned count = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (own_rank(draft, list->squares[i], is_black) >= lowest)
            out[count++] = list->squares[i];
    return count;
}

/* Notes whether a side may promote, and where it must. */
static void find_force(const apo_draft *draft, bool is_black, promotions *out)
{
    apo_square squares[APO_SQUARES_MAX];
    unsigned last = apo_draft_rank(draft, draft->geometry.rows - 1U);
    out->may = out->lowest < out->compulsory;
    out->must = out->compulsory <= last;
    if (!(draft->rare & APO_DRAFT_SQUARES))
        return;
    out->may = out->must = false;
    for (unsigned i = find_listed(draft, out->lowest, is_black, squares); i > 0; i--) {
        bool is_forced = own_rank(draft, squares[i - 1], is_black) >= out->compulsory;
        out->must = out->must || is_forced;
        out->may = out->may || !is_forced;
    }
}

/* True if a side promotes on all squares of a rank if on any. */
static bool is_whole_rank(const apo_draft *draft, unsigned rank, bool is_black)
{
    const apo_geometry *geo = &draft->geometry;
    apo_square squares[APO_SQUARES_MAX];
    unsigned all = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        all += geo->place[sq] == APO_PLACE_SQUARE && own_rank(draft, sq, is_black) == rank;
    return !(draft->rare & APO_DRAFT_SQUARES) ||
           find_listed(draft, rank, is_black, squares) == all;
}

/* The region where a side promotes: ranks, or the squares of a list. */
static void write_zone(const apo_fairy_writing *w, const promotions *side, bool is_black)
{
    const char *name = is_black ? "promotionRegionBlack" : "promotionRegionWhite";
    apo_square squares[APO_SQUARES_MAX];
    if (!(w->draft->rare & APO_DRAFT_SQUARES)) {
        apo_fairy__write_region(w, "promotionRegion",
                                apo_fairy__ranks_from(w->draft, side->lowest), is_black);
        return;
    }
    unsigned count = find_listed(w->draft, side->lowest, is_black, squares);
    if (count > 0)
        apo_fairy__write_squares(w, name, squares, count);
    else
        apo_fairy__add_line(w->out, name, "-");
}

static promotions find_promotions(const apo_draft *draft, bool is_black)
{
    promotions out = {.choices = ""};
    bool is_own = is_black && (draft->rare & APO_DRAFT_BLACK_PROMOTION);
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++) {
        const char *tier = is_own ? draft->black_tiers[rank] : draft->tiers[rank];
        if (tier[0] == '\0')
            continue;
        bool is_new = false;
        out.lowest = out.lowest == 0 ? rank : out.lowest;
        out.compulsory = rank;
        for (const char *c = tier; *c != '\0'; c++) {
            if (apo_draft_has_letter(out.choices, *c))
                continue;
            apo_draft_add_letter(out.choices, *c);
            is_new = true;
        }
        out.tiers += is_new;
    }
    unsigned said = is_own ? draft->black_compulsory : draft->compulsory;
    out.compulsory = said > 0 ? said : out.compulsory;
    find_force(draft, is_black, &out);
    return out;
}

static void write_compulsory(apo_fairy_writing *w, const promotions sides[2])
{
    const apo_draft *draft = w->draft;
    unsigned last = apo_draft_rank(draft, draft->geometry.rows - 1U);
    unsigned compulsory = sides[0].compulsory;
    bool is_at_once = !sides[0].may;
    if (is_at_once == sides[1].may ||
        (!is_at_once && (sides[0].must != sides[1].must ||
                         (sides[0].must && compulsory != sides[1].compulsory))))
        apo_fairy__lose(w, "promotion: compulsory, black-compulsory, rank, black-rank",
                        "both sides must promote where they first can there, or neither",
                        nothing);
    if (is_at_once)
        return;
    apo_fairy__add_line(w->out, "mandatoryPawnPromotion", "false");
    if (!sides[0].must)
        return;
    bool is_same = compulsory == last && is_whole_rank(draft, last, false) &&
                   is_whole_rank(draft, last, true);
    apo_fairy__add_line(w->out, "immobilityIllegal", "true");
    for (unsigned i = 0; i < draft->type_count; i++)
        is_same = is_same && (apo_draft_has_letter(draft->promoting, draft->types[i].letter)
                                  ? w->types[i].is_ahead_only && w->types[i].has_step_ahead
                                  : w->types[i].is_always_mobile || draft->types[i].is_royal);
    if (!is_same)
        apo_fairy__lose(
            w, "promotion: compulsory, black-compulsory, rank, black-rank",
            "there a piece must promote on the last rank only, and because it could "
            "not move again; this would hold for other pieces, too",
            nothing);
}

/* The pieces that must promote and cannot, and the ranks that they may not enter. */
static void write_barred(apo_fairy_writing *w)
{
    char letters[APO_DRAFT_LETTERS_MAX] = "";
    unsigned from = 0;
    bool is_same = true;
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        if (w->types[i].barred_from == 0)
            continue;
        is_same = is_same && (from == 0 || from == w->types[i].barred_from);
        from = w->types[i].barred_from;
        apo_draft_add_letter(letters, w->draft->types[i].letter);
    }
    apo_fairy__add_letters(w->out, "promotionPawnTypes", letters);
    if (w->draft->rare & APO_DRAFT_FORMS)
        return;
    apo_fairy__write_region(w, "promotionRegion", apo_fairy__ranks_from(w->draft, from), false);
    apo_fairy__write_region(w, "promotionRegion", apo_fairy__ranks_from(w->draft, from), true);
    if (!is_same)
        apo_fairy__lose(w, "area: pieces", "all pieces are kept from the same ranks there",
                        nothing);
}

void apo_fairy__write_promotion(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    unsigned last = apo_draft_rank(draft, draft->geometry.rows - 1U);
    const promotions sides[2] = {find_promotions(draft, false), find_promotions(draft, true)};
    const promotions *white = &sides[0], *black = &sides[1];
    bool is_same = apo_draft_is_same_list(white->choices, black->choices);
    if (white->tiers == 0 || white->lowest > last) {
        /* A pawn of chess may not enter the region where it would have to promote. */
        apo_fairy__add_line(w->out, "promotionPieceTypes", "-");
        write_barred(w);
        return;
    }
    apo_fairy__add_letters(w->out, is_same ? "promotionPieceTypes" : "promotionPieceTypesWhite",
                           white->choices);
    if (!is_same)
        apo_fairy__add_letters(w->out, "promotionPieceTypesBlack", black->choices);
    apo_fairy__add_letters(w->out, "promotionPawnTypes", draft->promoting);
    if (white->lowest == black->lowest && !(draft->rare & APO_DRAFT_SQUARES))
        apo_fairy__add_number(w->out, "promotionRank",
                              apo_fairy__rank_there(draft, white->lowest));
    write_zone(w, white, false);
    write_zone(w, black, true);
    write_compulsory(w, sides);
    if (white->tiers > 1 || black->tiers > 1)
        apo_fairy__lose(w, "promotion: rank, black-rank",
                        "all choices are available from the first rank of the zone on there",
                        nothing);
    if (draft->has_reserve && !is_same)
        apo_fairy__lose(w, "reserve: start", "a limit there is the same for both sides",
                        nothing);
}

/* --- limits --------------------------------------------------------------- */

/* The number of pieces of a type that a side can have at most by promoting to it: as many as at
 * the start, plus the reserve, and as `most` says. 0: no limit. */
static unsigned find_limit(apo_fairy_writing *w, char letter)
{
    const apo_draft *draft = w->draft;
    const apo_draft_type *type = apo_draft_type_of(draft, letter);
    size_t squares = apo_geometry_squares(&draft->geometry);
    unsigned most = type != NULL ? type->most : 0;
    if (!draft->has_reserve)
        return most;
    unsigned white = apo_fairy__count_letter(draft->board, squares, letter);
    unsigned limit =
        white + apo_fairy__count_letter(draft->reserve, sizeof draft->reserve, letter);
    if (limit == 0 ||
        white != apo_fairy__count_letter(draft->board, squares, apo_to_lower(letter)))
        apo_fairy__lose(w, "reserve: start",
                        "a limit there is at least 1, and the same for both sides", nothing);
    return most > 0 && most < limit ? most : limit;
}

/* The limit of a promoted form is that of the piece which it is there. */
static unsigned find_form_limit(apo_fairy_writing *w, unsigned index)
{
    const apo_draft_type *form = &w->draft->types[index];
    bool is_said = true;
    if (!form->is_form || form->most == 0)
        return 0;
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        bool is_base = !w->draft->types[i].is_form && w->draft->types[i].letter == form->letter;
        is_said = is_said && (i == index || w->types[i].letter != w->types[index].letter) &&
                  !(is_base && w->types[i].stuck_from > 0);
    }
    if (!is_said)
        apo_fairy__lose(w, "forms: most",
                        "the %s is counted there with pieces that are the same, and does not "
                        "move where it would have to promote",
                        apo_span_of(form->name));
    return form->most;
}

static void add_limit(apo_buffer *out, char letter, unsigned limit)
{
    if (limit == 0)
        return;
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_char(out, apo_to_lower(letter));
    apo_buffer_add_char(out, ':');
    apo_buffer_add_number(out, limit);
}

void apo_fairy__write_limits(apo_fairy_writing *w)
{
    const promotions white = find_promotions(w->draft, false);
    apo_buffer limits;
    apo_buffer_init(&limits, w->out->alloc);
    for (const char *c = white.choices; *c != '\0'; c++)
        add_limit(&limits, *c, find_limit(w, *c));
    for (unsigned i = 0; (w->draft->rare & APO_DRAFT_FORMS) && i < w->draft->type_count; i++)
        add_limit(&limits, w->types[i].letter, find_form_limit(w, i));
    if (limits.length > 0) {
        apo_buffer_add(w->out, "promotionLimit =");
        apo_buffer_add_span(w->out, apo_buffer_span(&limits));
        apo_buffer_add_char(w->out, '\n');
    }
    apo_buffer_clear(&limits);
}
