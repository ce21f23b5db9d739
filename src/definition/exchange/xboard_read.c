#include "definition/exchange/xboard_read.h"

#include "base/mem.h"
#include "definition/betza/dialect.h"
#include "definition/exchange/interactive.h"
#include "definition/exchange/refuse.h"

/* `setup` and `piece` lines are rewritten as an Interactive Diagram, whose notation is
 * otherwise the same, and read as one. */

static const apo_span nothing = {NULL, 0};

enum {
    LETTERS = 26,
    TABLE_MOST = 66, /* pieces in half of the piece table */
    LINES_MOST = 40  /* of the diagram */
};

typedef struct reading {
    apo_fault_list *diagnostics;
    apo_error *err;
    uint32_t setup_line;
    apo_span table, fen, parent, rights; /* the table: White's half */
    uint32_t files, rows;
    uint32_t lines[LETTERS]; /* the line of a piece's moves; 0: none */
    apo_span moves[LETTERS];
    uint8_t sides[LETTERS];      /* bit 0: White's moves are given, bit 1: Black's */
    char board[APO_SQUARES_MAX]; /* '.' an empty square, '*' none */
    apo_buffer diagram;
    unsigned line_count;
    uint32_t sources[LINES_MOST];                /* by line of the diagram, from 0 */
    char reasons[LETTERS][APO_ERROR_DETAIL_MAX]; /* why a piece's moves cannot be read */
    unsigned loss_count;

    struct {
        uint32_t line;
        const char *detail;
        apo_span word;
    } losses[LETTERS + 8];
} reading;

static void lose(reading *r, uint32_t line, const char *detail, apo_span word)
{
    if (r->loss_count < sizeof r->losses / sizeof r->losses[0]) {
        r->losses[r->loss_count].line = line;
        r->losses[r->loss_count].detail = detail;
        r->losses[r->loss_count++].word = word;
    }
}

static apo_status refuse(reading *r, apo_status status, const char *detail, apo_span word)
{
    return apo_refuse_line(r->err, status, r->setup_line, "setup", detail, word);
}

/* --- lines --------------------------------------------------------------- */

/* True if the line begins with `word`; then `*out` is what follows it. */
static bool says(apo_span line, const char *word, apo_span *out)
{
    *out = apo_span_trim(line);
    return apo_span_is(apo_span_word(out), word);
}

bool apo_xboard_read_is_likely(apo_span text)
{
    apo_span line, rest;
    while (apo_span_line(&text, &line)) {
        if (line.length > 0 && (line.text[0] == '[' || line.text[0] == '('))
            return false;
        if (says(line, "setup", &rest) || says(line, "piece", &rest))
            return true;
    }
    return false;
}

/* "P&", or "P" and "p" for the sides by themselves. */
static void read_piece_line(reading *r, apo_span rest, uint32_t line)
{
    apo_span id = apo_span_word(&rest);
    apo_span moves = apo_span_word(&rest);
    bool is_both = id.length == 2 && id.text[1] == '&';
    if (id.length == 0 || !apo_is_letter(id.text[0]) || (id.length > 1 && !is_both) ||
        apo_span_trim(rest).length > 0) {
        lose(r, line, "pieces have one letter here, not %s", id);
        return;
    }
    unsigned letter = (unsigned)(apo_to_upper(id.text[0]) - 'A');
    unsigned sides = is_both ? 3 : apo_is_upper(id.text[0]) ? 1 : 2;
    if ((r->sides[letter] & ~sides) != 0 && !apo_span_same(moves, r->moves[letter]))
        lose(r, line, "a piece moves alike for both sides here, unlike %s", id);
    r->sides[letter] |= (uint8_t)sides;
    r->lines[letter] = line;
    r->moves[letter] = moves;
}

