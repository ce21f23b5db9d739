#include "protocol/xboard_board.h"

#include <string.h>

#include "base/mem.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "protocol/chess960.h"
#include "rules/rules/program_view.h"

enum {
    ROWS_FROM_0 = 10,   /* boards with this many rows are numbered from 0 */
    STARTS_MAX = 100000 /* more than any game has; find_start compares with all of them */
};

/* --- squares ------------------------------------------------------------- */

static unsigned first_number(const apo_geometry *geo)
{
    return geo->rows == ROWS_FROM_0 ? 0 : 1;
}

static void add_square(apo_buffer *out, const apo_geometry *geo, apo_square sq)
{
    apo_buffer_add_char(out, (char)('a' + apo_geometry_file(geo, sq)));
    apo_buffer_add_number(out, apo_geometry_row(geo, sq) + first_number(geo));
}

apo_square apo_xboard_read_square(const apo_geometry *geo, apo_span *rest)
{
    uint32_t row;
    size_t length = 1;
    if (rest->length < 2 || !apo_is_lower(rest->text[0]))
        return APO_SQUARE_NONE;
    while (length < rest->length && length < 3 && apo_is_digit(rest->text[length]))
        length++;
    if (!apo_span_number(apo_span_part(*rest, 1, length - 1), 99, &row) ||
        row < first_number(geo))
        return APO_SQUARE_NONE;
    apo_square sq = apo_geometry_at(geo, rest->text[0] - 'a', (int)(row - first_number(geo)));
    if (sq != APO_SQUARE_NONE)
        *rest = apo_span_part(*rest, length, rest->length);
    return sq;
}

/* --- moves --------------------------------------------------------------- */

/* A move in XBoard's terms. */
typedef struct xboard_move_text {
    apo_square from, to;
    char suffix; /* lower case; 0: none */
    unsigned taken_count;
    apo_square taken[APO_UNDO_SQUARES_MAX]; /* besides that on the target */
} xboard_move_text;

/* The target in our notation: for some castlings it is the partner's square. */
static apo_square written_target(const apo_position *pos, const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_coordinate_write(&text, pos, mv);
    apo_span rest = apo_text_span(&text);
    (void)apo_geometry_read_square(geo, &rest);
    apo_square to = apo_geometry_read_square(geo, &rest);
    return to != APO_SQUARE_NONE ? to : mv->to;
}

static bool is_called_pawn(const apo_position *pos, apo_square sq)
{
    unsigned type = apo_piece_type(apo_position_piece(pos, sq));
    return apo_type_info_of(apo_position_variant(pos), type)->letter == 'P';
}

/* XBoard itself removes a pawn that is captured en passant by one of its pawns. */
static bool is_known_en_passant(const apo_position *pos, const apo_move *mv, apo_square taken)
{
    return mv->kind == APO_MOVE_EN_PASSANT && is_called_pawn(pos, mv->from) &&
           is_called_pawn(pos, taken);
}

static void make_text(xboard_move_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_square all[APO_UNDO_SQUARES_MAX];
    const apo_variant *var = apo_position_variant(pos);
    unsigned suffix = mv->promoted != APO_TYPE_NONE ? mv->promoted : mv->launched;
    out->from = mv->from;
    out->to = mv->kind == APO_MOVE_CASTLING ? written_target(pos, mv) : mv->to;
    out->suffix =
        suffix != APO_TYPE_NONE ? apo_to_lower(apo_type_info_of(var, suffix)->letter) : '\0';
    out->taken_count = 0;
    unsigned count = mv->kind == APO_MOVE_CASTLING ? 0 : apo_move_captures(pos, mv, all);
    for (unsigned i = 0; i < count; i++)
        if (all[i] != mv->to && !is_known_en_passant(pos, mv, all[i]))
            out->taken[out->taken_count++] = all[i];
}

