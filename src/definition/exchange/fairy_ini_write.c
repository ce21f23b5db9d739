#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/fairy_ini_priv.h"

/* Draft -> section of variants.ini. Older versions read promotionRank and doubleStepRank, newer
 * ones the regions; each ignores the other's names. */

static const apo_span nothing = {NULL, 0};

static void warn(apo_fault_list *diagnostics, const char *section, const char *detail,
                 apo_span word)
{
    apo_fault_warn(diagnostics, 0, 0, apo_span_of(section), detail, word);
}

static void add_line(apo_buffer *out, const char *name, const char *value)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    apo_buffer_add(out, value);
    apo_buffer_add_char(out, '\n');
}

static void add_number(apo_buffer *out, const char *name, unsigned number)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    apo_buffer_add_number(out, number);
    apo_buffer_add_char(out, '\n');
}

static void add_letters(apo_buffer *out, const char *name, const char *letters)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " = ");
    for (; *letters != '\0'; letters++)
        apo_buffer_add_char(out, apo_to_lower(*letters));
    apo_buffer_add_char(out, '\n');
}

/* --- pieces -------------------------------------------------------------- */

/* Moves in the dialect, where en passant and castling are rules. */
static apo_status convert_moves(apo_text *out, const apo_draft_type *type, apo_error *err)
{
    apo_piece_moves moves;
    apo_status status = apo_betza_parse(&moves, apo_span_of(type->moves), err);
    for (unsigned i = 0; status == APO_OK && i < moves.move_count; i++) {
        if (moves.moves[i].end != APO_END_EN_PASSANT)
            moves.moves[i].end &= (uint8_t) ~(unsigned)APO_END_EN_PASSANT;
    }
    return status == APO_OK ? apo_dialect_write(out, &moves, APO_DIALECT_FAIRY, NULL, err)
                            : status;
}

static void write_piece(apo_buffer *out, const char *name, unsigned number, char letter,
                        apo_span moves)
{
    apo_buffer_add(out, name);
    if (number > 0)
        apo_buffer_add_number(out, number);
    apo_buffer_add(out, " = ");
    apo_buffer_add_char(out, apo_to_lower(letter));
    if (moves.length > 0 || number > 0) {
        apo_buffer_add_char(out, ':');
        apo_buffer_add_span(out, moves);
    }
    apo_buffer_add_char(out, '\n');
}

/* Added to the numbers of pieces: a name that only one piece can have. */
static const uint64_t immobile_bit = UINT64_C(1) << 63;

static void write_type(apo_buffer *out, const apo_draft_type *type, uint64_t *used,
                       unsigned *custom_count, apo_fault_list *diagnostics)
{
    char bytes[APO_BETZA_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_error err = {.detail = "a rule of the game moves it"};
    if (type->moves[0] == '\0' || convert_moves(&text, type, &err) != APO_OK) {
        warn(diagnostics, type->name, "it cannot move there: %s", apo_span_of(err.detail));
        text = apo_text_start(bytes, sizeof bytes);
    }
    apo_span moves = apo_text_span(&text);
    int piece = apo_fairy__find_piece(moves);
    if (type->is_royal) {
        write_piece(out, "king", 0, type->letter, apo_span_is(moves, "K") ? nothing : moves);
    } else if (moves.length == 0 && !(*used & immobile_bit)) {
        *used |= immobile_bit;
        write_piece(out, "immobile", 0, type->letter, nothing);
    } else if (piece >= 0 && !(*used >> piece & 1)) {
        *used |= UINT64_C(1) << piece;
        write_piece(out, apo_fairy__piece_name(piece), 0, type->letter, nothing);
    } else {
        write_piece(out, "customPiece", ++*custom_count, type->letter, moves);
    }
}

static void write_pieces(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    uint64_t used = 0;
    unsigned custom_count = 0;
    for (unsigned i = 0; i < draft->type_count; i++)
        write_type(out, &draft->types[i], &used, &custom_count, diagnostics);
    if (custom_count > APO_INI_CUSTOM_MAX)
        warn(diagnostics, "pieces", "Fairy-Stockfish has 25 custom pieces at most", nothing);
}

/* --- promotion ----------------------------------------------------------- */

static void write_region(apo_buffer *out, const char *name, unsigned from, unsigned to)
{
    apo_buffer_add(out, name);
    apo_buffer_add(out, " =");
    for (unsigned rank = from; rank <= to; rank++) {
        apo_buffer_add(out, " *");
        apo_buffer_add_number(out, rank);
    }
    apo_buffer_add_char(out, '\n');
}

static unsigned count_letter(const char *list, size_t length, char letter)
{
    unsigned count = 0;
    for (size_t i = 0; i < length && list[i] != '\0'; i++)
        count += list[i] == letter;
    return count;
}

/* The limits set by a reserve: at most as many pieces of a type as at the start, plus the
 * reserve. */
static void write_limits(apo_buffer *out, const apo_draft *draft, const char *choices)
{
    size_t squares = apo_geometry_squares(&draft->geometry);
    apo_buffer_add(out, "promotionLimit =");
    for (const char *c = choices; *c != '\0'; c++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_char(out, apo_to_lower(*c));
        apo_buffer_add_char(out, ':');
        apo_buffer_add_number(out, count_letter(draft->board, squares, *c) +
                                       count_letter(draft->reserve, sizeof draft->reserve, *c));
    }
    apo_buffer_add_char(out, '\n');
}

/* Collects all choices in one list; returns the number of tiers. */
static unsigned collect_choices(const apo_draft *draft, char *choices, unsigned *out_lowest,
                                unsigned *out_highest)
{
    unsigned tiers = 0;
    *out_lowest = 0;
    *out_highest = 0;
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++) {
        if (draft->tiers[rank][0] == '\0')
            continue;
        tiers++;
        if (*out_lowest == 0)
            *out_lowest = rank;
        *out_highest = rank;
        for (const char *c = draft->tiers[rank]; *c != '\0'; c++)
            apo_draft_add_letter(choices, *c);
    }
    return tiers;
}