/* "8x8+0_fairy" */
static bool read_size(reading *r, apo_span word)
{
    apo_span rest = word;
    uint32_t *const numbers[] = {&r->files, &r->rows, NULL};
    uint32_t holdings = 0;
    static const char ends[] = "x+_";
    for (unsigned i = 0; i < 3; i++) {
        size_t length = 0;
        while (length < rest.length && rest.text[length] != ends[i])
            length++;
        if (length == rest.length ||
            !apo_span_number(apo_span_part(rest, 0, length), 99,
                             numbers[i] != NULL ? numbers[i] : &holdings))
            return false;
        rest = apo_span_part(rest, length + 1, rest.length);
    }
    r->parent = rest;
    if (holdings > 0)
        lose(r, r->setup_line, "pieces in hand are left out", nothing);
    return r->files >= 2 && r->files <= APO_FILES_MAX && r->rows >= 2 &&
           r->rows <= APO_FILES_MAX;
}

static apo_status check_parent(reading *r)
{
    /* XBoard's variants with the rules of chess; only start, pieces and size differ. */
    static const char *const plain[] = {"fairy",  "normal",  "nocastle", "capablanca",
                                        "gothic", "embassy", "janus",    "3check"};
    if (r->parent.length > 0 && apo_span_index(r->parent, plain, 8) == 8)
        return refuse(
            r, APO_E_UNSUPPORTED,
            "XBoard's variant %s, on which it builds, has rules that are not understood",
            r->parent);
    return APO_OK;
}

/* True if Black's half of the table has White's letters. */
static bool is_alike(apo_span table)
{
    for (size_t i = 0; i < table.length / 2; i++)
        if (apo_to_lower(table.text[i]) != table.text[table.length / 2 + i])
            return false;
    return true;
}

/* "(PNBRQKpnbrqk)" */
static apo_status read_table(reading *r, apo_span word)
{
    apo_span table = apo_span_part(word, 1, word.length - 2);
    r->table = apo_span_part(table, 0, table.length / 2);
    if (table.length == 0)
        return refuse(r, APO_E_UNSUPPORTED,
                      "the table of pieces is empty, and XBoard's own is not known here",
                      nothing);
    for (size_t i = 0; i < table.length; i++)
        if (table.text[i] != '.' && !apo_is_letter(table.text[i]))
            return refuse(r, APO_E_UNSUPPORTED,
                          "promoted forms and signs in the table of pieces are not understood: "
                          "%s",
                          table);
    if (table.length % 2 != 0 || r->table.length > TABLE_MOST)
        return refuse(r, APO_E_SYNTAX, "the table of pieces cannot be read: %s", word);
    if (!is_alike(table))
        return refuse(r, APO_E_UNSUPPORTED,
                      "both sides have the same pieces in the table here, unlike %s", table);
    return APO_OK;
}

static apo_status read_setup_line(reading *r, apo_span rest)
{
    static const char usual[] = "PNBRQK";
    apo_span word, ahead = rest;
    r->table = apo_span_of(usual);
    r->files = r->rows = 8;
    word = apo_span_word(&ahead);
    if (word.length > 1 && word.text[0] == '(') {
        if (word.text[word.length - 1] != ')')
            return refuse(r, APO_E_SYNTAX, "the table of pieces cannot be read: %s", word);
        apo_status status = read_table(r, word);
        if (status != APO_OK)
            return status;
        rest = ahead;
        word = apo_span_word(&ahead);
        if (read_size(r, word))
            rest = ahead;
        else if (r->parent.length > 0)
            return refuse(r, APO_E_SYNTAX, "the size of the board cannot be read: %s", word);
    }
    r->fen = apo_span_word(&rest);
    (void)apo_span_word(&rest);
    r->rights = apo_span_word(&rest);
    return check_parent(r);
}

static apo_status read_lines(reading *r, apo_span text)
{
    apo_span line, rest;
    for (uint32_t number = 1; apo_span_line(&text, &line); number++) {
        if (says(line, "setup", &rest)) {
            if (r->setup_line > 0)
                break;
            r->setup_line = number;
            apo_status status = read_setup_line(r, rest);
            if (status != APO_OK)
                return status;
        } else if (r->setup_line > 0 && says(line, "piece", &rest)) {
            read_piece_line(r, rest, number);
        }
    }
    return r->setup_line > 0
               ? APO_OK
               : refuse(r, APO_E_SYNTAX, "there is no line like \"setup (PNBRQKpnbrqk) FEN\"",
                        nothing);
}

