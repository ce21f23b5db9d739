#include "definition/exchange/fairy_write_priv.h"
#include "rules/kernel/set.h"

/* Draft -> section of variants.ini: the rules that few formats have. */

static const apo_span nothing = {NULL, 0};

static void add_bool(apo_fairy_writing *w, const char *name, bool is_on)
{
    if (is_on)
        apo_fairy__add_line(w->out, name, "true");
}

/* The letters, or * for an empty list: all pieces. */
static void add_pieces(apo_fairy_writing *w, const char *name, const char *letters)
{
    if (letters[0] == '\0')
        apo_fairy__add_line(w->out, name, "*");
    else
        apo_fairy__add_letters(w->out, name, letters);
}

/* The letter of the piece with a name there; 0: none has it. */
static char letter_named(const apo_fairy_writing *w, const char *name)
{
    for (unsigned i = 0; i < w->draft->type_count; i++)
        if (apo_span_is(apo_span_of(w->types[i].name), name))
            return w->draft->types[i].letter;
    return '\0';
}

/* --- goals --------------------------------------------------------------- */

static void write_goal(apo_fairy_writing *w)
{
    static const char *const pieces[] = {"flagPieceWhite", "flagPieceBlack"};
    static const char *const regions[] = {"flagRegionWhite", "flagRegionBlack"};
    const apo_draft_goal *goal = &w->draft->goal;
    if (!(w->draft->rare & APO_DRAFT_GOAL))
        return;
    for (unsigned side = 0; side < 2; side++) {
        if (goal->square_count[side] == 0)
            continue;
        add_pieces(w, pieces[side], goal->pieces[side]);
        apo_fairy__write_squares(w, regions[side], goal->squares[side],
                                 goal->square_count[side]);
    }
    if (goal->count != 1)
        apo_fairy__add_number(w->out, "flagPieceCount", goal->count);
    add_bool(w, "flagPieceBlockedWin", goal->is_full);
    add_bool(w, "flagMove", goal->has_last_move);
    add_bool(w, "flagPieceSafe", goal->is_safe);
}

/* --- extinction, royal pieces and explosions ------------------------------ */

/* There the pieces that are royal are those whose loss loses, and one number is for both. */
static void check_royals(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const apo_draft_extinction *extinction = &draft->extinction;
    bool is_lost = draft->rare & APO_DRAFT_EXTINCTION;
    bool is_both = is_lost && !extinction->is_all &&
                   apo_draft_is_same_list(extinction->pieces, draft->royals.pieces) &&
                   extinction->left + 1 == draft->royals.last &&
                   apo_span_is(apo_span_of(extinction->result), "loss");
    bool explodes = draft->rare & APO_DRAFT_EXPLOSIONS;
    if (draft->royals.last == 0 || (is_lost && !is_both) || explodes != is_lost)
        apo_fairy__lose(
            w, "royals: pieces",
            "there royal pieces are not captured, or all that can be lost are royal", nothing);
}

static void write_royals(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (!(draft->rare & APO_DRAFT_ROYALS))
        return;
    check_royals(w);
    apo_fairy__add_line(w->out, "extinctionPseudoRoyal", "true");
    add_bool(w, "dupleCheck", draft->royals.is_all_attacked);
    if (draft->rare & APO_DRAFT_EXTINCTION)
        return;
    apo_fairy__add_line(w->out, "extinctionValue", "loss");
    apo_fairy__add_letters(w->out, "extinctionPieceTypes", draft->royals.pieces);
    if (draft->royals.last > 1)
        apo_fairy__add_number(w->out, "extinctionPieceCount", draft->royals.last - 1);
}

static void write_extinction(apo_fairy_writing *w)
{
    const apo_draft_extinction *extinction = &w->draft->extinction;
    if (!(w->draft->rare & APO_DRAFT_EXTINCTION))
        return;
    apo_fairy__add_line(w->out, "extinctionValue", extinction->result);
    apo_buffer_add(w->out, "extinctionPieceTypes = ");
    apo_buffer_add(w->out, extinction->is_all ? "*" : "");
    for (const char *c = extinction->pieces; *c != '\0'; c++)
        apo_buffer_add_char(w->out, apo_to_lower(*c));
    apo_buffer_add_char(w->out, '\n');
    if (extinction->left > 0)
        apo_fairy__add_number(w->out, "extinctionPieceCount", extinction->left);
    if (extinction->opponent > 0)
        apo_fairy__add_number(w->out, "extinctionOpponentPieceCount", extinction->opponent);
    add_bool(w, "extinctionClaim", extinction->has_claim);
}

static void write_explosions(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    const char pawns[2] = {letter_named(w, "pawn"), '\0'};
    if (!(draft->rare & APO_DRAFT_EXPLOSIONS))
        return;
    apo_fairy__add_line(w->out, "blastOnCapture", "true");
    if (draft->immune[0] != '\0')
        apo_fairy__add_letters(w->out, "blastImmuneTypes", draft->immune);
    if (!apo_draft_is_same_list(draft->survivors, pawns))
        apo_fairy__lose(w, "explosions: survivors",
                        "the pawn of chess alone survives one beside it there", nothing);
    if (!(draft->rare & APO_DRAFT_NO_ROYAL))
        apo_fairy__lose(w, "explosions: immune", "kings explode there", nothing);
    if (draft->drops.is_on)
        apo_fairy__lose(w, "explosions", "what explodes joins a hand there", nothing);
}

