#include "definition/exchange/xboard_setup.h"

#include "base/text.h"
#include "definition/betza/betza.h"
#include "definition/betza/dialect.h"

static const apo_span nothing = {NULL, 0};

/* Records a loss as an error. */
static void add_loss(const apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                     const char *detail, apo_span word)
{
    char bytes[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(draft, diagnostics, part, detail, word, &text);
}

/* The same with a comment at the start of a line. */
static void lose(const apo_draft *draft, apo_buffer *out, apo_fault_list *diagnostics,
                 const char *part, const char *detail, apo_span word)
{
    char bytes[APO_DRAFT_NAME_MAX + APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(draft, diagnostics, part, detail, word, &text);
    apo_buffer_add(out, "# LOST: ");
    apo_buffer_add(out, bytes);
    apo_buffer_add_char(out, '\n');
}

static char royal_of(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->type_count; i++)
        if (draft->types[i].is_royal)
            return draft->types[i].letter;
    return '.';
}

/* XBoard's pictures in the order of the letters in `setup`; the king comes last. A piece named
 * here uses that picture in our games. Lance and Amazon are unused: XBoard moves the lance like
 * a pawn, and draws both the same. */
enum {
    PICTURES = 46,
    PICTURE_NAMES_MAX = 3
};

static const char *const pictures[PICTURES][PICTURE_NAMES_MAX] = {
    [0] = {"pawn"},
    [1] = {"knight"},
    [2] = {"bishop"},
    [3] = {"rook"},
    [4] = {"queen"},
    [6] = {"siege elephant", "elephant"},
    [7] = {"archbishop", "princess", "cardinal"},
    [9] = {"mameluk"},
    [10] = {"berolina pawn"},
    [11] = {"cannon"},
    [12] = {"knightrider", "nightrider"},
    [16] = {"chancellor", "empress", "marshal"},
    [17] = {"osprey"},
    [19] = {"varan"},
    [20] = {"unicorn"},
    [21] = {"lion"},
    [23] = {"zebra"},
    [24] = {"camel"},
    [25] = {"mortar"},
    [27] = {"joker"},
    [28] = {"vulture"},
    [30] = {"dragon"},
    [31] = {"kangaroo"},
    [34] = {"griffin"},
    [35] = {"wizard", "warlock"},
    [36] = {"champion"},
    [38] = {"Valkyrie", "valkyrie"},
    [42] = {"sangoma"},
    [44] = {"checker"},
};

/* Pictures for pieces with other names, in this order. */
static const uint8_t spare_pictures[] = {8,  5,  13, 14, 15, 16, 20, 22, 23, 24, 25, 26, 28, 31,
                                         34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 6,  7,
                                         9,  10, 11, 12, 27, 30, 19, 17, 21, 4,  3,  2,  1};

static bool has_name(const char *const names[PICTURE_NAMES_MAX], apo_span name)
{
    for (unsigned i = 0; i < PICTURE_NAMES_MAX && names[i] != NULL; i++)
        if (apo_span_is(name, names[i]))
            return true;
    return false;
}

static void place_by_name(char letters[PICTURES], const apo_draft_type *type)
{
    for (unsigned i = 0; i < PICTURES; i++)
        if (letters[i] == '.' && has_name(pictures[i], apo_span_of(type->name))) {
            letters[i] = type->letter;
            return;
        }
}

static bool has_letter(const char letters[PICTURES], char letter)
{
    for (unsigned i = 0; i < PICTURES; i++)
        if (letters[i] == letter)
            return true;
    return false;
}

static void place_anywhere(char letters[PICTURES], char letter)
{
    for (size_t i = 0; i < sizeof spare_pictures; i++)
        if (letters[spare_pictures[i]] == '.') {
            letters[spare_pictures[i]] = letter;
            return;
        }
}

/* Chooses a letter for each picture, '.' for unused ones. */
static void choose_pictures(char letters[PICTURES], const apo_draft *draft)
{
    for (unsigned i = 0; i < PICTURES; i++)
        letters[i] = '.';
    for (unsigned i = 0; i < draft->type_count; i++)
        if (!draft->types[i].is_royal)
            place_by_name(letters, &draft->types[i]);
    for (unsigned i = 0; i < draft->type_count; i++)
        if (!draft->types[i].is_royal && !has_letter(letters, draft->types[i].letter))
            place_anywhere(letters, draft->types[i].letter);
}

static void write_letters(apo_buffer *out, const apo_draft *draft, bool is_black)
{
    char letters[PICTURES];
    unsigned count = PICTURES;
    choose_pictures(letters, draft);
    while (count > 0 && letters[count - 1] == '.')
        count--;
    for (unsigned i = 0; i < count; i++)
        apo_buffer_add_char(out, is_black ? apo_to_lower(letters[i]) : letters[i]);
    char royal = royal_of(draft);
    apo_buffer_add_char(out, is_black ? apo_to_lower(royal) : royal);
}

/* `lines` gets comments, `out` the moves. */
static apo_status convert_moves(apo_text *out, apo_buffer *lines, const apo_draft *draft,
                                const apo_draft_type *type, apo_fault_list *diagnostics,
                                apo_error *err)
{
    char bytes[2 * APO_DRAFT_MOVES_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_piece_moves moves;
    apo_text_add(&text, type->moves);
    if (!apo_draft_write_steps(&text, draft, type))
        lose(
            draft, lines, diagnostics, "multi-step: pieces",
            "the %s makes multiple steps forward only there, from the one rank on which it starts",
            apo_span_of(type->name));
    if (type->is_royal && !apo_draft_write_castling(&text, draft))
        lose(draft, lines, diagnostics, "castling: way, white-way, black-way",
             "some ways to castle cannot be expressed", nothing);
    apo_status status = apo_betza_parse(&moves, apo_text_span(&text), err);
    for (unsigned i = 0; status == APO_OK && i < moves.castling_count; i++)
        if (moves.castlings[i].is_left != moves.castlings[i].is_right) {
            add_loss(draft, diagnostics, "castling: way, white-way, black-way",
                     "left and right are Black's own there, so both sides do not castle "
                     "as mirror images",
                     nothing);
            break;
        }
    if (status == APO_OK)
        status = apo_dialect_write(out, &moves, APO_DIALECT_XBOARD, NULL, err);
    return status;
}

static void write_type(apo_buffer *out, const apo_draft *draft, const apo_draft_type *type,
                       apo_fault_list *diagnostics)
{
    char bytes[APO_BETZA_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_error err = {.detail = "a rule of the game moves it"};
    if (type->moves[0] == '\0' ||
        convert_moves(&text, out, draft, type, diagnostics, &err) != APO_OK) {
        char part[APO_DRAFT_PART_MAX];
        add_loss(draft, diagnostics, apo_draft_part_of(type, part),
                 "its moves are left out: %s", apo_span_of(err.detail));
        apo_buffer_add(out, "# ");
        apo_buffer_add(out, type->name);
        apo_buffer_add(out, " (");
        apo_buffer_add_char(out, type->letter);
        apo_buffer_add(out, "): ");
        apo_buffer_add(out, err.detail);
    } else {
        apo_buffer_add(out, "piece ");
        apo_buffer_add_char(out, type->letter);
        apo_buffer_add(out, "& ");
        apo_buffer_add_span(out, apo_text_span(&text));
    }
    apo_buffer_add_char(out, '\n');
}

/* True if promotion is as in XBoard: the pawn, on its last rank, to any other piece but the
 * king. */
static bool is_usual_promotion(const apo_draft *draft)
{
    char letters[PICTURES];
    unsigned last = apo_draft_ranks(draft);
    choose_pictures(letters, draft);
    if (letters[0] == '.' || draft->promoting[0] == '\0')
        return letters[0] == '.' && draft->promoting[0] == '\0';
    if (draft->promoting[0] != letters[0] || draft->promoting[1] != '\0' ||
        draft->has_reserve || draft->promotions[0] != '\0' ||
        (draft->compulsory != 0 && draft->compulsory != last))
        return false;
    for (unsigned rank = 1; rank <= APO_ROWS_MAX; rank++)
        if (rank != last && draft->tiers[rank][0] != '\0')
            return false;
    for (unsigned i = 0; i < draft->type_count; i++) {
        const apo_draft_type *type = &draft->types[i];
        bool is_choice = !type->is_royal && type->letter != letters[0];
        if (type->is_form ||
            is_choice != apo_draft_has_letter(draft->tiers[last], type->letter))
            return false;
    }
    return true;
}

/* Reports differences from the rules that XBoard assumes for every game. */
static void report_usual(const apo_draft *draft, apo_fault_list *diagnostics)
{
    if (!is_usual_promotion(draft))
        add_loss(
            draft, diagnostics, "promotion",
            "only the pawn promotes there, on its last rank and to any other piece but the "
            "king",
            nothing);
    if (!apo_span_is(apo_span_of(draft->stalemate), "draw") &&
        !(draft->rare & APO_DRAFT_STALEMATE))
        add_loss(draft, diagnostics, "outcome: stalemate", "%s is a draw there",
                 apo_span_of(draft->stalemate));
    if (draft->is_bare_lost)
        add_loss(draft, diagnostics, "outcome: bare-king", "a bare king plays on there",
                 nothing);
    if (draft->repetition_count != 3 || draft->move_limit != 50)
        apo_draft_warn(draft, diagnostics, "outcome: repetition-count, move-limit",
                       "XBoard's users choose the number of repetitions and of moves that make "
                       "a draw",
                       nothing);
}

static void report_others(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics)
{
    bool is_vanishing = false, has_hole = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        is_vanishing = is_vanishing || draft->geometry.place[sq] == APO_PLACE_TRANSIENT;
        has_hole = has_hole || draft->geometry.place[sq] == APO_PLACE_NONE;
    }
    if (has_hole && draft->way_count > 0)
        add_loss(draft, diagnostics, "castling: way, white-way, black-way",
                 "the partner stands in a corner of the board there, not beside a hole",
                 nothing);
    if (is_vanishing)
        lose(draft, out, diagnostics, "board: brouhaha",
             "squares that vanish when a piece leaves them are ordinary squares there",
             nothing);
    if (draft->joker != '\0')
        lose(draft, out, diagnostics, "joker", "there is no imitator there", nothing);
    if (draft->area_count > 0)
        lose(draft, out, diagnostics, "area", "no piece is kept within an area there", nothing);
    if (draft->river_pieces[0] != '\0')
        lose(draft, out, diagnostics, "river", "there is no river there", nothing);
    if (draft->drops.is_on)
        add_loss(draft, diagnostics, "hands", "drops are left out", nothing);
    if (draft->group_count > 0)
        apo_draft_warn(draft, diagnostics, "starts: group, white-group, black-group",
                       "the engine chooses among the numbered starts", nothing);
    report_usual(draft, diagnostics);
}

/* The parent variant. If the game has launches, one that drops pieces from the hand on the
 * square just left. */
static const char *parent_of(bool has_launch)
{
    return has_launch ? "seirawan" : "fairy";
}

void apo_xboard_setup_write_at(apo_buffer *out, const apo_draft *draft, apo_span board,
                               bool has_launch, apo_fault_list *diagnostics)
{
    apo_buffer_add(out, "# ");
    apo_buffer_add(out, draft->name);
    apo_buffer_add(out, ": what an engine sends to XBoard after \"variant\".\nsetup (");
    write_letters(out, draft, false);
    write_letters(out, draft, true);
    apo_buffer_add(out, ") ");
    apo_buffer_add_number(out, draft->geometry.files);
    apo_buffer_add_char(out, 'x');
    apo_buffer_add_number(out, draft->geometry.rows);
    apo_buffer_add(out, "+0_");
    apo_buffer_add(out, parent_of(has_launch));
    apo_buffer_add_char(out, ' ');
    if (board.length > 0)
        apo_buffer_add_span(out, board);
    else
        apo_draft_write_fen(out, draft);
    apo_buffer_add_char(out, '\n');
    for (unsigned i = 0; i < draft->type_count; i++)
        write_type(out, draft, &draft->types[i], diagnostics);
    report_others(out, draft, diagnostics);
}

void apo_xboard_setup_write(apo_buffer *out, const apo_draft *draft,
                            apo_fault_list *diagnostics)
{
    apo_xboard_setup_write_at(out, draft, nothing, false, diagnostics);
}