/* "O-O" and "O-O-O", also with zeros: the only castling to that side. */
static apo_status read_castling(apo_move *out, const apo_position *pos, apo_span text)
{
    bool is_short = apo_span_is(text, "O-O") || apo_span_is(text, "0-0");
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    const apo_move *found = NULL;
    unsigned count = 0;
    if (!is_short && !apo_span_is(text, "O-O-O") && !apo_span_is(text, "0-0-0"))
        return APO_E_SYNTAX;
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        apo_square rook, beside;
        const apo_move *mv = &list->moves[i];
        if (mv->launched == APO_TYPE_NONE && apo_move_partner(pos, mv, &rook, &beside) &&
            (rook > mv->from) == is_short) {
            found = mv;
            count++;
        }
    }
    if (count == 1)
        *out = *found;
    return count == 1 ? APO_OK : count == 0 ? APO_E_ILLEGAL : APO_E_AMBIGUOUS;
}

static void add_leg(apo_buffer *out, const apo_geometry *geo, apo_square from, apo_square to)
{
    add_square(out, geo, from);
    add_square(out, geo, to);
}

/* Reads "e2e4", "e7e8q", "e5f5,f5f6"; without surrounding spaces. */
static bool read_text(xboard_move_text *out, const apo_geometry *geo, apo_span rest)
{
    apo_square ends[2];
    *out = (xboard_move_text){.from = APO_SQUARE_NONE};
    for (unsigned leg = 0; leg < APO_XBOARD_LEGS_MAX; leg++) {
        for (unsigned i = 0; i < 2; i++)
            if ((ends[i] = apo_xboard_read_square(geo, &rest)) == APO_SQUARE_NONE)
                return false;
        if (leg == 0)
            out->from = ends[0];
        else
            out->taken[out->taken_count++] = ends[0];
        out->to = ends[1];
        if (rest.length == 0 || rest.text[0] != ',')
            break;
        rest = apo_span_part(rest, 1, rest.length);
    }
    if (rest.length > 1 && rest.text[0] == '=')
        rest = apo_span_part(rest, 1, rest.length);
    if (rest.length == 1 && apo_is_letter(rest.text[0]))
        out->suffix = apo_to_lower(rest.text[0]);
    return rest.length == (out->suffix != '\0' ? 1U : 0U);
}

/* True if all captures in the text are in the move; XBoard does not name all of them. */
static bool is_subset(const xboard_move_text *said, const xboard_move_text *made)
{
    for (unsigned i = 0; i < said->taken_count; i++) {
        bool is_there = false;
        for (unsigned j = 0; j < made->taken_count; j++)
            is_there = is_there || made->taken[j] == said->taken[i];
        if (!is_there)
            return false;
    }
    return true;
}

static bool fits(const xboard_move_text *said, const xboard_move_text *made)
{
    return said->from == made->from && said->to == made->to && said->suffix == made->suffix &&
           is_subset(said, made);
}

apo_status apo_xboard_read_move(apo_move *out, const apo_position *pos, apo_span text)
{
    xboard_move_text said, made;
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    const apo_move *found = NULL;
    unsigned count = 0;
    if (!read_text(&said, apo_variant_geometry(apo_position_variant(pos)), text))
        return read_castling(out, pos, text);
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        make_text(&made, pos, &list->moves[i]);
        if (!fits(&said, &made))
            continue;
        found = &list->moves[i];
        if (made.taken_count == said.taken_count) {
            count = 1;
            break;
        }
        count++;
    }
    if (count == 1)
        *out = *found;
    return count == 1 ? APO_OK : count == 0 ? APO_E_ILLEGAL : APO_E_AMBIGUOUS;
}

/* Appends the move through one of the captured pieces, or directly. */
static void add_way(apo_buffer *out, const apo_position *pos, const xboard_move_text *made,
                    apo_square taken, const char *gap)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    if (taken != APO_SQUARE_NONE) {
        add_leg(out, geo, made->from, taken);
        apo_buffer_add(out, gap);
    }
    add_leg(out, geo, taken != APO_SQUARE_NONE ? taken : made->from, made->to);
    if (made->suffix != '\0')
        apo_buffer_add_char(out, made->suffix);
}

/* Chooses which of several captured pieces to name, so that the move can be identified by
 * it. */
static apo_square choose_taken(const apo_position *pos, const apo_move *mv,
                               const xboard_move_text *made)
{
    for (unsigned i = 0; made->taken_count > 1 && i < made->taken_count; i++) {
        apo_move read;
        apo_buffer text;
        apo_buffer_init(&text, NULL);
        add_way(&text, pos, made, made->taken[i], ",");
        apo_status status = apo_xboard_read_move(&read, pos, apo_buffer_span(&text));
        apo_buffer_clear(&text);
        if (status == APO_OK && apo_move_same(&read, mv))
            return made->taken[i];
    }
    return made->taken_count > 0 ? made->taken[0] : APO_SQUARE_NONE;
}