/* --- walls, rows, drops --------------------------------------------------- */

/* All squares but these. */
static void write_others(apo_fairy_writing *w, const char *name,
                         const apo_draft_squares *not_on)
{
    const apo_geometry *geo = &w->draft->geometry;
    apo_set left_out = {{0}};
    apo_square squares[APO_SQUARES_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < not_on->count; i++)
        apo_set_add(&left_out, not_on->squares[i]);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (!apo_set_has(&left_out, (apo_square)sq))
            squares[count++] = (apo_square)sq;
    apo_fairy__write_squares(w, name, squares, count);
}

static void write_walls(apo_fairy_writing *w)
{
    static const char *const words[][2] = {{"behind", "past"},
                                           {"anywhere", "static"},
                                           {"arrow", "arrow"},
                                           {"edge", "edge"},
                                           {"duck", "duck"}};
    const apo_draft *draft = w->draft;
    if (!(draft->rare & APO_DRAFT_WALLS))
        return;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (apo_span_is(apo_span_of(draft->walls), words[i][0]))
            apo_fairy__add_line(w->out, "wallingRule", words[i][1]);
    if (draft->without_walls.count == 0)
        return;
    write_others(w, "wallingRegionWhite", &draft->without_walls);
    write_others(w, "wallingRegionBlack", &draft->without_walls);
}

static void write_connection(apo_fairy_writing *w)
{
    const apo_draft_connection *connection = &w->draft->connection;
    if (!(w->draft->rare & APO_DRAFT_CONNECTION))
        return;
    if (connection->row > 0)
        apo_fairy__add_number(w->out, "connectN", connection->row);
    if (connection->square > 0)
        apo_fairy__add_number(w->out, "connectNxN", connection->square);
    if (connection->line > 0)
        apo_fairy__add_number(w->out, "collinearN", connection->line);
    if (connection->pieces[0] != '\0')
        apo_fairy__add_letters(w->out, "connectPieceTypes", connection->pieces);
    if (!connection->is_across)
        apo_fairy__add_line(w->out, "connectHorizontal", "false");
    if (!connection->is_up)
        apo_fairy__add_line(w->out, "connectVertical", "false");
    if (!connection->is_diagonal)
        apo_fairy__add_line(w->out, "connectDiagonal", "false");
    if (!apo_span_is(apo_span_of(connection->result), "win"))
        apo_fairy__add_line(w->out, "connectValue", connection->result);
}

static void write_drops(apo_fairy_writing *w)
{
    static const char *const drops[][2] = {
        {"rows", "reversi"}, {"beside", "ataxx"}, {"apart", "snort"}};
    static const char *const flips[][2] = {
        {"rows", "reversi"}, {"neighbours", "ataxx"}, {"touching", "quadwrangle"}};
    const apo_draft *draft = w->draft;
    const apo_draft_enclosing *enclosing = &draft->enclosing;
    if (draft->rare & APO_DRAFT_MUST_DROP) {
        apo_fairy__add_line(w->out, "mustDrop", "true");
        if (draft->must_drop[0] != '\0')
            apo_fairy__add_letters(w->out, "mustDropType", draft->must_drop);
        if (draft->must_drop[0] != '\0' && draft->must_drop[1] != '\0')
            apo_fairy__lose(w, "must-drop: pieces",
                            "there all pieces must be dropped, or one kind", nothing);
    }
    if (!(draft->rare & APO_DRAFT_ENCLOSING))
        return;
    for (unsigned i = 0; i < 3; i++) {
        if (apo_span_is(apo_span_of(enclosing->drops), drops[i][0]))
            apo_fairy__add_line(w->out, "enclosingDrop", drops[i][1]);
        if (apo_span_is(apo_span_of(enclosing->flips), flips[i][0]))
            apo_fairy__add_line(w->out, "flipEnclosedPieces", flips[i][1]);
    }
    if (enclosing->first.count > 0)
        apo_fairy__write_squares(w, "enclosingDropStart", enclosing->first.squares,
                                 enclosing->first.count);
}

static void write_pass(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (!(draft->rare & APO_DRAFT_PASS))
        return;
    apo_fairy__add_line(w->out, draft->passes_at_will ? "pass" : "passOnStalemate", "true");
}

static bool is_counted_pass(const apo_draft *draft)
{
    return draft->rare & APO_DRAFT_PASS &&
           apo_span_is(apo_span_of(draft->pass_result), "more-wins");
}

static bool is_counted_repetition(const apo_draft *draft)
{
    return draft->rare & APO_DRAFT_REPETITION &&
           apo_span_is(apo_span_of(draft->repetition), "more-wins");
}