/* --- the start ----------------------------------------------------------- */

static bool is_in_table(const reading *r, char letter)
{
    for (size_t i = 0; i < r->table.length; i++)
        if (r->table.text[i] == letter)
            return true;
    return false;
}

static apo_status read_fen(reading *r)
{
    unsigned row = r->rows - 1, file = 0;
    memset(r->board, '.', sizeof r->board);
    for (size_t i = 0; i < r->fen.length; i++) {
        char c = r->fen.text[i];
        unsigned run = 0;
        while (i < r->fen.length && apo_is_digit(r->fen.text[i]) && run < 100)
            run = run * 10 + (unsigned)(r->fen.text[i++] - '0');
        if (run > 0) {
            file += run;
            i--;
        } else if (c == '/' && row > 0 && file == r->files) {
            row--;
            file = 0;
        } else if (file < r->files && (c == '*' || is_in_table(r, apo_to_upper(c)))) {
            r->board[row * r->files + file++] = c;
        } else {
            return refuse(r, APO_E_SYNTAX, "the FEN cannot be read at %s",
                          apo_span_part(r->fen, i, 8));
        }
        if (file > r->files)
            return refuse(r, APO_E_SYNTAX, "the FEN has a row that is too long", nothing);
    }
    return row == 0 && file == r->files
               ? APO_OK
               : refuse(r, APO_E_SYNTAX, "the FEN has too few squares", nothing);
}

/* --- as a diagram -------------------------------------------------------- */

static void end_line(reading *r, uint32_t source)
{
    apo_buffer_add_char(&r->diagram, '\n');
    if (r->line_count < LINES_MOST)
        r->sources[r->line_count++] = source;
}

static void add_parameter(reading *r, const char *key, uint32_t number)
{
    apo_buffer_add(&r->diagram, key);
    apo_buffer_add_number(&r->diagram, number);
    end_line(r, r->setup_line);
}

/* The letter of the royal piece, and of the one that promotes; 0 if there is none. */
static char king_of(const reading *r)
{
    char c = r->table.length > 0 ? r->table.text[r->table.length - 1] : '.';
    return apo_is_upper(c) ? c : '\0';
}

static char pawn_of(const reading *r)
{
    char c = r->table.length > 1 ? r->table.text[0] : '.';
    return apo_is_upper(c) ? c : '\0';
}

/* The moves that XBoard gives the piece of a picture by default. */
static const char *moves_of_picture(const reading *r, size_t index)
{
    static const char *const moves[] = {"fmWfceFifmnD", "N", "B", "R", "Q"};
    if (index + 1 == r->table.length)
        return apo_span_is(r->parent, "nocastle") ? "K" : "KisO2";
    return index < sizeof moves / sizeof moves[0] ? moves[index] : NULL;
}

/* A pawn's double step can be captured en passant, however it is written. */
static void mark_trail(apo_piece_moves *moves)
{
    for (unsigned i = 0; i < moves->move_count; i++) {
        apo_piece_move *move = &moves->moves[i];
        if (move->is_unmoved && move->end == APO_END_MOVE && move->leg_count == 1 &&
            move->legs[0].directions == 1 && move->legs[0].shorter == 0 &&
            (move->legs[0].most > 1 || move->legs[0].longer > 1))
            move->has_trail = true;
    }
}

/* Removes castling moves that the FEN gives no right to. */
static void take_rights(reading *r, apo_piece_moves *moves)
{
    bool has[2] = {false, false};
    for (size_t i = 0; i < r->rights.length; i++)
        if (apo_is_letter(r->rights.text[i]))
            has[apo_is_lower(r->rights.text[i])] = true;
    if (moves->castling_count == 0 || (has[0] && has[1]))
        return;
    moves->castling_count = 0;
    if (has[0] || has[1])
        lose(r, r->setup_line, "both sides may castle here, or none", nothing);
}

