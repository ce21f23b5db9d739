/* [setup] and [start NAME]: the boards. */
#include "base/text.h"
#include "definition/file/reader.h"
#include "rules/kernel/position.h"
#include "rules/tables/spec.h"

static const apo_span nothing = {NULL, 0};

enum {
    UNKNOWN_MAX = 52 /* one for each letter of both sides */
};

/* A row of a board while it is read. */
struct row {
    apo_reader *reader;
    apo_start_board *start;
    unsigned row; /* from the bottom */
    unsigned file;
    apo_span unknown[UNKNOWN_MAX]; /* signs of no piece, reported once for the whole board */
    unsigned unknown_count;
};

static bool report_place(const struct row *row, const apo_token *at, const char *detail,
                         unsigned sq)
{
    char name[APO_SQUARE_NAME_MAX];
    (void)apo_geometry_write_square(&row->reader->spec->geometry, (apo_square)sq, name);
    apo_diagnostics_add(&row->reader->diagnostics, &at->place, detail, apo_span_of(name));
    return false;
}

/* Puts one piece, gap or empty square on the next place of the row; false (reported) if that is
 * impossible. */
static bool put_piece(struct row *row, apo_piece piece, const apo_token *at)
{
    const apo_geometry *geo = &row->reader->spec->geometry;
    if (row->file == geo->files) {
        apo_diagnostics_counts(&row->reader->diagnostics, &at->place,
                               "the row is longer than the board's %1 files", nothing,
                               geo->files, 0);
        return false;
    }
    unsigned sq = row->row * geo->files + row->file;
    unsigned place = geo->place[sq];
    if (place == APO_PLACE_NONE && piece != APO_PIECE_VOID)
        return report_place(row, at, "%s is not a square of this board; write \"*\" there", sq);
    if (place == APO_PLACE_SQUARE && piece == APO_PIECE_VOID)
        return report_place(row, at,
                            "%s is a square; \"*\" means places that are not "
                            "squares",
                            sq);
    if (place == APO_PLACE_TRANSIENT && piece == APO_PIECE_EMPTY)
        return report_place(
            row, at, "%s exists only while a piece stands on it; write \"*\" or a piece there",
            sq);
    row->start->pieces[sq] = piece;
    row->file++;
    return true;
}

/* True if the sign, of either side, has been reported; else it counts as reported from now on.
 */
static bool is_known_fault(struct row *row, apo_span sign)
{
    for (unsigned i = 0; i < row->unknown_count; i++)
        if (apo_span_same(row->unknown[i], sign))
            return true;
    if (row->unknown_count < UNKNOWN_MAX)
        row->unknown[row->unknown_count++] = sign;
    return false;
}

/* Reports a sign that no piece has, and goes on to the next place, since the rest of the row
 * may have faults of its own. */
static bool skip_unknown(struct row *row, const apo_token *at, apo_span sign)
{
    if (!is_known_fault(row, sign))
        apo_diagnostics_add(&row->reader->diagnostics, &at->place,
                            "no piece has the letter \"%s\"", sign);
    row->file++;
    return true;
}

/* Puts the piece whose sign is at the front, of `*out_length` bytes. */
static bool put_letter(struct row *row, const apo_token *at, size_t *out_length)
{
    bool is_form = at->text.text[0] == '+' && at->text.length > 1;
    char letter = at->text.text[is_form];
    unsigned type = apo_reader_sign(row->reader, at->text, out_length);
    apo_span sign = apo_span_part(at->text, 0, *out_length);
    if (apo_is_letter(letter) && type == APO_TYPE_NONE &&
        row->file < row->reader->spec->geometry.files)
        return skip_unknown(row, at, sign);
    if (!apo_is_letter(letter)) {
        apo_diagnostics_add(&row->reader->diagnostics, &at->place,
                            "expected a piece's letter, \".\", a number or \"*\", not \"%s\"",
                            sign);
        return false;
    }
    return put_piece(row, apo_piece_of(apo_is_upper(letter) ? APO_WHITE : APO_BLACK, type), at);
}

/* Puts a run of empty squares, given as a number. */
static bool put_run(struct row *row, const apo_token *at, apo_span digits)
{
    uint32_t count;
    if (!apo_span_number(digits, APO_FILES_MAX, &count) || count == 0) {
        apo_diagnostics_counts(&row->reader->diagnostics, &at->place,
                               "expected a number of empty squares from 1 to %1, not \"%s\"",
                               digits, row->reader->spec->geometry.files, 0);
        return false;
    }
    while (count-- > 0) {
        if (!put_piece(row, APO_PIECE_EMPTY, at))
            return false;
    }
    return true;
}

/* Reads the item at the front of `at`, of `*out_length` bytes. */
static bool put_next(struct row *row, const apo_token *at, size_t *out_length)
{
    size_t length = 0;
    while (length < at->text.length && apo_is_digit(at->text.text[length]))
        length++;
    *out_length = length > 0 ? length : 1;
    if (length > 0)
        return put_run(row, at, apo_span_part(at->text, 0, length));
    if (at->text.text[0] == '.')
        return put_piece(row, APO_PIECE_EMPTY, at);
    if (at->text.text[0] == '*')
        return put_piece(row, APO_PIECE_VOID, at);
    return put_letter(row, at, out_length);
}

