#include "base/mem.h"
#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini. Older versions read promotionRank and doubleStepRank, newer
 * ones the regions; each ignores the other's names. */

static const apo_span nothing = {NULL, 0};

/* --- steps --------------------------------------------------------------- */

/* The own ranks that multiple steps from a rank pass over. */
static uint32_t ranks_passed(const apo_draft *draft, unsigned from)
{
    uint32_t out = 0;
    for (unsigned k = 1; k < draft->multi_steps[from]; k++)
        out |= UINT32_C(1) << (from + k);
    return out;
}

/* The squares where captures en passant end, if not all multiple steps leave a trail. */
static void write_trails(apo_fairy_writing *w)
{
    static const char *const names[] = {"enPassantRegionBlack", "enPassantRegionWhite"};
    const apo_draft *draft = w->draft;
    uint32_t passed = 0;
    for (unsigned from = 0; from <= APO_ROWS_MAX; from++)
        passed |= from != draft->no_trail ? ranks_passed(draft, from) : 0;
    for (unsigned side = 0; side < 2; side++) {
        apo_square squares[APO_SQUARES_MAX];
        unsigned count = 0;
        for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
            unsigned rank = apo_draft_rank(draft, sq / draft->geometry.files);
            if (passed >> (side == 0 ? rank : apo_draft_ranks(draft) + 1 - rank) & 1)
                squares[count++] = (apo_square)sq;
        }
        if (count > 0)
            apo_fairy__write_squares(w, names[side], squares, count);
        else
            apo_fairy__add_line(w->out, names[side], "-");
    }
    if (passed & ranks_passed(draft, draft->no_trail))
        apo_fairy__lose(w, "multi-step: no-trail",
                        "the squares where captures en passant end are the same there, "
                        "wherever a step began",
                        nothing);
}

static void write_steps(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    uint32_t from = w->first_ranks, triple = 0;
    unsigned rank, steps;
    if (apo_draft_steps(draft, &rank, &steps))
        for (unsigned own = 0; own <= APO_ROWS_MAX; own++) {
            from |= (uint32_t)(draft->multi_steps[own] >= 2) << own;
            triple |= (uint32_t)(draft->multi_steps[own] >= 3) << own;
        }
    else
        rank = 0;
    if (from == 0) {
        apo_fairy__add_line(w->out, "doubleStep", "false");
        return;
    }
    if (apo_fairy__is_on_janggi(draft))
        apo_fairy__add_line(w->out, "doubleStep", "true");
    if (rank > 0 && (from & (from - 1)) == 0)
        apo_fairy__add_number(w->out, "doubleStepRank", apo_fairy__rank_there(draft, rank));
    apo_fairy__write_region(w, "doubleStepRegion", from, false);
    apo_fairy__write_region(w, "doubleStepRegion", from, true);
    if (triple != 0) {
        apo_fairy__write_region(w, "tripleStepRegion", triple, false);
        apo_fairy__write_region(w, "tripleStepRegion", triple, true);
    }
    apo_fairy__add_letters(w->out, "enPassantTypes", w->capturing_passant);
    if (draft->rare & APO_DRAFT_NO_TRAIL)
        write_trails(w);
}

/* --- castling ------------------------------------------------------------ */

/* A square as the side that castles sees it, from White's if both do. */
static apo_square seen_by_white(const apo_draft *draft, const apo_draft_way *way, apo_square sq)
{
    return way->whose == APO_DRAFT_BLACK_ONLY ? apo_geometry_mirror(&draft->geometry, sq) : sq;
}

/* True if a side has the way, and the piece that castles. */
static bool has_way(const apo_draft *draft, const apo_draft_way *way, bool is_black)
{
    if (way->whose == (is_black ? APO_DRAFT_WHITE_ONLY : APO_DRAFT_BLACK_ONLY))
        return false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        char piece = draft->board[sq];
        if (apo_is_lower(piece) == is_black && apo_draft_is_castler(draft, piece))
            return true;
    }
    return false;
}

/* True if Fairy-Stockfish has this castling: all on one rank, the partner next to the king
 * afterwards, the pieces of those who castle on their start squares. */
