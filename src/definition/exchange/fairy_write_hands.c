#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: pieces in hand. */

static const apo_span nothing = {NULL, 0};

static void lose(apo_fairy_writing *w, const char *part, const char *detail)
{
    apo_fairy__lose(w, part, detail, nothing);
}

/* The piece that follows the rules that one of Fairy-Stockfish's pieces has alone; 0: none. */
static char find_piece(const apo_fairy_writing *w, const char *name)
{
    for (unsigned i = 0; i < w->draft->type_count; i++)
        if (apo_span_is(apo_span_of(w->types[i].name), name))
            return w->draft->types[i].letter;
    return '\0';
}

static unsigned find_zone(const apo_draft *draft)
{
    unsigned rank = 1;
    while (rank <= APO_ROWS_MAX && draft->tiers[rank][0] == '\0')
        rank++;
    return rank;
}

/* Writes the ranks on which pieces may not be dropped: Fairy-Stockfish restricts only pawns, on
 * the first rank and in the promotion zone. */
static void write_ranks(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    char pawn = find_piece(w, "pawn");
    unsigned last = apo_draft_ranks(draft), zone = find_zone(draft);
    bool is_said = true, is_first = false, is_zone = false;
    for (unsigned rank = 1; rank <= last; rank++) {
        const char *list = draft->drops.not_on[rank];
        bool is_barred = pawn != '\0' && apo_draft_has_letter(list, pawn);
        is_said = is_said && (list[0] == '\0' || (list[0] == pawn && list[1] == '\0'));
        if (rank == 1)
            is_first = is_barred;
        else if (rank < zone)
            is_said = is_said && !is_barred;
        else if (rank == zone)
            is_zone = is_barred;
        else
            is_said = is_said && is_barred == is_zone;
    }
    if (pawn != '\0' && !is_first)
        apo_fairy__add_line(w->out, "firstRankPawnDrops", "true");
    if (pawn != '\0' && !is_zone)
        apo_fairy__add_line(w->out, "promotionZonePawnDrops", "true");
    bool is_partial = is_zone && (draft->rare & APO_DRAFT_SQUARES);
    if (!is_said || is_partial || zone == 1 || draft->geometry.bottom_rank != 1)
        lose(w, "hands: not-on",
             "there only pawns are kept from ranks: the first, and those of promotion");
}

static void write_region(apo_fairy_writing *w, unsigned side)
{
    const apo_draft_drops *drops = &w->draft->drops;
    if (drops->square_count[side] > 0)
        apo_fairy__write_squares(w, side == 0 ? "dropRegionWhite" : "dropRegionBlack",
                                 drops->squares[side], drops->square_count[side]);
}

static void write_limits(apo_fairy_writing *w)
{
    const apo_draft_drops *drops = &w->draft->drops;
    char letter[2] = {apo_to_lower(drops->one_a_file[0]), '\0'};
    if (letter[0] != '\0') {
        apo_fairy__add_line(w->out, "dropNoDoubled", letter);
        apo_buffer_add(w->out, "dropNoDoubledCount = ");
        apo_buffer_add_number(w->out, drops->file_most);
        apo_buffer_add_char(w->out, '\n');
        if (drops->one_a_file[1] != '\0')
            lose(w, "hands: one-a-file",
                 "only one kind of piece is limited to one a file there");
    }
}

/* There a drop that mates can be made, and loses. That is the same for a player who has another
 * move, and if it is the only one where a side without moves loses. */
static void write_mates(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool is_illegal = draft->drops.no_mate[0] != '\0';
    const char *letters = is_illegal ? draft->drops.no_mate : draft->drops.mate_loses;
    char pawn = find_piece(w, "shogiPawn");
    if (letters[0] == '\0')
        return;
    apo_fairy__add_line(w->out, "shogiPawnDropMateIllegal", "true");
    if (pawn == '\0' || letters[0] != pawn || letters[1] != '\0')
        lose(w, "hands: no-mate, mate-loses",
             "only the drop of a shogi pawn may not mate there");
    if (is_illegal && !apo_span_is(apo_span_of(draft->stalemate), "loss"))
        lose(w, "hands: no-mate", "a drop that mates is legal there, and loses");
    else if (is_illegal)
        apo_draft_warn(w->draft, w->diagnostics, "hands: no-mate",
                       "a drop that mates is legal there, and loses", nothing);
}

/* Kings, partners and bishops that come on the board by drops. */
static void write_placement(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const char *halved = draft->drops.both_colours;
    bool has_castling = draft->drops.do_dropped_castle && draft->way_count > 0;
    if (halved[0] != '\0') {
        apo_fairy__add_line(w->out, "dropOppositeColoredBishop", "true");
        if (halved[0] != find_piece(w, "bishop") || halved[1] != '\0')
            lose(w, "hands: both-colours", "only bishops must stand on both colours there");
    }
    if (has_castling)
        apo_fairy__add_line(w->out, "castlingDroppedPiece", "true");
}

/* Stuck pieces: in Fairy-Stockfish this rule holds for moves as well as drops. */
static void write_stuck(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool is_same = true;
    if (draft->drops.may_be_stuck)
        return;
    apo_fairy__add_line(w->out, "immobilityIllegal", "true");
    for (unsigned i = 0; i < draft->type_count; i++)
        is_same = is_same && apo_fairy__is_never_stuck(w, i);
    if (!is_same)
        lose(w, "hands: stuck",
             "where a piece could never move it may not go there either, dropped or not");
}

void apo_fairy__write_hands(apo_fairy_writing *w)
{
    const apo_draft_drops *drops = &w->draft->drops;
    if (!drops->is_on)
        return;
    apo_fairy__add_line(w->out, "pieceDrops", "true");
    if (drops->takes && !drops->is_endless)
        apo_fairy__add_line(w->out, "capturesToHand", "true");
    if (drops->are_promoted_kept)
        apo_fairy__add_line(w->out, "dropLoop", "true");
    if (!drops->may_check)
        apo_fairy__add_line(w->out, "dropChecks", "false");
    if (drops->are_forms_dropped)
        apo_fairy__add_line(w->out, "dropPromoted", "true");
    if (drops->is_falling)
        apo_fairy__add_line(w->out, "enclosingDrop", "top");
    write_placement(w);
    write_ranks(w);
    write_region(w, 0);
    write_region(w, 1);
    write_limits(w);
    write_mates(w);
    write_stuck(w);
    if (drops->are_returned)
        lose(w, "hands: captured", "captured pieces join the captor's hand there");
    if (drops->are_some_kept_out)
        lose(w, "hands: pieces", "all captured pieces join a hand there");
    if (drops->is_falling && (w->draft->rare & APO_DRAFT_ENCLOSING))
        lose(w, "hands: falling", "pieces that fall enclose nothing there");
}