void apo_xboard_add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                         const char *gap)
{
    xboard_move_text made;
    apo_square rook, beside;
    /* In Chess960 XBoard writes castling as in SAN. */
    if (apo_is_chess960(apo_position_variant(pos)) &&
        apo_move_partner(pos, mv, &rook, &beside)) {
        apo_buffer_add(out, rook > mv->from ? "O-O" : "O-O-O");
        return;
    }
    make_text(&made, pos, mv);
    add_way(out, pos, &made, choose_taken(pos, mv, &made), gap);
}

/* --- positions ----------------------------------------------------------- */

static bool has_same_pieces(const apo_setup *a, const apo_setup *b, const apo_geometry *geo)
{
    return memcmp(a->pieces, b->pieces, apo_geometry_squares(geo) * sizeof a->pieces[0]) == 0;
}

/* If the pieces are placed as at a start of the game, takes that start, with everything that
 * belongs to it. */
static bool find_start(apo_setup *setup, const apo_variant *var)
{
    apo_setup start;
    const apo_geometry *geo = apo_variant_geometry(var);
    for (unsigned name = 0; name < apo_variant_info_of(var)->start_name_count; name++) {
        for (unsigned i = 1; i <= apo_variant_info_of(var)->start_count && i < STARTS_MAX;
             i++) {
            if (apo_setup_start(&start, var, name, i) != APO_OK)
                break;
            if (start.side == setup->side && has_same_pieces(&start, setup, geo)) {
                *setup = start;
                return true;
            }
        }
    }
    return false;
}

/* XBoard has empty squares where squares have vanished. */
static void take_vanished(apo_setup *setup, const apo_geometry *geo)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (geo->place[sq] == APO_PLACE_TRANSIENT && setup->pieces[sq] == APO_PIECE_EMPTY)
            setup->pieces[sq] = APO_PIECE_VOID;
}

apo_status apo_xboard_settle(apo_position *out, const apo_variant *var, apo_setup *setup,
                             apo_error *err)
{
    apo_setup_faults faults = 0;
    take_vanished(setup, apo_variant_geometry(var));
    if (!find_start(setup, var)) {
        apo_setup_grant_rights(setup, var);
        if (apo_variant_has_rule(var, "reserve"))
            apo_setup_infer_reserve(setup, var);
    }
    apo_status status = apo_position_from_setup(out, setup, var, &faults);
    if (status != APO_OK && err != NULL) {
        apo_text text = apo_text_start(err->detail, sizeof err->detail);
        err->status = status;
        err->position = 0;
        apo_setup_faults_write(&text, faults);
    }
    return status;
}

/* Writes the first two fields, the board without its holdings, and empty other fields of our
 * form. */
static bool make_nine_fields(apo_text *out, apo_span text)
{
    apo_span board = apo_span_word(&text), side = apo_span_word(&text);
    for (size_t i = 0; i < board.length; i++)
        if (board.text[i] == '[')
            board.length = i;
    apo_text_add_span(out, board);
    apo_text_add_char(out, ' ');
    apo_text_add_span(out, side);
    apo_text_add(out, " - - -- - - 0 1");
    return !out->is_overflowed;
}

apo_status apo_xboard_read_fen(apo_position *out, const apo_variant *var, apo_span text,
                               apo_error *err)
{
    char buf[APO_FEN_MAX];
    apo_text nine = apo_text_start(buf, sizeof buf);
    apo_setup setup;
    apo_span rest = text;
    unsigned count = 0;
    while (apo_span_word(&rest).length > 0)
        count++;
    if (count > 6 || !make_nine_fields(&nine, text))
        return apo_fen_read(out, var, text, err);
    apo_status status = apo_fen_read_setup(&setup, var, apo_text_span(&nine), err);
    if (status != APO_OK)
        return status;
    apo_setup as_it_is = setup;
    take_vanished(&setup, apo_variant_geometry(var));
    if (!find_start(&setup, var) && apo_fen_read(out, var, text, NULL) == APO_OK)
        return APO_OK; /* if the game has the usual form, that holds more */
    return apo_xboard_settle(out, var, &as_it_is, err);
}