static bool is_usual_way(const apo_draft *draft, const apo_draft_way *way)
{
    int toward = way->partner > way->king ? 1 : -1;
    return (!has_way(draft, way, false) || apo_draft_is_at_home(draft, way, false)) &&
           (!has_way(draft, way, true) || apo_draft_is_at_home(draft, way, true)) &&
           (int)way->partner_to == (int)way->king_to - toward && way->king_to != way->king;
}

/* True if a king that is dropped on its file has this castling there: with a partner at the end
 * of the rank. */
static bool is_usual_dropped_way(const apo_draft *draft, const apo_draft_way *way)
{
    const apo_geometry *geo = &draft->geometry;
    int toward = way->partner > way->king ? 1 : -1;
    unsigned end = toward > 0 ? geo->files - 1U : 0;
    return way->whose == APO_DRAFT_BOTH && apo_geometry_file(geo, way->partner) == end &&
           (int)way->partner_to == (int)way->king_to - toward && way->king_to != way->king;
}

/* Adds the letters of the partners of those who castle. */
static void add_partners(const apo_draft *draft, const apo_draft_way *way, char *partners)
{
    apo_square sq = seen_by_white(draft, way, way->partner);
    char both[2] = {draft->board[sq], draft->board[apo_geometry_mirror(&draft->geometry, sq)]};
    for (unsigned side = 0; side < 2; side++)
        if (has_way(draft, way, side == 1) && apo_is_letter(both[side]) &&
            !apo_draft_has_letter(partners, apo_to_upper(both[side])))
            apo_draft_add_letter(partners, apo_to_upper(both[side]));
}

static void write_way(apo_fairy_writing *w, const apo_draft_way *way)
{
    const apo_draft *draft = w->draft;
    bool is_right = way->partner > way->king;
    apo_fairy__add_file(w->out, is_right ? "castlingKingsideFile" : "castlingQueensideFile",
                        draft, way->king_to);
    apo_fairy__add_file(w->out,
                        is_right ? "castlingRookKingsideFile" : "castlingRookQueensideFile",
                        draft, way->partner);
}

/* True if another way before it goes to the same files, for the other side. */
static bool is_image(const apo_draft *draft, unsigned index)
{
    const apo_draft_way *way = &draft->ways[index];
    for (unsigned i = 0; i < index; i++)
        if (draft->ways[i].whose != way->whose &&
            seen_by_white(draft, &draft->ways[i], draft->ways[i].king_to) ==
                seen_by_white(draft, way, way->king_to) &&
            seen_by_white(draft, &draft->ways[i], draft->ways[i].partner) ==
                seen_by_white(draft, way, way->partner))
            return true;
    return false;
}

static void write_castling(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    char partners[APO_DRAFT_LETTERS_MAX] = "";
    bool is_done[2] = {false, false}, is_usual = true, is_single = true;
    if (draft->way_count == 0) {
        apo_fairy__add_line(w->out, "castling", "false");
        return;
    }
    if (apo_fairy__is_on_janggi(draft))
        apo_fairy__add_line(w->out, "castling", "true");
    if (apo_fairy__castles_anywhere(draft)) {
        apo_fairy__write_castling_anywhere(w);
        return;
    }
    apo_square first = seen_by_white(draft, &draft->ways[0], draft->ways[0].king);
    if (draft->drops.do_dropped_castle) {
        apo_fairy__add_file(w->out, "castlingKingFile", draft, first);
        apo_text_copy(partners, sizeof partners, draft->castling_partners);
    }
    apo_fairy__add_number(w->out, "castlingRank",
                          apo_geometry_row(&draft->geometry, first) + 1U);
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        bool is_right = way->partner > way->king;
        is_usual = is_usual &&
                   (draft->drops.do_dropped_castle ? is_usual_dropped_way(draft, way)
                                                   : is_usual_way(draft, way)) &&
                   seen_by_white(draft, way, way->king) == first;
        add_partners(draft, way, partners);
        if (is_image(draft, i))
            continue;
        if (!is_done[is_right])
            write_way(w, way);
        is_single = is_single && !is_done[is_right];
        is_done[is_right] = true;
    }
    if (!is_single)
        apo_fairy__lose(w, "castling: way, white-way, black-way",
                        "a king has one square and one partner to castle with on each side of "
                        "it there; these are the first",
                        nothing);
    apo_fairy__add_letters(w->out, "castlingRookPieces", partners);
    if (draft->castling_king != '\0') {
        const char king[2] = {draft->castling_king, '\0'};
        apo_fairy__add_letters(w->out, "castlingKingPiece", king);
    }
    if (!is_usual)
        apo_fairy__lose(w, "castling: way, white-way, black-way",
                        "the partner ends next to the king there, and both sides' kings and "
                        "partners are at home",
                        nothing);
}