static void add_squares(reading *r, char piece)
{
    bool is_more = false;
    for (unsigned sq = 0; sq < r->files * r->rows; sq++) {
        if (r->board[sq] != piece)
            continue;
        apo_buffer_add(&r->diagram, is_more ? "," : "");
        apo_buffer_add_char(&r->diagram, (char)('a' + sq % r->files));
        apo_buffer_add_number(&r->diagram, sq / r->files + 1);
        is_more = true;
    }
}

static void lose_moves(reading *r, unsigned number, uint32_t line, apo_span said,
                       const char *reason)
{
    apo_text text = apo_text_start(r->reasons[number], sizeof r->reasons[number]);
    apo_text_add(&text, "these moves cannot be read: ");
    apo_text_add_span(&text, said);
    apo_text_add(&text, ": ");
    apo_text_add(&text, reason);
    lose(r, line, r->reasons[number], nothing);
}

static void add_piece(reading *r, size_t index)
{
    char letter = r->table.text[index], bytes[APO_BETZA_TEXT_MAX];
    unsigned number = (unsigned)(letter - 'A');
    uint32_t line = r->lines[number] > 0 ? r->lines[number] : r->setup_line;
    const char *own = moves_of_picture(r, index);
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_span said = r->lines[number] > 0 ? r->moves[number] : apo_span_of(own);
    apo_piece_moves moves = {.move_count = 0};
    apo_error err = {.detail = ""};
    if (r->lines[number] == 0 && own == NULL)
        lose(r, line, "how %s moves is not said", apo_span_part(r->table, index, 1));
    else if (r->lines[number] > 0 && r->sides[number] != 3)
        lose(r, line, "how %s moves is said for one side only",
             apo_span_part(r->table, index, 1));
    else if (apo_dialect_read(&moves, said, APO_DIALECT_XBOARD, NULL, &err) != APO_OK)
        lose_moves(r, number, line, said, err.detail);
    if (letter == pawn_of(r))
        mark_trail(&moves);
    take_rights(r, &moves);
    (void)apo_betza_write(&text, &moves, &err);
    apo_buffer_add(&r->diagram, "piece ");
    apo_buffer_add_char(&r->diagram, apo_to_lower(letter));
    apo_buffer_add_char(&r->diagram, ':');
    apo_buffer_add_char(&r->diagram, letter);
    apo_buffer_add_char(&r->diagram, ':');
    apo_buffer_add_span(&r->diagram, apo_text_span(&text));
    apo_buffer_add(&r->diagram, "::");
    add_squares(r, letter);
    apo_buffer_add(&r->diagram, ",,"); /* then Black's */
    add_squares(r, apo_to_lower(letter));
    end_line(r, line);
}

static void write_diagram(reading *r)
{
    char pawn = pawn_of(r), king = king_of(r);
    unsigned count = 0, royal = 0;
    add_parameter(r, "files=", r->files);
    add_parameter(r, "ranks=", r->rows);
    apo_buffer_add(&r->diagram, "symmetry=none");
    end_line(r, r->setup_line);
    add_parameter(r, "promoZone=", 1);
    add_parameter(r, "maxPromote=", pawn != '\0');
    apo_buffer_add(&r->diagram, "promoChoice=");
    for (size_t i = 0; i < r->table.length; i++)
        if (apo_is_upper(r->table.text[i]) && r->table.text[i] != pawn &&
            r->table.text[i] != king)
            apo_buffer_add_char(&r->diagram, r->table.text[i]);
    end_line(r, r->setup_line);
    for (size_t i = 0; i < r->table.length; i++) {
        if (!apo_is_upper(r->table.text[i]))
            continue;
        add_piece(r, i);
        count++;
        royal = r->table.text[i] == king ? count : royal;
    }
    add_parameter(r, "royal=", royal);
}