bool apo_fairy__counts_pieces(const apo_draft *draft)
{
    return is_counted_pass(draft) || is_counted_repetition(draft);
}

/* Where pieces only arrive, no position comes again, and no count of moves goes on. */
static bool does_any_move(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->type_count; i++)
        if (draft->types[i].moves[0] != '\0')
            return true;
    return false;
}

/* One key says that pieces are counted, and it holds for all draws there. */
static void write_material(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool is_moving = does_any_move(draft);
    if (!apo_fairy__counts_pieces(draft))
        return;
    apo_fairy__add_line(w->out, "materialCounting", "unweighted");
    if (draft->rare & APO_DRAFT_PASS && !is_counted_pass(draft))
        apo_fairy__lose(w, "pass: result", "pieces are counted after two passes too there",
                        nothing);
    if (!(draft->rare & APO_DRAFT_REPETITION) && draft->repetition_count > 0 && is_moving)
        apo_fairy__lose(w, "outcome: repetition", "pieces are counted after one too there",
                        nothing);
    if (draft->move_limit > 0 && is_moving)
        apo_fairy__lose(w, "outcome: move-limit", "pieces are counted there too", nothing);
    if (apo_span_is(apo_span_of(draft->stalemate), "draw"))
        apo_fairy__lose(w, "outcome: stalemate", "pieces are counted after one too there",
                        nothing);
}

static void write_counting(apo_fairy_writing *w)
{
    const char *pawns = w->draft->counting_pawns;
    if (!(w->draft->rare & APO_DRAFT_COUNTING))
        return;
    apo_fairy__add_line(w->out, "countingRule", w->draft->counting);
    if (pawns[0] == '\0' || pawns[1] != '\0' || pawns[0] != letter_named(w, "pawn"))
        apo_fairy__lose(w, "counting: pawns",
                        "moves are counted there when pawns of chess are gone", nothing);
}

/* --- rules without a key --------------------------------------------------- */

const char *apo_fairy_ini_reason(const char *section)
{
    static const char *const reasons[][2] = {
        {"checker", "no move takes several pieces one after the other there"},
        {"connection", "a chain grows only upwards and to the right there"},
        {"counting", "moves are counted as in makruk, Cambodian or ASEAN chess there"},
        {"double-moves", "a turn is one move there"},
        {"effects", "only explosions and rows of stones work from afar there"},
        {"extinction", "the last piece of several kinds together cannot be asked for there"},
        {"forms", "there a piece may promote with each move from, to or within the zone"},
        {"king-jump",
         "an unmoved king leaps only when it castles, or in Cambodian chess there"},
        {"lion-trade", "what has just been taken forbids no capture there"},
        {"points", "points are counted there as in janggi only: White wins with a lead of two, "
                   "and else Black does"},
        {"screens", "pieces that are no screens are neither hopped over nor taken there"},
        {"succession", "no piece changes places with a king there"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (apo_span_is(apo_span_of(section), reasons[i][0]))
            return reasons[i][1];
    return NULL;
}

/* --- results -------------------------------------------------------------- */

/* A side that cannot move has lost or won there, perhaps only if it has fewer or more pieces.
 */
static void write_results(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    apo_span stalemate = apo_span_of(draft->stalemate);
    bool is_counted = !apo_span_is(stalemate, "win");
    if (draft->rare & APO_DRAFT_MATE)
        apo_fairy__add_line(w->out, "checkmateValue", draft->mate);
    apo_span fold =
        apo_span_of(draft->rare & APO_DRAFT_REPETITION ? draft->repetition : "draw");
    bool are_points = apo_span_is(fold, "points");
    if (are_points && !draft->has_points)
        apo_fairy__lose(w, "outcome: repetition",
                        "points decide a repetition and the move limit there only "
                        "if they are counted as in janggi",
                        nothing);
    if (draft->rare & APO_DRAFT_REPETITION && !is_counted_repetition(draft) && !are_points) {
        bool is_loss = apo_span_is(fold, "loss") || apo_span_is(fold, "white-loss");
        apo_fairy__add_line(w->out, "nFoldValue", is_loss ? "loss" : "win");
        add_bool(w, "nFoldValueAbsolute", apo_span_starts_with(fold, "white-"));
    }
    if (!(draft->rare & APO_DRAFT_STALEMATE))
        return;
    apo_fairy__add_line(w->out, "stalemateValue",
                        apo_span_is(stalemate, "more-wins") ? "loss" : "win");
    add_bool(w, "stalematePieceCount", is_counted);
}

void apo_fairy__write_rules(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    write_goal(w);
    write_royals(w);
    write_extinction(w);
    write_explosions(w);
    add_bool(w, "checkCounting", draft->rare & APO_DRAFT_CHECKS);
    add_bool(w, "mustCapture", draft->rare & APO_DRAFT_MUST_CAPTURE);
    if (draft->rare & APO_DRAFT_NO_CHECKS)
        apo_fairy__add_line(w->out, "checking", "false");
    write_walls(w);
    write_connection(w);
    write_drops(w);
    write_pass(w);
    write_material(w);
    write_counting(w);
    write_results(w);
}