/* --- areas --------------------------------------------------------------- */

static void write_area(apo_fairy_writing *w, const apo_draft_area *area, unsigned index,
                       bool is_black)
{
    char bytes[sizeof "mobilityRegionWhite" + sizeof w->types[index].name];
    apo_text name = apo_text_start(bytes, sizeof bytes);
    apo_square squares[APO_SQUARES_MAX];
    apo_text_add(&name, is_black ? "mobilityRegionBlack" : "mobilityRegionWhite");
    apo_text_add_char(&name, apo_to_upper(w->types[index].name[0]));
    apo_text_add(&name, w->types[index].name + 1);
    for (unsigned i = 0; i < area->square_count; i++)
        squares[i] = is_black ? apo_geometry_mirror(&w->draft->geometry, area->squares[i])
                              : area->squares[i];
    apo_fairy__write_squares(w, bytes, squares, area->square_count);
}

/* Pieces that janggi keeps in an area, and a game built on it does not. */
static void write_freedom(apo_fairy_writing *w)
{
    static const unsigned kept[] = {APO_FAIRY_KING, APO_FAIRY_WAZIR, APO_FAIRY_FERS,
                                    APO_FAIRY_ELEPHANT};
    const apo_draft *draft = w->draft;
    apo_draft_area all = {.square_count = 0};
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        all.squares[all.square_count++] = (apo_square)sq;
    for (unsigned i = 0; i < draft->type_count; i++) {
        bool is_kept = false;
        for (unsigned k = 0; k < sizeof kept / sizeof kept[0]; k++)
            is_kept = is_kept || w->types[i].number == kept[k];
        for (unsigned k = 0; k < draft->area_count; k++)
            is_kept = is_kept &&
                      !apo_draft_has_letter(draft->areas[k].pieces, draft->types[i].letter);
        for (unsigned side = 0; is_kept && side < 2; side++)
            write_area(w, &all, i, side == 1);
    }
}

static void write_areas(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (apo_fairy__is_on_janggi(draft))
        write_freedom(w);
    for (unsigned i = 0; i < draft->area_count; i++)
        for (unsigned k = 0; k < draft->type_count; k++)
            for (unsigned side = 0; side < 2; side++)
                if (apo_draft_has_letter(draft->areas[i].pieces, draft->types[k].letter) &&
                    w->types[k].barred_from == 0)
                    write_area(w, &draft->areas[i], k, side == 1);
    if (draft->river_pieces[0] == '\0')
        return;
    apo_fairy__add_number(w->out, "soldierPromotionRank",
                          apo_fairy__rank_there(draft, draft->river_rank));
    for (unsigned i = 0; i < draft->type_count; i++)
        if (apo_draft_has_letter(draft->river_pieces, draft->types[i].letter) &&
            !apo_span_is(apo_span_of(w->types[i].name), "soldier"))
            apo_fairy__lose(w, "river: pieces",
                            "only soldiers (fsW) cross a river there: not the %s",
                            apo_span_of(draft->types[i].name));
}

/* --- the end ------------------------------------------------------------- */

/* True if moves of the type restart the count of moves. */
static bool is_counted(const apo_fairy_writing *w, unsigned index)
{
    const apo_draft *draft = w->draft;
    char letter = draft->types[index].letter;
    if (draft->has_move_limit_pieces)
        return apo_draft_has_letter(draft->move_limit_pieces, letter);
    return apo_draft_has_letter(draft->promoting, letter) ||
           apo_draft_has_letter(draft->multi_pieces, letter) ||
           w->types[index].is_capturing_passant;
}

/* Promotions restart the count there, and those moves of the pieces that no next move can take
 * back. */