static apo_status check_table(reading *r)
{
    for (size_t i = 0; i < r->table.length; i++)
        for (size_t k = 0; k < i; k++)
            if (r->table.text[i] != '.' && r->table.text[k] == r->table.text[i])
                return refuse(r, APO_E_SYNTAX, "a letter is twice in the table of pieces: %s",
                              r->table);
    if (king_of(r) == '\0')
        return refuse(r, APO_E_SYNTAX, "the table of pieces has no king at its end: %s",
                      r->table);
    for (unsigned i = 0; i < LETTERS; i++)
        if (r->lines[i] > 0 && !is_in_table(r, (char)('A' + i)))
            lose(r, r->lines[i], "the table of pieces lacks the letter of %s", r->moves[i]);
    return APO_OK;
}

/* --- the draft ----------------------------------------------------------- */

/* Passes on the faults that the diagram's reader reports, with the lines of the original
 * text. */
static void pass_on(reading *r, const apo_fault_list *faults)
{
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        uint32_t line = fault->line > 0 && fault->line <= r->line_count
                            ? r->sources[fault->line - 1]
                            : r->setup_line;
        if (fault->is_warning)
            continue; /* about diagrams */
        apo_fault_add(r->diagnostics, line, 1, apo_span_of("piece"), fault->detail, nothing);
    }
}

static void finish(reading *r, apo_draft *draft)
{
    apo_text_copy(draft->source, sizeof draft->source, "what an engine sends to XBoard");
    draft->repetition_count = 3;
    draft->move_limit = 50;
    for (unsigned sq = 0; sq < r->files * r->rows; sq++)
        if (r->board[sq] == '*') {
            draft->geometry.place[sq] = APO_PLACE_NONE;
            if (draft->way_count > 0)
                lose(r, r->setup_line, "castling on a board with holes is not understood",
                     nothing);
        }
    if (apo_span_is(r->parent, "3check")) {
        apo_text sections = apo_text_start(draft->sections, sizeof draft->sections);
        apo_text_add(&sections, "\n[checks]\nwin = 3\n");
    }
    for (unsigned i = 0; i < r->loss_count; i++)
        apo_draft_lose(draft, r->diagnostics, APO_DRAFT_PIECES, r->losses[i].line,
                       apo_span_of("piece"), r->losses[i].detail, r->losses[i].word);
    apo_fault_warn(
        r->diagnostics, r->setup_line, 1, apo_span_of("promotion"),
        "XBoard's own: the first piece of the table promotes on the last rank, to all "
        "others but the king",
        nothing);
}

static apo_status read_text(reading *r, apo_draft *out, apo_span text, const apo_alloc *alloc,
                            apo_fault_list *faults)
{
    if (text.length > APO_XBOARD_LINES_SIZE_MAX)
        return refuse(r, APO_E_TOO_LARGE, "the text is longer than 256 KiB", nothing);
    apo_status status = read_lines(r, text);
    if (status == APO_OK)
        status = check_table(r);
    if (status == APO_OK)
        status = read_fen(r);
    if (status != APO_OK)
        return status;
    write_diagram(r);
    status = apo_interactive_read(out, apo_buffer_span(&r->diagram), alloc, faults, r->err);
    if (status != APO_OK)
        return status;
    pass_on(r, faults);
    finish(r, out);
    return APO_OK;
}

apo_status apo_xboard_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                           apo_fault_list *diagnostics, apo_error *err)
{
    reading *r = apo_allocate_zero(alloc, sizeof *r);
    apo_fault_list *faults = apo_allocate_zero(alloc, sizeof *faults);
    apo_status status = APO_E_MEMORY;
    if (r != NULL && faults != NULL) {
        r->diagnostics = diagnostics;
        r->err = err;
        apo_fault_list_init(faults);
        apo_buffer_init(&r->diagram, alloc);
        status = read_text(r, out, text, alloc, faults);
        apo_buffer_clear(&r->diagram);
    } else {
        (void)apo_fail(err, APO_E_MEMORY, 0, "there is not enough memory", nothing);
    }
    apo_free(alloc, faults);
    apo_free(alloc, r);
    return status;
}
