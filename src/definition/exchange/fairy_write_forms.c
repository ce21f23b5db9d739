#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: promoted forms. There a form is a piece with a letter of
 * its own, and may be one that exists already: the gold general. */

static const apo_span nothing = {NULL, 0};

static const apo_draft_type *type_at(const apo_fairy_writing *w, unsigned index)
{
    return &w->draft->types[index];
}

/* True if a pawn must promote on every rank on which it could not move. */
static bool is_promoted_pawn(const apo_fairy_writing *w, unsigned index)
{
    const apo_draft *draft = w->draft;
    unsigned highest = 0;
    if (draft->rare & APO_DRAFT_SQUARES)
        return false;
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        highest = draft->tiers[rank][0] != '\0' ? rank : highest;
    unsigned compulsory = draft->compulsory > 0 ? draft->compulsory : highest;
    return apo_draft_has_letter(draft->promoting, type_at(w, index)->letter) &&
           w->types[index].is_ahead_only && compulsory > 0 &&
           compulsory <= w->types[index].stuck_from;
}

bool apo_fairy__is_never_stuck(const apo_fairy_writing *w, unsigned index)
{
    const apo_draft_forms *forms = &w->draft->form_rules;
    const apo_fairy_writing_type *type = &w->types[index];
    if (type->is_always_mobile || type_at(w, index)->is_royal || is_promoted_pawn(w, index))
        return true;
    return (w->draft->rare & APO_DRAFT_FORMS) &&
           !apo_span_is(apo_span_of(forms->compulsory), "never") &&
           !type_at(w, index)->is_form && apo_fairy__has_form(w, type_at(w, index)->letter) &&
           forms->from_rank[0] <= type->stuck_from && forms->from_rank[1] <= type->stuck_from;
}

static void write_letters(apo_fairy_writing *w)
{
    apo_buffer_add(w->out, "promotedPieceType =");
    for (unsigned i = 0; i < w->draft->type_count; i++) {
        if (!type_at(w, i)->is_form)
            continue;
        apo_buffer_add_char(w->out, ' ');
        apo_buffer_add_char(w->out, apo_to_lower(type_at(w, i)->letter));
        apo_buffer_add_char(w->out, ':');
        apo_buffer_add_char(w->out, w->types[i].letter);
    }
    apo_buffer_add_char(w->out, '\n');
}

/* Pieces that promote where they would be stuck: there none may go to such a square. */
static void check_stuck(apo_fairy_writing *w)
{
    bool is_same = true;
    for (unsigned i = 0; i < w->draft->type_count; i++)
        is_same = is_same && apo_fairy__is_never_stuck(w, i);
    if (!is_same || (w->draft->drops.is_on && w->draft->drops.may_be_stuck))
        apo_fairy__lose(w, "forms: compulsory",
                        "where a piece could never move it may not go there either, dropped or "
                        "not",
                        nothing);
}

void apo_fairy__write_forms(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_draft_forms *forms = &draft->form_rules;
    apo_span compulsory = apo_span_of(forms->compulsory);
    write_letters(w);
    for (unsigned side = 0; side < 2; side++)
        apo_fairy__write_region(w, "promotionRegion",
                                apo_fairy__ranks_from(draft, forms->from_rank[side]),
                                side == 1);
    if (apo_span_is(compulsory, "always"))
        apo_fairy__add_line(w->out, "mandatoryPiecePromotion", "true");
    if (apo_span_is(compulsory, "stuck")) {
        if (!draft->drops.is_on || draft->drops.may_be_stuck)
            apo_fairy__add_line(w->out, "immobilityIllegal", "true");
        check_stuck(w);
    }
    if (forms->is_by_capture)
        apo_fairy__add_line(w->out, "piecePromotionOnCapture", "true");
    if (forms->turns_back)
        apo_fairy__add_line(w->out, "pieceDemotion", "true");
    if (draft->promoting[0] != '\0')
        apo_fairy__lose(w, "forms: from-rank",
                        "pawns and pieces with forms promote in one region there", nothing);
}