static void write_move_rule(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    char counted[APO_DRAFT_LETTERS_MAX] = "";
    bool is_same = true, is_restarted = true;
    for (unsigned i = 0; i < draft->type_count; i++) {
        char letter = draft->types[i].letter;
        if (is_counted(w, i)) {
            apo_draft_add_letter(counted, letter);
            is_same = is_same && w->types[i].is_ahead_only;
        } else {
            is_restarted = is_restarted && !apo_draft_has_letter(draft->promoting, letter);
        }
    }
    apo_fairy__add_number(w->out, "nMoveRule", draft->move_limit);
    apo_fairy__add_letters(w->out, "nMoveRuleTypes", counted);
    if (draft->move_limit > 0 && !is_same)
        apo_fairy__lose(w, "outcome: move-limit-pieces, move-limit",
                        "a pawn's move that can be taken back does not restart the count of "
                        "moves there",
                        nothing);
    if (draft->move_limit > 0 && !is_restarted)
        apo_fairy__lose(w, "outcome: move-limit-pieces",
                        "each promotion restarts the count of moves there", nothing);
}

/* A bare king that cannot bare the other with its next move loses before it there. */
static void write_bare(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool is_royal = false;
    for (unsigned i = 0; i < draft->type_count; i++)
        is_royal = is_royal || draft->types[i].is_royal;
    if (!is_royal || (draft->rare & (APO_DRAFT_EXTINCTION | APO_DRAFT_ROYALS)) ||
        draft->drops.is_on)
        apo_fairy__lose(w, "outcome: bare-king",
                        "a bare king loses only as one that is royal there", nothing);
    apo_fairy__add_line(w->out, "extinctionValue", "loss");
    apo_fairy__add_line(w->out, "extinctionClaim", "true");
    apo_fairy__add_line(w->out, "extinctionPieceTypes", "*");
    apo_fairy__add_number(w->out, "extinctionPieceCount", 1);
    apo_fairy__add_number(w->out, "extinctionOpponentPieceCount", 2);
    apo_draft_warn(w->draft, w->diagnostics, "outcome: bare-king",
                   "a bare king loses before its move there, unless it can bare the other",
                   nothing);
}

static void write_outcome(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (apo_span_is(apo_span_of(draft->stalemate), "loss"))
        apo_fairy__add_line(w->out, "stalemateValue", "loss");
    if (apo_span_is(apo_span_of(draft->stalemate), "advantage"))
        apo_fairy__lose(w, "outcome: stalemate",
                        "there is no advantage there; stalemate is a draw", nothing);
    if (draft->is_bare_lost)
        write_bare(w);
    if (draft->repetition_count != 3)
        apo_fairy__add_number(w->out, "nFoldRule", draft->repetition_count);
    if (draft->is_check_lost)
        apo_fairy__add_line(w->out, "perpetualCheckIllegal", "true");
    if (draft->is_chase_lost)
        apo_fairy__add_line(w->out, "chasingRule", "axf");
    write_move_rule(w);
}

/* --- the section --------------------------------------------------------- */

static void report_board(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_geometry *geo = &draft->geometry;
    bool has_holes = false, is_vanishing = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        has_holes = has_holes || geo->place[sq] != APO_PLACE_SQUARE;
        is_vanishing = is_vanishing || geo->place[sq] == APO_PLACE_TRANSIENT;
    }
    if (geo->files > APO_FAIRY_FILES_MAX || geo->rows > APO_FAIRY_RANKS_MAX)
        apo_fairy__lose(w, "board: files, ranks",
                        "Fairy-Stockfish plays on at most 12 files and 10 ranks", nothing);
    if (is_vanishing)
        apo_fairy__lose(w, "board: brouhaha",
                        "squares that vanish when a piece leaves them are walls or ordinary "
                        "squares there",
                        nothing);
    for (unsigned i = 0; has_holes && i < draft->type_count; i++)
        if (w->types[i].is_hopper)
            apo_fairy__lose(w, "board: holes, brouhaha",
                            "there the %s hops over places that are no squares",
                            apo_span_of(draft->types[i].name));
}

/* Hands without end, which no section can ask for, only have from this base. */
static bool is_endless(const apo_draft *draft)
{
    return draft->drops.is_on && draft->drops.is_endless;
}