static void read_row(struct row *row, const apo_token *line)
{
    size_t at = 0;
    size_t length;
    row->file = 0;
    while (at < line->text.length) {
        apo_token here = apo_token_after(line, at);
        if (!put_next(row, &here, &length))
            return;
        at += length;
    }
    if (row->file < row->reader->spec->geometry.files)
        apo_diagnostics_counts(&row->reader->diagnostics, &line->place,
                               "the row has %1 places; the board has %2 files", nothing,
                               row->file, row->reader->spec->geometry.files);
}

/* A value's lines are the rows, from the top. */
static void read_rows(apo_reader *reader, const apo_tree_key *key, apo_start_board *start)
{
    struct row row = {.reader = reader, .start = start, .row = reader->spec->geometry.rows};
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token line;
    if (key->text_count != row.row) {
        bool has_border = reader->spec->geometry.bottom_rank == 0;
        apo_diagnostics_counts(
            &reader->diagnostics, &key->place, "%1 rows; the board has %2 ranks%s",
            apo_span_of(has_border ? ", border ranks included" : ""), key->text_count, row.row);
        return;
    }
    while (apo_cursor_line(&cursor, &line)) {
        row.row--;
        read_row(&row, &line);
    }
}

static unsigned count_royal_types(const apo_variant_spec *spec)
{
    unsigned count = 0;
    for (unsigned type = 1; type <= spec->type_count; type++)
        count += spec->types[type].is_royal;
    return count;
}

/* True if [hands] names the royal piece: then it may be in hand at the start, which the rule
 * checks. */
static bool may_be_in_hand(const apo_reader *reader)
{
    size_t section = apo_reader_section(reader, "hands");
    const apo_tree_key *key =
        section != APO_TREE_NONE ? apo_reader_key(reader, section, "pieces") : NULL;
    apo_token word;
    if (key == NULL)
        return false;
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    while (apo_cursor_part(&cursor, &word))
        for (size_t i = 0; i < word.text.length; i++) {
            unsigned type = apo_reader_type(reader, word.text.text[i]);
            if (type != APO_TYPE_NONE && reader->spec->types[type].is_royal)
                return true;
        }
    return false;
}

static void check_kings(apo_reader *reader, const apo_tree_key *key, const uint8_t *pieces)
{
    unsigned kings[APO_SIDES] = {0, 0};
    if (count_royal_types(reader->spec) != 1)
        return; /* reported with the pieces */
    for (unsigned sq = 0; sq < apo_geometry_squares(&reader->spec->geometry); sq++) {
        if (apo_piece_is_real(pieces[sq]) &&
            reader->spec->types[apo_piece_type(pieces[sq])].is_royal)
            kings[apo_piece_side(pieces[sq])]++;
    }
    for (unsigned side = APO_WHITE; side < APO_SIDES; side++) {
        bool may_lack = apo_reader_has_other_end(reader) || may_be_in_hand(reader);
        if (kings[side] != 1 && (kings[side] != 0 || !may_lack))
            apo_diagnostics_counts(&reader->diagnostics, &key->place,
                                   "%s has %1 royal pieces on the board, not one",
                                   apo_span_of(side == APO_WHITE ? "White" : "Black"),
                                   kings[side], 0);
    }
}

static void read_start(apo_reader *reader, size_t section, apo_span name)
{
    const apo_tree_key *board = apo_reader_key(reader, section, "board");
    const apo_tree_key *pocket = apo_reader_key(reader, section, "pocket");
    size_t index = reader->spec->start_count++;
    apo_start_board *start = &reader->spec->starts[index];
    apo_text_copy_span(start->name, sizeof start->name, name);
    start->is_supplied = true;
    apo_reader_check_keys(reader, section, apo_section_named("setup"));
    const apo_tree_key *first = apo_reader_key(reader, section, "black-first");
    if (first != NULL)
        (void)apo_reader_flag(reader, first, &start->is_black_first);
    if (pocket != NULL)
        (void)apo_reader_flag(reader, pocket, &start->is_supplied);
    if (board == NULL || !reader->has_geometry)
        return;
    size_t faults_before = reader->diagnostics.fault_count;
    read_rows(reader, board, start);
    if (reader->diagnostics.fault_count > faults_before)
        return;
    reader->has_board[index] = true;
    check_kings(reader, board, start->pieces);
}

static void read_named_start(apo_reader *reader, size_t index)
{
    const apo_tree_section *section = &reader->tree.sections[index];
    if (section->argument.length == 0)
        return; /* reported with the sections */
    if (!apo_reader_is_id(section->argument)) {
        apo_diagnostics_add(
            &reader->diagnostics, &section->place,
            "expected a start's name of lower-case letters, digits and hyphens, not "
            "\"%s\"",
            section->argument);
    } else if (reader->spec->start_count == APO_START_NAMES_MAX) {
        apo_diagnostics_counts(&reader->diagnostics, &section->place,
                               "more than %1 named starts", nothing, APO_START_NAMES_MAX - 1,
                               0);
    } else {
        read_start(reader, index, section->argument);
    }
}

void apo_reader_setup(apo_reader *reader)
{
    size_t section = apo_reader_section(reader, "setup");
    if (section != APO_TREE_NONE)
        read_start(reader, section, nothing);
    for (size_t i = 0; i < reader->tree.section_count; i++) {
        if (apo_span_is(reader->tree.sections[i].name, "start"))
            read_named_start(reader, i);
    }
}