/* Writes a row field by field: runs of `empty` become numbers. */
typedef struct row_writer {
    apo_buffer *out;
    unsigned run;
} row_writer;

static void end_run(row_writer *row)
{
    if (row->run > 0)
        apo_buffer_add_number(row->out, row->run);
    row->run = 0;
}

static void add_place(row_writer *row, char c)
{
    if (c == '\0') {
        row->run++;
        return;
    }
    end_run(row);
    apo_buffer_add_char(row->out, c);
}

/* The rows from the top; `marks` has a character per square, 0 for none. */
static void add_rows(apo_buffer *out, const apo_geometry *geo, const char *marks)
{
    row_writer row = {out, 0};
    for (unsigned r = geo->rows; r-- > 0;) {
        for (unsigned f = 0; f < geo->files; f++)
            add_place(&row, marks[r * geo->files + f]);
        end_run(&row);
        if (r > 0)
            apo_buffer_add_char(out, '/');
    }
}

static void mark(char *marks, const apo_geometry *geo, apo_square sq, char c)
{
    marks[apo_geometry_row(geo, sq) * geo->files + apo_geometry_file(geo, sq)] = c;
}

void apo_xboard_add_board(apo_buffer *out, const apo_position *pos)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    char marks[APO_SQUARES_MAX];
    memset(marks, '*', sizeof marks);
    for (int row = 0; row < geo->rows; row++)
        for (int file = 0; file < geo->files; file++) {
            apo_square sq = apo_geometry_at(geo, file, row);
            apo_piece piece =
                sq != APO_SQUARE_NONE ? apo_position_piece(pos, sq) : APO_PIECE_VOID;
            if (piece == APO_PIECE_VOID)
                continue;
            char letter = piece != APO_PIECE_EMPTY
                              ? apo_type_info_of(var, apo_piece_type(piece))->letter
                              : '\0';
            bool is_black = letter != '\0' && apo_piece_side(piece) == APO_BLACK;
            mark(marks, geo, sq, is_black ? apo_to_lower(letter) : letter);
        }
    add_rows(out, geo, marks);
}

/* --- highlights ---------------------------------------------------------- */

static char color_of(const xboard_move_text *made, const apo_position *pos, const apo_move *mv,
                     char old)
{
    if (mv->promoted != APO_TYPE_NONE)
        return 'M';
    if (old == 'M')
        return old;
    return made->taken_count > 0 || apo_piece_is_real(apo_position_piece(pos, mv->to)) ? 'R'
                                                                                       : 'Y';
}

void apo_xboard_add_targets(apo_buffer *out, const apo_position *pos, apo_square from)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    char marks[APO_SQUARES_MAX] = {0};
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        xboard_move_text made;
        make_text(&made, pos, &list->moves[i]);
        if (made.from != from)
            continue;
        unsigned place =
            apo_geometry_row(geo, made.to) * geo->files + apo_geometry_file(geo, made.to);
        marks[place] = color_of(&made, pos, &list->moves[i], marks[place]);
    }
    apo_buffer_add(out, "highlight ");
    add_rows(out, geo, marks);
}

void apo_xboard_add_victims(apo_buffer *out, const apo_position *pos, apo_square from,
                            apo_square to)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    char marks[APO_SQUARES_MAX] = {0};
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        xboard_move_text made;
        make_text(&made, pos, &list->moves[i]);
        if (made.from != from || made.to != to)
            continue;
        for (unsigned j = 0; j < made.taken_count; j++)
            mark(marks, geo, made.taken[j], 'g');
        mark(marks, geo, to, 'R');
    }
    apo_buffer_add(out, "highlight ");
    add_rows(out, geo, marks);
}

void apo_xboard_add_choice(apo_buffer *out, const apo_position *pos, apo_square from,
                           apo_square to)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    (void)apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        if (mv->from == from && mv->to == to && mv->promoted != APO_TYPE_NONE)
            apo_buffer_add_char(out, apo_type_info_of(var, mv->promoted)->letter);
    }
}