static void write_promotion(apo_buffer *out, const apo_draft *draft,
                            apo_fault_list *diagnostics)
{
    char choices[APO_DRAFT_LETTERS_MAX] = "";
    unsigned lowest, highest, ranks = apo_draft_ranks(draft);
    unsigned tiers = collect_choices(draft, choices, &lowest, &highest);
    if (tiers == 0 || lowest > ranks) {
        add_line(out, "promotionPieceTypes", "-");
        return;
    }
    add_letters(out, "promotionPieceTypes", choices);
    if (!apo_span_is(apo_span_of(draft->promoting), "P"))
        add_letters(out, "promotionPawnTypes", draft->promoting);
    add_number(out, "promotionRank", lowest);
    write_region(out, "promotionRegionWhite", lowest, ranks);
    write_region(out, "promotionRegionBlack", 1, ranks + 1 - lowest);
    unsigned compulsory = draft->compulsory > 0 ? draft->compulsory : highest;
    if (compulsory > lowest) {
        add_line(out, "mandatoryPawnPromotion", "false");
        if (compulsory == ranks)
            add_line(out, "immobilityIllegal", "true");
        else if (compulsory < ranks)
            warn(diagnostics, "promotion", "promotion is not compulsory there", nothing);
    }
    if (tiers > 1)
        warn(diagnostics, "promotion",
             "all choices are available from the first rank of the zone on", nothing);
    if (draft->has_reserve)
        write_limits(out, draft, choices);
}

/* --- steps, castling, the end -------------------------------------------- */

static void write_steps(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    unsigned ranks = apo_draft_ranks(draft), rank = draft->multi_rank;
    if (draft->multi_pieces[0] == '\0' || rank < 1 || rank > ranks) {
        add_line(out, "doubleStep", "false");
        return;
    }
    if (rank != 2 || ranks != 8) {
        add_number(out, "doubleStepRank", rank);
        write_region(out, "doubleStepRegionWhite", rank, rank);
        write_region(out, "doubleStepRegionBlack", ranks + 1 - rank, ranks + 1 - rank);
    }
    if (draft->multi_steps == 3) {
        write_region(out, "tripleStepRegionWhite", rank, rank);
        write_region(out, "tripleStepRegionBlack", ranks + 1 - rank, ranks + 1 - rank);
    }
    if (draft->multi_steps > 3)
        warn(diagnostics, "multi-step",
             "steps of more than three squares cannot be "
             "expressed",
             nothing);
}

static void add_file(apo_buffer *out, const char *name, const apo_draft *draft, apo_square sq)
{
    const char file[2] = {(char)('a' + (int)apo_geometry_file(&draft->geometry, sq)), '\0'};
    add_line(out, name, file);
}

static void write_castling(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    bool is_done[2] = {false, false};
    if (draft->way_count == 0) {
        add_line(out, "castling", "false");
        return;
    }
    unsigned row = apo_geometry_row(&draft->geometry, draft->ways[0].king);
    if (row > 0)
        add_number(out, "castlingRank", row + draft->geometry.bottom_rank);
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        bool is_right = way->partner > way->king;
        if (is_done[is_right]) {
            warn(diagnostics, "castling",
                 "only one way to each side can be expressed; this is the first", nothing);
            continue;
        }
        is_done[is_right] = true;
        add_file(out, is_right ? "castlingKingsideFile" : "castlingQueensideFile", draft,
                 way->king_to);
        add_file(out, is_right ? "castlingRookKingsideFile" : "castlingRookQueensideFile",
                 draft, way->partner);
        char partner = draft->board[way->partner];
        const char types[2] = {apo_to_lower(partner), '\0'};
        if (partner != 'R')
            add_line(out, "castlingRookPieces", types);
    }
}

static void write_outcome(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    if (apo_span_is(apo_span_of(draft->stalemate), "loss"))
        add_line(out, "stalemateValue", "loss");
    if (apo_span_is(apo_span_of(draft->stalemate), "advantage"))
        warn(diagnostics, "outcome", "there is no advantage there; stalemate is a draw",
             nothing);
    if (draft->repetition_count != 3)
        add_number(out, "nFoldRule", draft->repetition_count);
    if (draft->move_limit != 50)
        add_number(out, "nMoveRule", draft->move_limit);
}

void apo_fairy_ini_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    const apo_geometry *geo = &draft->geometry;
    const char last_file[2] = {(char)('a' + geo->files - 1), '\0'};
    if (geo->files > 12 || geo->rows > 10)
        warn(diagnostics, "board", "Fairy-Stockfish plays on at most 12 files and 10 ranks",
             nothing);
    apo_buffer_add(out, "# ");
    apo_buffer_add(out, draft->name);
    apo_buffer_add(out, "\n[");
    apo_buffer_add(out, draft->id);
    apo_buffer_add(out, "]\n");
    add_number(out, "maxRank", geo->rows);
    add_line(out, "maxFile", last_file);
    write_pieces(out, draft, diagnostics);
    apo_buffer_add(out, "startFen = ");
    apo_draft_write_fen(out, draft);
    apo_buffer_add_char(out, '\n');
    write_promotion(out, draft, diagnostics);
    write_steps(out, draft, diagnostics);
    write_castling(out, draft, diagnostics);
    write_outcome(out, draft, diagnostics);
    apo_draft_report(draft, diagnostics);
}