/* Takes back what the base of a game with endless hands sets, unless the section sets it. */
static void undo_base(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_draft_enclosing *enclosing = &draft->enclosing;
    apo_span stalemate = apo_span_of(draft->stalemate);
    bool passes = draft->rare & APO_DRAFT_PASS, encloses = draft->rare & APO_DRAFT_ENCLOSING;
    bool is_counted = apo_fairy__counts_pieces(draft);
    if (!is_endless(draft))
        return;
    apo_fairy__undo(w, w->custom_count > 0 || apo_draft_type_of(draft, 'P') != NULL,
                    "customPiece1", "-");
    apo_fairy__undo(w, passes && !draft->passes_at_will, "passOnStalemate", "false");
    apo_fairy__undo(w, !apo_span_is(stalemate, "draw"), "stalemateValue", "draw");
    apo_fairy__undo(w,
                    apo_span_is(stalemate, "more-wins") || apo_span_is(stalemate, "fewer-wins"),
                    "stalematePieceCount", "false");
    apo_fairy__undo(w, is_counted, "materialCounting", "none");
    apo_fairy__undo(w, is_counted && passes, "adjudicateFullBoard", "false");
    apo_fairy__undo(w, encloses && !apo_span_is(apo_span_of(enclosing->drops), "anywhere"),
                    "enclosingDrop", "none");
    apo_fairy__undo(w, encloses && !apo_span_is(apo_span_of(enclosing->flips), "nothing"),
                    "flipEnclosedPieces", "none");
}

static void write_heading(apo_fairy_writing *w)
{
    apo_buffer_add(w->out, "# ");
    apo_buffer_add(w->out, w->draft->name);
    apo_buffer_add(w->out, "\n[");
    bool is_taken = apo_fairy__add_name(w);
    apo_buffer_add(w->out, is_endless(w->draft)                ? ":ataxx]\n"
                           : apo_fairy__is_on_janggi(w->draft) ? ":janggi]\n"
                                                               : "]\n");
    if (is_taken)
        apo_draft_warn(w->draft, w->diagnostics, "game: name",
                       "the name of a built-in game of Fairy-Stockfish: the section is called "
                       "%s-apothecary",
                       apo_span_of(w->draft->id));
    for (unsigned i = 0; i < w->draft->loss_count; i++) {
        apo_buffer_add(w->out, "# LOST: ");
        apo_buffer_add(w->out, w->draft->losses[i].text);
        apo_buffer_add_char(w->out, '\n');
    }
}

/* The numbers of checks that win come before the counts of moves: "3+3 0 1". */
static void write_start(apo_fairy_writing *w)
{
    const size_t counts = sizeof "0 1" - 1;
    apo_buffer_add(w->out, "startFen = ");
    apo_draft_write_fen(w->out, w->draft);
    if (w->draft->rare & APO_DRAFT_CHECKS) {
        w->out->length -= w->out->is_failed ? 0 : counts;
        apo_buffer_add_number(w->out, w->draft->checks);
        apo_buffer_add_char(w->out, '+');
        apo_buffer_add_number(w->out, w->draft->checks);
        apo_buffer_add(w->out, " 0 1");
    }
    apo_buffer_add_char(w->out, '\n');
}

void apo_fairy_ini_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    apo_fairy_writing w;
    const char last_file[2] = {(char)('a' + draft->geometry.files - 1), '\0'};
    memset(&w, 0, sizeof w);
    w.out = out;
    w.draft = draft;
    w.diagnostics = diagnostics;
    write_heading(&w);
    apo_fairy__add_number(out, "maxRank", draft->geometry.rows);
    apo_fairy__add_line(out, "maxFile", last_file);
    apo_fairy__write_pieces(&w);
    report_board(&w);
    write_start(&w);
    apo_fairy__write_promotion(&w);
    if (draft->rare & APO_DRAFT_FORMS)
        apo_fairy__write_forms(&w);
    apo_fairy__write_limits(&w);
    write_steps(&w);
    write_castling(&w);
    write_areas(&w);
    apo_fairy__write_hands(&w);
    apo_fairy__write_launch(&w);
    write_outcome(&w);
    apo_fairy__write_rules(&w);
    apo_fairy__write_janggi(&w);
    undo_base(&w);
    if (draft->joker != '\0')
        apo_fairy__lose(&w, "joker", "there is no imitator there", nothing);
    apo_fairy__write_starts(&w);
}
