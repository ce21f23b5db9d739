#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: launching, which is gating there. The castling field of
 * startFen names the files of the launchers; K and Q make launchers of king and partner. */

static const apo_span nothing = {NULL, 0};

static void lose(apo_fairy_writing *w, const char *part, const char *detail)
{
    apo_fairy__lose(w, part, detail, nothing);
}

static bool has_any_letter(const char *list, const char *letters)
{
    for (; *letters != '\0'; letters++)
        if (apo_draft_has_letter(list, *letters))
            return true;
    return false;
}

/* The one own rank of all launchers at the start; 0 if they stand on several. */
static unsigned find_rank(const apo_draft *draft)
{
    unsigned found = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        unsigned own = apo_draft_rank(draft, sq / draft->geometry.files);
        if (!apo_draft_is_launcher(draft, sq))
            continue;
        if (apo_is_lower(draft->board[sq]))
            own = apo_draft_ranks(draft) + 1 - own;
        if (found != 0 && found != own)
            return 0;
        found = own;
    }
    return found;
}

/* The own rank on which kings castle. */
static unsigned castling_rank(const apo_draft *draft)
{
    const apo_draft_way *way = &draft->ways[0];
    unsigned rank = apo_draft_rank(draft, apo_geometry_row(&draft->geometry, way->king));
    return way->whose == APO_DRAFT_BLACK_ONLY ? apo_draft_ranks(draft) + 1 - rank : rank;
}

/* True if a side can castle at the start. */
static bool can_castle(const apo_draft *draft, bool is_black)
{
    enum apo_draft_whose others = is_black ? APO_DRAFT_WHITE_ONLY : APO_DRAFT_BLACK_ONLY;
    for (unsigned i = 0; i < draft->way_count; i++)
        if (draft->ways[i].whose != others &&
            apo_draft_is_at_home(draft, &draft->ways[i], is_black))
            return true;
    return false;
}

/* True if a launcher of a side castles as the king. */
static bool has_castler(const apo_draft *draft, bool is_black)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        if (apo_is_lower(draft->board[sq]) == is_black && apo_draft_is_launcher(draft, sq) &&
            apo_draft_is_castler(draft, draft->board[sq]))
            return true;
    return false;
}

/* True if the pieces of a way to castle launch, for the sides that have it. */
static bool are_launchers(const apo_draft *draft, const apo_draft_way *way)
{
    const apo_square squares[2] = {way->king, way->partner};
    for (unsigned i = 0; i < 4; i++) {
        apo_square sq = squares[i & 1U];
        bool is_black = i > 1;
        if (!(is_black ? way->whose != APO_DRAFT_WHITE_ONLY
                       : way->whose != APO_DRAFT_BLACK_ONLY) ||
            !apo_draft_is_at_home(draft, way, is_black))
            continue;
        if (is_black && way->whose == APO_DRAFT_BOTH)
            sq = apo_geometry_mirror(&draft->geometry, sq);
        if (!apo_draft_is_launcher(draft, sq))
            return false;
    }
    return true;
}

static void check_castling(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool is_said = true;
    if (draft->way_count == 0)
        return;
    for (unsigned i = 0; i < draft->way_count; i++)
        is_said = is_said && are_launchers(draft, &draft->ways[i]);
    if (!is_said)
        lose(w, "launch: launchers", "king and partner that castle launch there");
    for (unsigned side = 0; side < 2; side++)
        if (!can_castle(draft, side == 1) && has_castler(draft, side == 1)) {
            lose(w, "launch: launchers",
                 "an unmoved king that launches castles with its partners there");
            return;
        }
    if (draft->geometry.files > 'K' - 'A')
        lose(w, "launch: launchers", "the letter of the file k means castling there");
}

static void check_launchers(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const char *launchers = draft->launch.launchers;
    bool is_promoting = has_any_letter(launchers, draft->promoting) ||
                        has_any_letter(launchers, w->capturing_passant);
    unsigned rank = find_rank(draft);
    for (const char *c = launchers; *c != '\0'; c++)
        is_promoting = is_promoting || apo_fairy__has_form(w, *c);
    if (is_promoting)
        lose(w, "launch: launchers",
             "a move that promotes or captures en passant launches nothing there");
    if (rank == 0 || (draft->way_count > 0 && rank != castling_rank(draft)))
        lose(w, "launch: launchers", "launchers stand on one rank there, that of castling");
    else if (draft->way_count == 0)
        apo_fairy__add_number(w->out, "castlingRank", apo_fairy__rank_there(draft, rank));
}

static void check_launched(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const char *pieces = draft->launch.pieces;
    for (unsigned i = 0; i < draft->type_count; i++) {
        if (!apo_draft_has_letter(pieces, draft->types[i].letter))
            continue;
        if (apo_span_is(apo_span_of(w->types[i].name), "pawn"))
            lose(w, "launch: piece",
                 "a pawn of chess is put neither on the first rank nor in its zone there");
    }
    for (unsigned i = 0; i < draft->area_count; i++)
        if (has_any_letter(draft->areas[i].pieces, pieces))
            lose(w, "launch: piece",
                 "a piece is launched only to squares where it may go there");
}

/* Rules that know nothing of launched pieces there, or count them. */
static void check_others(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_draft_extinction *extinction = &draft->extinction;
    unsigned rare = draft->rare;
    if (draft->drops.is_on)
        lose(w, "launch: piece", "pieces in hand that can be dropped are launched too there");
    if (draft->launch.may_block && !(rare & APO_DRAFT_NO_ROYAL))
        lose(w, "launch: may-block",
             "a launched piece does not shield its king from check there");
    if ((rare & APO_DRAFT_ROYALS) && (!draft->launch.may_block || draft->way_count > 0))
        lose(w, "launch: may-block",
             "a launched piece shields royal pieces that are no kings there, and from what "
             "hinders castling");
    if (draft->launch.has_a_limit)
        lose(w, "launch: white-until, black-until",
             "pieces are launched until the end of the game there");
    if (rare & (APO_DRAFT_CHECKS | APO_DRAFT_NO_CHECKS))
        lose(w, "launch: piece",
             "a check that a launched piece interrupts counts as one there");
    if (rare & (APO_DRAFT_EXPLOSIONS | APO_DRAFT_WALLS | APO_DRAFT_ENCLOSING))
        lose(w, "launch: launchers",
             "a right to launch outlasts a piece that explodes or changes sides there, and "
             "there are no walls with it");
    if (draft->is_bare_lost || ((rare & APO_DRAFT_EXTINCTION) &&
                                (extinction->is_all || extinction->pieces[0] == '\0' ||
                                 has_any_letter(extinction->pieces, draft->launch.pieces))))
        lose(w, "launch: piece", "a piece in the pocket is not lost there");
    if (draft->start_count > 0)
        lose(w, "launch: piece", "only the first start is written with pockets");
}

void apo_fairy__write_launch(apo_fairy_writing *w)
{
    if (!(w->draft->rare & APO_DRAFT_LAUNCH))
        return;
    apo_fairy__add_line(w->out, "gating", "true");
    apo_fairy__add_line(w->out, "seirawanGating", "true");
    check_launchers(w);
    check_castling(w);
    check_launched(w);
    check_others(w);
    apo_draft_warn(w->draft, w->diagnostics, "launch: launchers",
                   "two positions that differ only in who may launch are the same for "
                   "repetition there",
                   nothing);
}
